"""The curve of risk fitted to a team's own outcomes, with intervals that say how little a small sample knows."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from core.bundles.risk import YOURS, RiskSettings
from core.bundles.wilson import wilson_interval
from core.errors import InvalidInput, InvalidParameter
from core.figures import Interval

LEAST_OUTCOMES = 300
LEAST_HALLUCINATIONS = 30
_STEEPEST = 60.0
_DROP = 3.841458820694124 / 2.0
"""Half the 95th percentile of chi-square with one degree of freedom."""
_CLOSE = 1e-9

Numbers = npt.NDArray[np.float64]


class TooFewOutcomes(InvalidInput):
    """A fit on so little would look like knowledge."""

    def __init__(self, have: str, need: str) -> None:
        self.have, self.need = have, need
        super().__init__(f"too few outcomes to fit: {have}; needed are {need}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answered question: the density of its evidence, and whether the answer was judged a hallucination."""

    density: float
    hallucinated: bool


@dataclass(frozen=True, slots=True)
class ReliabilityRow:
    """One band of densities: what the curve says and what happened."""

    low: float
    high: float
    n: int
    hallucinations: int
    mean_density: float
    observed: float
    interval: Interval
    """Wilson, 95 %."""
    fitted: float


@dataclass(frozen=True, slots=True)
class RiskFit:
    """H_base and lambda of the team's own outcomes."""

    base: float
    base_interval: Interval
    decay: float
    decay_interval: Interval
    outcomes: int
    hallucinations: int
    log_likelihood: float
    deviance: float
    """Against a rate of its own for every distinct density."""
    degrees: int
    """Distinct densities less the two parameters, >= 0."""
    reliability: tuple[ReliabilityRow, ...]
    notes: tuple[str, ...]

    def settings(self, before: RiskSettings | None = None) -> RiskSettings:
        """The curve as settings of the gates, the utilities kept from ``before``."""
        kept = before or RiskSettings()
        return RiskSettings(
            base=self.base,
            decay=self.decay,
            correct=kept.correct,
            wrong=kept.wrong,
            refusal=kept.refusal,
            alpha=kept.alpha,
            plain_from=kept.plain_from,
            least_coverage=kept.least_coverage,
            label=YOURS,
        )


def fit_risk(outcomes: Sequence[Outcome]) -> RiskFit:
    """Fit H_base and lambda to judged answers.

    Formula:
        maximise sum of k_d ln(H_d) + (n_d - k_d) ln(1 - H_d), H_d = H_base * exp(-lambda * d)

    Args:
        outcomes: Answered and judged questions; refused ones have no outcome, which is said.

    Returns:
        The maximum, with 95 % profile likelihood intervals, deviance and a reliability table.

    Raises:
        TooFewOutcomes: Below 300 outcomes or 30 hallucinations.
        InvalidInput: All answers were hallucinated, or all densities are equal.
        InvalidParameter: A density outside [0, 1].

    Source:
        [WILKS] profile likelihood; [MARIA] the curve; [WILSON] intervals of the table; [HOUSE] the least sizes.
    """
    for outcome in outcomes:
        if not (math.isfinite(outcome.density) and 0.0 <= outcome.density <= 1.0):
            raise InvalidParameter("density", outcome.density, "a number in [0, 1]")
    total, wrong = len(outcomes), sum(outcome.hallucinated for outcome in outcomes)
    if total < LEAST_OUTCOMES or wrong < LEAST_HALLUCINATIONS:
        raise TooFewOutcomes(
            f"{total} outcomes with {wrong} hallucinations",
            f"{LEAST_OUTCOMES} outcomes with {LEAST_HALLUCINATIONS} hallucinations",
        )
    if wrong == total:
        raise InvalidInput("every answer was judged a hallucination: there is no curve to fit")
    densities, sizes, hits = _grouped(outcomes)
    if len(densities) < 2:
        raise InvalidInput(f"every outcome has the density {densities[0]:g}: nothing can be said about how risk falls")

    def likelihood(base: float, decay: float) -> float:
        rates = np.clip(base * np.exp(-decay * densities), 1e-300, 1.0 - 1e-15)
        return float(hits @ np.log(rates) + (sizes - hits) @ np.log1p(-rates))

    def best_base(decay: float) -> tuple[float, float]:
        """The likeliest H_base at a lambda, and the likelihood there."""
        found = scipy.optimize.minimize_scalar(
            lambda x: -likelihood(x, decay), bounds=(1e-9, 1.0), method="bounded", options={"xatol": 1e-10}
        )
        return float(found.x), -float(found.fun)

    def best_decay(base: float) -> float:
        found = scipy.optimize.minimize_scalar(
            lambda x: -likelihood(base, x), bounds=(0.0, _STEEPEST), method="bounded", options={"xatol": 1e-9}
        )
        return -float(found.fun)

    fitted = scipy.optimize.minimize_scalar(
        lambda x: -best_base(x)[1], bounds=(0.0, _STEEPEST), method="bounded", options={"xatol": 1e-9}
    )
    decay = float(fitted.x)
    base, top = best_base(decay)
    flat = best_base(0.0)
    if flat[1] >= top:
        decay, (base, top) = 0.0, flat
    cut = top - _DROP
    decay_interval = _profile(lambda x: best_base(x)[1] - cut, decay, 0.0, _STEEPEST)
    base_interval = _profile(lambda x: best_decay(x) - cut, base, 1e-9, 1.0)
    deviance = 2.0 * (_saturated(sizes, hits) - top)
    return RiskFit(
        base=base,
        base_interval=base_interval,
        decay=decay,
        decay_interval=decay_interval,
        outcomes=total,
        hallucinations=wrong,
        log_likelihood=top,
        deviance=max(0.0, deviance),
        degrees=max(0, len(densities) - 2),
        reliability=_reliability(outcomes, base, decay),
        notes=_notes(decay, decay_interval, base, _STEEPEST),
    )


