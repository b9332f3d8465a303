"""The flat list: every item counts in full."""

from core.results import Estimate, Step
from core.scoring.confidence import naive_confidence
from core.scoring.steps import capped, item_steps
from core.scoring.types import Support


def naive(support: Support) -> Estimate:
    """What a flat list says: every supporting item adds its increment in full.

    Formula:
        C_naive = min(1, C_prior + sum of increments)

    Source:
        [KON] the naive comparator.
    """
    value = naive_confidence(prior=support.prior, raw=support.raw)
    start = Step("prior", support.prior, support.prior, "confidence before any evidence")
    steps = [start, *item_steps(support, [1.0] * len(support.increments))]
    return Estimate("naive", value, capped(steps, value), "min(1, prior + sum of increments)")
