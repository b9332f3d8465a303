"""Bayes' rule with every item taken as independent."""

import math

from core.results import Estimate, Step
from core.scoring.types import Support


def bayesian(support: Support) -> Estimate:
    """Bayes' rule as if every item were independent: it is fooled by copies as well.

    Formula:
        odds = prior / (1 - prior) * product of (0.5 + increment) / (0.5 - increment)
        C = odds / (1 + odds); at prior 0 and 1 nothing moves it.

    Source:
        [KON] column "Bayesian independence"; the likelihood ratio is inferred from its table.
    """
    start = Step("prior", support.prior, support.prior, "confidence before any evidence")
    steps = [start]
    value = support.prior
    if 0.0 < support.prior < 1.0:
        log_odds = math.log(support.prior / (1.0 - support.prior))
        for name, increment in zip(support.names, support.increments, strict=True):
            log_odds += math.log((0.5 + increment) / (0.5 - increment))
            after = 1.0 / (1.0 + math.exp(-log_odds)) if log_odds > -700 else 0.0
            ratio = (0.5 + increment) / (0.5 - increment)
            steps.append(Step(name, after - value, after, f"likelihood ratio {ratio:.3g}"))
            value = after
    return Estimate("bayesian", value, tuple(steps), "odds(prior) * product of (0.5 + inc) / (0.5 - inc)")
