"""What each deed of the work place does, on a real store: kept, refused in words, or asked for again."""

import json
from typing import Any

import pytest
from opened_pages import DeskInHand

from core import services
from core.states import Dependence, EdgeStatus
from core.work import QueueFilter, QueueItem, Role, WorkKind


def page() -> None:
    """The desk, with deeds that a test puts into the session instead of a browser."""
    import streamlit

    from dashboard import asking, relabelling, session, work_state
    from dashboard.components import reviewer
    from dashboard.desk import desk
    from dashboard.viewmodels.queue import queue_view

    view = queue_view(session.addressed(), reviewer.acting())
    deeds, streamlit.session_state["deeds"] = streamlit.session_state.get("deeds", []), []
    for deed in deeds:
        key = relabelling.in_hand(view)
        item = asking.work_item(key, reviewer.acting()) if key else None
        meanwhile = deed.pop("meanwhile", None)
        if meanwhile is not None:
            meanwhile()
        relabelling.handle({"turn": work_state.turn(), "item": key or "", **deed}, item, view)
    desk()


class Desk(DeskInHand):
    """The desk in the hands of one person."""

    def __init__(self, name: str = "ana", **address: str) -> None:
        super().__init__(page, name, **address)

    def label(self, number: int, **more: Any) -> dict[str, Any]:
        return self.do("label", number=number, token=more.pop("token", f"t{number}"), **more)


def queue(workspace: services.Workspace, **wanted: Any) -> tuple[QueueItem, ...]:
    return services.queue(workspace, QueueFilter(**wanted)).rows


def label_as(workspace: services.Workspace, item: QueueItem, state: Dependence, by: str, **seen: Any) -> None:
    found = services.work_item(workspace, item.key, by=by)
    services.relabel(
        workspace,
        uid=item.uid,
        source_id=item.source_id,
        state=state,
        by=by,
        everywhere=False,
        seen=seen,
        expected_event=found.expected_event,
    )


def newest(workspace: services.Workspace) -> Any:
    return workspace.store.label_events(limit=1)[0]


def test_an_answer_is_kept_with_what_was_seen_and_the_next_item_comes(workspace: services.Workspace) -> None:
    first, second = (item.key for item in queue(workspace, kind=WorkKind.SOURCE, dataset="mixed-claims")[:2])
    desk = Desk(kind="source", dataset="mixed-claims")
    assert first == desk.shown["item"]
    eie = desk.shown["now"]["eie"]
    shown = desk.label(3, weight=0.4, reason="same wire credit", token="abc")

    event = newest(workspace)
    assert (second, "abc") == (shown["item"], shown["done"])
    assert ("ana", Dependence.PARTIALLY_DEPENDENT, 0.4, "same wire credit") == (
        event.by,
        event.state,
        event.weight,
        event.reason,
    )
    assert "abc" == event.seen["token"]
    assert eie == f"{event.seen['eie']:g}"
    assert shown["status"]["words"].startswith(f"Saved as entry {event.number}: partial 0.4, this claim.")
    assert second == desk.app.query_params["item"]


def test_the_same_click_twice_labels_once(workspace: services.Workspace) -> None:
    desk = Desk(kind="source")
    turn, first = desk.shown["turn"], desk.shown["item"]
    desk.label(2, token="one")
    number = newest(workspace).number
    shown = desk.label(2, turn=turn, item=first, token="two")

    assert number == newest(workspace).number
    assert ("two", "bad") == (shown["refused"], shown["status"]["tone"])
    assert "nothing was saved" in shown["status"]["words"]


def test_everywhere_labels_every_claim_that_uses_the_document(workspace: services.Workspace) -> None:
    item = next(item for item in queue(workspace, kind=WorkKind.SOURCE) if item.claims > 1)
    desk = Desk(item=item.key)
    desk.label(2, everywhere=True)

    assert None is newest(workspace).claim_id
    assert item.source_id not in {open_.source_id for open_ in queue(workspace, kind=WorkKind.SOURCE)}


def test_a_link_is_confirmed_with_its_share_and_its_right_relation(workspace: services.Workspace) -> None:
    desk = Desk(kind="edge")
    desk.label(3, weight=0.25, relation="cites", reason="quotes two lines")

    event = newest(workspace)
    assert (EdgeStatus.CONFIRMED, 0.25, "cites") == (event.edge_status, event.strength, str(event.relation))


