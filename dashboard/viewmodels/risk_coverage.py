"""Risk among what is answered against how much is answered, a curve per signal, and the point of least harm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.risk_coverage import OperatingPoint, RiskCoverage
from dashboard.viewmodels.numbers import amount, count, percent, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

RISK = "risk"
"""A signal of this name is a risk: answered is what lies at or below its threshold."""
NAMED = 6
"""Curves drawn at once; the table holds all."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One signal's curve."""

    name: str
    points: tuple[tuple[float, float], ...]
    """(coverage, risk)."""
    chosen: tuple[float, float] | None
    """None where the least harm is to answer nothing."""


@dataclass(frozen=True, slots=True)
class CoverageView:
    """All curves with their table."""

    words: str
    curves: tuple[Curve, ...]
    listing: TableView
    notes: tuple[str, ...]


def coverage_view(found: Sequence[RiskCoverage]) -> CoverageView:
    """Every signal with its area, and where the harm is least."""
    best = found[0]
    many = max(curve.outcomes for curve in found)
    return CoverageView(
        words=f"{count(many, 'outcome')}; smallest area under the curve: {best.signal}. The area is the mean risk over "
        "all coverages; 0 is perfect.",
        curves=tuple(_curve(curve) for curve in found[:NAMED]),
        listing=_table(found),
        notes=_notes(found),
    )


def _notes(found: Sequence[RiskCoverage]) -> tuple[str, ...]:
    """What is to be said of curves: the same of several is said once."""
    signals: dict[str, list[str]] = {}
    for curve in found:
        for note in curve.notes:
            signals.setdefault(note, []).append(curve.signal)
    return tuple(f"{', '.join(names)}: {note}" for note, names in signals.items())


def _curve(found: RiskCoverage) -> Curve:
    points = tuple((point.coverage, point.risk) for point in found.points if point.risk is not None)
    chosen = found.chosen
    return Curve(found.signal, points, (chosen.coverage, chosen.risk) if chosen.risk is not None else None)


def _table(found: Sequence[RiskCoverage]) -> TableView:
    return TableView(
        "Risk and coverage",
        (
            Column("signal", "Signal", "text", 9),
            Column("n", "n", "number", 5),
            Column("area", "Area", "number", 6, "Mean risk over all coverages; 0 is perfect."),
            Column("best", "Best possible", "number", 7, "The area of an order that knows every outcome."),
            Column("from", "Answer from", "text", 8, "The threshold of least harm."),
            Column("coverage", "Coverage", "number", 7),
            Column("risk", "Risk", "text", 12, "Wrong among the answered, with its 95 % Wilson interval."),
            Column("false", "False answers", "number", 7.5, "Answered and wrong."),
            Column("needless", "Needless abstentions", "number", 10, "Refused although right."),
        ),
        tuple(
            Row(
                curve.signal,
                (
                    Cell(curve.signal),
                    Cell(f"{curve.outcomes:,}", curve.outcomes),
                    Cell(amount(curve.area, 4), curve.area),
                    Cell(amount(curve.best_area, 4), curve.best_area),
                    Cell(from_words(curve.signal, curve.chosen)),
                    Cell(percent(curve.chosen.coverage), curve.chosen.coverage),
                    _risk(curve.chosen),
                    Cell(f"{curve.chosen.false_answers:,}", curve.chosen.false_answers),
                    Cell(f"{curve.chosen.needless_abstentions:,}", curve.chosen.needless_abstentions),
                ),
            )
            for curve in found
        ),
    )


def _risk(point: OperatingPoint) -> Cell:
    if point.risk is None:
        return Cell("not defined", None, "", "nothing is answered")
    low, high = percent(point.interval.low), percent(point.interval.high)
    return Cell(f"{percent(point.risk)} ({low} to {high})", point.risk)


def from_words(signal: str, point: OperatingPoint) -> str:
    """The threshold of a point as the signal is read."""
    if not math.isfinite(point.threshold):
        return "answer nothing"
    return f"at most {share(-point.threshold)}" if signal == RISK else f"{amount(point.threshold, 3)}"
