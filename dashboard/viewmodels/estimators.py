"""Four ways to count the same items, side by side, with what the open questions leave open."""

from dataclasses import dataclass

from core.results import Assessment, Spread
from dashboard.viewmodels.numbers import amount, percent, percent_between
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import ESTIMATOR, ESTIMATOR_HELP


@dataclass(frozen=True, slots=True)
class Mark:
    """One estimator's confidence."""

    key: str
    label: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class EstimatorsView:
    """The marks in the order of the register; range and band belong to the aware one."""

    marks: tuple[Mark, ...]
    low: float
    high: float
    band: tuple[float, float, float] | None
    """5th, 50th and 95th percentile, or None where nothing was drawn."""
    prior: float
    range_words: str
    band_words: str
    listing: TableView


def estimators_view(found: Assessment, spread: Spread | None) -> EstimatorsView:
    """Every estimator with its value, formula and meaning."""
    marks = tuple(
        Mark(estimate.key, ESTIMATOR.get(estimate.key, estimate.key), estimate.value, percent(estimate.value))
        for estimate in found.estimates
    )
    low, high = found.aware_range.low, found.aware_range.high
    return EstimatorsView(
        marks=marks,
        low=low,
        high=high,
        band=spread.aware if spread else None,
        prior=found.policy.prior,
        range_words=f"Range of the aware confidence over all open questions: {percent_between(found.aware_range)}.",
        band_words=_band_words(spread),
        listing=_table(found),
    )


def _band_words(spread: Spread | None) -> str:
    if spread is None:
        return "No draws: nothing is counted."
    low, middle, high = spread.aware
    eie = spread.eie
    if low == high:
        return f"All {spread.draws:,} draws agree on {percent(middle)}: no open question moves it."
    return (
        f"{spread.draws:,} draws (seed {spread.seed}): nine in ten between {percent(low)} and {percent(high)}, "
        f"median {percent(middle)}; EIE between {amount(eie[0])} and {amount(eie[2])}, median {amount(eie[1])}."
    )


def _table(found: Assessment) -> TableView:
    rows = tuple(
        Row(
            estimate.key,
            (
                Cell(ESTIMATOR.get(estimate.key, estimate.key)),
                Cell(percent(estimate.value), estimate.value),
                Cell(estimate.formula),
                Cell(ESTIMATOR_HELP.get(estimate.key, "")),
            ),
        )
        for estimate in found.estimates
    )
    return TableView(
        "Estimators",
        (
            Column("estimator", "Estimator", "text", 13),
            Column("value", "Confidence", "number", 7.5),
            Column("formula", "Formula", "wrap", 17),
            Column("meaning", "What it takes for granted", "wrap", 22),
        ),
        rows,
    )
