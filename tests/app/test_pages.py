"""Every page runs on the sample data, on an empty store and on a broken address, and says what it should."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from opened_pages import open_page
from streamlit.testing.v1 import AppTest

from core import services
from core.policy import Policy
from core.states import Dependence

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "__init__")
QUAY = "northwire-quay:quay-overtopped"


def components(app: AppTest) -> list[object]:
    """What the components were given: words, tables and figures alike."""
    found = []
    for element in app.main:
        proto = getattr(element, "proto", None)
        if element.type == "bidi_component" and proto is not None:
            found.append(json.loads(proto.json) if proto.json else None)
    return found


def said(app: AppTest) -> str:
    """All that a page says, in components and in Streamlit's own elements."""
    own = [getattr(element, "value", "") for element in app.main if element.type != "bidi_component"]
    return json.dumps(components(app), ensure_ascii=False) + " ".join(str(value) for value in own)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_runs_on_the_sample_data(name: str, workspace: services.Workspace) -> None:
    app = open_page(name)

    assert [] == [error.value for error in app.exception]
    assert [] == [error.value for error in app.error]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_runs_on_an_empty_store(name: str, empty: services.Workspace) -> None:
    app = open_page(name)

    assert [] == [error.value for error in app.exception]


@pytest.mark.parametrize("name", ["overview", "answers", "claim"])
def test_an_empty_page_says_what_to_do_next(name: str, empty: services.Workspace) -> None:
    assert "Import a file" in said(open_page(name))


def test_a_claim_says_what_its_sources_amount_to(workspace: services.Workspace) -> None:
    shown = said(open_page("claim", claim=QUAY))

    assert "Ten sources, about 3 pieces of evidence: seven derive from one press release" in shown
    assert "10 / 10 / 4" in shown
    assert "Citations verified" in shown


def test_a_link_restores_node_tab_and_alpha(workspace: services.Workspace) -> None:
    app = open_page("claim", claim=QUAY, node="forum", tab="What if", alpha="0.3")
    shown = said(app)

    assert "Anyone else down at North Quay this morning" in shown
    assert "What if alpha 0.3: nothing of this is saved." in shown
    assert "what if: 2.6" in shown
    assert "Label, and what it would make of this claim" == app.radio[0].label


@pytest.mark.parametrize("word", ["What if", "what-if", "what if"])
def test_a_tab_may_be_named_as_addresses_are_written(word: str, workspace: services.Workspace) -> None:
    assert "As stored. Move a slider" in said(open_page("claim", claim=QUAY, tab=word))


def test_a_setting_of_the_address_outside_its_domain_is_named(workspace: services.Workspace) -> None:
    shown = said(open_page("claim", claim=QUAY, alpha="7", k="zero"))

    assert "expected a number in [0, 1], found '7'; the stored value is used." in shown
    assert "found 'zero'; the stored value is used." in shown


def test_a_node_the_claim_does_not_have_is_said(workspace: services.Workspace) -> None:
    assert "The address names a source this claim does not have:" in said(open_page("claim", claim=QUAY, node="nobody"))


def test_an_unknown_claim_is_a_named_message(workspace: services.Workspace) -> None:
    app = open_page("claim", claim="northwire-quay:nothing")

    assert ["Nothing is stored under that id."] == [error.value for error in app.error]
    assert "northwire-quay:nothing" in said(app)


def test_the_label_form_shows_what_each_label_would_make_of_the_claim(workspace: services.Workspace) -> None:
    radio = open_page("claim", claim=QUAY, node="forum").radio[0]

    assert [
        "independent: EIE 3.5, gamma 0.35, 61 %, Answer",
        "dependent: EIE 2.5, gamma 0.25, 55 %, Qualify",
        "partial: EIE 3, gamma 0.3, 58 %, Qualify",
        "unknown: EIE 3, gamma 0.3, 58 %, Qualify",
    ] == radio.options


def test_a_saved_label_moves_the_figures_and_undo_brings_them_back(workspace: services.Workspace) -> None:
    app = open_page("claim", claim=QUAY, node="forum")
    app.radio[0].set_value(app.radio[0].options[0])
    app.text_input[0].set_value("Ana")
    app.button(key="relabel-save").click().run()
    shown = said(app)

    assert "EIE 3 → 3.5, confidence 58 % → 61 %, qualify → answer." in shown
    assert "about 3.5 pieces of evidence" in shown
    assert "Ana" == app.sidebar.text_input[0].value
    (event,) = workspace.store.claim_events(QUAY)[:1]
    assert ("Ana", "forum", Dependence.INDEPENDENT, "quay-overtopped") == (
        event.by, event.source_id, event.state, event.claim_id,
    )  # fmt: skip
    assert 3.0 == event.seen["eie"]

    app.button(key="relabel-undo").click().run()
    assert "about 3 pieces of evidence" in said(app)


def test_a_label_given_meanwhile_is_not_overwritten(workspace: services.Workspace) -> None:
    app = open_page("claim", claim=QUAY, node="forum")
    services.relabel(
        workspace, uid=QUAY, source_id="forum", state=Dependence.DEPENDENT, by="Ben", everywhere=False, seen={},
        expected_event=None,
    )  # fmt: skip
    app.radio[0].set_value(app.radio[0].options[0])
    app.button(key="relabel-save").click().run()

    assert "Not saved." in [error.value for error in app.error]
    assert Dependence.DEPENDENT is workspace.store.dossier(QUAY).labels["forum"].state


