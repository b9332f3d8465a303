"""Scenarios, import, policy and method."""

from types import MappingProxyType

import pytest

from core.errors import ImportFailed, InvalidParameter, Problem, StaleVersion, UnknownId
from core.model import Notice
from core.policy import Policy, policy_from_dict
from core.references import REFERENCES
from core.results import Dataset, FormulaEntry, ImportReport, PolicyEffect, Preview
from core.states import Decision
from dashboard.viewmodels.importing import datasets_table, preview_table, report_view
from dashboard.viewmodels.method import ORIGIN, defaults_table, formulas_table, references_table
from dashboard.viewmodels.policy import effect_words, policy_table, read_form, strengths_table
from dashboard.viewmodels.scenarios import Setup, agreement, run_table, setup_words, sweep_values
from dashboard.wording import SETTING, SETTING_HELP, error_title

SETUP = Setup(4, 5, 6, 3, 0.4, 0.04, 0.25, 12.0, 0.5)


def report(**changes: object) -> ImportReport:
    given: dict[str, object] = {
        "file": "f.json",
        "format": "package",
        "dataset": "d",
        "counts": MappingProxyType({"answers": 1, "claims": 2, "evidence": 3, "sources": 1, "edges": 0}),
    }
    return ImportReport(**{**given, **changes})  # type: ignore[arg-type]


def test_the_sliders_are_said_in_one_line() -> None:
    assert "18 items: 4 independent, 5 unknown, 6 dependent, 3 partial at 0.4; K 12, alpha 0.5" == setup_words(SETUP)


@pytest.mark.parametrize("setting", ["alpha", "prior", "increment", "k"])
def test_a_sweep_stays_within_the_settings_domain(setting: str) -> None:
    for value in sweep_values(setting, SETUP):
        policy_from_dict({setting: value})


def test_agreement_is_to_the_decimals_that_are_printed() -> None:
    assert "2 of 3 agree" == agreement([(0.7116, 0.71), (0.6417, 0.65), (1.5584, 1.56)])
    assert "0 of 1 agree" == agreement([(None, 1.0)])


def test_a_run_says_over_how_many_claims_each_mean_is() -> None:
    view = run_table(
        {
            "claims": 5, "claims_with_evidence": 5, "claims_with_inflation": 3, "claims_with_items": 5, "alerts": 1,
            "mean_naive": 0.26608, "mean_aware": 0.232533, "mean_inflation": None, "mean_duplicate_fraction": 0.1,
        }
    )  # fmt: skip
    rows = {row.id: [cell.text for cell in row.cells] for row in view.rows}

    assert ["Mean naive", "0.266080", "26.6 %", "over 5 of 5 claims", "0.268"] == rows["mean_naive"]
    assert ["Mean inflation", "not defined", "", "over 3 of 5 claims", "2.72"] == rows["mean_inflation"]


def test_a_dry_run_says_what_the_file_brings() -> None:
    view = report_view(report(notices=(Notice("x", "odd"), Notice("x", "odd"))))

    assert "It brings 1 answer, 2 claims, 1 source, 3 evidence items." == view.headline
    assert ("odd (2 times)",) == view.notices
    assert view.clean and view.usable


def test_every_problem_has_its_place_and_both_sides() -> None:
    problem = Problem("f.json", 7, "weight", "a number in [0, 1]", "1.2", "the weight is too large")
    view = report_view(report(problems=(problem,)))

    assert ["f.json", "7", "weight", "a number in [0, 1]", "1.2", "the weight is too large"] == [
        cell.text for cell in view.problems.rows[0].cells
    ]
    assert not view.clean
    assert view.problem_words.startswith("1 problem; nothing is stored")


def test_storing_the_same_file_again_says_that_nothing_changed() -> None:
    assert report_view(report(stored=True, unchanged=7)).headline.startswith("Nothing changed")


def test_a_preview_leaves_out_columns_without_a_value() -> None:
    rows = tuple(MappingProxyType({"id": str(n), "text": "<b>x</b>", "language": None}) for n in range(2))
    view = preview_table(Preview("package", (), MappingProxyType({"claims": rows}), report()), "claims")

    assert ["id", "text"] == [column.label for column in view.columns]
    assert "<b>x</b>" == view.rows[0].cells[1].text


def test_an_empty_list_says_what_to_do_next() -> None:
    assert "Drop a file above" in datasets_table(()).empty
    assert 1 == len(datasets_table((Dataset("d", "package", "f", "", 3, "2026-01-01T00:00:00Z"),)).rows)


def test_every_setting_has_a_name_a_meaning_and_an_origin() -> None:
    settings = set(Policy().as_dict())

    assert settings == set(SETTING) == set(SETTING_HELP)
    assert settings - {"name"} == set(ORIGIN)
    assert len(ORIGIN) == len(defaults_table().rows)


def test_a_tried_policy_stands_beside_the_one_in_force() -> None:
    view = policy_table(Policy(), Policy(alpha=0.3))
    rows = {row.id: [cell.text for cell in row.cells] for row in view.rows}

    assert ["0.5", "0.3"] == rows["alpha"][1:3]
    assert "as now" == rows["prior"][2]


def test_every_relation_has_its_strength_and_weak_words_change_nothing() -> None:
    rows = {row.id: [cell.text for cell in row.cells] for row in strengths_table(Policy()).rows}

    assert ["copied from", "1", "counts where known or confirmed"] == rows["copied_from"]
    assert ["mentions", "0", "explains only; changes no figure"] == rows["mentions"]


@pytest.mark.parametrize(("word", "k"), [("all", "all"), ("5", 5.0), ("2,5", 2.5)])
def test_k_is_read_as_a_number_or_all(word: str, k: float | str) -> None:
    assert k == policy_from_dict(read_form({"k": word})).required


@pytest.mark.parametrize("word", ["", "0", "-1", "many", "nan"])
def test_a_k_outside_its_domain_is_refused_by_name(word: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        policy_from_dict(read_form({"k": word}))

    assert "k" == refused.value.name


def test_the_effect_of_a_policy_is_said_over_all_claims() -> None:
    moved = (("d:c1", "A claim.", Decision.ANSWER, Decision.QUALIFY),)

    assert "What confidence allows would change for 1 of 5 claims." == effect_words(PolicyEffect(moved, 5, 4))
    assert "What confidence allows would change for none of 5 claims." == effect_words(PolicyEffect((), 5, 5))


def test_the_method_page_lists_every_reference_and_formula() -> None:
    entry = FormulaEntry(
        "gamma", "Share that is earned.", "gamma = min(1, EIE / K)", "[KON] gamma", "core.scoring.confidence"
    )

    assert len(REFERENCES) == len(references_table(tuple(REFERENCES.values())).rows)
    assert "gamma = min(1, EIE / K)" == formulas_table((entry,)).rows[0].cells[2].text


def test_every_error_has_a_name() -> None:
    assert "Nothing is stored under that id." == error_title(UnknownId("claim", "x"))
    assert "The file was refused; nothing of it was kept." == error_title(ImportFailed(()))
    assert error_title(StaleVersion("x")).startswith("Somebody else changed this meanwhile")
