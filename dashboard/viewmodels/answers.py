"""The list of answers, and one answer as its text with each claim marked by its decision."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.bundles.deciding import decide_from_tally
from core.checked import CitationLine, CitationQuality
from core.conclusions import Conclusion
from core.results import AnswerFile, AnswerSummary, ClaimSummary, Page
from core.states import Decision
from dashboard.viewmodels.answer_text import Span, answer_stretches
from dashboard.viewmodels.checks import Tally, quality_words, tally, tally_words
from dashboard.viewmodels.numbers import amount, count, percent
from dashboard.viewmodels.quotations import quotations, quotations_table
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, answer_link, claim_link, cut
from dashboard.wording import (
    CONCLUSION,
    CONCLUSION_TONE,
    CONFIDENCE_ALLOWS,
    DECISION,
    DECISION_SIGN,
    SUFFICIENCY,
    conclusion_words,
)

SHORTLY = MappingProxyType(
    {
        Conclusion.ANSWER: "Plain",
        Conclusion.ANSWER_WITH_CAVEAT: "Caveat",
        Conclusion.QUALIFY: "Qualify",
        Conclusion.ABSTAIN: "Abstain",
    }
)
"""Headings of columns that count claims."""
COLUMNS = (
    Column("answer", "Answer", "prose", 26),
    Column("question", "Question", "prose", 16),
    Column("conclusion", "Decision", "word", 8, "Of the whole answer, from the decisions on its claims."),
    Column("state", "State", "quiet", 8.6, "How the evidence stands; the gravest state of its claims."),
    Column("claims", "Claims", "number", 5),
    *(
        Column(conclusion.value, SHORTLY[conclusion], "number", 5.6, f"Claims: {CONCLUSION[conclusion].lower()}.")
        for conclusion in Conclusion
    ),
    Column("aware", "Mean aware", "number", 5.6, "Mean aware confidence over the claims of the answer."),
    Column("alerts", "Alerts", "number", 4.8),
    Column("dataset", "Data set", "quiet", 8),
)
ALLOWED = tuple(Column(d.value, f"{CONFIDENCE_ALLOWS}: {DECISION[d]}", "number") for d in Decision)
"""What a file of the list has beside the columns shown."""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer under review."""

    uid: str
    question: str
    spans: tuple[Span, ...]
    corrected: str
    words: str
    decisions: tuple[tuple[str, str], ...]
    listing: TableView
    unplaced: str
    """Claims whose words are not in the text, in words; empty where all are."""
    flaws: tuple[str, ...] = ()
    """Markers that lead nowhere, in words."""
    quotations: TableView | None = None
    """What the text puts between quotation marks; None where it does not."""
    citations: str = ""
    """What the checks of its citations say, in words."""
    quality: tuple[str, ...] = ()
    """Citation precision and completeness, each with its n."""


def answers_table(page: Page[AnswerSummary]) -> TableView:
    """One page of answers."""
    return TableView(
        "Answers",
        COLUMNS,
        tuple(Row(row.uid, _cells(row), answer_link(row.uid)) for row in page.rows),
        "No answer matches. Widen the search, or import a file that brings answers.",
    )


def answers_file(page: Page[AnswerSummary]) -> TableView:
    """The same for a file: also how many claims of each answer confidence alone would let pass."""
    view = answers_table(page)
    allowed = [tuple(_number(row.decisions.get(d.value, 0)) for d in Decision) for row in page.rows]
    rows = tuple(replace(row, cells=row.cells + more) for row, more in zip(view.rows, allowed, strict=True))
    return replace(view, columns=view.columns + ALLOWED, rows=rows)


def _cells(row: AnswerSummary) -> tuple[Cell, ...]:
    conclusion, states, reasons = decide_from_tally(row.tally, row.states if row.tally.claims else None)
    held = ", ".join(SUFFICIENCY[state] for state in states)
    tone = "" if conclusion is None else CONCLUSION_TONE[conclusion]
    return (
        Cell(cut(row.text, 220) or "no text", None, "", row.text[:600]),
        Cell(cut(row.question, 140) or "–", None, "", row.question),
        Cell(conclusion_words(conclusion), None, tone, "; ".join(reasons) or "nothing holds it back"),
        Cell(SUFFICIENCY[states[0]] if states else "", None, "", held),
        _number(row.claims),
        *(_number(row.tally.conclusions[conclusion.value]) for conclusion in Conclusion),
        Cell("n. d." if row.mean_aware is None else percent(row.mean_aware), row.mean_aware),
        _number(row.alerts),
        Cell(row.dataset, None, "", row.dataset),
    )


