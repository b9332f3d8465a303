"""The pages of bundles and calibration: every figure with its reason, evidence under a budget, the decision in full."""

import time
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from opened_pages import open_page, said, whole
from streamlit.testing.v1 import AppTest

import sample_data
from core import services

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "mixed-claims:brown-water-is-manganese"


@pytest.fixture
def workspace(empty: services.Workspace) -> services.Workspace:
    package = next(path for path in sample_data.packages() if path.stem == "mixed-claims")
    services.import_file(empty, package.read_bytes(), package.name, by="ana")
    return empty


def test_without_a_claim_the_page_says_what_to_do(home: Path) -> None:
    st.cache_resource.clear()

    assert "Import a file first" in said(open_page("bundles"))


def test_bundles_are_listed_with_parts_gates_and_what_is_unjudged(workspace: services.Workspace) -> None:
    words = said(open_page("bundles", claim=CLAIM))

    assert "unjudged" in words
    assert "0.5 to 0.833" in words
    assert "Density gate passes" in words
    assert "Cohesion gate passes: 0.267 against 0.19 (shipped calibration)" in words
    assert "m_eff = 3.3" in words
    assert "H (paper)" in words


def test_a_bundle_of_the_address_is_shown_in_full(workspace: services.Workspace) -> None:
    words = said(open_page("bundles", claim=CLAIM, bundle="2"))

    assert "Bundle 2:" in words
    assert "not defined, one passage" in words


@pytest.mark.parametrize("bundle", ["0", "99", "x", "1e3", "²"])
def test_a_bundle_that_is_not_there_is_the_first(workspace: services.Workspace, bundle: str) -> None:
    assert "Bundle 1:" in said(open_page("bundles", claim=CLAIM, bundle=bundle))


Marks = tuple[tuple[str, str, str], ...]


def edit(app: AppTest, facets: list[str] | None, marks: Marks = (), **words: Any) -> AppTest:
    """What the grid tells and the page keeps until it is saved."""
    parts = None if facets is None else tuple((f"f{n}", text, 1.0) for n, text in enumerate(facets, 1))
    kept = (parts, marks, tuple(words.get("kinds", {}).items()), tuple(words.get("coherent", {}).items()))
    app.session_state[f"parts|{CLAIM}"] = (kept, words.get("base"), 1)
    return whole(app.run())


def test_facets_and_marks_stand_in_a_grid_and_the_draft_is_called_one(workspace: services.Workspace) -> None:
    app = open_page("bundles", claim=CLAIM, tab="facets")

    assert "4 of 4 facets addressed" in said(app)
    assert "kappa about 0.4" in said(app)
    assert '"by": "drafted"' in said(app)
    assert "Not saved yet" not in said(app)
    assert "Stated so far" not in said(app)


def test_a_change_is_shown_at_once_said_to_be_unsaved_and_kept_only_when_saved(workspace: services.Workspace) -> None:
    app = edit(open_page("bundles", claim=CLAIM, tab="facets"), ["brown water", "snow in July"])

    assert "Not saved yet: 2 facets" in said(app)
    assert "1 of 2 facets addressed" in said(app)
    assert () == services.facet_history(workspace, CLAIM)

    app = whole(app.run())
    assert "Not saved yet: 2 facets" in said(app)

    app.text_input(key=f"parts-reason|{CLAIM}").set_value("snow is claimed too")
    app = whole(app.button(key="parts-save").click().run())
    (kept,) = services.facet_history(workspace, CLAIM)
    assert ("snow is claimed too", ["brown water", "snow in July"]) == (
        kept.reason,
        [facet.text for facet in kept.facets or ()],
    )
    assert f"On record as statement 1, by {kept.by}" in said(app)
    assert "Not saved yet" not in said(app)
    assert "1 of 2 facets addressed" in said(open_page("bundles", claim=CLAIM, tab="facets"))


def test_changes_can_be_discarded_and_the_draft_come_back_as_a_statement(workspace: services.Workspace) -> None:
    services.state_facets(workspace, CLAIM, facets=[{"text": "brown water"}], by="ana", expected=None)
    app = open_page("bundles", claim=CLAIM, tab="facets")
    assert "Stated so far" in said(app)

    app = whole(app.button(key="facets-draft").click().run())
    assert "Not saved yet: facets back to the draft" in said(app)
    app = whole(app.button(key="parts-discard").click().run())
    assert "Not saved yet" not in said(app)

    app = whole(app.button(key="facets-draft").click().run())
    app = whole(app.button(key="parts-save").click().run())
    assert [None, 1] == [
        None if one.facets is None else len(one.facets) for one in services.facet_history(workspace, CLAIM)
    ]
    assert "4 of 4 facets addressed" in said(app)