def test_a_link_is_rejected_by_the_first_key(workspace: services.Workspace) -> None:
    desk = Desk(kind="edge")
    relation = desk.shown["relation"]
    desk.label(1, relation=relation)

    event = newest(workspace)
    assert (EdgeStatus.REJECTED, None, None) == (event.edge_status, event.strength, event.relation)


def test_back_and_forth_show_the_same_and_save_nothing(workspace: services.Workspace) -> None:
    desk = Desk()
    before = newest(workspace).number
    first = desk.shown["item"]
    second = desk.do("next")["item"]
    third = desk.do("next")["item"]

    assert 3 == len({first, second, third})
    assert second == desk.do("previous")["item"]
    assert first == desk.do("previous")["item"]
    assert first == desk.do("previous")["item"]
    assert second == desk.do("next")["item"]
    assert before == newest(workspace).number


def test_what_was_skipped_is_out_of_ones_own_queue_until_taken_back(workspace: services.Workspace) -> None:
    desk = Desk()
    first = desk.shown["item"]
    assert first != desk.do("skip")["item"]
    assert first not in {item.key for item in queue(workspace, reviewer="ana")}
    assert first in {item.key for item in queue(workspace, reviewer="ben")}
    assert [first] == [item.key for item in queue(workspace, reviewer="ana", skipped=True)]


def test_undo_goes_back_to_the_item_and_redo_gives_it_again(workspace: services.Workspace) -> None:
    desk = Desk(kind="source")
    first = desk.shown["item"]
    desk.label(1)
    shown = desk.do("undo")
    assert (first, True) == (shown["item"], shown["can"]["redo"])
    assert [False, False, False, True] == [choice["current"] for choice in shown["choices"]]
    shown = desk.do("redo")
    assert [True, False, False, False] == [choice["current"] for choice in shown["choices"]]
    assert "undo" == newest(workspace).kind


def test_nothing_of_somebody_else_is_undone(workspace: services.Workspace) -> None:
    item = queue(workspace, kind=WorkKind.SOURCE)[0]
    label_as(workspace, item, Dependence.DEPENDENT, "ben")
    number = newest(workspace).number
    shown = Desk(item=item.key).do("undo")

    assert number == newest(workspace).number
    assert "nothing of yours" in shown["status"]["words"]


def test_somebody_who_was_faster_is_named_and_keeping_leaves_their_label(workspace: services.Workspace) -> None:
    item = queue(workspace, kind=WorkKind.SOURCE)[0]
    desk = Desk(item=item.key, kind="source")
    shown = desk.label(1, meanwhile=lambda: label_as(workspace, item, Dependence.DEPENDENT, "ben"))

    assert "Changed meanwhile by ben to dependent; yours (independent) is not saved yet." == shown["conflict"]["words"]
    assert item.key == shown["item"]
    number = newest(workspace).number
    shown = desk.do("keep")
    assert number == newest(workspace).number
    assert "Kept what ben said: dependent" in shown["status"]["words"]
    assert (item.key != shown["item"], None) == (True, shown["conflict"])


def test_taking_ones_own_puts_it_on_top_and_keeps_both(workspace: services.Workspace) -> None:
    item = queue(workspace, kind=WorkKind.SOURCE)[0]
    desk = Desk(item=item.key)
    desk.label(1, reason="seen it", meanwhile=lambda: label_as(workspace, item, Dependence.DEPENDENT, "ben"))
    desk.do("take")

    event = newest(workspace)
    assert ("ana", Dependence.INDEPENDENT, "seen it") == (event.by, event.state, event.reason)
    assert [item.key] == [open_.key for open_ in queue(workspace, kind=WorkKind.DISPUTE)]


def test_a_second_reading_does_not_give_the_first_away_and_says_it_afterwards(workspace: services.Workspace) -> None:
    item = queue(workspace, kind=WorkKind.SOURCE)[0]
    label_as(workspace, item, Dependence.DEPENDENT, "ben")
    services.flag_second_opinion(workspace, item.key, by="ben")
    desk = Desk(show="second")
    assert item.key == desk.shown["item"]
    assert "ben" not in json.dumps({**desk.shown, "right": None, "grounds": []})
    assert not any(choice["current"] for choice in desk.shown["choices"])
    shown = desk.label(1)

    assert True is newest(workspace).seen["blind"]
    assert "ben had said dependent." in shown["status"]["words"]


