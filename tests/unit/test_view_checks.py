"""Checks on the pages of claims and answers: counts with their n, markers where they belong, quotations found."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.checked import NOT_CHECKED, CitationFile, CitationLine, CitationQuality
from core.figures import Figure
from core.headline import figure_cards
from core.model import Citation
from core.results import ClaimFile, ClaimSummary
from core.states import Decision, EvidenceState
from core.verification.vocabulary import CheckStatus, Reason
from dashboard.viewmodels.answer_text import Span, answer_stretches
from dashboard.viewmodels.checks import (
    badges,
    by_item,
    by_source,
    citation_blocks,
    looked,
    quality_words,
    tally,
    tally_words,
    together,
)
from dashboard.viewmodels.evidence import evidence_table
from dashboard.viewmodels.funnel import funnel_view
from dashboard.viewmodels.graph_words import check_mark
from dashboard.viewmodels.quotations import quotations, quotations_table

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "golden" / "field_cases.jsonl"


def line(
    key: str = "k1",
    status: CheckStatus | None = CheckStatus.GROUNDED,
    *,
    source: str = "wire",
    marker: str | None = None,
    text: str | None = "Quay to close in May",
    claim: str = "c3",
    stale: bool = False,
    reason: Reason | None = None,
) -> CitationLine:
    return CitationLine(
        f"harbour:{key}", f"harbour:{claim}", "The quay closes in May.", source, f"harbour:{source}",
        f"{source} title", None, marker, text, None, None, status, reason, None, stale, None, None, "Stands there.",
    )  # fmt: skip


def summary(key: str, text: str, decision: Decision = Decision.QUALIFY) -> ClaimSummary:
    return ClaimSummary(
        f"harbour:{key}", "harbour", key, text, "harbour:a1", 1, 1, 1, 1.0, 0.5, 0.5, 0.4, 2.0, 0, 0, False, decision
    )


def texts(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


def test_an_error_is_never_counted_as_verified() -> None:
    """[VER-29]"""
    late = line("k4", CheckStatus.ERROR, reason=Reason.LIMITS_EXCEEDED)
    found = tally([line(), line("k3", CheckStatus.ERROR, reason=Reason.PARSE_FAILED), late, line("k5", None)])

    assert (4, 1, 3) == (found.total, found.grounded, found.checked)
    assert "2 could not be checked, 1 not checked" == tally_words(found)


def test_a_check_to_be_made_again_is_not_counted_as_grounded() -> None:
    found = tally([line(), line("k2", stale=True)])

    assert 1 == found.grounded
    assert "1 to be checked again" == tally_words(found)


def test_citations_nobody_looked_at_say_so_and_give_no_count(quay: ClaimFile) -> None:
    found = tally([line(status=None), line("k2", None)])
    card = next(one for one in figure_cards(quay.assessment, 2, looked(found, quay.dossier)) if one.key == "citations")

    assert ("not checked", "2 cited, none looked at") == (card.value, card.note)


def test_verified_counts_evidence_that_was_promoted_and_says_what_is_only_grounded(quay: ClaimFile) -> None:
    evidence = tuple(
        replace(item, state=EvidenceState.VERIFIED) if item.id == "e1" else item for item in quay.dossier.evidence
    )
    dossier = replace(quay.dossier, evidence=evidence)
    found = tally([line(), line("k2", source="survey")])
    card = next(one for one in figure_cards(quay.assessment, 2, looked(found, dossier)) if one.key == "citations")

    assert ("Citations verified", "1 of 2", "2 grounded") == (card.label, card.value, card.note)


def test_a_citation_that_failed_is_not_verified_by_another_of_its_passage(quay: ClaimFile) -> None:
    evidence = tuple(
        replace(item, state=EvidenceState.VERIFIED) if item.id == "e1" else item for item in quay.dossier.evidence
    )
    citations = (Citation("k1", "c3", "wire", "e1"), Citation("k2", "c3", "wire", "e1"))
    dossier = replace(quay.dossier, evidence=evidence, citations=citations)

    assert 1 == looked(tally([line(), line("k2", CheckStatus.MISMATCH)]), dossier).verified


def test_many_citations_of_a_source_are_named_by_the_gravest() -> None:
    checks = by_source(
        [line(), line("k2", CheckStatus.MISMATCH), line("k9", source="survey"), line("k8", source="survey")]
    )

    assert ("does not match · 1 of 2 grounded", "refuse", "≠") == (
        checks["wire"].words,
        checks["wire"].tone,
        checks["wire"].sign,
    )
    assert ("grounded ×2", "answer") == (checks["survey"].words, checks["survey"].tone)


def test_not_found_and_mismatch_of_one_source_are_not_merged() -> None:
    both = together([line("k1", CheckStatus.NOT_FOUND), line("k2", CheckStatus.MISMATCH)])

    assert both.words.startswith("does not match")
    assert "? not found" in both.hint and "≠ does not match" in both.hint


def test_the_badge_of_a_node_has_a_mark_for_each_outcome_and_none_where_nobody_looked() -> None:
    words = badges([line(), line("k2", CheckStatus.MISMATCH), line("k3", None, source="survey")])

    assert {"wire": "does not match · 1 of 2 grounded"} == words
    assert ["≠", "✓", "✓", ""] == [check_mark(one) for one in (words["wire"], "grounded", "grounded ×3", "")]


def test_each_passage_shows_the_check_of_its_own_citation(quay: ClaimFile) -> None:
    lines = [line("k1", CheckStatus.MISMATCH), line("k2", source="survey")]
    view = evidence_table(quay.dossier, quay.assessment, {}, by_item(lines, quay.dossier))
    column = [one.key for one in view.columns].index("verification")
    shown = {row.id: (row.cells[column].text, row.cells[column].colour) for row in view.rows}

    assert ("≠ does not match", "refuse") == shown["wire"]
    assert ("✓ grounded", "answer") == shown["survey"]
    assert ("not cited", "") == shown["forum"]


def test_a_citation_without_a_passage_is_of_all_of_its_source(quay: ClaimFile) -> None:
    dossier = replace(quay.dossier, citations=(Citation("k1", "c3", "gauge"),))

    assert {"e6", "e9"} == set(by_item([line("k1", source="gauge")], dossier))


def test_the_inspector_gets_the_citations_of_its_source() -> None:
    found = citation_blocks([line(marker="[1]"), line("k2", source="survey")], "wire")

    assert [("harbour:k1", "[1]", "✓ grounded", "answer")] == [(b.uid, b.marker, b.status, b.tone) for b in found]


def test_the_funnel_says_zero_only_where_somebody_looked(quay: ClaimFile) -> None:
    def stages(**known: object) -> dict[str, str]:
        return {s.label: s.text for s in funnel_view(quay.dossier, quay.assessment, **known).stages}  # type: ignore[arg-type]

    assert "not yet checked" == stages()["grounding verified"]
    assert "0 sources, 0 items" == stages(looked_at=2)["grounding verified"]
    assert "not yet judged" == stages(looked_at=2)["supported"]
    assert "0 sources, 0 items" == stages(looked_at=2, judged=True)["supported"]


@pytest.mark.parametrize("value", [None, 0.0])
def test_precision_is_not_zero_while_nobody_judged(value: float | None) -> None:
    precision, complete = quality_words(CitationQuality(Figure(value), 12, Figure(value), 2, 0, 12))

    assert "Citation precision: not judged yet (0 of 12 citations judged)" == precision
    assert complete.startswith("Completeness: not judged yet")


def test_precision_and_completeness_are_shown_with_their_n() -> None:
    precision, complete = quality_words(CitationQuality(Figure(0.75), 12, Figure(0.5), 4, 9, 12))

    assert "Citation precision 75 % of 12 citations (3 not judged yet)" == precision
    assert "Completeness 50 % of 4 claims that need evidence" == complete


def test_a_marker_carries_the_sign_of_its_own_claims_check() -> None:
    """The same number may stand for two citations; each place shows the one of its claim."""
    text = "The quay closes [1]. The ferry moves [1]."
    claims = (summary("c1", "The quay closes"), summary("c2", "The ferry moves"))
    lines = [line("k1", claim="c1", marker="[1]"), line("k2", CheckStatus.MISMATCH, claim="c2", marker="[1]")]
    spans = answer_stretches(text, claims, {}, lines).spans

    assert text == texts(spans)
    assert [("harbour:k1", "✓", "answer"), ("harbour:k2", "≠", "refuse")] == [
        (span.pick, span.sign, span.tone) for span in spans if span.sign
    ]
    assert ["1 not decided yet", "grounded", "2 not decided yet", "does not match"] == [s.mark for s in spans if s.mark]


def test_a_run_of_markers_is_summed_up_in_words() -> None:
    text = "The quay closes [1][2], it says [3-4]."
    lines = [
        line(f"k{n}", status, marker=f"[{n}]")
        for n, status in enumerate((CheckStatus.GROUNDED, CheckStatus.ERROR, CheckStatus.GROUNDED, None), 1)
    ]
    spans = answer_stretches(text, (), {}, lines).spans

    assert text == texts(spans)
    assert ["1 of 2 grounded", "1 of 2 grounded"] == [span.mark for span in spans if span.mark]
    assert ["qualify", "qualify"] == [span.tone for span in spans if span.mark]


def test_numbers_without_a_source_are_flagged_and_nothing_is_dropped() -> None:
    """[VER-40]"""
    text = "Silt rose [2][6]. Eels fell [9]."
    found = answer_stretches(text, (), {}, [line(marker="[2]")])

    assert text == texts(found.spans)
    assert [("6", "✕", ""), ("9", "✕", "")] == [(s.text, s.sign, s.pick) for s in found.spans if s.sign == "✕"]
    assert "No such source: [6], [9]." == found.flaws[0]
    assert "Eels fell [9]" in found.flaws[1]


def test_numbers_stay_those_of_the_answer() -> None:
    """[VER-42]"""
    lines = [line("k1", source="eel", marker="2"), line("k2", source="silt", marker="5")]
    spans = answer_stretches("Silt rose [5], eels fell [2].", (), {}, lines).spans

    assert [("5", "silt title"), ("2", "eel title")] == [
        (span.text, span.hint.splitlines()[0]) for span in spans if span.sign
    ]


def test_a_citation_no_marker_leads_to_is_named() -> None:
    flaws = answer_stretches("Silt rose [1].", (), {}, [line(marker="[1]"), line("k2", marker="[4]")]).flaws

    assert ("Listed, but not in the text: [4].",) == flaws


def test_an_answer_without_citations_is_its_plain_text() -> None:
    assert (Span("Silt rose [1]."),) == answer_stretches("Silt rose [1].", (), {}).spans


FOUR = "他说「产量增长」。 She wrote “silt fell” and «l'eau baisse» and „Wasser sinkt“."


def test_quotations_are_found_in_the_marks_of_every_language() -> None:
    """[I18-07] Four quotations, each with the check of the citation that holds its words."""
    lines = [
        line("k1", text="今年产量增长了。"),
        line("k2", CheckStatus.MISMATCH, text="silt fell"),
        line("k3", text="On dit que l’eau baisse."),
    ]
    found = quotations(FOUR, lines)
    shown = [row.cells[1].text for row in quotations_table(found).rows]

    assert ["产量增长", "silt fell", "l'eau baisse", "Wasser sinkt"] == [one.text for one in found]
    assert ["✓ grounded", "≠ does not match", "✓ grounded", "· not cited"] == shown


def test_a_quotation_no_citation_holds_is_looked_for_in_the_sources_and_never_green() -> None:
    asked: list[Sequence[str]] = []

    def look(words: Sequence[str]) -> dict[str, str]:
        asked.append(words)
        return {"Wasser sinkt": "Pegelbuch"}

    found = quotations(FOUR, [line(text="silt fell")], look)
    rows = quotations_table(found).rows

    assert [["产量增长", "l'eau baisse", "Wasser sinkt"]] == asked
    assert ["", "", "", "Pegelbuch"] == [one.stands_in for one in found]
    assert ("· not cited", "qualify", "Pegelbuch") == (
        rows[3].cells[1].text,
        rows[3].cells[1].colour,
        rows[3].cells[2].text,
    )


@pytest.mark.skipif(not GOLDEN.exists(), reason="../shared/golden is not here")
def test_the_field_case_of_quotation_marks_has_four_quotations() -> None:
    cases = (json.loads(row) for row in GOLDEN.read_text("utf-8").splitlines())
    answer = next(case["input"]["answer"] for case in cases if case["id"] == "I18-07")

    assert 4 == len(quotations(answer, []))


def test_a_foot_or_an_apostrophe_is_no_quotation() -> None:
    assert () == quotations("It's 5' long and the committee's own.", [])


def test_every_status_of_a_real_check_reads_in_the_tally(citation_of: Callable[..., CitationFile]) -> None:
    lines = [
        citation_of("Backups are kept for 45 days", "Backups are kept for 45 days.").line,
        citation_of("Agreed by all the members", None, uid="harbour:k2").line,
        citation_of("Agreed by all the members", None, uid="harbour:k3", checked=False).line,
    ]

    assert {"grounded": 1, "error": 1, NOT_CHECKED: 1} == tally(lines).by_status
