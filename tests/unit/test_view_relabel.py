"""The work place says what is asked and what each answer would do, and gives nothing away in a blind reading."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from core.model import Source
from core.results import ClaimFile, LabelEvent, Reading
from core.states import Decision, Dependence, EdgeStatus, SourceKind
from core.whatif import reading_with, reading_with_edge
from core.work import QueueItem, Role, SharedPassage, Word, WorkItem, WorkKind
from dashboard.viewmodels.deeds import Conflict, Deed, Status, read_deed
from dashboard.viewmodels.documents import WHOLE, document_view, older_words, pieces, shared_words
from dashboard.viewmodels.relabel import STATES, answer_words, done_words, idle_data, question, work_data

LEFT, RIGHT = "The quay closes in May, the council said.", "Council: the quay closes in May."


def item_of(file: ClaimFile, source_id: str = "forum", edge: bool = False, **changes: object) -> WorkItem:
    """A work item on the quay claim, as the services give it."""
    dossier, policy = file.dossier, file.policy
    sources = {source.id: source for source in dossier.sources}
    link = next(e for e in dossier.edges if e.status is EdgeStatus.SUSPECTED) if edge else None
    queued = QueueItem(
        f"harbour:c3|{source_id}",
        WorkKind.EDGE if edge else WorkKind.SOURCE,
        "harbour:c3",
        "harbour",
        "c3",
        dossier.claim.text,
        source_id,
        sources[source_id].title,
        None,
        link.key if link else None,
        "wire" if edge else None,
        False,
        0.05,
        None,
        None,
        "2026-03-01T08:00:00Z",
        None,
        False,
        2,
    )
    readings = {state: reading_with(dossier, policy, source_id, state, 0.5) for state in Dependence}
    verdicts = (EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED)
    by_edge = {status: reading_with_edge(dossier, policy, link.key, status) for status in verdicts} if link else {}
    item = WorkItem(
        queued,
        file,
        sources[source_id],
        sources["wire"],
        LEFT,
        RIGHT,
        (SharedPassage(4, 22, 13, 31, LEFT[4:22]),),
        MappingProxyType(readings),
        link,
        MappingProxyType(by_edge),
        ("wire credit: “Northwire” in the first line",),
        (),
        False,
        None,
    )
    return replace(item, **changes)


def data_of(item: WorkItem, **changes: object) -> dict[str, object]:
    """What the component is given."""
    readings = [item.readings[state] for state in STATES]
    given: dict[str, object] = {
        "role": Role.ADMIN,
        "weight": 0.5,
        "status": Status(),
        "conflict": None,
        "has_previous": False,
        "can_undo": False,
        "can_redo": False,
    }
    return work_data(item, readings, **(given | changes))  # type: ignore[arg-type]


def test_every_answer_says_what_it_would_do_before_it_is_given(quay: ClaimFile) -> None:
    item = item_of(quay)
    choices = data_of(item)["choices"]

    assert ["independent", "dependent", "partial", "unknown"] == [choice["name"] for choice in choices]
    assert [1, 2, 3, 4] == [choice["number"] for choice in choices]
    for choice, state in zip(choices, STATES, strict=True):
        expected = item.readings[state]
        assert f"{expected.eie:g}" == choice["eie"]
        assert expected.decision.value == choice["tone"]


def test_the_answer_that_counts_now_is_marked(quay: ClaimFile) -> None:
    assert [False, False, False, True] == [choice["current"] for choice in data_of(item_of(quay))["choices"]]
    assert [True, False, False, False] == [choice["current"] for choice in data_of(item_of(quay, "survey"))["choices"]]


def test_shared_passages_are_numbered_alike_on_both_sides(quay: ClaimFile) -> None:
    data = data_of(item_of(quay))

    assert ["quay closes in May", 1, 0] in data["left"]["pieces"]
    assert ["quay closes in May", 1, 0] in data["right"]["pieces"]
    assert LEFT == "".join(text for text, _, _ in data["left"]["pieces"])


def test_a_blind_reading_shows_neither_the_label_nor_what_counts(quay: ClaimFile) -> None:
    data = data_of(item_of(quay, "survey", blind=True))

    assert "label not shown" == data["left"]["label"]
    assert not any(choice["current"] for choice in data["choices"])
    assert data["question"].startswith("Second reading.")
    assert [] == data["words"]


def test_a_dispute_shows_every_label_with_its_figures_and_who_may_settle_it(quay: ClaimFile) -> None:
    reading = Reading(3.0, 0.3, 0.55, Decision.QUALIFY)
    words = (
        Word("ana", "2026-03-10T10:00:00Z", 4, Dependence.INDEPENDENT, None, None, "own photograph", reading),
        Word("ben", "2026-03-10T11:00:00Z", 5, Dependence.PARTIALLY_DEPENDENT, 0.3, None, "", reading),
    )
    item = item_of(quay)
    item = replace(item, item=replace(item.item, kind=WorkKind.DISPUTE), words=words)
    data = data_of(item)

    assert ["independent", "partial 0.3"] == [word["what"] for word in data["words"]]
    assert "no reason given" == data["words"][1]["reason"]
    assert "ana and ben differ" in data["question"]
    assert (True, False) == (data["settles"], data_of(item, role=Role.REVIEWER)["settles"])
    assert "needs a reason" in data["note"]


def test_a_reader_may_look_and_is_told_so(quay: ClaimFile) -> None:
    data = data_of(item_of(quay), role=Role.READER)

    assert False is data["may"]
    assert "labels take a reviewer" in data["note"]


def test_the_scope_says_how_many_claims_it_reaches(quay: ClaimFile) -> None:
    assert "everywhere this document is used (moves 2 claims)" == data_of(item_of(quay))["scope"]["all"]
    assert None is data_of(item_of(quay, edge=True))["scope"]


def test_a_link_is_answered_in_the_same_order_as_a_document(quay: ClaimFile) -> None:
    item = item_of(quay, edge=True)
    data = data_of(item)

    assert ["rejected", "confirmed", "confirmed in part", "still suspected"] == [c["name"] for c in data["choices"]]
    assert [False, False, False, True] == [choice["current"] for choice in data["choices"]]
    assert "copied_from" == data["relation"]
    assert "really lean on the one on the right (copied from)" in question(item)


def test_an_answer_names_the_entry_the_scope_and_the_figures_it_moved(quay: ClaimFile) -> None:
    item = item_of(quay)
    deed = Deed("label", item.item.key, 1, number=1)
    event = LabelEvent(9, "2026-03-10T10:00:00Z", "ana", "label", "harbour", "forum", "c3", STATES[0], None, "")
    words = done_words(event, item, deed, item.readings[STATES[0]], ())

    assert words.startswith("Saved as entry 9: independent, this claim. EIE 3 → 3.5, confidence ")
    everywhere = replace(event, claim_id=None)
    assert ", everywhere." in done_words(everywhere, item, deed, item.readings[STATES[0]], ())


def test_after_a_blind_reading_the_first_is_told(quay: ClaimFile) -> None:
    item = item_of(quay, blind=True)
    deed = Deed("label", item.item.key, 1, number=2)
    event = LabelEvent(9, "2026-03-10T10:00:00Z", "ben", "label", "harbour", "forum", "c3", STATES[1], None, "")
    first = Word("ana", "2026-03-10T09:00:00Z", 8, STATES[0], None, None, "", item.readings[STATES[0]])

    assert "ana had said independent." in done_words(event, item, deed, item.readings[STATES[1]], (first,))


def test_a_partial_answer_says_its_share(quay: ClaimFile) -> None:
    item = item_of(quay)

    assert "partial 0.35" == answer_words(item, Deed("label", item.item.key, 1, number=3, weight=0.35))


def test_a_conflict_names_who_what_and_both_ways_out(quay: ClaimFile) -> None:
    data = data_of(item_of(quay), conflict=Conflict("ben", "dependent", "independent"))

    assert "Changed meanwhile by ben to dependent; yours (independent) is not saved yet." == data["conflict"]["words"]
    assert ("Keep dependent", "Take mine: independent") == (data["conflict"]["keep"], data["conflict"]["take"])


def test_an_empty_work_place_still_leads_back() -> None:
    data = idle_data(
        "Nothing", "Import", status=Status("done", "good"), has_previous=True, can_undo=True, can_redo=False
    )

    assert ("", {"previous": True, "undo": True, "redo": False}) == (data["item"], data["can"])


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "label",
        {},
        {"do": "delete", "item": "x", "turn": 1},
        {"do": "label", "item": 3, "turn": 1},
        {"do": "label", "item": "x", "turn": "1"},
    ],
)
def test_what_the_browser_may_not_send_is_not_read(sent: object) -> None:
    assert None is read_deed(sent)


def test_odd_values_of_a_deed_are_left_out_not_guessed() -> None:
    deed = read_deed(
        {
            "do": "label",
            "item": "x",
            "turn": 2,
            "number": 9,
            "weight": True,
            "reason": 5,
            "everywhere": 1,
            "token": "t" * 99,
        }
    )

    assert deed == Deed("label", "x", 2, number=0, weight=None, reason="", everywhere=False, token="t" * 64)


def test_a_reason_comes_as_it_was_typed() -> None:
    deed = read_deed({"do": "label", "item": "x", "turn": 2, "number": 3, "weight": 0.4, "reason": "ä\n<b>"})

    assert deed is not None
    assert (3, 0.4, "ä\n<b>") == (deed.number, deed.weight, deed.reason)


def test_passages_that_overlap_or_lie_outside_are_not_drawn_twice() -> None:
    found = pieces("abcdefghij", [(2, 6, 1), (4, 8, 2), (8, 99, 3), (6, 6, 4)])

    assert [("ab", 0), ("cdef", 1), ("ghij", 0)] == [(piece.text, piece.mark) for piece in found]


def test_a_very_long_document_is_shown_around_what_it_shares() -> None:
    text = "a" * 40_000 + "SHARED" + "b" * 40_000
    found = pieces(text, [(40_000, 40_006, 1)])

    assert len(text) == sum(len(piece.text) + piece.left_out for piece in found)
    assert "SHARED" in [piece.text for piece in found]
    assert sum(len(piece.text) for piece in found) < 4_000
    assert 2 == sum(bool(piece.left_out) for piece in found)


def test_a_very_long_document_that_shares_nothing_is_cut_and_says_so() -> None:
    found = pieces("x" * 100_000, [])

    assert 100_000 == sum(len(piece.text) + piece.left_out for piece in found)
    assert WHOLE == sum(len(piece.text) for piece in found)


def test_a_document_nobody_retrieved_says_that_there_is_no_text() -> None:
    source = Source("r", "Release", SourceKind.PRESS_RELEASE, retrieved=False, url="javascript:alert(1)")
    view = document_view(source, "", (), role="upstream", label=None, hidden=False)

    assert ((), "Nobody retrieved it; there is no text.", "") == (view.pieces, view.empty, view.link)
    assert "not retrieved" in view.byline


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        ("2026-03-03", "2026-03-28", "The one on the left is 25 days older."),
        ("2026-03-03T12:31+00:00", "2026-03-03T12:05+00:00", "The one on the right is 26 minutes older."),
        ("2026-03-03T12:00+01:00", "2026-03-03T14:00+00:00", "The one on the left is 3 hours older."),
        ("2026-03-03", "2026-03-03", "Both have the same date."),
        ("March 2026", "2026-03-03", ""),
        (None, "2026-03-03", ""),
    ],
)
def test_which_document_is_older_is_said_where_both_dates_can_be_read(
    left: str | None, right: str | None, words: str
) -> None:
    assert words == older_words(left, right)


def test_what_is_shared_is_said_of_what_there_is() -> None:
    assert "1 shared passage, 50 % of the text on the left." == shared_words([10], "x" * 20, "y")
    assert "They share no passage of any length." == shared_words([], "x", "y")
    assert "" == shared_words([], "", "y")