def test_an_earlier_statement_is_taken_up_as_a_change(workspace: services.Workspace) -> None:
    services.state_facets(workspace, CLAIM, facets=[{"text": "brown water"}], by="ana", expected=None)
    services.restate(workspace, CLAIM, None, by="bea", expected=1)
    app = open_page("bundles", claim=CLAIM, tab="facets")
    app.session_state[f"statement|{CLAIM}"] = "1"
    app = whole(whole(app.run()).button(key="statement-again").click().run())

    assert "Not saved yet: 1 facet." in said(app)
    app = whole(app.button(key="parts-save").click().run())
    assert 3 == len(services.facet_history(workspace, CLAIM))


def test_what_somebody_else_stated_meanwhile_is_said_before_it_is_replaced(workspace: services.Workspace) -> None:
    app = edit(open_page("bundles", claim=CLAIM, tab="facets"), ["brown water"])
    services.state_facets(workspace, CLAIM, facets=[{"text": "manganese"}], by="bea", expected=None)
    app = whole(app.run())

    assert "bea stated its parts meanwhile (statement 1). Saving puts yours in their place." in said(app)
    app = whole(app.button(key="parts-save").click().run())
    assert ["brown water", "manganese"] == [
        facet.text for one in services.facet_history(workspace, CLAIM) for facet in one.facets or ()
    ]


def test_a_facet_without_a_word_is_named_and_cannot_be_saved(workspace: services.Workspace) -> None:
    app = edit(open_page("bundles", claim=CLAIM, tab="facets"), ["brown water", "…"])

    assert "“…” has no word or number in it" in said(app)
    assert app.button(key="parts-save").disabled


def test_marks_and_types_of_bundles_are_stated_with_the_facets(workspace: services.Workspace) -> None:
    bundle = services.claim_bundles(workspace, CLAIM).construction.bundles[0]
    key = services.bundle_key(bundle.passages)
    app = open_page("bundles", claim=CLAIM)
    app = whole(app.selectbox(key=f"bundle-type|{key}").set_value("causal").run())
    assert "Not saved yet: 1 type" in said(app)
    assert "Bundle 1: causal" in said(app)
    app = whole(app.button(key="parts-save").click().run())

    assert {key: "causal"} == dict(services.facet_history(workspace, CLAIM)[0].kinds)
    app = edit(app, None, (("f1", bundle.passages[0], "contradicts"),), kinds={key: "causal"}, base=1)
    assert "Not saved yet: 1 mark" in said(app)


def test_an_outcome_is_recorded_where_the_decision_stands(workspace: services.Workspace) -> None:
    app = open_page("bundles", claim=CLAIM, tab="decision")
    assert "Nobody has said yet" in said(app)

    app.text_input(key=f"outcome-reason|{CLAIM}").set_value("the water board's own report")
    app = whole(app.button(key=f"outcome-wrong|{CLAIM}").click().run())
    (kept,) = services.outcomes(workspace)
    assert (CLAIM, True, "the water board's own report") == (kept.uid, kept.wrong, kept.reason)
    assert "It turned out wrong." in said(app)

    app = whole(app.button(key=f"outcome-back|{CLAIM}").click().run())
    assert () == services.outcomes(workspace)


def test_evidence_is_chosen_under_the_budget_of_the_address(workspace: services.Workspace) -> None:
    none = said(open_page("bundles", claim=CLAIM, tab="chosen-evidence", budget="0"))
    some = said(open_page("bundles", claim=CLAIM, tab="chosen-evidence", budget="200"))

    assert "None of these seven passages carries the claim" in none
    assert "tokens do not fit the budget of 0" in none
    assert "of 200 tokens" in some
    assert "<evidence_package" in some


def test_markup_in_a_title_stays_escaped_text_in_the_package(workspace: services.Workspace) -> None:
    words = said(open_page("bundles", claim=CLAIM, tab="chosen-evidence", budget="400"))

    assert "&lt;script&gt;alert(" in words


def test_the_decision_has_codes_states_and_three_parts(workspace: services.Workspace) -> None:
    words = said(open_page("bundles", claim=CLAIM, tab="decision"))

    assert "Qualify" in words
    assert "confidence_below_answer" in words
    assert "incomplete" in words
    assert "What is missing" in words
    assert "that its passages mean what it says" in words


def test_the_claim_page_has_its_bundles_in_short_with_the_way_to_all(workspace: services.Workspace) -> None:
    words = said(open_page("claim", claim=CLAIM, tab="bundles"))

    assert "4 bundles; the best holds 4 passages of 2 lineages" in words
    assert "confidence 0.52 is below 0.60, the least for an answer" in words
    assert "chosen evidence and the decision in full" in words


