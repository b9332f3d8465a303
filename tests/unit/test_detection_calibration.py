"""Bands, prevalence, and what verdicts teach."""

import math
import random

import pytest

from core.detection.bands import shifted, wilson
from core.detection.calibration import SHIPPED, Calibration, Curve, Verdict, refit, reliability
from core.errors import InvalidParameter

SPEC = [(0, 0.08), (4, 0.08), (5, 0.25), (7, 0.25), (8, 0.56), (11, 0.56), (12, 0.97), (5_000, 0.97)]


@pytest.mark.parametrize(("shared", "probability"), SPEC)
def test_bands_at_half_prevalence_are_those_that_were_counted(shared: int, probability: float) -> None:
    assert probability == pytest.approx(SHIPPED.of_text(shared)[0], abs=0.005)


def test_a_band_is_the_interval_of_its_count() -> None:
    _, band = SHIPPED.of_text(9)

    assert (0.27, 0.81, 9, "measured", "even") == (
        round(band.low, 2),
        round(band.high, 2),
        band.n,
        band.basis,
        band.name,
    )


@pytest.mark.parametrize(("prevalence", "probability"), [(0.10, 0.33), (0.01, 0.043), (0.001, 0.004)])
def test_the_same_words_say_less_where_dependence_is_rare(prevalence: float, probability: float) -> None:
    assert probability == pytest.approx(shifted(0.80, 0.47, prevalence), abs=0.004)


def test_prevalence_moves_the_whole_band() -> None:
    rare = SHIPPED.with_prevalence(0.05).of_text(9)[1]
    even = SHIPPED.of_text(9)[1]

    assert rare.low < even.low and rare.high < even.high


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, math.nan, 2.0])
def test_an_impossible_prevalence_is_refused(prevalence: float) -> None:
    with pytest.raises(InvalidParameter):
        SHIPPED.with_prevalence(prevalence)


@pytest.mark.parametrize(
    ("confirmed", "n", "low", "high"),
    [(0, 57, 0.0, 0.063), (13, 13, 0.772, 1.0), (5, 9, 0.267, 0.811), (4, 16, 0.102, 0.495), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals(confirmed: int, n: int, low: float, high: float) -> None:
    assert (low, high) == pytest.approx(wilson(confirmed, n), abs=0.001)


def verdicts(count: int, seed: int = 1) -> list[Verdict]:
    """Verdicts drawn from a known curve: logit p = -3.2 + 1.5 ln(1 + k)."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        shared = chance.choice([5, 6, 8, 9, 12, 15, 20, 40])
        p = Curve(-3.2, 1.5, 0).at(shared)
        found.append(Verdict("text_reuse", chance.random() < p, p, shared))
    return found


def test_verdicts_teach_the_curve_they_came_from() -> None:
    found = refit(verdicts(4_000))
    curve = found.calibration.curve

    assert curve is not None
    assert 1.5 == pytest.approx(curve.slope, abs=0.2)
    assert -3.2 == pytest.approx(curve.intercept, abs=0.6)
    assert "refitted" == found.calibration.of_text(9)[1].basis
    assert SHIPPED.version != found.calibration.version


def test_too_few_verdicts_are_too_few_to_say() -> None:
    found = refit(verdicts(29))

    assert found.calibration.curve is None
    assert found.notice.startswith("too few to say: 29 verdicts")
    assert SHIPPED.of_text(9) == found.calibration.of_text(9)


def test_verdicts_of_one_kind_only_are_too_few_to_say() -> None:
    found = refit([Verdict("text_reuse", True, 0.9, 20)] * 200)

    assert found.calibration.curve is None
    assert "5 of either kind" in found.notice


def test_verdicts_that_contradict_the_idea_change_no_band() -> None:
    upside_down = [Verdict("text_reuse", k < 10, 0.5, k) for k in (5, 6, 7, 20, 40, 80) for _ in range(10)]
    found = refit(upside_down)

    assert found.calibration.curve is None
    assert "did not make dependence likelier" in found.notice


def test_no_verdicts_change_nothing() -> None:
    found = refit([])

    assert SHIPPED.of_text(12) == found.calibration.of_text(12)
    assert () == found.rules
    assert {0} == {row.n for row in found.reliability}
    assert {None} == {row.observed for row in found.reliability}


def test_separable_verdicts_give_a_finite_curve() -> None:
    found = refit([Verdict("text_reuse", k > 10, 0.5, k) for k in (5, 6, 7, 20, 40, 80) for _ in range(10)])
    curve = found.calibration.curve

    assert curve is not None and math.isfinite(curve.slope) and math.isfinite(curve.intercept)
    assert curve.at(5) < 0.5 < curve.at(80)


def test_reliability_counts_each_verdict_once() -> None:
    rows = reliability([Verdict("r", True, p, None) for p in (0.0, 0.05, 0.3, 0.69, 0.7, 0.95, 1.0)])

    assert 7 == sum(row.n for row in rows)
    assert [2, 0, 1, 1, 1, 2] == [row.n for row in rows]


def test_verdicts_are_counted_by_rule_with_an_interval() -> None:
    rows = refit([Verdict("wire_credit", n % 4 != 0, 0.85, None) for n in range(40)]).rules

    assert [("wire_credit", 30, 40, True)] == [(row.rule, row.confirmed, row.n, row.enough) for row in rows]
    assert (0.598, 0.858) == pytest.approx(rows[0].interval, abs=0.001)


def test_a_declared_identity_is_not_a_matter_of_verdicts() -> None:
    learned = refit([Verdict("same_page", False, 0.99, None)] * 40).calibration

    assert 0.99 == learned.of_rule("same_page", 0.99, "declared")[0]


def test_equal_settings_have_one_version() -> None:
    assert Calibration().version == Calibration().version
