"""Every item counts with its own weight."""

from core.results import Estimate, Step
from core.scoring.steps import capped, item_steps
from core.scoring.types import Support


def source_discounted(support: Support) -> Estimate:
    """Every item adds its increment times its weight: a copy adds nothing.

    Formula:
        C = min(1, C_prior + sum of weight * increment)

    Source:
        [KON] column "Source-discounted"; the formula is inferred from its table.
    """
    value = min(1.0, support.prior + sum(w * i for w, i in zip(support.weights, support.increments, strict=True)))
    start = Step("prior", support.prior, support.prior, "confidence before any evidence")
    steps = [start, *item_steps(support, support.weights)]
    return Estimate("source_discounted", value, capped(steps, value), "min(1, prior + sum of weight * increment)")