def test_the_articles_limit_is_named_and_said_to_be_another_embedders(workspace: services.Workspace) -> None:
    app = open_page("bundles", claim=CLAIM)
    app = whole(app.selectbox(key="bundles-limit").set_value("paper-0.65").run())

    assert "cut at cohesion 0.65 (paper-0.65)" in said(app)
    assert "means nothing for another one" in said(app)


def test_an_embedder_that_is_not_there_is_a_named_error(
    workspace: services.Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEADWATER_EMBEDDINGS_URL", "HEADWATER_EMBEDDER_URL"):
        monkeypatch.delenv(name, raising=False)
    app = open_page("bundles", claim=CLAIM)
    app = whole(app.selectbox(key="bundles-embedder").set_value("http").run())

    assert "embedder" in said(app)
    assert app.error


def calibration(part: str, file: tuple[str, bytes] | None = None) -> AppTest:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / "calibration.py"))
    app.query_params["tab"] = part
    if file is not None:
        app.session_state[f"cal-{part if part != 'risk-and-coverage' else 'coverage'}"] = file
    return whole(app.run())


def rows_of(*rows: str) -> bytes:
    return "\n".join(rows).encode()


def test_the_constants_in_force_are_said_to_be_the_articles(workspace: services.Workspace) -> None:
    words = said(open_page("calibration"))

    assert "Rule in force: as shipped." in words
    assert "Nothing here was measured on your outcomes" in words
    assert "0.27721" in words
    assert "How the rules of lineage fared" in words


def test_another_rule_is_tried_over_a_sample_before_it_is_put_in_force(workspace: services.Workspace) -> None:
    app = open_page("calibration")
    next(one for one in app.number_input if one.label == "Lineages").set_value(9)
    app = settle(whole(_submit(app)), "Over every claim")
    assert "Over every claim: " in said(app)
    assert 1 == len(services.rule_versions(workspace))

    app = whole(app.button(key="rule-put").click().run())
    assert "a change of the rule needs a reason" in said(app)
    app.text_input(key="rule-reason").set_value("nine of them, no less")
    app = whole(app.button(key="rule-put").click().run())
    version = services.rule_in_force(workspace)
    assert (1, 9, "nine of them, no less") == (version.number, version.settings["lineages"], version.reason)
    assert "Rule in force: version 1, by" in said(app)
    assert "Lineages 2 → 9" in said(app)


def _submit(app: AppTest) -> AppTest:
    return next(one for one in app.button if one.label == "See what it would change").click().run()


def test_a_setting_outside_its_domain_is_named_and_nothing_is_tried(workspace: services.Workspace) -> None:
    app = open_page("calibration")
    next(one for one in app.number_input if one.label == "V_refuse").set_value(99.0)
    app = whole(_submit(app))

    assert "This rule cannot be used; nothing was changed." in said(app)
    assert "V_refuse: expected a number of at most V_correct (10), found 99.0" in said(app)
    assert "rule-tried" not in app.session_state


def test_a_fit_of_risk_is_shown_with_intervals(workspace: services.Workspace) -> None:
    hits = (18, 10, 8, 5, 3, 2, 1, 1)
    data = rows_of("density,n,k", *(f"{n / 10},50,{k}" for n, k in enumerate(hits, 1)))
    words = said(calibration("risk", ("ours.csv", data)))

    assert "4.3518" in words
    assert "2.935 to 5.925" in words
    assert "H (yours): 400 outcomes" in words


def test_a_fit_is_put_in_force_with_a_reason_and_holds_for_everybody(workspace: services.Workspace) -> None:
    hits = (18, 10, 8, 5, 3, 2, 1, 1)
    data = rows_of("density,n,k", *(f"{n / 10},50,{k}" for n, k in enumerate(hits, 1)))
    app = calibration("risk", ("ours.csv", data))
    assert "H_base 0.47 → 0.5404; lambda 4.12 → 4.3518" in said(app)
    app = whole(app.button(key="cal-risk-use").click().run())
    version = services.rule_in_force(workspace)
    assert (1, "H (yours)", "fit of ours.csv: 400 outcomes, 48 hallucinations") == (
        version.number,
        version.settings["label"],
        version.reason,
    )
    assert "In force now, as version 1." in said(app)

    words = said(open_page("bundles", claim=CLAIM))
    assert "H_base 0.5404, lambda 4.3518" in words
    assert "against 0.294" in words
    assert "H (paper)" not in words
    assert "Rule in force: version 1" in words


