"""How common a shingle is among documents: what many say is a habit, not a trace."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from core.detection.reuse.reading import Flags, Reading
from core.detection.reuse.words import Hashes

COMMON = 3
"""Documents with a 5-gram up to which it tells something; in more it is a habit of the collection."""

Frequency = Callable[[Hashes], npt.NDArray[np.int64]]
"""Shingles in the order of a text -> in how many documents each stands."""

Habits = Callable[[Reading], Flags]
"""A text -> which of its shingles more than three documents have."""


def by_fingerprints(count: Frequency) -> Frequency:
    """Frequencies told by an index that holds fingerprints only.

    A shingle it does not hold is taken to be as common as the last one before it that it does, or as the first one; a
    text of which it holds nothing is in one document.
    """

    def counted(shingles: Hashes) -> npt.NDArray[np.int64]:
        counts = count(shingles)
        known = np.flatnonzero(counts)
        if len(known) == len(counts):
            return counts
        if not len(known):
            return np.ones_like(counts)
        nearest = np.clip(np.searchsorted(known, np.arange(len(counts)), "right") - 1, 0, None)
        return np.asarray(counts[known[nearest]])

    return counted


def habits_by(*frequencies: Frequency) -> Habits:
    """Habits by one or several collections: what is common in one of them is common."""
    known: dict[str, Flags] = {}

    def habits(reading: Reading) -> Flags:
        flags = known.get(reading.document_id)
        if flags is None:
            flags = np.zeros(len(reading.shingles), dtype=np.bool_)
            for frequency in frequencies:
                flags = flags | (frequency(reading.shingles) > COMMON)
            if len(known) >= _KEPT:
                known.clear()
            known[reading.document_id] = flags
        return flags

    return habits


_KEPT = 20_000
"""Texts whose habits are remembered."""
