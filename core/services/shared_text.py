"""The words that two documents share, as the detectors count them."""

from core.detection.reuse.reading import Reading
from core.detection.reuse.runs import shared_runs
from core.work import SharedPassage

MOST = 200
"""Passages shown, the longest."""


def shared_passages(left: str, right: str) -> tuple[SharedPassage, ...]:
    """Every run of five or more words that both texts have, in the order of the left one."""
    here, there = Reading("", left), Reading("", right)
    runs = shared_runs(here.shingles, there.shingles, most=MOST)
    found = []
    for begin, other, length in zip(runs.here.tolist(), runs.there.tolist(), runs.lengths.tolist(), strict=True):
        start, end = int(here.starts[begin]), int(here.ends[begin + length - 1])
        opposite = int(there.starts[other]), int(there.ends[other + length - 1])
        found.append(SharedPassage(start, end, *opposite, left[start:end]))
    return tuple(sorted(found, key=lambda passage: passage.left_start))


def shared_words(left: str, right: str) -> int:
    """How many words the two share in runs of five or more."""
    here, there = Reading("", left), Reading("", right)
    return int(shared_runs(here.shingles, there.shingles, most=MOST).lengths.sum())