def test_a_fit_can_be_held_against_claims_before_it_is_put_in_force(workspace: services.Workspace) -> None:
    data = rows_of(
        "cohesion,coherent,question", *(f"{n / 50},{'yes' if n >= 20 else 'no'},q{n % 25}" for n in range(50))
    )
    app = calibration("cohesion", ("bundles.csv", data))
    app = whole(app.button(key="cal-cohesion-try").click().run())

    assert {"hashed-ngrams-v1": 0.39} == app.session_state["rule-tried"]["own_limits"]
    assert "Own c_min" in said(app)
    assert 1 == len(services.rule_versions(workspace))


def test_a_curve_that_does_not_fall_is_told_without_infinity(workspace: services.Workspace) -> None:
    settings = {"h_base": 0.5, "lambda": 0.0, "label": "H (yours)"}
    services.save_rule(workspace, settings, by="ana", reason="flat", expected=0)
    words = said(open_page("bundles", claim=CLAIM))

    assert "against no density that is enough" in words
    assert "refused for its density" in words
    assert "no density is enough" in said(open_page("calibration"))


def test_an_own_limit_of_cohesion_is_held_instead_of_the_shipped_one(workspace: services.Workspace) -> None:
    services.save_rule(workspace, {"own_limits": {"hashed-ngrams-v1": 0.25}}, by="ana", reason="ours", expected=0)

    assert "(own calibration)" in said(open_page("bundles", claim=CLAIM))
    assert "hashed-ngrams-v1 0.25" in said(open_page("calibration"))


def test_settings_tried_on_bundles_are_said_not_to_be_the_rule(workspace: services.Workspace) -> None:
    services.save_rule(workspace, {"linkage": "ward"}, by="ana", reason="as in the article", expected=0)
    app = open_page("bundles", claim=CLAIM)
    assert "ward" == app.selectbox(key="bundles-linkage").value
    assert "Tried here only" not in said(app)

    app = whole(app.selectbox(key="bundles-linkage").set_value("average").run())
    assert "Tried here only: not the rule in force." in said(app)


def test_outcomes_of_this_store_say_what_is_too_few(workspace: services.Workspace) -> None:
    assert "Say on a claim" in said(open_calibration_of_store("risk"))
    services.record_outcome(workspace, CLAIM, wrong=True, by="ana")

    app = settle(open_page("calibration", tab="risk"), "needed are 300")
    assert "1 claim of this store with a known outcome, 1 called wrong." in said(app)
    assert "1 outcomes with 1 hallucinations; needed are 300 outcomes with 30 hallucinations" in said(app)

    app = settle(open_page("calibration", tab="risk-and-coverage"), "False answers")
    assert "The rule in force on the 1 claim measured: 1 false answer" in said(app)
    assert "1 outcomes are too few to choose an operating point from" in said(app)


def open_calibration_of_store(part: str) -> AppTest:
    app = open_page("calibration", tab=part)
    key = f"cal-{part if part != 'risk-and-coverage' else 'coverage'}-from"
    control = next(one for one in app.get("button_group") if one.key == key)
    return whole(control.set_value("this store").run())


def settle(app: AppTest, words: str) -> AppTest:
    """The page once it says something that is made beside it."""
    for _ in range(60):
        if words in said(app):
            break
        time.sleep(0.5)
        app = whole(app.run())
    return app


def test_too_few_outcomes_are_refused_with_their_n(workspace: services.Workspace) -> None:
    words = said(calibration("risk", ("few.csv", rows_of("density,n,k", "0.1,50,18", "0.5,50,3"))))

    assert "100 outcomes with 21 hallucinations; needed are 300 outcomes with 30 hallucinations" in words


def test_a_file_that_cannot_be_read_is_named_with_its_row(workspace: services.Workspace) -> None:
    words = said(calibration("risk", ("<b>.csv", rows_of("density,hallucinated", "0.1,maybe"))))

    assert "<b>.csv, row 1, field 'hallucinated': expected true or false, got 'maybe'" in words


def test_a_limit_of_cohesion_is_set_from_labelled_bundles(workspace: services.Workspace) -> None:
    data = rows_of(
        "cohesion,coherent,question", *(f"{n / 50},{'yes' if n >= 20 else 'no'},q{n % 25}" for n in range(50))
    )
    words = said(calibration("cohesion", ("bundles.csv", data)))

    assert "coherent from 0.39 on" in words


def test_risk_against_coverage_names_both_kinds_of_error(workspace: services.Workspace) -> None:
    data = rows_of("aware,risk,wrong", *(f"{n / 40},{1 - n / 40},{'yes' if n < 10 else 'no'}" for n in range(40)))
    words = said(calibration("risk-and-coverage", ("claims.csv", data)))

    assert "False answers" in words
    assert "Needless abstentions" in words
    assert "at most 0.75" in words
