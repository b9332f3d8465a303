"""The pages of bundles and calibration: every figure with its reason, evidence under a budget, the decision in full."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import sample_data
from core import services

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "mixed-claims:brown-water-is-manganese"


@pytest.fixture
def workspace(home: Path) -> Iterator[services.Workspace]:
    st.cache_resource.clear()
    opened = services.open_workspace()
    package = next(path for path in sample_data.packages() if path.stem == "mixed-claims")
    services.import_file(opened, package.read_bytes(), package.name, by="ana")
    yield opened
    st.cache_resource.clear()


def open_page(name: str, **address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / f"{name}.py"))
    for key, value in address.items():
        app.query_params[key] = value
    return whole(app.run())


def whole(app: AppTest) -> AppTest:
    assert [] == [error.value for error in app.exception]
    return app


def said(app: AppTest) -> str:
    """All that a page says."""
    found: list[Any] = []
    waiting = [app.main, app.sidebar]
    while waiting:
        node = waiting.pop()
        if getattr(node, "type", "") == "bidi_component":
            found.append(json.loads(node.proto.json) if node.proto.json else None)
        elif not getattr(node, "children", None):
            found.append(str(getattr(node, "value", "")))
        waiting += list(getattr(node, "children", {}).values())
    return json.dumps(found, ensure_ascii=False)


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


def test_facets_name_the_passages_and_can_be_edited(workspace: services.Workspace) -> None:
    app = open_page("bundles", claim=CLAIM, tab="facets")

    assert "4 of 4 facets addressed" in said(app)
    assert "kappa about 0.4" in said(app)

    app.text_area(key=f"facets-lines|{CLAIM}|0").set_value("brown water\n\nsnow in July")
    app = whole(app.button(key="facets-use").click().run())

    assert "1 of 2 facets addressed" in said(app)
    assert "no passage addresses it" in said(app)

    app = whole(app.button(key="facets-draft").click().run())

    assert "4 of 4 facets addressed" in said(app)


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

    assert "Nothing here was measured on your outcomes" in words
    assert "0.27721" in words
    assert "How the rules of lineage fared" in words


def test_a_fit_of_risk_is_shown_with_intervals(workspace: services.Workspace) -> None:
    hits = (18, 10, 8, 5, 3, 2, 1, 1)
    data = rows_of("density,n,k", *(f"{n / 10},50,{k}" for n, k in enumerate(hits, 1)))
    words = said(calibration("risk", ("ours.csv", data)))

    assert "4.3518" in words
    assert "2.935 to 5.925" in words
    assert "H (yours): 400 outcomes" in words


def test_a_fit_may_be_used_for_bundles_in_this_session(workspace: services.Workspace) -> None:
    hits = (18, 10, 8, 5, 3, 2, 1, 1)
    data = rows_of("density,n,k", *(f"{n / 10},50,{k}" for n, k in enumerate(hits, 1)))
    app = calibration("risk", ("ours.csv", data))
    app = whole(app.button(key="own-curve-use").click().run())
    app.switch_page(str(ROOT / "pages" / "bundles.py"))
    app.query_params["claim"] = CLAIM
    words = said(whole(app.run()))

    assert "H_base 0.5404, lambda 4.3518" in words
    assert "against 0.294" in words
    assert "H (paper)" not in words


def test_a_curve_that_does_not_fall_is_told_without_infinity(workspace: services.Workspace) -> None:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / "bundles.py"))
    app.query_params["claim"] = CLAIM
    app.session_state["own-curve"] = (0.5, 0.0)
    words = said(whole(app.run()))

    assert "against no density that is enough" in words
    assert "refused for its density" in words


def test_an_own_limit_of_cohesion_is_held_instead_of_the_shipped_one(workspace: services.Workspace) -> None:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / "bundles.py"))
    app.query_params["claim"] = CLAIM
    app.session_state["own-limits"] = {"hashed-ngrams-v1": 0.25}
    words = said(whole(app.run()))

    assert "(own calibration)" in words


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