def _grouped(outcomes: Sequence[Outcome]) -> tuple[Numbers, Numbers, Numbers]:
    counts: dict[float, list[int]] = {}
    for outcome in outcomes:
        row = counts.setdefault(float(outcome.density), [0, 0])
        row[0] += 1
        row[1] += outcome.hallucinated
    densities = np.array(sorted(counts))
    sizes = np.array([counts[value][0] for value in densities], dtype=np.float64)
    hits = np.array([counts[value][1] for value in densities], dtype=np.float64)
    return densities, sizes, hits


def _profile(height: Callable[[float], float], best: float, low: float, high: float) -> Interval:
    """Where the profile crosses the height of a 95 % interval; the end of the domain where it never does."""
    ends = []
    for end in (low, high):
        if abs(end - best) < _CLOSE or height(end) >= 0.0:
            ends.append(end)
        else:
            ends.append(float(scipy.optimize.brentq(height, min(best, end), max(best, end), xtol=1e-8)))
    return Interval(*ends)


def _saturated(sizes: Numbers, hits: Numbers) -> float:
    rates = hits / sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(hits > 0, hits * np.log(rates), 0.0) + np.where(
            sizes > hits, (sizes - hits) * np.log1p(-rates), 0.0
        )
    return float(terms.sum())


def _reliability(outcomes: Sequence[Outcome], base: float, decay: float, bands: int = 10) -> tuple[ReliabilityRow, ...]:
    rows = []
    for band in range(bands):
        low, high = band / bands, (band + 1) / bands
        inside = [o for o in outcomes if low <= o.density < high or (band == bands - 1 and o.density == 1.0)]
        if not inside:
            continue
        hits = sum(outcome.hallucinated for outcome in inside)
        mean = math.fsum(outcome.density for outcome in inside) / len(inside)
        rate = math.fsum(base * math.exp(-decay * outcome.density) for outcome in inside) / len(inside)
        interval = wilson_interval(hits, len(inside))
        rows.append(ReliabilityRow(low, high, len(inside), hits, mean, hits / len(inside), interval, rate))
    return tuple(rows)


def _notes(decay: float, interval: Interval, base: float, steepest: float) -> tuple[str, ...]:
    said = ["Refused questions have no outcome here: judge a sample of them too, or the curve leaves them out."]
    if decay < _CLOSE:
        said.append("Risk does not fall with density in these outcomes; lambda is held at 0.")
    elif interval.low < _CLOSE:
        said.append("lambda may as well be 0: these outcomes do not show that risk falls with density.")
    if base > 1.0 - 1e-6:
        said.append("H_base lies at its largest possible value, 1.")
    if interval.high >= steepest:
        said.append(f"lambda has no upper limit below {steepest:g}.")
    return tuple(said)
