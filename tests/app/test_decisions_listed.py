"""Decisions on Overview and Answers: said, counted, found by the address, and made where they are missing."""

import json
import time
from collections.abc import Iterator
from typing import Any

import opened_pages
import pytest
from opened_pages import whole
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from core import services
from core.conclusions import Conclusion, Sufficiency
from core.states import Dependence
from core.wording import CONCLUSION
from dashboard import bundling, running
from dashboard.deciding import DECIDING

MANY = 60


@pytest.fixture
def undecided(empty: services.Workspace) -> Iterator[services.Workspace]:
    """More claims, just imported, than are decided on the way to a page."""
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "weir",
        "answers": [{"id": "a1", "text": "The weir was raised.", "question": "What of the weir?"}],
        "claims": [{"id": f"c{n}", "text": f"Lock {n} was raised.", "answer_id": "a1"} for n in range(MANY)],
        "sources": [{"id": "s", "title": "A history"}],
        "evidence": [
            {"id": f"e{n}", "claim_id": f"c{n}", "source_id": "s", "text": f"Lock {n} was raised."}
            for n in range(MANY)
            if n % 2
        ],
    }
    services.import_file(empty, json.dumps(package).encode(), "weir.json", by="ana")
    yield empty
    running.put_away(DECIDING)


def open_page(name: str, **address: str) -> AppTest:
    return calm(opened_pages.open_page(name, **address))


def calm(app: AppTest) -> AppTest:
    """A page that breaks nowhere and complains of nothing."""
    assert [] == [error.value for error in whole(app).error]
    return app


def parts(app: AppTest) -> list[Any]:
    """What the components were given."""
    found: list[Any] = []
    waiting = [app.main]
    while waiting:
        node = waiting.pop(0)
        if getattr(node, "type", "") == "bidi_component" and node.proto.json:
            found.append(json.loads(node.proto.json))
        waiting += list(getattr(node, "children", {}).values())
    return found


def said(app: AppTest) -> str:
    return json.dumps(parts(app), ensure_ascii=False)


def rows(app: AppTest, name: str) -> list[dict[str, str]]:
    """The rows of a table by heading."""
    view = next(part for part in parts(app) if isinstance(part, dict) and part.get("name") == name)
    labels = [column["label"] for column in view["columns"]]
    return [dict(zip(labels, (cell[0] for cell in row["cells"]), strict=True)) for row in view["rows"]]


def test_every_claim_of_the_demo_opens_decided(workspace: services.Workspace) -> None:
    tally = services.tally(workspace)
    app = open_page("overview")

    assert (32, 0) == (tally.claims, tally.undecided)
    assert f"○ Abstain {tally.conclusions['abstain']} of 32" in said(app)
    assert "not decided yet" not in said(app)
    assert [] == [button.label for button in app.button if button.label == "Decide them"]
    shown = rows(app, "Claims")
    assert 32 == len(shown)
    assert all(row["Decision"].split()[0] in "●◕◐○" and row["State"] and row["Confidence allows"] for row in shown)


@pytest.mark.parametrize("conclusion", [Conclusion.QUALIFY, Conclusion.ABSTAIN])
def test_the_address_finds_claims_by_decision(conclusion: Conclusion, workspace: services.Workspace) -> None:
    word = {"qualify": "Qualify", "abstain": "Abstain"}[conclusion.value]
    number = services.tally(workspace).conclusions[conclusion.value]

    app = open_page("overview", decision=word)

    assert f"1 to {number} of {number} claims" in said(app)
    assert {word} == {row["Decision"].split(" ", 1)[1] for row in rows(app, "Claims")}


def test_the_address_finds_claims_by_state_and_by_what_confidence_allows(workspace: services.Workspace) -> None:
    number = services.tally(workspace).states[Sufficiency.CONFLICTING.value]
    assert number > 0

    found = rows(open_page("overview", state="conflicting"), "Claims")
    both = rows(open_page("overview", state="conflicting", allows="Refuse"), "Claims")

    assert (number, {"conflicting"}) == (len(found), {row["State"] for row in found})
    assert [row for row in found if row["Confidence allows"] == "○ Refuse"] == both


def test_a_list_by_decision_travels_to_the_export(workspace: services.Workspace) -> None:
    number = services.tally(workspace).conclusions["abstain"]

    shown = said(open_page("import", what="a list", decision="Abstain"))

    assert f"claims: decision Abstain; in order of arrival · {number} claims" in shown


def test_answers_are_decided_from_their_claims(workspace: services.Workspace) -> None:
    shown = {row["Answer"]: row for row in rows(open_page("answers"), "Answers")}
    by_uid = {row.uid: row for row in services.answers(workspace).rows}

    assert len(by_uid) == len(shown)
    for uid, summary in by_uid.items():
        row = next(row for text, row in shown.items() if text.startswith(" ".join(summary.text.split())[:60]))
        verdict = services.answer_decision(workspace, uid)
        assert verdict.decision.value.split("_")[0] == row["Decision"].split()[1].lower()
        counts = [summary.tally.conclusions[conclusion.value] for conclusion in Conclusion]
        assert [str(count) for count in counts] == [row[name] for name in ("Plain", "Caveat", "Qualify", "Abstain")]


