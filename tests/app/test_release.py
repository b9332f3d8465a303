"""The Release page on a real store: what is signed is kept with what was seen, and the next line comes."""

from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from opened_pages import DeskInHand, said
from streamlit.testing.v1 import AppTest

from core import services
from core.conclusions import Conclusion
from core.people import Role
from core.verdicts import ReleaseFilter
from core.work import AuditFilter

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = "answer/citation-circle:size", "answer/mixed-claims:jug-filter"


def page() -> None:
    """The desk, with deeds that a test puts into the session instead of a browser."""
    import streamlit

    from dashboard import release_desk, releasing, session
    from dashboard.viewmodels.release_queue import item_key, release_queue_view

    view = release_queue_view(session.addressed())
    deeds, streamlit.session_state["deeds"] = streamlit.session_state.get("deeds", []), []
    for deed in deeds:
        rows = release_desk._page(view)
        file = release_desk._file(rows)
        meanwhile = deed.pop("meanwhile", None)
        if meanwhile is not None:
            meanwhile()
        here = "" if file is None else item_key(file.item.kind, file.item.uid)
        sent = {"turn": releasing.turn(), "item": here, **deed}
        releasing.handle(sent, file, release_desk._around(view, rows, file))
    release_desk.release_desk()


@pytest.fixture(autouse=True)
def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk drawn outside its page has no other pages to link to."""
    monkeypatch.setattr(st, "page_link", lambda *_, **__: None)


class Desk(DeskInHand):
    """The desk in the hands of one person."""

    def __init__(self, name: str = "lea", **address: str) -> None:
        super().__init__(page, name, **address)

    def sign(self, decision: str = "abstain", text: str = "statement", reason: str = "as the rule says", **more: Any):
        return self.do("sign", decision=decision, text=text, reason=reason, **more)


def test_the_gravest_line_is_in_hand_with_the_decision_of_the_rule(workspace: services.Workspace) -> None:
    desk = Desk()
    form, words = desk.shown, said(desk.app)

    assert (FIRST, "abstain", True) == (form["item"], form["decision"], form["may"])
    assert ["draft", "statement", "none"] == list(form["texts"])
    assert {"abstain": ["statement", "none"], "qualify": ["draft", "statement"]} == {
        row["value"]: row["texts"] for row in form["decisions"] if row["value"] in ("abstain", "qualify")
    }
    assert "Answer, where the rule says Abstain" == form["against"]["answer draft"]
    assert "none of its claims may be answered" in words
    assert "Waiting 8" in words or "How many people visit" in words
    assert "Nobody has signed it yet." in words


def test_what_is_signed_is_on_record_with_what_was_seen_and_the_next_comes(workspace: services.Workspace) -> None:
    desk = Desk()
    statement = desk.shown["texts"]["statement"]["words"]
    form = desk.sign()

    (made,) = services.signed(workspace, "answer", "citation-circle:size")
    assert (SECOND, FIRST, SECOND) == (form["item"], form["done"], desk.app.query_params["item"])
    assert ("lea", Conclusion.ABSTAIN, "statement", "as the rule says") == (
        made.by,
        made.decision,
        made.text,
        made.reason,
    )
    assert (statement, "", "abstain", ["incomplete"]) == (
        made.released,
        made.against,
        made.seen["rule"],
        made.seen["states"],
    )
    assert ["citation-circle:fair-size"] == [claim["uid"] for claim in made.seen["claims"]] or made.seen["claims"]
    assert 64 == len(made.seen["text_digest"]) == len(made.seen["policy_digest"]) == len(made.seen["rule_digest"])
    assert "Signed as entry 1: Abstain, the three-part statement is released." == form["status"]["words"]
    counts = services.release_counts(workspace)
    assert (7, 0, 1) == (counts.waiting, counts.moved, counts.signed)


def test_a_reason_is_required_and_one_of_ones_own_to_go_against_the_rule(workspace: services.Workspace) -> None:
    desk = Desk()

    form = desk.sign(reason="  ")
    assert ("bad", FIRST) == (form["status"]["tone"], form["item"])
    form = desk.sign("answer", "draft")
    assert "goes against the rule" in form["status"]["words"]
    assert () == services.signed(workspace, "answer", "citation-circle:size")
    form = desk.sign("answer", "draft", "counted by hand from the gate's own book")
    (made,) = services.signed(workspace, "answer", "citation-circle:size")
    assert "Answer, where the rule says Abstain" == made.against
    assert form["status"]["words"].endswith("Marked: against the rule.")
    (line,) = services.audit(workspace, AuditFilter(chain="decision")).rows
    assert line.says.endswith("against the rule: Answer, where the rule says Abstain")
    assert "against the rule" in said(Desk(show="signed").app)


def test_a_text_that_does_not_go_with_the_decision_is_refused(workspace: services.Workspace) -> None:
    form = Desk().sign("abstain", "draft")

    assert 'with "abstain" one can let out: statement, none; got draft' in form["status"]["words"]
    assert () == services.signed(workspace, "answer", "citation-circle:size")


def test_what_comes_late_or_twice_signs_nothing(workspace: services.Workspace) -> None:
    desk = Desk()
    turn = desk.shown["turn"]
    desk.sign()
    form = desk.sign(turn=turn, item=FIRST)

    assert "nothing was signed" in form["status"]["words"]
    assert 1 == services.release_counts(workspace).signed


def test_nothing_a_browser_may_not_send_signs_anything(workspace: services.Workspace) -> None:
    desk = Desk()
    for odd in ({"decision": "maybe"}, {"text": "all"}, {"reason": None}, {"decision": None}):
        desk.do("sign", **{"decision": "abstain", "text": "none", "reason": "x", **odd})
    desk.do("delete")

    assert 0 == services.release_counts(workspace).signed


def test_who_signed_meanwhile_is_named_and_shown(workspace: services.Workspace) -> None:
    def meanwhile() -> None:
        services.sign(
            workspace, kind="answer", uid="citation-circle:size", decision=Conclusion.ABSTAIN, text="none",
            reason="too thin", by="bob", expected=None,
        )  # fmt: skip

    desk = Desk()
    form = desk.sign(meanwhile=meanwhile)

    assert "bob signed this meanwhile: abstain" in form["status"]["words"]
    assert ["bob"] == [one.by for one in services.signed(workspace, "answer", "citation-circle:size")]
    assert (FIRST, "bad") == (form["item"], form["status"]["tone"])


def test_one_goes_on_and_back_without_signing(workspace: services.Workspace) -> None:
    desk = Desk()
    assert SECOND == desk.do("next")["item"]
    assert FIRST == desk.do("previous")["item"]
    assert (False, True) == (desk.shown["can"]["previous"], desk.shown["can"]["next"])


def test_the_last_signature_is_taken_back_by_an_entry(workspace: services.Workspace) -> None:
    desk = Desk()
    desk.sign()
    form = desk.do("undo")

    assert (FIRST, "Entry 1 is taken back by entry 2; both stay on record.") == (form["item"], form["status"]["words"])
    assert 8 == services.release_counts(workspace).waiting
    assert "takes back entry 1: nothing is signed" in said(desk.app)


def test_a_label_that_moves_the_rule_brings_a_signature_back(workspace: services.Workspace) -> None:
    uid = "mixed-claims:brown-water"
    services.sign(workspace, kind="answer", uid=uid, decision=Conclusion.ABSTAIN, text="none", reason="x", by="lea",
                  expected=None)  # fmt: skip
    file = services.release(workspace, "answer", uid)
    claim = services.claim(workspace, file.claims[0].uid)
    for source in {one.source_id for one in claim.dossier.evidence}:
        services.relabel(workspace, uid=claim.uid, source_id=source, state="dependent", by="ana", everywhere=False,
                         seen={}, expected_event=None if (held := claim.dossier.labels.get(source)) is None
                         else held.event)  # fmt: skip

    assert [uid] == [item.uid for item in services.release_queue(workspace, ReleaseFilter("moved")).rows]
    assert "has changed since" in said(Desk(show="moved").app)


def test_in_a_team_it_takes_a_lead(workspace: services.Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_TEAM", "1")
    monkeypatch.setenv("HEADWATER_ADMINS", "root")
    st.cache_resource.clear()
    team = services.open_workspace()
    services.set_role(team, "rita", Role.REVIEWER, by="root")
    services.set_role(team, "ada", Role.ADJUDICATOR, by="root")

    desk = Desk("rita")
    assert (False, True) == (desk.shown["may"], desk.shown["note"].startswith("You may read everything here"))
    assert "may not sign a decision" in desk.sign()["status"]["words"]
    assert Desk("ada").sign()["status"]["words"].startswith("Signed as entry 1")


def test_filters_come_from_the_address_and_odd_ones_are_named(workspace: services.Workspace) -> None:
    assert "answer/skerry-ferry:ferry" == Desk(dataset="skerry-ferry").shown["item"]
    assert SECOND == Desk(q="Brookjug").shown["item"]
    odd = Desk(show="lost", decision="maybe", item="claim/nowhere:x")
    assert "show: expected one of waiting, moved, signed, all; found 'lost'" in said(odd.app)
    assert FIRST == odd.shown["item"]
    empty = Desk(q="zzzz")
    assert "" == empty.shown["item"]
    assert "Nothing matches" in said(empty.app)


def test_the_page_of_an_empty_workspace_says_what_to_do(home: Any) -> None:
    st.cache_resource.clear()
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / "release.py"))
    app.run()

    assert "Nothing is under review yet" in said(app)
