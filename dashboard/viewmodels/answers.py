"""The list of answers, each with the decision on it."""

from dataclasses import replace
from types import MappingProxyType

from core.bundles.deciding import decide_from_tally
from core.conclusions import Conclusion
from core.results import AnswerSummary, Page
from core.states import Decision
from dashboard.viewmodels.numbers import percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, answer_link, cut
from dashboard.wording import (
    CONCLUSION,
    CONCLUSION_TONE,
    CONFIDENCE_ALLOWS,
    DECISION,
    SUFFICIENCY,
    UNHINDERED,
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
        Cell(conclusion_words(conclusion), None, tone, "; ".join(reasons) or UNHINDERED),
        Cell(SUFFICIENCY[states[0]] if states else "", None, "", held),
        _number(row.claims),
        *(_number(row.tally.conclusions[conclusion.value]) for conclusion in Conclusion),
        Cell("n. d." if row.mean_aware is None else percent(row.mean_aware), row.mean_aware),
        _number(row.alerts),
        Cell(row.dataset, None, "", row.dataset),
    )


def _number(value: int) -> Cell:
    return Cell(str(value), value)