def test_lines_in_view_are_decided_and_the_rest_is_counted(undecided: services.Workspace) -> None:
    assert MANY == services.tally(undecided).undecided

    app = open_page("overview")

    assert f"not decided yet {MANY} of {MANY}" in said(app)
    assert 50 == sum(row["Decision"] != "not decided yet" for row in rows(app, "Claims"))
    assert MANY - 50 == services.tally(undecided).undecided
    again = open_page("overview")
    assert "not decided yet" not in said(again)
    assert (MANY, 0) == (services.tally(undecided).decided, services.tally(undecided).undecided)


def test_a_filter_by_decision_says_what_it_cannot_find_and_a_button_decides_it(undecided: services.Workspace) -> None:
    app = open_page("overview", decision="Abstain")
    words = f"{MANY} claims are not decided yet; a list by decision does not find them."
    assert 2 == said(app).count(words)
    assert "no claims" in said(app)

    app.button(key="decide-listed").click().run()
    run = running.current(DECIDING)
    assert run is not None
    assert run.wait(60)
    after = open_page("overview", decision="Abstain")

    assert (MANY, "all data sets", MANY) == (run.result, run.about, services.tally(undecided).decided)
    assert words not in said(after)
    assert {"○ Abstain"} == {row["Decision"] for row in rows(after, "Claims")}


def test_undecided_claims_can_be_listed_without_deciding_them(undecided: services.Workspace) -> None:
    app = open_page("overview", decision="not decided yet")

    assert {"not decided yet"} == {row["Decision"] for row in rows(app, "Claims")}
    assert MANY == services.tally(undecided).undecided


def test_a_stopped_run_keeps_what_was_decided(undecided: services.Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.services.stored_verdicts.CHUNK", 20)
    asked: list[tuple[int, int]] = []

    def once(done: int, of: int) -> bool:
        asked.append((done, of))
        return False

    assert 20 == services.decide_stored(undecided, progress=once)
    assert [(20, MANY)] == asked
    assert MANY - 20 == services.tally(undecided).undecided


@pytest.mark.parametrize("button", ["decide", "decide-listed"])
def test_progress_and_a_stop_stand_on_the_page_while_claims_are_decided(
    button: str, undecided: services.Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(workspace: services.Workspace, dataset: str | None, progress: Any) -> int:
        for number in range(1, 1_000):
            time.sleep(0.02)
            if not progress(number, 1_000):
                break
        return number

    monkeypatch.setattr("core.services.decide_stored", slow)
    app = open_page("overview", decision="Abstain")
    app.button(key=button).click().run()
    calm(app)

    assert ["Stop"] == [one.label for one in app.button if one.label in ("Stop", "Decide them")]
    assert "Claims are being decided" in said(app)
    app.button(key=f"stop-{DECIDING}").click().run()
    run = running.current(DECIDING)
    assert run is not None
    assert run.wait(60)
    assert run.stopping


def crowd(store: services.Workspace, **more: object) -> None:
    """Import a claim with one passage more than are decided on the way to its page."""
    many = range(bundling.SOON + 1)
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "weir",
        "claims": [{"id": "c", "text": "The weir was raised."}],
        "sources": [{"id": f"s{n}", "title": f"History {n}"} for n in many],
        "evidence": [{"id": f"e{n}", "claim_id": "c", "source_id": f"s{n}", "text": "It was raised."} for n in many],
    }
    services.import_file(store, json.dumps(package | more).encode(), "weir.json", by="ana")


def test_a_large_claim_has_its_decision_made_at_its_head_and_keeps_it(empty: services.Workspace) -> None:
    crowd(empty)
    app = open_page("claim", claim="weir:c")
    assert "not made since something changed: 61 passages take a few seconds" in said(app)

    calm(app.button(key="claim-decide").click().run())

    verdict = services.claim_decision(empty, "weir:c")
    short = "; ".join(ground.text for ground in verdict.grounds if ground.allows is verdict.decision)
    for shown in (said(app), said(open_page("claim", claim="weir:c"))):
        assert CONCLUSION[verdict.decision] in shown
        assert short in shown
        assert "not made since" not in shown


def test_a_label_opens_the_decision_on_a_large_claim_again(empty: services.Workspace) -> None:
    crowd(empty)
    services.decide_stored(empty)
    services.relabel(
        empty, uid="weir:c", source_id="s1", state=Dependence.INDEPENDENT, reason="", by="ana", seen={},
        weight=None, everywhere=True, expected_event=None,
    )  # fmt: skip

    app = open_page("claim", claim="weir:c")

    assert "not made since something changed" in said(app)
    assert "claim-decide" in [button.key for button in app.button]


def test_a_large_claim_that_cannot_be_decided_says_why(empty: services.Workspace) -> None:
    said = {"id": "j", "claim_id": "c", "axis": "context_sufficiency", "value": "rather", "judge": "a model"}
    crowd(empty, judgements=[said])
    app = open_page("claim", claim="weir:c")

    whole(app.button(key="claim-decide").click().run())

    assert ["A setting lies outside its domain."] == [error.value for error in app.error]
    assert any("rather" in text.value for text in app.text)


def test_how_far_the_bundles_of_a_large_claim_are_is_shown(
    empty: services.Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd(empty)
    told: list[float] = []
    monkeypatch.setattr(DeltaGenerator, "progress", lambda place, share: told.append(share))

    open_page("bundles", claim="weir:c")

    assert told == sorted(told)
    assert (0.0, 1.0) == (told[0], told[-1])
    assert len(told) >= 5
