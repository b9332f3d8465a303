"""What the evidence allows an answer to do with a claim."""

from core.policy import Policy
from core.scoring.confidence import NO_INDEPENDENT
from core.states import Decision


def held_confidence(policy: Policy, *, items: int, raw: float, eie: float, aware: float) -> float:
    """The confidence a decision rests on: aware, but never more than at K = "all".

    Formula:
        held = min(C_aware, C_prior + min(1, EIE / N) * sum of increments)

    Returns:
        In [prior, 1]; the prior where nothing is counted.

    Source:
        [HOUSE] copies alone must not lift a claim over a threshold ("Repetition still pays").
    """
    if not items:
        return policy.prior
    return min(aware, policy.prior + min(1.0, eie / items) * raw)


def decide(
    policy: Policy, *, items: int, raw: float, eie: float, aware: float, alert: bool, refuting_eie: float
) -> tuple[Decision, tuple[str, ...]]:
    """Answer, qualify or refuse, with every reason that led there.

    ``held_confidence`` is compared with the policy's two thresholds. Independent evidence
    against the claim, or a cluster alert, allows a qualified statement at most.

    Args:
        policy: Gives ``answer_at`` and ``qualify_at``.
        items: Counted items, >= 0.
        raw: Sum of the counted increments, >= 0.
        eie: EIE of the items for the claim, >= 0.
        aware: Aware confidence, in [0, 1].
        alert: Whether the cluster alert fires.
        refuting_eie: EIE of the items against it, >= 0.

    Returns:
        The decision and its reasons in words, the leading one first.

    Source:
        [HOUSE] thresholds 0.60 and 0.30 are our defaults, not calibrated on anybody's outcomes.
    """
    if not items:
        return Decision.REFUSE, ("no counted evidence",)
    if eie <= 1e-9:
        return Decision.REFUSE, (NO_INDEPENDENT,)
    held = held_confidence(policy, items=items, raw=raw, eie=eie, aware=aware)
    if refuting_eie > eie + 1e-9:
        return Decision.REFUSE, (f"more independent evidence against it ({refuting_eie:.3g}) than for it ({eie:.3g})",)
    if held < policy.qualify_at - 1e-12:
        return Decision.REFUSE, (_below(held, policy.qualify_at),)
    reasons = []
    if refuting_eie > 1e-9:
        reasons.append(f"independent evidence against it ({refuting_eie:.3g})")
    if alert:
        reasons.append("many items stand on little independent evidence")
    if held < policy.answer_at - 1e-12:
        reasons.append(_below(held, policy.answer_at))
    if reasons:
        return Decision.QUALIFY, tuple(reasons)
    return Decision.ANSWER, (f"confidence {held:.2f} reaches {policy.answer_at:.2f}",)


def _below(held: float, threshold: float) -> str:
    """As many digits as it takes to see that the one is below the other."""
    places = next((n for n in (2, 3, 4, 6) if round(held, n) < round(threshold, n)), 9)
    return f"confidence {held:.{places}f} is below {threshold:.{places}f}"
