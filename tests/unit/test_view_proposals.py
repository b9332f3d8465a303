"""Proposals as the page words them."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from core.detection.bands import prior_band
from core.figures import Reading
from core.kinship import DetectionRun, ProposalCounts, ProposalFile, ProposalFilter, ProposalLine
from core.model import Notice, Source
from core.proposed import Band, Ground, Proposal, ProposalEffect, Span
from core.results import Page
from core.states import Decision, EdgeStatus, Relation
from core.work import BulkChange, SharedPassage
from dashboard.viewmodels.proposal import (
    done_words,
    effect_words,
    grounds_table,
    proposal_view,
    state_words,
    together_table,
    unknown_ways,
)
from dashboard.viewmodels.proposals import (
    band_words,
    counted_menu,
    nothing_words,
    place_words,
    proposal_rows,
    proposals_view,
    relation_words,
    run_words,
    show_labels,
)

EVIL = "<img src=x onerror=alert(1)> **bold**"
BAND = Band("near certain", 0.909, 0.993, 75, "measured")
LINE = ProposalLine(
    key="harbour:echo|post",
    dataset="harbour",
    from_id="echo",
    from_title="Echo: quay closes",
    to_id="post",
    to_title=EVIL,
    relation=Relation.COPIED_FROM,
    direction="from->to",
    probability=0.97,
    band=BAND,
    rule="text_reuse",
    rules=("text_reuse", "hyperlink"),
    shared=41,
    status="open",
    claims=3,
    detected_at="2026-03-09T10:11:12Z",
    decided_by=None,
    decided_at=None,
    expected_event=None,
    edge_key="echo\x1fpost\x1fcopied_from",
)
TEXT = "The quay closes in May, the council said. Ferries move to the south pier."


def file_of(line: ProposalLine) -> ProposalFile:
    here, there = Span("echo", "text", "quay closes in May", 4, 22), Span("post", "title", EVIL)
    grounds = (
        Ground("text_reuse", "41 shared word 5-grams in one run", here, there),
        Ground("hyperlink", "links to it", Span("echo", "html", "<a href>")),
    )
    left = Source("echo", line.from_title, publisher="Echo", published_at="2026-03-04T08:00:00Z")
    right = Source("post", "", url="https://post.example/a", published_at="2026-03-03T08:00:00Z")
    proposal = Proposal("echo", "post", line.relation, line.direction, 0.97, BAND, "text_reuse", grounds)
    passage = SharedPassage(4, 22, 11, 29, "quay closes in May")
    return ProposalFile(line, proposal, left, right, TEXT, f"Again: {TEXT}", (passage,), ())


def test_the_address_says_which_proposals_are_wanted() -> None:
    view = proposals_view({"show": "all", "rule": "text_reuse", "band": "likely", "dataset": "harbour", "q": "quay"})

    assert ProposalFilter("harbour", "text_reuse", "likely", None, None, "quay") == view.wanted
    assert ("data set: harbour", "rule: text reuse", "how likely: likely") == view.active
    assert () == view.refused


def test_what_the_address_cannot_mean_is_named_and_lets_everything_pass() -> None:
    view = proposals_view({"show": "some", "band": "sure"})

    assert "open" == view.show
    assert view.wanted.band is None
    assert [True, True] == [word in told for word, told in zip(("'some'", "'sure'"), view.refused, strict=True)]


def test_open_proposals_come_first() -> None:
    assert ProposalFilter() == proposals_view({}).wanted


def test_each_part_of_the_list_says_how_much_it_holds() -> None:
    counts = ProposalCounts(
        3, MappingProxyType({}), MappingProxyType({}), MappingProxyType({"open": 1_200, "rejected": 2})
    )

    assert {
        "open": "Open 1,200",
        "confirmed": "Confirmed 0",
        "rejected": "Rejected 2",
        "all": "All 1,202",
    } == show_labels(counts)


def test_a_menu_keeps_what_the_address_asks_for_though_nothing_is_left() -> None:
    assert {"text_reuse": "text reuse (4)", "git_fork": "git fork (0)"} == counted_menu({"text_reuse": 4}, "git_fork")


def test_a_line_names_both_documents_the_relation_and_how_likely_it_is() -> None:
    (row,) = proposal_rows([LINE], {LINE.key})

    assert ("Echo: quay closes", EVIL, "copied from", "near certain", True) == (
        row["title"], row["claim"], row["kind"], row["moves"], row["ticked"],
    )  # fmt: skip
    assert "rules: text reuse, hyperlink" in row["hint"]
    assert "41 shared word 5-grams" in row["hint"]


def test_a_direction_nobody_can_tell_is_said() -> None:
    unsure = replace(LINE, direction="unknown")

    assert "copied from · direction unknown" == relation_words(unsure)
    assert "copied from?" == proposal_rows([unsure])[0]["kind"]
    assert "seems to be copied from, or the other way round:" == proposal_view(file_of(unsure)).says


def test_a_decided_proposal_is_no_longer_a_suspicion() -> None:
    assert "rejected: copied from" == proposal_view(file_of(replace(LINE, status="rejected"))).says


def test_a_shared_parent_has_no_direction_to_ask_for() -> None:
    shared = replace(LINE, direction="unknown", relation=Relation.SHARES_COMMON_PARENT)

    assert "shares a common parent" == relation_words(shared)


def test_a_band_says_what_stands_behind_it() -> None:
    assert "near certain, 91 % to 99 % · measured over 75 judged pairs" == band_words(BAND, 0.97)
    assert "likely, 85 % · an expert prior: nobody has measured it yet" == band_words(prior_band(0.85), 0.85)


def test_one_proposal_shows_both_papers_with_the_shared_words_marked() -> None:
    view = proposal_view(file_of(LINE))

    assert "seems to be copied from" == view.says
    assert [("quay closes in May", 1)] == [(piece.text, piece.mark) for piece in view.left.pieces if piece.mark]
    assert view.right is not None
    assert [("quay closes in May", 1)] == [(piece.text, piece.mark) for piece in view.right.pieces if piece.mark]
    assert "" == view.left.label
    assert ("downstream", "upstream") == (view.left.role, view.right.role)
    assert "The one on the right is 24 hours older." in view.beside


def test_every_reason_names_its_rule_and_the_words_it_read_on_either_side() -> None:
    view = proposal_view(file_of(LINE))
    first, second = view.grounds

    assert ("text reuse", "quay closes in May", EVIL) == (first.rule, first.left, first.right)
    assert ("text, characters 4 to 22", "title") == (first.left_where, first.right_where)
    assert ("hyperlink", "<a href>", "", "") == (second.rule, second.left, second.right, second.right_where)
    assert ["“<a href>”\npage", "–"] == [cell.text for cell in grounds_table(view).rows[1].cells[2:]]


def test_what_a_rule_read_in_the_other_document_stands_on_its_side() -> None:
    ground = Ground("hyperlink", "links to it", Span("post", "html", "<a href>"))
    file = file_of(LINE)
    (only,) = proposal_view(replace(file, proposal=replace(file.proposal, evidence=(ground,)))).grounds

    assert ("", "<a href>") == (only.left, only.right)


def test_a_node_that_is_no_more_leaves_its_name() -> None:
    view = proposal_view(replace(file_of(LINE), right=None))

    assert view.right is None
    assert EVIL == view.right_title


CONFIRMED = {"status": "confirmed", "decided_by": "ana", "decided_at": "2026-03-10T09:00:00Z"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "Open: it does not count"),
        (CONFIRMED, "Confirmed by ana, 2026-03-10 09:00: it counts."),
        ({"status": "rejected"}, "Rejected: remembered with its evidence"),
        ({"disputed": True}, "Disputed"),
    ],
)
def test_a_proposal_says_how_it_stands(change: dict[str, object], words: str) -> None:
    assert state_words(replace(LINE, **change)).startswith(words)  # type: ignore[arg-type]


def test_a_page_says_which_part_of_the_list_it_shows() -> None:
    assert "51 to 51 of 51 proposals" == place_words(Page((LINE,), 51, 2, 50))
    assert "nothing here" == place_words(Page((), 0, 1, 50))


def test_an_empty_list_says_what_to_do_next() -> None:
    none = ProposalCounts(0, MappingProxyType({}), MappingProxyType({}), MappingProxyType({}))
    some = replace(none, by_status=MappingProxyType({"rejected": 2}))

    assert "Run detection" in nothing_words(proposals_view({}), none)
    assert "Every proposal is decided" in nothing_words(proposals_view({}), some)
    assert "Take a filter off" in nothing_words(proposals_view({"rule": "git_fork"}), some)


def test_a_run_that_brought_nothing_says_so_and_no_more() -> None:
    run = DetectionRun("harbour", 5, 1_200, 0, 0, 0, 0, 0, 0, (), True, "abc")

    assert ("harbour: 0 documents new or changed of 1,200 compared; nothing new is proposed.",) == run_words(run)


def test_a_run_says_what_it_compared_found_and_left_out() -> None:
    run = DetectionRun("harbour", 4, 1_200, 3, 2, 40, 1, 0, 1, (Notice("x", "one page has no text"),), False, "abc")
    first, stopped, notice = run_words(run)

    assert first == (
        "harbour: 3 documents new or changed of 1,200 compared; 2 new proposals, 40 known before, 1 left out, rejected "
        "on this very evidence, 1 document merged with one that states the same identity."
    )
    assert "the next run goes on from there" in stopped
    assert "one page has no text" == notice


READING = Reading(3.0, 0.3, 0.58, Decision.QUALIFY)
CHANGE = BulkChange("harbour:c3", "The quay closes.", READING, Reading(1.0, 0.1, 0.35, Decision.REFUSE))


def test_what_a_verdict_would_change_is_said_before_it_is_given() -> None:
    effect = ProposalEffect((CHANGE,), 4, 1)

    assert (
        "Confirming it moves the figures of 1 of the 4 claims that lean on either document; "
        "what confidence allows would change for 1." == effect_words(effect, EdgeStatus.CONFIRMED)
    )
    assert effect_words(ProposalEffect((), 4, 0), EdgeStatus.REJECTED, 3) == (
        "Rejecting all 3 moves no figure of any of the 4 claims that lean on one of the documents."
    )
    assert "no claim leans on either" in effect_words(ProposalEffect((), 0, 0), EdgeStatus.CONFIRMED)


def test_a_verdict_names_its_entries() -> None:
    assert "Confirmed: entry 17 of the record." == done_words("confirmed", 1, [17])
    assert "Rejected 3 proposals: entries 17 to 19 of the record." == done_words("rejected", 3, [17, 18, 19])


def test_ticked_proposals_are_listed_with_what_is_suspected() -> None:
    (row,) = together_table([LINE]).rows

    assert ["copied from", EVIL, "near certain", "text reuse", "open"] == [cell.text for cell in row.cells[1:]]


def test_confirming_many_says_what_it_means_for_those_without_a_direction() -> None:
    unsure = replace(LINE, direction="unknown")

    assert "" == unknown_ways([LINE])
    assert "are some of which nobody could tell which came first (2)" in unknown_ways([LINE, unsure, unsure])
