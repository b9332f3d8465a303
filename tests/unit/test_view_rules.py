"""Rules, their record before people, and the figures that explain overlap."""

from dataclasses import replace

import pytest

from core.detection.explanations import EffectiveSize, SharedWrong, Stated, corrected_covered_area
from core.kinship import RecordBin, RefitReport, RuleRecord
from core.services.detecting import rules
from dashboard.charts.jury import jury_figure
from dashboard.charts.reliability import reliability_figure
from dashboard.viewmodels.overlap import (
    covered_words,
    jury_table,
    jury_view,
    kish_words,
    pairs_table,
    wrong_words,
)
from dashboard.viewmodels.rules import (
    record_words,
    records_table,
    refit_words,
    reliability_view,
    rules_table,
)

RECORD = RuleRecord(
    rule="wire_credit",
    help="A text that names a news agency.",
    open=4,
    n=30,
    confirmed=27,
    precision=0.9,
    interval=(0.74, 0.97),
    enough=True,
    prior=0.85,
    named=27,
    of=40,
    bins=(RecordBin(0.7, 0.9, 30, 0.85, 0.9, (0.74, 0.97)), RecordBin(0.9, 1.0, 0, None, None, (0.0, 1.0))),
    calibration="abc",
)


def test_every_rule_is_told_with_its_help_and_where_its_probability_comes_from() -> None:
    rows = {row.id: [cell.text for cell in row.cells] for row in rules_table(rules()).rows}

    assert len(rules()) == len(rows)
    assert ["wire credit", "85 %"] == [rows["wire_credit"][0], rows["wire_credit"][4]]
    assert "measured" == rows["text_reuse"][4]
    assert ["nothing", "only flagged"] == rows["model_output"][3:]
    assert all(row[1] for row in rows.values())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n": 0, "precision": None, "enough": False}, "not judged yet"),
        ({"n": 3, "enough": False}, "too few to say: 3 of 20"),
        ({"interval": (0.3, 0.6)}, "does worse than its prior"),
        ({"interval": (0.9, 0.99)}, "does better than its prior"),
        ({}, "agrees with its prior"),
        ({"prior": None}, "enough to say"),
    ],
)
def test_a_record_says_whether_it_says_anything(change: dict[str, object], words: str) -> None:
    assert words == record_words(replace(RECORD, **change))  # type: ignore[arg-type]


def test_a_precision_stands_beside_its_n_and_interval() -> None:
    (row,) = records_table([RECORD]).rows

    assert ["4", "30", "27", "90 %", "74 % to 97 %"] == [cell.text for cell in row.cells[1:6]]
    assert "27 of 40" == row.cells[8].text


def test_a_rule_nobody_judged_has_no_precision() -> None:
    (row,) = records_table([replace(RECORD, n=0, confirmed=0, precision=None, interval=(0.0, 1.0))]).rows

    assert ["–", "–"] == [cell.text for cell in row.cells[4:6]]


def test_reliability_is_over_all_rules_and_empty_bins_say_nothing() -> None:
    view = reliability_view([RECORD, replace(RECORD, bins=(RecordBin(0.7, 0.9, 10, 0.8, 0.5, (0.2, 0.8)),))])
    (point,) = view.points

    assert 40 == point.n
    assert pytest.approx((0.8375, 0.8)) == (point.shown, point.observed)
    assert point.low < 0.8 < point.high
    assert "40 verdicts" in view.words
    assert ["n = 40"] == list(reliability_figure(view).data[0].text)


def test_without_verdicts_nothing_is_said_of_reliability() -> None:
    view = reliability_view([replace(RECORD, bins=())])

    assert () == view.points
    assert "cannot be said" in view.words


def test_a_refit_says_what_was_done_or_why_it_was_not() -> None:
    report = RefitReport("v2", "v1", 3, False, "too few to say: 3 verdicts on shared text", ())

    assert refit_words(report).startswith("Too few to say: 3 verdicts on shared text. Calibration v2, as before.")


def test_a_jury_that_heard_one_another_is_hardly_better_than_one_voice() -> None:
    view = jury_view(0.6)
    last = {rho: points[-1][1] for rho, points in view.lines}

    assert last[0.0] > 0.97
    assert last[0.6] < 0.62
    assert pytest.approx(0.6) == last[1.0]
    assert "worth 9.2 unrelated voices" in view.words
    assert [f"ρ = {rho:g}" for rho, _ in view.lines] == [trace.name for trace in jury_figure(view).data]
    assert "60 %" == jury_table(view).rows[0].cells[1].text


def test_a_covered_area_is_shown_pair_by_pair() -> None:
    area = corrected_covered_area({"r1": {"a", "b"}, "r2": {"a", "b"}, "r3": {"c"}})
    table = pairs_table(area, {"r1": "Review one", "a": "Trial A"})

    assert "33.3 %, very high: 3 documents rest on 3 studies, 5 inclusions in all." == covered_words(area)
    assert ["Review one", "r2", "100 %", "Trial A; b"] == [cell.text for cell in table.rows[0].cells]


def test_what_cannot_be_defined_says_why() -> None:
    assert "Not defined: fewer than two documents" in covered_words(corrected_covered_area({}))
    assert "Not defined: no item has a weight." == kish_words(EffectiveSize(None, "no item has a weight"), 0)
    assert "5 counted items weigh as much as 2.5 equal ones." == kish_words(EffectiveSize(2.5), 5)


def test_a_shared_mistake_is_told_as_a_pair() -> None:
    one, other = Stated("post", "the cost", "1,204"), Stated("echo", "the cost", "1,204")

    assert wrong_words(()) == ("None is known: the data state no right values to hold the documents against.",)
    assert ("post and echo: both say 1,204 for the cost, which is wrong (it is 1,240)",) == wrong_words(
        (SharedWrong(one, other, "1,240", 0),)
    )
