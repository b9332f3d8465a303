"""The steps of an estimate, so that a chart and a report need no second calculation."""

from collections.abc import Sequence

from core.results import Step
from core.scoring.types import Support


def item_steps(support: Support, factors: Sequence[float]) -> list[Step]:
    """One step per item, each adding its factor times its increment to the prior.

    Args:
        support: The counted items.
        factors: Share of each increment that counts, in [0, 1].

    Source:
        [HOUSE] an estimate is shown as the sum of its steps.
    """
    running = support.prior
    steps: list[Step] = []
    for name, increment, factor in zip(support.names, support.increments, factors, strict=True):
        change = factor * increment
        running += change
        steps.append(Step(name, change, running, f"increment {increment:g}, counted at {factor:.0%}"))
    return steps


def capped(steps: Sequence[Step], value: float) -> tuple[Step, ...]:
    """The steps, closed by one that takes off what exceeds 1, where anything does.

    Source:
        [KON] confidence is capped at 1.
    """
    running = steps[-1].running
    if running > value + 1e-12:
        return (*steps, Step("cap", value - running, value, "confidence ends at 1"))
    return tuple(steps)
