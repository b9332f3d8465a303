"""Five words in a row as one number, and the few of them that stand for a text."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from core.detection.reuse.words import Hashes

SIZE = 5
"""Words in a shingle."""
WINDOW = 8
"""Shingles in a window; any shared run of SIZE + WINDOW - 1 = 12 words shares a fingerprint."""

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53))
_SHIFT = np.uint64(33)


def shingles_of(numbers: Hashes) -> Hashes:
    """The shingle that begins at each word: a polynomial of its words' numbers, mixed to spread evenly.

    Returns:
        One number per starting word; none for a text of fewer than five words.
    """
    count = len(numbers) - SIZE + 1
    if count <= 0:
        return np.empty(0, dtype=np.uint64)
    mixed = np.zeros(count, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for place in range(SIZE):
            mixed = mixed * _PRIME + numbers[place : place + count]
        mixed ^= mixed >> _SHIFT
        for factor in _MIX:
            mixed *= factor
            mixed ^= mixed >> _SHIFT
    return mixed


def fingerprints_of(shingles: Hashes) -> Hashes:
    """The smallest shingle of every window, each once, in rising order.

    Source:
        [WINNOWING] section 3: two texts that share a run of 12 words share a fingerprint, wherever it stands.
    """
    if len(shingles) <= WINDOW:
        return np.unique(shingles)[:1]
    return np.unique(sliding_window_view(shingles, WINDOW).min(axis=1))
