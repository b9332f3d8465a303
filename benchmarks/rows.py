"""One line of the table: what was measured, what was promised, what came out."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement beside its target, both in the same unit."""

    area: str
    what: str
    target: str
    measured: str
    holds: bool | None
    """None where there is no target, only a figure for comparison."""


def at_most(area: str, what: str, target: float, measured: float, unit: str = "s") -> Row:
    """A figure that should not exceed its target."""
    return Row(area, what, f"<= {target:g} {unit}", f"{measured:.3g} {unit}", measured <= target)


def at_least(area: str, what: str, target: float, measured: float, unit: str) -> Row:
    """A figure that should reach its target."""
    return Row(area, what, f">= {target:,.0f} {unit}", f"{measured:,.0f} {unit}", measured >= target)


def seconds(work: Callable[[], object], *, runs: int = 5, repeat: int = 1) -> float:
    """Median wall time of one call, over ``runs`` rounds of ``repeat`` calls after a warm-up."""
    work()
    found = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        for _ in range(repeat):
            work()
        found.append((time.perf_counter() - start) / repeat)
    return statistics.median(found)
