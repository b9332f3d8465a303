"""A bundle held against both gates: refused for its density, refused for its cohesion, or answered."""

import math
from dataclasses import dataclass
from enum import StrEnum

from core.bundles.naming import below
from core.bundles.risk import RiskSettings, answer_utility, density_threshold, hallucination_rate, risk_threshold
from core.figures import Figure, Interval

UNCALIBRATED = "uncalibrated"


class Gate(StrEnum):
    """Which gate fired, or how the answer may be given."""

    REFUSE_DENSITY = "refuse_density"
    REFUSE_COHESION = "refuse_cohesion"
    ANSWER_WITH_CAVEAT = "answer_with_caveat"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class CohesionLimit:
    """From which cohesion on passages count as being about one thing, for one embedder."""

    value: float | None
    """None: nobody calibrated the embedder."""
    profile: str
    """Where the value comes from."""


@dataclass(frozen=True, slots=True)
class Gates:
    """Both gates with their figures, and what follows."""

    verdict: Gate
    """At the low end of the density."""
    verdict_high: Gate
    """At its high end; the same where density is a point."""
    risk: Interval
    """H at the high and the low end of the density."""
    risk_label: str
    risk_threshold: float
    density: Interval
    density_threshold: float
    cohesion: Figure
    cohesion_limit: CohesionLimit
    cohesion_gate: str
    """"passed", "fired", "uncalibrated", or why there is nothing to compare."""
    utility: Interval
    fired: tuple[str, ...]
    """Which gates refuse at the low end: "coverage", "density", "cohesion"."""
    why_density: tuple[str, ...]
    """Why coverage or density refuses, or may; () where neither does."""
    why_cohesion: tuple[str, ...]
    why_caveat: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """All of them, the gates in their order."""
        return self.why_density + self.why_cohesion + self.why_caveat

    @property
    def settled(self) -> bool:
        """True where no open judgement can move the verdict."""
        return self.verdict is self.verdict_high


def gates(
    density: Interval, cohesion: Figure, limit: CohesionLimit, settings: RiskSettings, coverage: Figure | None = None
) -> Gates:
    """Hold a bundle against both gates.

    Density is held first, and with it coverage, which refuses whatever the other parts say. Cohesion only refuses where
    its limit was calibrated for the embedder, or named by profile.

    Args:
        density: Its low and high end.
        cohesion: Undefined for one passage.
        limit: The calibrated limit of the embedder.
        settings: Curve, utilities and caveat band.
        coverage: Of the bundle; None, or without a value, is not held.

    Source:
        [MARIA] section 5 and 7: refused, answered with a caveat, answered; [HOUSE] an uncalibrated embedder never
        refuses, and while density is an interval the low end speaks.
    """
    threshold = density_threshold(settings)
    worst, best = hallucination_rate(density.low, settings), hallucination_rate(density.high, settings)
    if limit.value is None:
        state = UNCALIBRATED
    elif cohesion.value is None:
        state = cohesion.reason
    else:
        state = "fired" if cohesion.value < limit.value - 1e-9 else "passed"

    thin = coverage is not None and coverage.value is not None and coverage.value < settings.least_coverage - 1e-12

    def verdict(value: float) -> Gate:
        if thin or value < threshold - 1e-12:
            return Gate.REFUSE_DENSITY
        if state == "fired":
            return Gate.REFUSE_COHESION
        return Gate.ANSWER if value >= settings.plain_from - 1e-12 else Gate.ANSWER_WITH_CAVEAT

    low, high = verdict(density.low), verdict(density.high)
    return Gates(
        verdict=low,
        verdict_high=high,
        risk=Interval(best, worst),
        risk_label=settings.label,
        risk_threshold=risk_threshold(settings),
        density=density,
        density_threshold=threshold,
        cohesion=cohesion,
        cohesion_limit=limit,
        cohesion_gate=state,
        utility=Interval(answer_utility(worst, settings), answer_utility(best, settings)),
        fired=tuple(
            name
            for name, fires in (
                ("coverage", thin),
                ("density", density.low < threshold - 1e-12),
                ("cohesion", state == "fired"),
            )
            if fires
        ),
        why_density=(*_coverage(coverage, settings), *_density(density, threshold)),
        why_cohesion=_cohesion(low, high, cohesion, limit),
        why_caveat=(f"density {below(density.low, settings.plain_from)}, from which no caveat is needed",)
        if low is Gate.ANSWER_WITH_CAVEAT
        else (),
    )


def _coverage(coverage: Figure | None, settings: RiskSettings) -> tuple[str, ...]:
    if coverage is None or coverage.value is None or coverage.value >= settings.least_coverage - 1e-12:
        return ()
    return (f"coverage {below(coverage.value, settings.least_coverage)}: hardly a part of the claim is addressed",)


def _density(density: Interval, threshold: float) -> tuple[str, ...]:
    if density.low >= threshold - 1e-12:
        return ()
    if math.isinf(threshold):
        return (f"density {density.low:.2f}: with these values of answers none would be enough",)
    least = f"density {below(density.low, threshold)}"
    if density.high < threshold:
        return (least,)
    return (f"{least} unless open judgements turn out well (up to {density.high:.2f})",)


def _cohesion(low: Gate, high: Gate, cohesion: Figure, limit: CohesionLimit) -> tuple[str, ...]:
    if Gate.REFUSE_COHESION not in (low, high) or cohesion.value is None or limit.value is None:
        return ()
    return (f"cohesion {below(cohesion.value, limit.value)} ({limit.profile})",)
