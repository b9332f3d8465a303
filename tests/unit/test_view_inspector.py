"""The inspector shows a source or an edge in full and opens only addresses a browser may open."""

from dataclasses import replace

import pytest

from core.results import ClaimFile, LabelEvent
from core.states import Dependence, EdgeStatus
from dashboard.viewmodels.inspector import edge_view, event_words, node_view, safe_link, undoable, when


def event(number: int, **changes: object) -> LabelEvent:
    given = LabelEvent(
        number,
        "2026-03-10T10:00:00Z",
        "ana",
        "label",
        "harbour",
        "survey",
        "c3",
        Dependence.DEPENDENT,
        None,
        "same text",
    )
    return replace(given, **changes)


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://a.example/x?y=1", "https://a.example/x?y=1"),
        ("http://a.example", "http://a.example"),
        (" https://a.example ", "https://a.example"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//a.example/x", None),
        ("https:///x", None),
        ("http://[broken", None),
        ("", None),
        (None, None),
    ],
)
def test_only_http_addresses_are_links(url: str | None, link: str | None) -> None:
    assert link == safe_link(url)


def test_a_source_shows_its_passages_label_and_relations(quay: ClaimFile) -> None:
    view = node_view(quay.dossier, quay.assessment, "wire")

    assert view is not None
    assert "Quay to close" == view.title
    assert "wire story · Northwire · 2026-03-03T08:10+01:00" == view.byline
    assert ("derives from: Council release",) == view.upstream
    assert "copied from (suspected): תקרית RPT-7 (2024)." in view.downstream
    assert Dependence.UNKNOWN is view.state
    assert "Nobody has labelled it yet." == view.label_by


def test_an_unsafe_address_is_shown_as_text_only(quay: ClaimFile) -> None:
    view = node_view(quay.dossier, quay.assessment, "survey")

    assert view is not None
    assert ("javascript:alert(1)", None) == (view.url, view.link)


def test_a_source_says_what_its_withdrawal_would_leave(quay: ClaimFile) -> None:
    view = node_view(quay.dossier, quay.assessment, "survey")

    assert view is not None
    assert "adds 1 to EIE 3" in view.facts
    assert any(fact.startswith("if withdrawn: EIE 2,") for fact in view.facts)


def test_what_was_not_retrieved_says_so(quay: ClaimFile) -> None:
    view = node_view(quay.dossier, quay.assessment, "release")

    assert view is not None
    assert view.byline.endswith("not retrieved")


def test_an_unknown_id_is_none_and_not_an_error(quay: ClaimFile) -> None:
    assert None is node_view(quay.dossier, quay.assessment, "nobody")
    assert None is edge_view(quay.dossier, "nobody")


def test_an_edge_says_who_stands_behind_it(quay: ClaimFile) -> None:
    suspected = next(edge for edge in quay.dossier.edges if edge.status is EdgeStatus.SUSPECTED)
    view = edge_view(quay.dossier, suspected.key)

    assert view is not None
    assert "suspected" == view.status_words
    assert "Proposed with a probability of 60 %." in view.facts


def test_the_newest_event_that_stands_can_be_undone() -> None:
    first, second = event(3), event(4)
    undoing = event(5, kind="undo", undoes=4)

    assert 4 == undoable((second, first), "ana")
    assert 3 == undoable((undoing, second, first), "ana")
    assert None is undoable((event(6, kind="undo", undoes=3), undoing, second, first), "ana")


def test_nobody_undoes_what_somebody_else_entered() -> None:
    assert 3 == undoable((event(4, by="ben"), event(3)), "ana")
    assert None is undoable((event(3),), None)


def test_history_says_what_who_when_where_and_why() -> None:
    assert "3 · dependent · ana, 2026-03-10 10:00 · this claim, “same text”" == event_words(event(3))
    assert event_words(event(5, kind="undo", undoes=4, reason="", claim_id=None)).startswith("5 · undid entry 4 ·")


def test_a_missing_date_is_said() -> None:
    assert "no date" == when(None)
