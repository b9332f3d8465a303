"""The dependence-aware confidence, and where the flat list loses support on the way to it."""

from core.results import Estimate, Step
from core.scoring.confidence import aware_confidence
from core.scoring.steps import capped, item_steps
from core.scoring.types import Support


def aware(support: Support) -> Estimate:
    """Raw support damped by gamma: what the lineages earn.

    Formula:
        C_aware = min(1, C_prior + gamma * sum of increments), gamma = min(1, EIE / K)

    Source:
        [KON] C_aware; [HOUSE] the loss is split into scarcity and dependence.
    """
    value = aware_confidence(prior=support.prior, raw=support.raw, gamma=support.gamma)
    start = Step("prior", support.prior, support.prior, "confidence before any evidence")
    steps = [start, *item_steps(support, [1.0] * len(support.increments))]
    if support.increments:
        gamma, scarcity = support.gamma or 0.0, support.scarcity or 0.0
        running = steps[-1].running
        too_few = -(1.0 - scarcity) * support.raw
        shared = -(scarcity - gamma) * support.raw
        if too_few:
            running += too_few
            steps.append(Step("scarcity", too_few, running, f"too few items for K: x {scarcity:.3g}"))
        if shared:
            running += shared
            text = f"shared or unknown lineages leave {support.eie:.3g} pieces of evidence: gamma {gamma:.3g}"
            steps.append(Step("dependence", shared, running, text))
    return Estimate("aware", value, capped(steps, value), "min(1, prior + gamma * sum of increments)")
