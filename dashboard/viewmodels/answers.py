"""The list of answers, and one answer as its text with each claim marked by its decision."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.results import AnswerFile, AnswerSummary, ClaimSummary, Page
from core.states import Decision
from dashboard.viewmodels.numbers import amount, count, percent
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
class Span:
    """A stretch of the answer's text; ``mark`` follows it where a claim was taken from it."""

    text: str
    mark: str = ""
    tone: str = ""


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


def answer_view(file: AnswerFile, sentences: Mapping[str, str]) -> AnswerView:
    """The answer's text in stretches, each claim found in it marked with its number and decision.

    Args:
        file: The answer and its claims.
        sentences: Claim uid -> the sentence of the answer it was taken from, where the data says so.
    """
    spans, missing = _marked(file.answer.text, file.claims, sentences)
    tally = {decision: sum(claim.decision is decision for claim in file.claims) for decision in Decision}
    return AnswerView(
        uid=file.uid,
        question=file.answer.question,
        spans=spans,
        corrected=file.answer.corrected_text or "",
        words=count(len(file.claims), "claim"),
        decisions=tuple((d.value, f"{DECISION_SIGN[d]} {DECISION[d]} {n}") for d, n in tally.items()),
        listing=_claims(file.claims),
        unplaced=(
            f"{count(missing, 'claim')} of {len(file.claims)} stand in other words in the text; see the list."
            if missing
            else ""
        ),
    )


def _marked(text: str, claims: tuple[ClaimSummary, ...], sentences: Mapping[str, str]) -> tuple[tuple[Span, ...], int]:
    """Cut the text after each claim, or the sentence it was taken from; a claim inside another keeps its own mark."""
    places = []
    for number, claim in enumerate(claims, 1):
        for words in (claim.text.strip().rstrip("."), sentences.get(claim.uid, "").strip()):
            at = text.find(words) if words else -1
            if at >= 0:
                places.append((at + len(words), number, claim))
                break
    spans, done = [], 0
    for end, number, claim in sorted(places, key=lambda place: place[:2]):
        mark = f"{number} {DECISION_SIGN[claim.decision]} {DECISION[claim.decision]}"
        spans.append(Span(text[done:end], mark, claim.decision.value))
        done = max(done, end)
    if done < len(text) or not spans:
        spans.append(Span(text[done:]))
    return tuple(spans), len(claims) - len(places)


def _claims(claims: tuple[ClaimSummary, ...]) -> TableView:
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
            Column("alert", "Alert", "text", 5),
        ),
        tuple(_claim_row(number, claim) for number, claim in enumerate(claims, 1)),
        "No claim was taken from this answer.",
    )


def _claim_row(number: int, claim: ClaimSummary) -> Row:
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
            Cell("alert" if claim.alert else ""),
        ),
        claim_link(claim.uid),
    )
