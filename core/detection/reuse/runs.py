"""The exact words two texts share: maximal runs, the explanation of every proposal from text."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.detection.reuse.shingles import SIZE
from core.detection.reuse.words import Hashes

Places = npt.NDArray[np.int64]

_REPEATS = 4
"""Places of one shingle in the other text that are tried; a refrain of a thousand lines is tried at four."""


class Runs(NamedTuple):
    """Maximal shared runs, longest first; they do not overlap in the first text."""

    here: Places
    """Word at which each begins in the first text."""
    there: Places
    """Word at which it begins in the second."""
    lengths: Places
    """Its length in words."""


def shared_runs(here: Hashes, there: Hashes, *, order: Places | None = None, most: int = 2_000) -> Runs:
    """Every maximal run of five or more words in both texts.

    Args:
        here: Shingles of the first text, in order.
        there: Shingles of the second text, in order.
        order: The places of ``there`` in rising order of shingle, where they are known already.
        most: Runs kept, the longest.
    """
    left, right = _matches(here, there, np.argsort(there, kind="stable") if order is None else order)
    if not len(left):
        empty = np.empty(0, dtype=np.int64)
        return Runs(empty, empty, empty)
    order = np.lexsort((left, right - left))
    left, right = left[order], right[order]
    shift = right - left
    begins = np.concatenate(([True], (np.diff(shift) != 0) | (np.diff(left) != 1)))
    first = np.flatnonzero(begins)
    counts = np.diff(np.append(first, len(left)))
    rank = np.lexsort((left[first], -counts))[:most]
    return _apart(left[first][rank], right[first][rank], counts[rank])


def _matches(here: Hashes, there: Hashes, order: Places) -> tuple[Places, Places]:
    """Places with the same shingle in both texts, at most four in the second for each in the first."""
    ranked = there[order]
    begin = np.searchsorted(ranked, here, "left")
    count = np.searchsorted(ranked, here, "right") - begin
    lefts, rights = [], []
    for repeat in range(_REPEATS):
        places = np.flatnonzero(count > repeat)
        if not len(places):
            break
        lefts.append(places)
        rights.append(order[begin[places] + repeat])
    # The same place in both: a text that repeats itself still lines up with its copy.
    both = min(len(here), len(there))
    level = np.flatnonzero((here[:both] == there[:both]) & (count[:both] > _REPEATS))
    lefts.append(level)
    rights.append(level)
    left, right = np.concatenate(lefts).astype(np.int64), np.concatenate(rights).astype(np.int64)
    if not len(level):
        return left, right
    pairs = np.unique(np.stack((left, right)), axis=1)
    return pairs[0], pairs[1]


def _apart(left: Places, right: Places, counts: Places) -> Runs:
    """Longest first; a run loses what a longer one already covers in the first text."""
    order = np.argsort(left, kind="stable")
    if bool((left[order][1:] >= (left + counts)[order][:-1]).all()):
        return Runs(left, right, counts + SIZE - 1)
    taken = np.zeros(int((left + counts).max()), dtype=np.bool_)
    found = []
    for begin, other, count in zip(left.tolist(), right.tolist(), counts.tolist(), strict=True):
        free = np.flatnonzero(~taken[begin : begin + count])
        if len(free) * 2 <= count:
            continue
        start, size = int(free[0]), int(free[-1] - free[0]) + 1
        taken[begin + start : begin + start + size] = True
        found.append((begin + start, other + start, size + SIZE - 1))
    table = np.array(found, dtype=np.int64).reshape(-1, 3)
    return Runs(table[:, 0], table[:, 1], table[:, 2])
