"""Risk among what is answered against how much is answered, for any signal that orders claims by trust."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.risk import RiskSettings
from core.bundles.wilson import wilson_interval
from core.errors import InvalidInput, InvalidParameter
from core.figures import Interval

FEW = 30
"""Outcomes below which a curve is drawn and called too small to choose from."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim with a signal's value and whether its answer was, or would have been, wrong."""

    signal: float
    """Higher is more trusted: aware, naive, citation precision, or 1 - H."""
    wrong: bool


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """Everything at or above a threshold answered, the rest refused."""

    threshold: float
    """Infinite where nothing is answered."""
    coverage: float
    risk: float | None
    """Wrong among the answered; None where nothing is answered."""
    interval: Interval
    """Wilson, 95 %."""
    answered: int
    false_answers: int
    """Answered and wrong."""
    needless_abstentions: int
    """Refused although right."""
    harm: float
    """What this point costs against answering everything right, a claim."""


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """The curve of one signal, its area, and the point of least harm."""

    signal: str
    points: tuple[OperatingPoint, ...]
    """From nothing answered to everything."""
    area: float
    """Mean risk over all coverages above 0; 0 is perfect."""
    best_area: float
    """That of an order that knows every outcome."""
    chosen: OperatingPoint
    outcomes: int
    wrong: int
    notes: tuple[str, ...]


def risk_coverage(signal: str, outcomes: Sequence[Judged], harm: RiskSettings | None = None) -> RiskCoverage:
    """The risk-coverage curve of a signal.

    Formula:
        at a threshold t: coverage = answered / n, risk = wrong answered / answered;
        area = mean over k = 1 … n of the risk among the k most trusted, ties sharing their mean risk;
        harm = (V_correct + V_wrong) * false answers / n + (V_correct - V_refuse) * refused / n

    Args:
        signal: Its name.
        outcomes: Labelled; claims with the same value are answered together or not at all.
        harm: Gives the utilities; the article's by default.

    Raises:
        InvalidInput: No outcome.
        InvalidParameter: A value is NaN or infinite.

    Source:
        [GEIFMAN] risk and coverage; [TOUCH] section 8: false answers and needless abstentions apart, the operating
        point by harm; [MARIA] the utilities.
    """
    if not outcomes:
        raise InvalidInput("no labelled outcome: there is no curve to draw")
    for outcome in outcomes:
        if not math.isfinite(outcome.signal):
            raise InvalidParameter(f"value of {signal}", outcome.signal, "a finite number")
    harm = harm or RiskSettings()
    total, wrong = len(outcomes), sum(outcome.wrong for outcome in outcomes)
    points = [_point(math.inf, 0, 0, total, wrong, harm)]
    answered = false = 0
    area = 0.0
    for value in sorted({outcome.signal for outcome in outcomes}, reverse=True):
        tied = [outcome for outcome in outcomes if outcome.signal == value]
        bad = sum(outcome.wrong for outcome in tied)
        # Within a tie the order is open; its mean is what a reader may expect.
        area += sum((false + bad * step / len(tied)) / (answered + step) for step in range(1, len(tied) + 1))
        answered += len(tied)
        false += bad
        points.append(_point(value, answered, false, total, wrong, harm))
    right = total - wrong
    best = sum(max(0, k - right) / k for k in range(1, total + 1)) / total
    return RiskCoverage(
        signal=signal,
        points=tuple(points),
        area=area / total,
        best_area=best,
        chosen=min(points, key=lambda point: (point.harm, -point.coverage)),
        outcomes=total,
        wrong=wrong,
        notes=_notes(total, wrong, len(points) - 1),
    )


def _point(threshold: float, answered: int, false: int, total: int, wrong: int, harm: RiskSettings) -> OperatingPoint:
    needless = (total - answered) - (wrong - false)
    # A refusal of what would have been wrong costs as well: it is no correct answer.
    cost = (harm.correct + harm.wrong) * false + (harm.correct - harm.refusal) * (total - answered)
    return OperatingPoint(
        threshold=threshold,
        coverage=answered / total,
        risk=false / answered if answered else None,
        interval=wilson_interval(false, answered),
        answered=answered,
        false_answers=false,
        needless_abstentions=needless,
        harm=cost / total,
    )


def _notes(total: int, wrong: int, values: int) -> tuple[str, ...]:
    said = []
    if total < FEW:
        said.append(f"{total} outcomes are too few to choose an operating point from.")
    if values == 1:
        said.append("The signal has one value for all of them: it orders nothing.")
    if wrong in (0, total):
        said.append("All outcomes are the same: the curve is flat whatever the signal.")
    return tuple(said)
