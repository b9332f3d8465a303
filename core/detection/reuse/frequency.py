"""How common a shingle is among documents: what many say is a habit, not a trace."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from core.detection.reuse.words import Hashes

Frequency = Callable[[Hashes], npt.NDArray[np.int64]]
"""Shingles in the order of a text -> in how many documents each stands."""


def by_fingerprints(count: Frequency) -> Frequency:
    """Frequencies told by an index that holds fingerprints only.

    A shingle it does not hold is taken to be as common as the last one before it that it does, or as the first one; a
    stretch of which it holds nothing stands in one document.
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