def test_moving_alpha_shows_both_figures_and_touches_nothing(workspace: services.Workspace) -> None:
    before = workspace.store.claim_events(QUAY)
    app = open_page("claim", claim=QUAY, tab="What if")
    app.slider(key=f"what-if-alpha|{QUAY}").set_value(1.0).run()
    shown = said(app)

    assert "What if alpha 1: nothing of this is saved." in shown
    assert "unknown is being treated as independent" in shown
    assert "1" == app.query_params["alpha"]
    assert before == workspace.store.claim_events(QUAY)
    assert 0.5 == workspace.store.current_policy("northwire-quay").alpha
    app.button(key="what-if-reset").click().run()
    assert "alpha" not in app.query_params
    assert "As stored." in said(app)


@pytest.mark.parametrize("tab", ["Why", "Funnel", "Load-bearing", "What if", "Estimators"])
@pytest.mark.parametrize("uid", [QUAY, "mixed-claims:households-compensated", "citation-circle:founded-1764"])
def test_every_tab_runs_with_much_and_with_no_evidence(uid: str, tab: str, workspace: services.Workspace) -> None:
    app = open_page("claim", claim=uid, tab=tab)

    assert [] == [error.value for error in app.exception]
    assert "nan" not in said(app).lower().replace("analyst", "").replace("manganese", "").split()


def test_every_figure_on_overview_has_its_n(workspace: services.Workspace) -> None:
    shown = said(open_page("overview"))

    assert "over 30 of 32 claims" in shown
    assert "1 to 32 of 32 claims" in shown


def test_filters_of_the_claim_list_come_from_the_address(workspace: services.Workspace) -> None:
    app = open_page("overview", q="quay", allows="Refuse")

    assert "quay" == app.text_input(key="q").value
    assert re.search(r"1 to \d of \d claims?", said(app))


def test_a_page_beyond_the_last_is_the_last(workspace: services.Workspace) -> None:
    app = open_page("overview", page="9")

    assert [] == [error.value for error in app.exception]
    assert "1 to 32 of 32 claims" in said(app)


def test_an_answer_opens_as_its_text_with_each_claim_marked(workspace: services.Workspace) -> None:
    shown = said(open_page("answers", answer="northwire-quay:quay"))

    assert "1 ◐ Qualify" in shown
    assert "2 ○ Abstain" in shown
    assert "1 of 5 claims to be left out; 4 of 5 claims only with a qualification" in shown
    assert "Nobody has signed it yet." in shown


def test_the_published_figures_agree(workspace: services.Workspace) -> None:
    assert 4 == said(open_page("scenarios")).count("5 of 5 agree")


def test_a_regime_of_the_address_sets_the_sliders(workspace: services.Workspace) -> None:
    app = open_page("scenarios", regime="Mixed ecosystem")

    assert (4, 5, 6, 3) == tuple(
        app.slider(key=f"scenario-{name}").value for name in ("independent", "unknown", "dependent", "partial")
    )
    app.slider(key="scenario-unknown").set_value(0).run()
    assert "13 items: 4 independent, 6 dependent, 3 partial at 0.4" in said(app)


def test_a_policy_outside_its_domain_is_refused_by_name(workspace: services.Workspace) -> None:
    app = open_page("policy")
    next(field for field in app.text_input if field.label.startswith("K")).set_value("-3")
    app.button[0].click().run()

    assert "K, required evidence: expected a number > 0" in said(app)


def test_the_effect_of_a_policy_is_shown_before_it_is_saved(workspace: services.Workspace) -> None:
    app = open_page("policy")
    next(field for field in app.number_input if field.label.startswith("Answer from")).set_value(0.5)
    app.button[0].click().run()

    assert "What confidence allows would change for" in said(app)
    assert "of 32 claims" in said(app)
    assert Policy().answer_at == workspace.store.current_policy("northwire-quay").answer_at
    app.text_input(key="policy-reason").set_value("tried on the quay")
    app.button(key="policy-save").click().run()
    assert 0.5 == workspace.store.current_policy("northwire-quay").answer_at
    assert "tried on the quay" in said(app)


def test_each_data_set_can_be_given_its_own_policy_again(workspace: services.Workspace) -> None:
    own = workspace.store.current_policy("northwire-quay")
    services.save_policy(workspace, replace(own, answer_at=0.9), by="ana", reason="too strict")
    app = open_page("policy")
    app.text_input(key="policy-own-reason").set_value("too strict after all")
    app.button(key="policy-own").click().run()

    assert own == workspace.store.current_policy("northwire-quay")
    assert "policy-own" not in {button.key for button in app.button}


def test_the_method_page_names_formulas_and_sources(workspace: services.Workspace) -> None:
    shown = said(open_page("method"))

    assert "gamma = min(1, EIE / K)" in shown
    assert "Konstantinidis" in shown
    assert "[HOUSE]" in shown
