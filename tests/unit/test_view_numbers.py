"""Numbers are rounded once, and never to something they are not."""

import math

import pytest

from core.results import Figure, Interval, Mean
from dashboard.viewmodels.numbers import (
    amount,
    between,
    count,
    over,
    percent,
    percent_between,
    points,
    ratio,
    ratio_of,
    share,
    share_of,
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.9971, "99.7 %"),
        (0.99999, ">99.9 %"),
        (1.0, "100 %"),
        (0.9999999999999999, "100 %"),
        (0.0, "0 %"),
        (0.0001, "<0.1 %"),
        (0.705, "70.5 %"),
        (0.2, "20 %"),
        (math.nan, "not defined"),
        (math.inf, "not defined"),
    ],
)
def test_less_than_certain_never_reads_100_percent(value: float, written: str) -> None:
    assert written == percent(value)


@pytest.mark.parametrize(
    ("value", "written"), [(0.6416667, "0.642"), (0.9999, ">0.999"), (1.0, "1"), (0.0, "0"), (0.00001, "<0.001")]
)
def test_a_share_below_one_is_never_written_as_one(value: float, written: str) -> None:
    assert written == share(value)


@pytest.mark.parametrize(
    ("value", "written"), [(3.0, "3"), (3.5, "3.5"), (2.666, "2.67"), (0.001, "<0.01"), (-0.001, "-<0.01"), (0.0, "0")]
)
def test_an_amount_has_no_idle_zeros_and_a_small_rest_is_not_lost(value: float, written: str) -> None:
    assert written == amount(value)


def test_a_ratio_above_one_is_never_written_as_one() -> None:
    assert ">1 ×" == ratio(1.001)
    assert "1 ×" == ratio(1.0)
    assert "1.67 ×" == ratio(5 / 3)


def test_a_figure_without_a_value_is_not_defined_and_never_zero() -> None:
    nothing = Figure(None, "no evidence")

    assert "not defined" == share_of(nothing)
    assert "not defined" == ratio_of(nothing)


@pytest.mark.parametrize(
    ("mean", "written"),
    [
        (Mean(2.0, 3, 5), "over 3 of 5 claims"),
        (Mean(2.0, 5, 5), "over 5 claims"),
        (Mean(None, 0, 0), "no claims"),
        (Mean(None, 0, 1), "over 0 of 1 claim"),
    ],
)
def test_a_mean_says_over_how_many(mean: Mean, written: str) -> None:
    assert written == over(mean)


def test_a_difference_carries_its_sign() -> None:
    assert "+12.3 points" == points(0.123)
    assert "−5 points" == points(-0.05)
    assert "no change" == points(0.0)
    assert "under −0.1 points" == points(-0.0001)


def test_a_range_that_is_a_point_says_that_nothing_is_open() -> None:
    assert "no open question moves it" == between(Interval(3.0, 3.0))
    assert "between 2 and 4.5" == between(Interval(2.0, 4.5))
    assert "20 % to 40 %" == percent_between(Interval(0.2, 0.4))


def test_a_count_agrees_with_its_noun() -> None:
    assert "1 claim" == count(1, "claim")
    assert "1,715 items" == count(1715, "item")
    assert "2 entries" == count(2, "entry", "entries")
