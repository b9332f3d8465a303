"""A claim's past, the record and the agreement of people, as the pages word them."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from core.model import Label
from core.people import Agreement, PairAgreement
from core.record import AuditFilter, AuditLine, ChainReport, HistoryPoint
from core.results import ClaimFile, Figure, Page, Reading
from core.states import Decision, Dependence, EdgeStatus
from core.work import BulkChange, BulkPreview, BulkTarget, BulkTargets
from dashboard.charts.history import history_figure
from dashboard.viewmodels.agreement import agreement_tiles, agreement_words, pairs_table
from dashboard.viewmodels.audit import (
    audit_table,
    audit_view,
    entries_words,
    faults_table,
    line_facts,
    replay_table,
    report_words,
)
from dashboard.viewmodels.bulk import changes_table, label_of, preview_words, targets_table, ticked_targets
from dashboard.viewmodels.history import history_table, history_view, labels_table, moment_at, then_table

IMPORTED = HistoryPoint(
    "2026-03-01T08:00:00Z", "import", "lead", "import of harbour.json", "", None, 2.0, 0.2, 0.7, 0.4,
    Decision.QUALIFY, True, False,
)  # fmt: skip
LABELLED = HistoryPoint(
    "2026-03-10T10:00:00Z", "label", "ana", "<b>forum</b>: independent", "own photograph", 4, 3.0, 0.3, 0.7, 0.61,
    Decision.ANSWER, True, True,
)  # fmt: skip
IDLE = replace(LABELLED, at="2026-03-11T09:00:00Z", what="gauge: unknown", changed=False, decision_changed=False)
POINTS = (IDLE, LABELLED, IMPORTED)

LINE = AuditLine(
    "label", 4, "2026-03-10T10:00:00Z", "ana", "label", "harbour", "c3 forum", "independent", "unknown",
    "own photograph", MappingProxyType({"eie": 2.5}), "ab" * 32, "cd" * 32,
)  # fmt: skip


def test_the_past_says_how_often_the_decision_turned_and_by_what() -> None:
    view = history_view(POINTS)

    assert "3 entries; the figures moved 2 times, what confidence allows 1 time." == view.words
    assert ("2026-03-10 10:00: Qualify → Answer, by <b>forum</b>: independent (ana)",) == view.turns
    assert ["import of harbour.json · lead", "<b>forum</b>: independent · ana"] == [m.what for m in view.moments[:2]]


def test_a_claim_without_a_past_says_so() -> None:
    assert "Nothing is on record for this claim." == history_view(()).words


def test_every_entry_is_listed_newest_first_and_turns_are_marked() -> None:
    rows = history_table(POINTS).rows

    assert ["gauge: unknown", "<b>forum</b>: independent", "import of harbour.json"] == [r.cells[1].text for r in rows]
    assert ["", "answer", ""] == [row.cells[6].colour for row in rows]


@pytest.mark.parametrize(
    ("asked", "step"),
    [(None, 2), ("", 2), ("2026-03-01", 0), ("2026-03-10", 1), ("2026-03-10T09:00", 0), ("2031", 2), ("2020-01-01", 0)],
)
def test_a_day_shows_what_counted_at_its_end(asked: str | None, step: int) -> None:
    assert step == moment_at(history_view(POINTS), asked)


def test_the_chart_steps_from_entry_to_entry_with_escaped_words() -> None:
    drawn = history_figure(history_view(POINTS), 1)
    naive, aware, eie = drawn.data

    assert ("hv", "hv", "hv") == (naive.line.shape, aware.line.shape, eie.line.shape)
    assert [0.4, 0.61, 0.61, 0.61] == list(aware.y)
    assert "y2" == eie.yaxis
    assert ["diamond", "circle", "circle"] == list(aware.marker.symbol)[:3]
    assert "&lt;b&gt;forum&lt;/b&gt;" in aware.customdata[1][0]
    assert 1 == drawn.layout.shapes[0].x0


def test_figures_then_stand_beside_those_of_today(quay: ClaimFile) -> None:
    found = replace(quay.assessment, eie=1.25, decision=Decision.REFUSE)
    then = replace(quay, assessment=found)
    rows = {row.id: row.cells for row in then_table(then, quay).rows}

    assert ("1.25", "3", "qualify") == (rows["EIE"][1].text, rows["EIE"][2].text, rows["EIE"][1].colour)
    assert "" == rows["Naive"][1].colour


def test_only_labels_that_changed_since_are_listed(quay: ClaimFile) -> None:
    labels = {**quay.dossier.labels, "forum": Label(Dependence.DEPENDENT, by="ben")}
    then = replace(quay, dossier=replace(quay.dossier, labels=MappingProxyType(labels)))

    assert [("forum", "dependent · ben", "unknown · no label")] == [
        (row.id, row.cells[1].text, row.cells[2].text) for row in labels_table(then, quay).rows
    ]


def test_an_address_filters_the_record() -> None:
    view = audit_view({"chain": "label", "by": "ana", "since": "2026-03-01", "until": "2026-03-31", "q": "forum"})

    assert view.wanted == AuditFilter(chain="label", by="ana", since="2026-03-01", until="2026-03-31", search="forum")
    assert () == view.refused


@pytest.mark.parametrize(("name", "value"), [("chain", "votes"), ("since", "2026-02-30"), ("until", "yesterday")])
def test_a_filter_of_the_record_that_cannot_be_used_is_refused_by_name(name: str, value: str) -> None:
    view = audit_view({name: value})

    assert view.refused[0].startswith(f"{name}: expected")
    assert AuditFilter() == view.wanted


def test_an_entry_says_who_when_what_before_and_why() -> None:
    (row,) = audit_table((LINE,)).rows
    facts = dict(line_facts(LINE))

    assert ["label 4", "2026-03-10 10:00", "ana", "label", "independent", "unknown", "c3 forum", "own photograph"] == [
        cell.text for cell in row.cells
    ]
    assert ("eie 2.5", "ab" * 32) == (facts["Seen"], facts["Hash"])
    assert "Clock" not in facts
    assert "gone back" in dict(line_facts(replace(LINE, clock="2026-03-09T10:00:00Z")))["Clock"]


def test_the_place_in_the_record_is_said() -> None:
    assert "51 to 51 of 51 entries" == entries_words(Page((LINE,), 51, 2, 50))
    assert "no entry" == entries_words(Page((), 0, 1, 50))


def test_a_whole_record_says_so_and_a_broken_one_names_every_fault() -> None:
    heads = MappingProxyType({"label": (2, "ab")})
    whole, broken = ChainReport(2, (), heads), ChainReport(2, ("entry 1 was changed", "entry 3 is missing"))

    assert "The record is whole: 2 entries, each as it was written." == report_words(whole)[0]
    assert "labels: 2 entries, the last sealed ab" == report_words(whole)[1]
    assert "2 faults in 2 entries." == report_words(broken)[0]
    assert ["entry 1 was changed", "entry 3 is missing"] == [row.cells[0].text for row in faults_table(broken).rows]


def test_a_replayed_day_leads_to_the_history_of_each_claim(quay: ClaimFile, bare: ClaimFile) -> None:
    rows = replay_table(((quay, quay), (None, bare)), "2026-03-10").rows

    assert "claim?claim=harbour%3Ac3&tab=history&at=2026-03-10" == rows[0].href
    assert "3 → 3" == rows[0].cells[3].text
    assert "not there yet" == rows[1].cells[1].text


def test_agreement_that_is_not_defined_gives_its_reason_and_its_n() -> None:
    none = Figure(None, "everybody gave the same label")
    found = Agreement(none, Figure(0.5), 4, 8, ("ana", "ben"), (PairAgreement("ana", "ben", 4, 4, none),), 1, False)
    kappa, alpha, people, disputed = agreement_tiles(found)

    assert ("not defined", "everybody gave the same label") == (kappa.value, kappa.note)
    assert ("0.5", "over 4 documents, 8 readings") == (alpha.value, alpha.note)
    assert ("2", "1") == (people.value, disputed.value)
    assert "n. d." == pairs_table(found).rows[0].cells[4].text
    assert "4 documents read by at least two of 2 people, blind or not." == agreement_words(found)


PREVIEW = BulkPreview(
    (BulkTarget("forum", "<i>Forum</i>", None, None, None, "unknown"),),
    (
        BulkChange(
            "harbour:c3", "The quay closes.", Reading(3.0, 0.3, 0.58, Decision.QUALIFY),
            Reading(3.5, 0.35, 0.61, Decision.ANSWER),
        ),
    ),
    2,
    1,
    MappingProxyType({"forum": None}),
)  # fmt: skip


def test_a_bulk_label_says_what_it_will_change_first() -> None:
    words = "1 document, used by 2 claims; the figures of 1 would move, what confidence allows for 1 of them."

    assert words == preview_words(PREVIEW)
    assert ("<i>Forum</i>", "unknown") == tuple(cell.text for cell in targets_table(PREVIEW).rows[0].cells)
    assert ["The quay closes.", "◐ Qualify", "● Answer", "3 → 3.5", "58 % → 61 %"] == [
        cell.text for cell in changes_table(PREVIEW.claims).rows[0].cells
    ]


def test_ticked_items_of_one_kind_and_data_set_go_together() -> None:
    keys = ("harbour:c1|a", "harbour:c2|b")

    assert BulkTargets(dataset="harbour", keys=keys, open_only=True) == ticked_targets(keys, open_only=True)
    assert None is ticked_targets((*keys, "other:c1|a"), open_only=True)
    assert None is ticked_targets((*keys, "harbour:c1|~|a|b|cites"), open_only=True)
    assert None is ticked_targets((), open_only=True)


def test_a_weight_goes_with_a_partial_label_only() -> None:
    assert {"state": Dependence.DEPENDENT, "weight": None} == label_of(Dependence.DEPENDENT, 0.5)
    assert {"state": Dependence.PARTIALLY_DEPENDENT, "weight": 0.5} == label_of(Dependence.PARTIALLY_DEPENDENT, 0.5)
    assert {"status": EdgeStatus.CONFIRMED} == label_of(EdgeStatus.CONFIRMED, None)