def _number(value: int) -> Cell:
    return Cell(str(value), value)


def answer_view(
    file: AnswerFile,
    sentences: Mapping[str, str],
    lines: Sequence[CitationLine] = (),
    quality: CitationQuality | None = None,
    sources: Callable[[Sequence[str]], Mapping[str, str]] | None = None,
) -> AnswerView:
    """The answer's text in stretches, each claim found in it marked with its number and decision.

    Args:
        file: The answer and its claims.
        sentences: Claim uid -> the sentence of the answer it was taken from, where the data says so.
        lines: The citations of the answer with their checks.
        quality: How good they are, as far as somebody judged.
        sources: Looks for quoted words in the texts of the answer's sources.
    """
    text = answer_stretches(file.answer.text, file.claims, sentences, lines)
    tally_ = {decision: sum(claim.decision is decision for claim in file.claims) for decision in Decision}
    quoted = quotations(file.answer.text, lines, sources)
    checks = tally(lines)
    return AnswerView(
        uid=file.uid,
        question=file.answer.question,
        spans=text.spans,
        corrected=file.answer.corrected_text or "",
        words=count(len(file.claims), "claim"),
        decisions=tuple((d.value, f"{DECISION_SIGN[d]} {DECISION[d]} {n}") for d, n in tally_.items()),
        listing=_claims(file.claims, lines),
        unplaced=(
            f"{count(text.unplaced, 'claim')} of {len(file.claims)} stand in other words in the text; see the list."
            if text.unplaced
            else ""
        ),
        flaws=text.flaws,
        quotations=quotations_table(quoted) if quoted else None,
        citations=f"{checks.grounded:,} of {count(checks.total, 'citation')} grounded: {tally_words(checks)}"
        if checks.checked
        else tally_words(checks),
        quality=quality_words(quality) if quality is not None and quality.total else (),
    )


def _claims(claims: tuple[ClaimSummary, ...], lines: Sequence[CitationLine]) -> TableView:
    return TableView(
        "Claims of this answer",
        (
            Column("number", "", "quiet", 2.4, "Number in the text"),
            Column("claim", "Claim", "prose", 30),
            Column("decision", "Decision", "word", 7),
            Column("items", "Items", "number", 5),
            Column("lineages", "Lineages", "number", 6),
            Column("eie", "EIE", "number", 5),
            Column("naive", "Naive", "number", 6),
            Column("aware", "Aware", "number", 6),
            Column("unknown", "Unknown", "number", 6),
            Column("citations", "Grounded", "text", 6.4, "Citations that stand in their source, of how many."),
            Column("alert", "Alert", "text", 5),
        ),
        tuple(
            _claim_row(number, claim, tally([line for line in lines if line.claim_uid == claim.uid]))
            for number, claim in enumerate(claims, 1)
        ),
        "No claim was taken from this answer.",
    )


def _claim_row(number: int, claim: ClaimSummary, checks: Tally) -> Row:
    return Row(
        claim.uid,
        (
            Cell(str(number), number),
            Cell(cut(claim.text, 200), None, "", claim.text),
            Cell(f"{DECISION_SIGN[claim.decision]} {DECISION[claim.decision]}", None, claim.decision.value),
            Cell(str(claim.items), claim.items),
            Cell(str(claim.lineages), claim.lineages),
            Cell(amount(claim.eie), claim.eie),
            Cell(percent(claim.naive), claim.naive),
            Cell(percent(claim.aware), claim.aware),
            Cell(str(claim.unknown), claim.unknown),
            Cell(_grounded(checks), None, "", tally_words(checks)),
            Cell("alert" if claim.alert else ""),
        ),
        claim_link(claim.uid),
    )


def _grounded(checks: Tally) -> str:
    if not checks.checked:
        return "not checked" if checks.total else "none"
    return f"{checks.grounded:,} of {checks.total:,}"
