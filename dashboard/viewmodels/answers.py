"""The list of answers, and one answer as its text with each claim marked by its decision."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.checked import CitationLine, CitationQuality
from core.results import AnswerFile, AnswerSummary, ClaimSummary, Page
from core.states import Decision
from dashboard.viewmodels.answer_text import Span, answer_stretches
from dashboard.viewmodels.checks import Tally, quality_words, tally, tally_words
from dashboard.viewmodels.numbers import amount, count, percent
from dashboard.viewmodels.quotations import quotations, quotations_table
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, answer_link, claim_link, cut
from dashboard.wording import DECISION, DECISION_SIGN

COLUMNS = (
    Column("answer", "Answer", "prose", 30),
    Column("question", "Question", "prose", 20),
    Column("claims", "Claims", "number", 5),
    *(Column(decision.value, DECISION[decision], "number", 5.4) for decision in Decision),
    Column("aware", "Mean aware", "number", 7, "Mean aware confidence over the claims of the answer."),
    Column("alerts", "Alerts", "number", 5.2),
    Column("dataset", "Data set", "quiet", 8),
)


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
        tuple(_row(row) for row in page.rows),
        "No answer matches. Widen the search, or import a file that brings answers.",
    )


def _row(row: AnswerSummary) -> Row:
    return Row(
        row.uid,
        (
            Cell(cut(row.text, 220) or "no text", None, "", row.text[:600]),
            Cell(cut(row.question, 140) or "–", None, "", row.question),
            Cell(str(row.claims), row.claims),
            *(Cell(str(row.decisions.get(d.value, 0)), row.decisions.get(d.value, 0)) for d in Decision),
            Cell("n. d." if row.mean_aware is None else percent(row.mean_aware), row.mean_aware),
            Cell(str(row.alerts), row.alerts),
            Cell(row.dataset),
        ),
        answer_link(row.uid),
    )


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