def test_a_second_opinion_is_asked_for_and_withdrawn_by_the_same_key(workspace: services.Workspace) -> None:
    desk = Desk()
    first = desk.shown["item"]
    assert True is desk.do("second", reason="unsure")["flagged"]
    shown = desk.do("second")
    assert (False, first) == (shown["flagged"], shown["item"])


def test_a_dispute_is_settled_with_a_reason_only(workspace: services.Workspace) -> None:
    item = queue(workspace, kind=WorkKind.SOURCE)[0]
    label_as(workspace, item, Dependence.DEPENDENT, "ben")
    label_as(workspace, item, Dependence.INDEPENDENT, "cem")
    desk = Desk(show="disputes")
    assert {"ben", "cem"} == {word["by"] for word in desk.shown["words"]}
    shown = desk.label(2, token="x")
    assert ("x", item.key) == (shown["refused"], shown["item"])
    assert "needs a reason" in shown["status"]["words"]
    desk.label(2, reason="the credit line says so")

    assert "adjudication" == newest(workspace).kind
    assert () == queue(workspace, kind=WorkKind.DISPUTE)


def test_a_reader_is_refused_in_plain_words(workspace: services.Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_TEAM", "1")
    monkeypatch.setenv("HEADWATER_ADMINS", "lead")
    services.set_role(services.open_workspace(), "ana", Role.READER, by="lead")
    number = newest(workspace).number
    desk = Desk()
    assert False is desk.shown["may"]
    shown = desk.label(1)

    assert number == newest(workspace).number
    assert "ana is a reader here and may not label" in shown["status"]["words"]


@pytest.mark.parametrize("reason", ["x" * 100_000, "a\x00b"])
def test_a_reason_that_cannot_be_kept_is_refused_and_stays_in_the_browser(
    workspace: services.Workspace, reason: str
) -> None:
    number = newest(workspace).number
    desk = Desk()
    first = desk.shown["item"]
    shown = desk.label(1, reason=reason, token="long")

    assert (number, first, "long") == (newest(workspace).number, shown["item"], shown["refused"])
    assert "Nothing was saved." in shown["status"]["words"]


def test_a_weight_outside_its_domain_is_refused(workspace: services.Workspace) -> None:
    number = newest(workspace).number
    desk = Desk(kind="source")
    shown = desk.label(3, weight=1.5)

    assert number == newest(workspace).number
    assert "bad" == shown["status"]["tone"]


def test_a_weight_shows_what_it_would_give_before_it_is_saved(workspace: services.Workspace) -> None:
    desk = Desk(kind="source")
    turn, before = desk.shown["turn"], desk.shown["choices"][2]["eie"]
    shown = desk.do("weigh", weight=0.05)

    assert (turn, 0.05) == (shown["turn"], shown["weight"])
    assert before != shown["choices"][2]["eie"]


def test_a_click_that_never_got_an_answer_is_looked_for(workspace: services.Workspace) -> None:
    desk = Desk(kind="source")
    first = desk.shown["item"]
    desk.label(2, token="arrived")
    number = newest(workspace).number
    again = Desk(item=first)
    shown = again.do("check", token="arrived", number=2)
    assert ("arrived", "good") == (shown["done"], shown["status"]["tone"])
    assert f"it is stored as entry {number}." in shown["status"]["words"]
    shown = again.do("check", token="lost", number=1)
    assert "lost" == shown["checked"]
    assert "nothing of it is stored. Press 1 to give it again." in shown["status"]["words"]
    assert number == newest(workspace).number


def test_an_address_that_names_nothing_says_so_and_shows_the_first(workspace: services.Workspace) -> None:
    desk = Desk(item="northwire-quay:nothing|nobody")

    assert queue(workspace)[0].key == desk.shown["item"]
    assert "bad" == desk.shown["status"]["tone"]


def test_the_last_answer_leaves_words_on_what_to_do_next_and_a_way_back(workspace: services.Workspace) -> None:
    rule = queue(workspace, kind=WorkKind.EDGE)[0].rule
    desk = Desk(rule=str(rule))
    shown, last = desk.shown, ""
    while shown["item"]:
        last = shown["item"]
        shown = desk.label(1)

    assert ("", "Nothing is open under these filters.") == (shown["item"], shown["empty"]["title"])
    assert last == desk.do("previous")["item"]
