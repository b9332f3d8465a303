"""What two texts share, as spans to be shown side by side."""

from core.detection.reuse.compare import Overlap
from core.detection.reuse.reading import Reading
from core.detection.types import Ground, Span

SHOWN = 8
"""Runs shown for one pair, the longest; how many more there are is said."""
QUOTED = 2_000
"""Characters of a run that are quoted; its offsets cover all of it."""


def grounds_of(rule: str, here: Reading, there: Reading, overlap: Overlap) -> tuple[Ground, ...]:
    """One ground per shared run, longest first."""
    runs = list(zip(*(part.tolist() for part in overlap.runs), strict=True))
    return tuple(
        Ground(
            rule,
            _note(overlap, length, len(runs), first=number == 0),
            _span(here, begin, length),
            _span(there, other, length),
        )
        for number, (begin, other, length) in enumerate(runs[:SHOWN])
    )


def _note(overlap: Overlap, length: int, count: int, *, first: bool) -> str:
    if not first:
        return f"{length} words in a row"
    more = f", {count - SHOWN} shorter ones not shown" if count > SHOWN else ""
    stretches = "stretch" if count == 1 else "stretches"
    likeness = f"; near-duplicates, likeness {overlap.jaccard:.2f}" if overlap.near_duplicate else ""
    return (
        f"{length} words in a row; in all {overlap.shared} shared five-word runs, "
        f"{overlap.containment:.0%} of the shorter text, in {count} {stretches}{more}{likeness}"
    )


def _span(reading: Reading, begin: int, length: int) -> Span:
    start, end = int(reading.starts[begin]), int(reading.ends[begin + length - 1])
    return Span(reading.document_id, "text", reading.text[start : min(end, start + QUOTED)], start, end)
