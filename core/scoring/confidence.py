"""From effective independent evidence to confidence: the article's arithmetic."""

import math

from core.errors import InvalidParameter
from core.results import Figure

NO_EVIDENCE = "no evidence"
NO_INDEPENDENT = "no independent evidence"


def required_evidence(required: float | str, items: int) -> float | None:
    """K as a number: the stated one, or N where K is "all".

    Returns:
        K > 0, or None where K is "all" and nothing is counted.

    Source:
        [KON] K, the independent evidence required for full credit; [HOUSE] "all".
    """
    if isinstance(required, str):
        return float(items) if items else None
    return float(required)


def independence_factor(eie: float, required: float) -> float:
    """Share of the raw support that the dependence structure earns.

    Formula:
        gamma = min(1, EIE / K)

    Args:
        eie: Effective independent evidence, >= 0, in units of one independent item.
        required: K, > 0.

    Returns:
        gamma in [0, 1].

    Raises:
        InvalidParameter: eie < 0, required <= 0, or either is not a finite number.

    Source:
        [KON] gamma = min(1, EIE / K).

    Examples:
        >>> independence_factor(3.0, 12.0)
        0.25
    """
    if not (math.isfinite(eie) and eie >= 0):
        raise InvalidParameter("eie", eie, "a number >= 0")
    if not (math.isfinite(required) and required > 0):
        raise InvalidParameter("k", required, "a number > 0")
    return min(1.0, eie / required)


def scarcity_factor(items: int, required: float) -> float:
    """Share of the required evidence that there are items at all.

    Formula:
        scarcity = min(1, N / K)

    Returns:
        In [0, 1]; 1 where there are as many items as K asks for.

    Source:
        [HOUSE] scoring, "Scarcity is not dependence".

    Examples:
        >>> scarcity_factor(1, 10.0)
        0.1
    """
    return min(1.0, items / required)


def naive_confidence(*, prior: float, raw: float) -> float:
    """Confidence of a flat list: every item counts in full.

    Formula:
        C_naive = min(1, C_prior + sum of increments)

    Returns:
        In [prior, 1].

    Source:
        [KON] the naive comparator.

    Examples:
        >>> naive_confidence(prior=0.25, raw=0.5)
        0.75
    """
    return min(1.0, prior + raw)


def aware_confidence(*, prior: float, raw: float, gamma: float | None) -> float:
    """Confidence after the raw support is damped by gamma.

    Formula:
        C_aware = min(1, C_prior + gamma * sum of increments)

    Args:
        prior: In [0, 1].
        raw: Sum of the increments, >= 0.
        gamma: In [0, 1]; None where undefined, which adds nothing.

    Returns:
        In [prior, 1].

    Source:
        [KON] C_aware = min(1, C_prior + adjusted_increment).

    Examples:
        >>> aware_confidence(prior=0.25, raw=0.5, gamma=0.5)
        0.5
    """
    return min(1.0, prior + (gamma or 0.0) * raw)


def inflation_ratio(*, raw: float, gamma: float | None, items: int) -> Figure:
    """How many times more support a flat list adds than the lineages earn.

    Formula:
        IR = raw / (gamma * raw) = 1 / gamma, before the cap at 1

    Returns:
        A figure >= 1, or none with the reason "no evidence" or "no independent evidence".

    Source:
        [KON] IR = (C_naive - C_prior) / (C_aware - C_prior); [HOUSE] taken before the cap.

    Examples:
        >>> inflation_ratio(raw=0.5, gamma=0.25, items=10).value
        4.0
        >>> inflation_ratio(raw=0.5, gamma=0.0, items=10).reason
        'no independent evidence'
    """
    if not items or gamma is None:
        return Figure(None, NO_EVIDENCE)
    if gamma <= 0:
        return Figure(None, NO_INDEPENDENT)
    if raw <= 0:
        return Figure(None, "the counted items add no support")
    return Figure(1.0 / gamma)


def cluster_alert(*, eie: float, items: int, at_least: int, share: float) -> bool:
    """True where many items stand on little independent evidence.

    Formula:
        N >= at_least and EIE <= share * N

    Args:
        eie: Effective independent evidence, >= 0.
        items: N, the counted items.
        at_least: From how many items on the alert may fire.
        share: In [0, 1].

    Source:
        [KON] cluster alerts; [HOUSE] the rule, N >= 5 and EIE <= 0.25 * N.

    Examples:
        >>> cluster_alert(eie=1.0, items=10, at_least=5, share=0.25)
        True
    """
    return items >= at_least and eie <= share * items + 1e-9
