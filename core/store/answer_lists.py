"""Pages of answers: what was asked and answered, and how their claims stand."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, Row, func, select

from core.conclusions import Sufficiency
from core.model import Answer
from core.results import AnswerSummary, ClaimSummary, Page
from core.states import Decision
from core.store import mapping
from core.store.identity import answer_named
from core.store.lists import check_page, summaries_of
from core.store.number_sets import among
from core.store.reach import running
from core.store.record_tables import ClaimSummaryRow
from core.store.search import matches
from core.store.tables import AnswerRow, AnswerVersionRow, ClaimVersionRow, DatasetRow, table_of
from core.store.verdict_rows import tallies
from core.verdicts import Tally

_SUMMARY, _DATASET = table_of(ClaimSummaryRow), table_of(DatasetRow)
_STATEMENT = table_of(ClaimVersionRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)


def list_answers(
    connection: Connection, *, page: int, size: int, search: str, dataset: str | None, rule: str | None
) -> Page[AnswerSummary]:
    """One page of answers, in the order of arrival."""
    check_page(page, size)
    conditions: list[ColumnElement[bool]] = [running(_WORDING)]
    if dataset is not None:
        conditions += [_ANSWER.c.number == _WORDING.c.answer, _ANSWER.c.dataset == _DATASET.c.number]
        conditions.append(_DATASET.c.name == dataset)
    if search.strip():
        found = matches(connection, "answer_words", search)
        if found is None:
            return Page((), 0, page, size)
        conditions.append(_WORDING.c.answer.in_(found))
    total = connection.execute(select(func.count(_WORDING.c.answer)).where(*conditions)).scalar_one()
    query = select(_WORDING.c.answer).where(*conditions).order_by(_WORDING.c.answer)
    numbers = connection.execute(query.limit(size).offset((page - 1) * size)).scalars().all()
    return Page(_answer_summaries(connection, numbers, rule), total, page, size)


def _answer_summaries(connection: Connection, answers: Sequence[int], rule: str | None) -> tuple[AnswerSummary, ...]:
    figures = (
        select(
            _SUMMARY.c.answer,
            _SUMMARY.c.decision,
            func.count().label("claims"),
            func.sum(_SUMMARY.c.alert.cast(Integer)).label("alerts"),
            func.sum(_SUMMARY.c.aware).label("aware"),
        )
        .where(among(connection, _SUMMARY.c.answer, answers))
        .group_by(_SUMMARY.c.answer, _SUMMARY.c.decision)
    )
    parts: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(figures):
        parts.setdefault(row.answer, []).append(row)
    query = (
        select(_WORDING.c.answer, _WORDING.c.text, _WORDING.c.question, _ANSWER.c.id, _DATASET.c.name)
        .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
        .join(_DATASET, _DATASET.c.number == _ANSWER.c.dataset)
        .where(among(connection, _WORDING.c.answer, answers), running(_WORDING))
    )
    rows = {row.answer: row for row in connection.execute(query)}
    claims = {number: sum(part.claims for part in parts.get(number, ())) for number in answers}
    # Nothing is made under no rule: all claims are undecided then.
    said = tallies(connection, rule or "", claims)
    return tuple(_answer_summary(rows[number], parts.get(number, ()), *said[number]) for number in answers)


def _answer_summary(
    row: Any, parts: Sequence[Row[Any]], tally: Tally, states: tuple[Sufficiency, ...]
) -> AnswerSummary:
    claims = tally.claims
    return AnswerSummary(
        uid=f"{row.name}:{row.id}",
        dataset=row.name,
        answer_id=row.id,
        question=row.question,
        text=row.text,
        claims=claims,
        alerts=sum(part.alerts for part in parts),
        mean_aware=sum(part.aware for part in parts) / claims if claims else None,
        decisions=MappingProxyType(
            {decision.value: 0 for decision in Decision} | {p.decision: p.claims for p in parts}
        ),
        tally=tally,
        states=states,
    )


def answer_with_claims(
    connection: Connection, uid: str, rule: str | None = None
) -> tuple[Answer, tuple[ClaimSummary, ...]]:
    """An answer and its claims, in their order within it.

    Raises:
        UnknownId: There is no such answer.
    """
    found = answer_named(connection, uid)
    row = connection.execute(select(_WORDING).where(_WORDING.c.answer == found.number, running(_WORDING))).one()
    query = (
        select(_STATEMENT.c.claim)
        .where(_STATEMENT.c.answer == found.number, running(_STATEMENT))
        .order_by(_STATEMENT.c.position, _STATEMENT.c.claim)
    )
    claims = connection.execute(query).scalars().all()
    return mapping.answer_of(row, found.id), summaries_of(connection, claims, rule)
