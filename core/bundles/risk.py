"""Density turned into a risk of hallucination, and the two gates that follow from what an error costs.

"H (paper)" is the article's curve, fitted to other people's queries: it is not a probability for the user's system.
"H (yours)" is the same curve fitted to the team's own outcomes by ``core.bundles.calibrate_risk``.
"""

import math
from dataclasses import dataclass

from core.errors import InvalidParameter

PAPER = "H (paper)"
YOURS = "H (yours)"


@dataclass(frozen=True, slots=True)
class RiskSettings:
    """The curve, what answers are worth, and where the caveat begins. The defaults are the article's [MARIA]."""

    base: float = 0.47
    """H_base, the rate without evidence, in (0, 1]."""
    decay: float = 4.12
    """lambda, how fast it falls with density, >= 0."""
    correct: float = 10.0
    """What a correct answer is worth."""
    wrong: float = 50.0
    """What a hallucinated answer costs, as a positive number."""
    refusal: float = 1.0
    """What an honest refusal is worth, below ``correct``."""
    alpha: float = 0.43
    """The article's ratio of density to cohesion, in (0, 1]."""
    plain_from: float = 0.75
    """Density from which an answer needs no caveat, in [0, 1]."""
    least_coverage: float = 0.25
    """Share of the claim's facets that must be addressed at all [HOUSE]: consistency alone says nothing."""
    label: str = PAPER

    def __post_init__(self) -> None:
        _within("H_base", self.base, 0.0, 1.0, "a number in (0, 1]", open_low=True)
        _within("lambda", self.decay, 0.0, 1e6, "a number >= 0")
        _within("V_correct", self.correct, 0.0, 1e12, "a number > 0", open_low=True)
        _within("V_wrong", self.wrong, 0.0, 1e12, "a number >= 0")
        _within("V_refuse", self.refusal, -1e12, self.correct, f"a number of at most V_correct ({self.correct:g})")
        _within("alpha", self.alpha, 0.0, 1.0, "a number in (0, 1]", open_low=True)
        _within("density for a plain answer", self.plain_from, 0.0, 1.0, "a number in [0, 1]")
        _within("least coverage", self.least_coverage, 0.0, 1.0, "a number in [0, 1]")


def _within(name: str, value: object, low: float, high: float, expected: str, *, open_low: bool = False) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InvalidParameter(name, value, expected)
    if value < low or value > high or (open_low and value == low):
        raise InvalidParameter(name, value, expected)


def hallucination_rate(density: float, settings: RiskSettings) -> float:
    """The rate of hallucination the curve gives at a density.

    Formula:
        H(e) = H_base * exp(-lambda * density)

    Args:
        density: In [0, 1].
        settings: Gives H_base and lambda.

    Returns:
        In [0, 1].

    Raises:
        InvalidParameter: The density lies outside [0, 1].

    Source:
        [MARIA] theorem 1, an empirical curve.

    Examples:
        >>> [f"{hallucination_rate(d / 5, RiskSettings()):.4f}" for d in range(6)]
        ['0.4700', '0.2062', '0.0904', '0.0397', '0.0174', '0.0076']
    """
    _within("density", density, 0.0, 1.0, "a number in [0, 1]")
    return settings.base * math.exp(-settings.decay * density)


def risk_curve(settings: RiskSettings, points: int = 101) -> tuple[tuple[float, float], ...]:
    """The curve as points to draw: densities from 0 to 1, evenly, each with its rate.

    Source:
        [MARIA] theorem 1.

    Examples:
        >>> risk_curve(RiskSettings(), 2)[0]
        (0.0, 0.47)
    """
    if isinstance(points, bool) or points < 2:
        raise InvalidParameter("points", points, "a whole number >= 2")
    densities = [n / (points - 1) for n in range(points)]
    return tuple((density, hallucination_rate(density, settings)) for density in densities)


def risk_threshold(settings: RiskSettings) -> float:
    """The risk above which refusing is worth more than answering.

    Formula:
        H_threshold = (V_correct - V_refuse) / (V_correct + V_wrong)

    Source:
        [MARIA] definition 4. It takes "not hallucinated" for "correct".

    Examples:
        >>> risk_threshold(RiskSettings())
        0.15
    """
    return (settings.correct - settings.refusal) / (settings.correct + settings.wrong)


def density_threshold(settings: RiskSettings) -> float:
    """The density below which the risk exceeds its threshold.

    Formula:
        density_threshold = ln(H_base / H_threshold) / lambda

    Returns:
        In [0, infinity]: 0 where every density is safe enough, infinite where none is.

    Source:
        [MARIA] section 5; printed there as 0.278.

    Examples:
        >>> f"{density_threshold(RiskSettings()):.5f}"
        '0.27721'
    """
    limit = risk_threshold(settings)
    if limit >= settings.base:
        return 0.0
    if limit <= 0.0 or settings.decay == 0.0:
        return math.inf
    return math.log(settings.base / limit) / settings.decay


def paper_cohesion_threshold(settings: RiskSettings) -> float:
    """The cohesion below which the article refuses; the profile "paper-0.65" rounds it.

    Formula:
        cohesion_threshold = density_threshold / alpha

    Source:
        [MARIA] section 5. The article takes density >= alpha * cohesion, a bound from the wrong side, and its 0.65
        belongs to its own embedder.

    Examples:
        >>> f"{paper_cohesion_threshold(RiskSettings()):.5f}"
        '0.64467'
    """
    return density_threshold(settings) / settings.alpha


def answer_utility(risk: float, settings: RiskSettings) -> float:
    """What answering is worth at a risk; refusing is worth ``settings.refusal``.

    Formula:
        U(answer) = V_correct * (1 - H) - V_wrong * H

    Source:
        [MARIA] definition 4.
    """
    return settings.correct * (1.0 - risk) - settings.wrong * risk


def design_effect(passages: int, cohesion: float) -> float:
    """How much correlated passages widen the variance of their mean, over independent ones.

    Formula:
        1 + (m - 1) * c^2

    Args:
        passages: m >= 1.
        cohesion: c, in [-1, 1]; errors are taken to correlate as c^2.

    Raises:
        InvalidParameter: No passage, or a cohesion outside [-1, 1].

    Source:
        [KISH] design effect. [MARIA] theorem 2 calls the same figure a reduction of variance; its own proof gives
        1, and positively correlated passages raise the variance of a mean.

    Examples:
        >>> [f"{design_effect(m, c):.3f}" for m, c in ((5, 0.8), (5, 0.9), (7, 0.85))]
        ['3.560', '4.240', '5.335']
    """
    if isinstance(passages, bool) or passages < 1:
        raise InvalidParameter("passages", passages, "a whole number >= 1")
    _within("cohesion", cohesion, -1.0, 1.0, "a number in [-1, 1]")
    return 1.0 + (passages - 1) * cohesion * cohesion


def effective_passages(passages: int, cohesion: float) -> float:
    """How many independent passages so many correlated ones are worth.

    Formula:
        m_eff = m / (1 + (m - 1) * c^2)

    Source:
        [KISH] effective sample size; [MARIA] theorem 2, m_eff.

    Examples:
        >>> f"{effective_passages(5, 0.8):.2f}"
        '1.40'
    """
    return passages / design_effect(passages, cohesion)
