"""Pages of claims: filtered, searched, ordered and counted by the database, from indexes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Row, Select, Table, UnaryExpression, func, select
from sqlalchemy.sql.operators import custom_op

from core.conclusions import Conclusion, Sufficiency
from core.errors import InvalidParameter
from core.results import ClaimSummary, Page
from core.states import Decision
from core.store.identity import answer_named, claim_named
from core.store.number_sets import among
from core.store.reach import running
from core.store.record_tables import ORDERS, ClaimSummaryRow
from core.store.search import matches
from core.store.tables import AnswerRow, ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.store.verdict_rows import VERDICT, claims_count, holding, undecided_count, verdicts_of, without_verdict
from core.verdicts import ListedVerdict

_SUMMARY, _DATASET = table_of(ClaimSummaryRow), table_of(DatasetRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)
_ANSWER = table_of(AnswerRow)

LARGEST_PAGE = 1_000
Asked = Callable[[ColumnElement[Any]], ColumnElement[Any]]
"""A column as it is asked for."""
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
    rule: str | None = None
    """Digest of the rule in force; None leaves its verdicts out of the lines."""
    conclusion: Conclusion | None = None
    state: Sufficiency | None = None
    undecided: bool | None = None

    def __post_init__(self) -> None:
        check_page(self.page, self.size)
        if self.order not in (ARRIVAL, *ORDERS):
            raise InvalidParameter("order", self.order, "one of " + ", ".join((ARRIVAL, *ORDERS)))
        if self.decision is not None and self.decision not in tuple(Decision):
            raise InvalidParameter("decision", self.decision, "one of " + ", ".join(Decision))
        if self.conclusion is not None and self.conclusion not in tuple(Conclusion):
            raise InvalidParameter("conclusion", self.conclusion, "one of " + ", ".join(Conclusion))
        if self.state is not None and self.state not in tuple(Sufficiency):
            raise InvalidParameter("state", self.state, "one of " + ", ".join(Sufficiency))
        if self.rule is None and self.by_verdict:
            raise InvalidParameter("rule", self.rule, "the rule in force, to find claims by what it says")

    @property
    def by_verdict(self) -> bool:
        """Whether claims are wanted by what the rule says of them."""
        return self.conclusion is not None or self.state is not None or self.undecided is not None

    @property
    def by_figures(self) -> bool:
        """Whether figures of the claims are asked for."""
        asked = (self.decision, self.alert, self.has_unknown, self.undecided)
        return self.order != ARRIVAL or any(one is not None for one in asked)


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
    found = _numbers(connection, wanted)
    if found is None:
        return Page((), 0, wanted.page, wanted.size)
    numbers, total = found
    return Page(summaries_of(connection, numbers, wanted.rule), total, wanted.page, wanted.size)


def _numbers(connection: Connection, wanted: Wanted) -> tuple[Sequence[int], int] | None:
    """The claims of a page, and how many there are in all; None where no word can be found."""
    searching = bool(wanted.search.strip())
    by_words = searching and connection.dialect.name == "sqlite"
    said = wanted.conclusion is not None or wanted.state is not None
    # What the rule says holds data set and answer too: figures are looked up only where they are asked for.
    table = VERDICT if said and not wanted.by_figures else _SUMMARY
    conditions = _conditions(connection, wanted, table, _plain if by_words else _as_it_is)
    rows: FromClause = table
    numbered: ColumnElement[int] = table.c.claim
    if searching:
        found = matches(connection, "claim_words", wanted.search)
        if found is None:
            return None
        # Led by the index of words, which comes in the order of arrival: a page ends with its last row, however
        # many claims have the word.
        words = found.subquery()
        numbered = words.c.rowid
        rows = words.join(table, table.c.claim == numbered)
    if said and table is _SUMMARY:
        rows = rows.join(VERDICT, VERDICT.c.claim == numbered)
    counted = words if searching and not (conditions or said) else rows
    held = _said(connection, wanted, _plain if by_words else _as_it_is)
    total = _count(connection, wanted, select(func.count()).select_from(counted).where(*conditions, *held))
    if not total:
        return (), 0
    if held and not by_words and connection.dialect.name == "sqlite" and _in_step(connection, wanted, total):
        held = _said(connection, wanted, _plain)
    query = select(numbered).select_from(rows).where(*conditions, *held).order_by(*_ordering(wanted, numbered))
    query = query.limit(wanted.size).offset((wanted.page - 1) * wanted.size)
    return connection.execute(query).scalars().all(), total


def _count(connection: Connection, wanted: Wanted, query: Select[Any]) -> int:
    """How many claims there are; of the undecided, where nothing else is asked, what others leave."""
    alone = replace(wanted, undecided=None, dataset=None, page=1, size=1, order=ARRIVAL, descending=False)
    if wanted.undecided is None or alone != Wanted(size=1, rule=wanted.rule):
        return int(connection.execute(query).scalar_one())
    undecided = undecided_count(connection, wanted.rule or "", wanted.dataset)
    return undecided if wanted.undecided else claims_count(connection, wanted.dataset) - undecided


def _in_step(connection: Connection, wanted: Wanted, total: int) -> bool:
    """Whether to go along the order and ask of each claim what the rule says, rather than to sort all it says it of:
    the former ends with the page, and is the longer the rarer the decision."""
    if wanted.order == ARRIVAL:
        return False
    return wanted.page * wanted.size * claims_count(connection) < total * total


def _said(connection: Connection, wanted: Wanted, asked: Asked) -> list[ColumnElement[bool]]:
    """What the rule has to say of a claim."""
    found = []
    if wanted.conclusion is not None:
        found.append(asked(VERDICT.c.conclusion) == Conclusion(wanted.conclusion).value)
    if wanted.state is not None:
        found.append(asked(VERDICT.c.state) == Sufficiency(wanted.state).value)
    return [*found, *holding(connection, wanted.rule or "")] if found else []


def _conditions(connection: Connection, wanted: Wanted, table: Table, asked: Asked) -> list[ColumnElement[bool]]:
    """What holds of a claim beside what the rule says."""
    s = _SUMMARY.c
    found: list[ColumnElement[bool]] = []
    if wanted.dataset is not None:
        number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == wanted.dataset)).scalar()
        found.append(asked(table.c.dataset) == (-1 if number is None else number))
    if wanted.answer_uid is not None:
        found.append(asked(table.c.answer) == answer_named(connection, wanted.answer_uid).number)
    if wanted.decision is not None:
        found.append(asked(s.decision) == Decision(wanted.decision).value)
    if wanted.alert is not None:
        found.append(asked(s.alert).is_(wanted.alert))
    if wanted.has_unknown is not None:
        found.append(asked(s.unknown) > 0 if wanted.has_unknown else asked(s.unknown) == 0)
    if wanted.undecided is not None:
        open_ = without_verdict(wanted.rule or "")
        found.append(open_ if wanted.undecided else ~open_)
    return found


def _as_it_is(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return column


def _plain(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Behind a plus sign SQLite looks a column up in no index, and so lets another lead."""
    return UnaryExpression(column, operator=custom_op("+"), type_=column.type)


def _ordering(wanted: Wanted, numbered: ColumnElement[int]) -> Iterator[ColumnElement[Any]]:
    """Ties stand in the order of arrival, turned round with the rest: pages neither repeat nor lose a claim.

    A figure that is undefined comes last whichever way the list is ordered.
    """
    if wanted.order != ARRIVAL:
        figure = _SUMMARY.c[wanted.order]
        yield (figure.desc() if wanted.descending else figure.asc()).nulls_last()
    yield numbered.desc() if wanted.descending else numbered.asc()


def summaries_of(connection: Connection, claims: Sequence[int], rule: str | None = None) -> tuple[ClaimSummary, ...]:
    """The list lines of these claims, in the order asked for; with its verdicts where a rule is named."""
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
    verdicts = {} if rule is None else verdicts_of(connection, claims, rule)
    rows = {row.claim: _summary(row, verdicts.get(row.claim)) for row in connection.execute(query)} if claims else {}
    return tuple(rows[number] for number in claims)


def _summary(row: Row[Any], verdict: ListedVerdict | None) -> ClaimSummary:
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
        verdict=verdict,
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
