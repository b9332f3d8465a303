"""Pages of claims and answers: filtered, searched, ordered and counted by the database, from indexes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Integer, Row, UnaryExpression, func, select
from sqlalchemy.sql.operators import custom_op

from core.errors import InvalidParameter
from core.model import Answer
from core.results import AnswerSummary, ClaimSummary, Page
from core.states import Decision
from core.store import mapping
from core.store.identity import answer_named, claim_named
from core.store.number_sets import among
from core.store.reach import running
from core.store.record_tables import ORDERS, ClaimSummaryRow
from core.store.search import matches
from core.store.tables import AnswerRow, AnswerVersionRow, ClaimRow, ClaimVersionRow, DatasetRow, table_of

_SUMMARY, _DATASET = table_of(ClaimSummaryRow), table_of(DatasetRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)

LARGEST_PAGE = 1_000
ARRIVAL = "uid"
"""The order of arrival: claims as they stood in the first file that had them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which claims to list, and how."""

    page: int = 1
    size: int = 50
    search: str = ""
    decision: Decision | None = None
    alert: bool | None = None
    dataset: str | None = None
    answer_uid: str | None = None
    has_unknown: bool | None = None
    order: str = ARRIVAL
    descending: bool = False

    def __post_init__(self) -> None:
        check_page(self.page, self.size)
        if self.order not in (ARRIVAL, *ORDERS):
            raise InvalidParameter("order", self.order, "one of " + ", ".join((ARRIVAL, *ORDERS)))
        if self.decision is not None and self.decision not in tuple(Decision):
            raise InvalidParameter("decision", self.decision, "one of " + ", ".join(Decision))


def check_page(page: int, size: int) -> None:
    """Let a possible page pass.

    Raises:
        InvalidParameter: The page is before the first, or the size is not between 1 and 1,000.
    """
    if page < 1:
        raise InvalidParameter("page", page, "a whole number from 1 on")
    if not 1 <= size <= LARGEST_PAGE:
        raise InvalidParameter("size", size, f"a whole number from 1 to {LARGEST_PAGE}")


def list_claims(connection: Connection, wanted: Wanted) -> Page[ClaimSummary]:
    """One page of claims."""
    conditions = _conditions(connection, wanted)
    rows: FromClause = _SUMMARY
    numbered: ColumnElement[int] = _SUMMARY.c.claim
    counted = rows
    if wanted.search.strip():
        found = matches(connection, "claim_words", wanted.search)
        if found is None:
            return Page((), 0, wanted.page, wanted.size)
        # Led by the index of words, which comes in the order of arrival: a page ends with its last row, however
        # many claims have the word.
        words = found.subquery()
        numbered = words.c.rowid
        rows = words.join(_SUMMARY, _SUMMARY.c.claim == numbered)
        counted = rows if conditions else words
    total = connection.execute(select(func.count()).select_from(counted).where(*conditions)).scalar_one()
    query = select(numbered).select_from(rows).where(*conditions).order_by(*_ordering(wanted, numbered))
    numbers = connection.execute(query.limit(wanted.size).offset((wanted.page - 1) * wanted.size)).scalars().all()
    return Page(summaries_of(connection, numbers), total, wanted.page, wanted.size)


def _conditions(connection: Connection, wanted: Wanted) -> list[ColumnElement[bool]]:
    s = _SUMMARY.c
    # Behind a plus sign SQLite looks a column up in no index, and so lets the index of words lead.
    searching = bool(wanted.search.strip()) and connection.dialect.name == "sqlite"
    filtered = _plain if searching else _as_it_is
    found: list[ColumnElement[bool]] = []
    if wanted.dataset is not None:
        number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == wanted.dataset)).scalar()
        found.append(filtered(s.dataset) == (-1 if number is None else number))
    if wanted.answer_uid is not None:
        found.append(filtered(s.answer) == answer_named(connection, wanted.answer_uid).number)
    if wanted.decision is not None:
        found.append(filtered(s.decision) == Decision(wanted.decision).value)
    if wanted.alert is not None:
        found.append(filtered(s.alert).is_(wanted.alert))
    if wanted.has_unknown is not None:
        found.append(filtered(s.unknown) > 0 if wanted.has_unknown else filtered(s.unknown) == 0)
    return found


def _as_it_is(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return column


def _plain(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return UnaryExpression(column, operator=custom_op("+"), type_=column.type)


def _ordering(wanted: Wanted, numbered: ColumnElement[int]) -> Iterator[ColumnElement[Any]]:
    """Ties stand in the order of arrival, turned round with the rest: pages neither repeat nor lose a claim.

    A figure that is undefined comes last whichever way the list is ordered.
    """
    if wanted.order != ARRIVAL:
        figure = _SUMMARY.c[wanted.order]
        yield (figure.desc() if wanted.descending else figure.asc()).nulls_last()
    yield numbered.desc() if wanted.descending else numbered.asc()


def summaries_of(connection: Connection, claims: Sequence[int]) -> tuple[ClaimSummary, ...]:
    """The list lines of these claims, in the order asked for."""
    query = (
        select(
            _SUMMARY,
            _CLAIM.c.id,
            _STATEMENT.c.text,
            _DATASET.c.name,
            _ANSWER.c.id.label("answer_id"),
        )
        .join(_CLAIM, _CLAIM.c.number == _SUMMARY.c.claim)
        .join(_STATEMENT, _STATEMENT.c.claim == _SUMMARY.c.claim)
        .join(_DATASET, _DATASET.c.number == _SUMMARY.c.dataset)
        .join(_ANSWER, _ANSWER.c.number == _SUMMARY.c.answer, isouter=True)
        .where(among(connection, _SUMMARY.c.claim, claims), running(_STATEMENT))
    )
    rows = {row.claim: _summary(row) for row in connection.execute(query)} if claims else {}
    return tuple(rows[number] for number in claims)


def _summary(row: Row[Any]) -> ClaimSummary:
    return ClaimSummary(
        uid=f"{row.name}:{row.id}",
        dataset=row.name,
        claim_id=row.id,
        text=row.text,
        answer_uid=None if row.answer_id is None else f"{row.name}:{row.answer_id}",
        items=row.items,
        sources=row.sources,
        lineages=row.lineages,
        eie=row.eie,
        gamma=row.gamma,
        naive=row.naive,
        aware=row.aware,
        inflation=row.inflation,
        unknown=row.unknown,
        refuting=row.refuting,
        alert=row.alert,
        decision=Decision(row.decision),
    )


def neighbours(connection: Connection, uid: str) -> tuple[str | None, str | None]:
    """The claims before and after one, in its data set's order of arrival.

    Raises:
        UnknownId: There is no such claim.
    """
    claim = claim_named(connection, uid)
    dataset = uid.partition(":")[0]

    def beside(side: ColumnElement[bool], order: ColumnElement[Any]) -> str | None:
        query = select(_CLAIM.c.id).join(_SUMMARY, _SUMMARY.c.claim == _CLAIM.c.number)
        query = query.where(_SUMMARY.c.dataset == claim.dataset, side).order_by(order).limit(1)
        found = connection.execute(query).scalar()
        return None if found is None else f"{dataset}:{found}"

    number = _SUMMARY.c.claim
    return beside(number < claim.number, number.desc()), beside(number > claim.number, number.asc())


def list_answers(
    connection: Connection, *, page: int, size: int, search: str, dataset: str | None
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
    return Page(_answer_summaries(connection, numbers), total, page, size)


def _answer_summaries(connection: Connection, answers: Sequence[int]) -> tuple[AnswerSummary, ...]:
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
    return tuple(_answer_summary(rows[number], parts.get(number, [])) for number in answers)


def _answer_summary(row: Any, parts: Sequence[Row[Any]]) -> AnswerSummary:
    claims = sum(part.claims for part in parts)
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
    )


def answer_with_claims(connection: Connection, uid: str) -> tuple[Answer, tuple[ClaimSummary, ...]]:
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
    return mapping.answer_of(row, found.id), summaries_of(connection, claims)
