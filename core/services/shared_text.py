"""The words that two documents share, as the detectors count them."""

from collections.abc import Sequence

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


def most_alike(text: str, others: Sequence[str]) -> int | None:
    """Place of the text that shares most words with another in runs of five or more; None where none shares any."""
    here = Reading("", text)
    if not len(here.shingles):
        return None
    counts = [int(shared_runs(here.shingles, Reading("", other).shingles, most=MOST).lengths.sum()) for other in others]
    return counts.index(max(counts)) if any(counts) else None
