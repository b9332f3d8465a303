"""Fits of a team's outcomes as they are told on the screen: beside the article's constants, or refused with the n."""

import json

import pytest

from core.bundles.calibrate_cohesion import LabelledBundle, fit_cohesion
from core.bundles.calibrate_risk import Outcome, fit_risk
from core.bundles.risk import RiskSettings
from core.bundles.risk_coverage import Judged, risk_coverage
from core.verdicts import Outcome as Said
from dashboard.charts.calibration import coverage_figure, fit_figure
from dashboard.viewmodels.calibration import (
    cohesion_fit_view,
    density_words,
    known_words,
    risk_fit_view,
    rule_record_words,
)
from dashboard.viewmodels.risk_coverage import coverage_view

GOLDEN = zip([n / 10 for n in range(1, 9)], (18, 10, 8, 5, 3, 2, 1, 1), strict=True)
"""50 outcomes a density."""
OUTCOMES = [Outcome(density, hit < hits) for density, hits in GOLDEN for hit in range(50)]


def rows(view: object) -> dict[str, list[str]]:
    return {row["cells"][0][0]: [cell[0] for cell in row["cells"]] for row in view.as_data()["rows"]}  # type: ignore[attr-defined]


def test_known_outcomes_are_counted_by_claim_and_both_errors_apart() -> None:
    known = [Said("d:1", True, "ann", "", ""), Said("d:1", False, "bea", "", ""), Said("d:2", False, "ann", "", "")]

    assert known_words(known).startswith("2 claims of this store with a known outcome, 1 called wrong.")
    assert "1 claim of this store with a known outcome, 0 called wrong." in known_words(known[2:])
    assert (
        "The rule in force on the 40 claims measured: 1 false answer (let out, and wrong), 2 needless abstentions "
        "(held back, and right)."
    ) == rule_record_words(40, 1, 2)


def test_a_fit_stands_beside_the_article_with_its_intervals() -> None:
    view = risk_fit_view(fit_risk(OUTCOMES))
    found = rows(view.listing)

    assert ["H_base", "0.5404"] == found["H_base"][:2]
    assert ["lambda", "4.3518", "2.935 to 5.925", "4.12"] == found["lambda"]
    assert view.words.startswith("H (yours): 400 outcomes, 48 hallucinations.")
    assert any("Refused questions have no outcome here" in note for note in view.notes)
    assert {"agrees"} == {row.cells[6].text for row in view.reliability.rows}


def test_the_figure_holds_both_curves_and_what_was_observed_with_its_n() -> None:
    figure = fit_figure(risk_fit_view(fit_risk(OUTCOMES)).figure)

    assert ["H (paper)", "H (yours)", "observed"] == [trace.name for trace in figure.data]
    assert all(text.startswith("n = ") for text in figure.data[2].text)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (RiskSettings(), "0.27721"),
        (RiskSettings(base=0.1), "every density is enough"),
        (RiskSettings(decay=0.0), "no density is enough"),
        (RiskSettings(decay=0.5), "no density is enough"),
    ],
)
def test_a_threshold_beyond_every_density_is_said_in_words(settings: RiskSettings, words: str) -> None:
    assert words == density_words(settings)


def test_a_limit_of_cohesion_stands_beside_the_shipped_one() -> None:
    bundles = [LabelledBundle(n / 50, n >= 20, f"q{n % 25}") for n in range(50)]
    view = cohesion_fit_view(fit_cohesion(bundles, "hashed-ngrams-v1", draws=50))
    found = rows(view.listing)

    assert "0.39" == found["c_min"][1]
    assert "0.19" == found["shipped"][1]
    assert "hashed-ngrams-v1: coherent from 0.39 on. 50 bundles, 30 coherent, 25 questions." == view.words


def test_every_signal_has_its_curve_area_and_both_kinds_of_error() -> None:
    judged = [Judged(n / 40, n < 10) for n in range(40)]
    view = coverage_view(
        [risk_coverage("aware", judged), risk_coverage("naive", [Judged(0.5, j.wrong) for j in judged])]
    )
    found = rows(view.listing)

    assert ["aware", "40"] == found["aware"][:2]
    assert ["75 %", "0", "0"] == [found["aware"][n] for n in (5, 7, 8)]
    assert "40 outcomes; smallest area under the curve: aware." == view.words.split(" The area")[0]
    assert "naive: The signal has one value for all of them: it orders nothing." in view.notes
    assert json.loads(coverage_figure(view).to_json())["data"]


def test_where_answering_nothing_harms_least_the_risk_is_not_defined() -> None:
    view = coverage_view([risk_coverage("aware", [Judged(0.5, True) for _ in range(40)])])
    found = rows(view.listing)

    assert ["answer nothing", "0 %", "not defined"] == found["aware"][4:7]
    assert view.curves[0].chosen is None
    assert 1 == len(coverage_figure(view).data)


def test_a_signal_called_risk_is_read_the_other_way_round() -> None:
    view = coverage_view([risk_coverage("risk", [Judged(-n / 40, n >= 30) for n in range(40)])])

    assert rows(view.listing)["risk"][4] == "at most 0.725"


def test_a_signals_name_is_no_markup_in_a_figure() -> None:
    view = coverage_view([risk_coverage("<b>x</b>", [Judged(n / 40, n < 10) for n in range(40)])])

    assert "&lt;b&gt;x&lt;/b&gt;" == coverage_figure(view).data[0].name
