"""The queue read: one page, what follows an item, and how much is open; always in the order of value."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select

from core.errors import InvalidParameter
from core.results import Page
from core.states import SourceKind
from core.store.identity import answer_named
from core.store.lists import check_page
from core.store.number_sets import among
from core.store.reach import claims_moved_by, running
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, DocumentRow, ImportBatchRow, SourceRow, table_of
from core.store.verbatim import key_of
from core.store.work_tables import OpenQuestionRow, ReadRow, SkippedRow
from core.work import QueueFilter, QueueItem, WorkKind

_QUESTION, _READ, _SKIPPED = table_of(OpenQuestionRow), table_of(ReadRow), table_of(SkippedRow)
_CLAIM, _STATEMENT, _DATASET = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(DatasetRow)
_SOURCE, _DOCUMENT, _BATCH = table_of(SourceRow), table_of(DocumentRow), table_of(ImportBatchRow)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter with the ids looked up and the age turned into a time."""

    filter: QueueFilter
    conditions: dict[str, ColumnElement[bool]]
    hidden: Any = None
    """Keys that are not for the reviewer: put aside, or a second reading of what they know. Few, and often none."""

    def all_but(self, *names: str) -> list[ColumnElement[bool]]:
        """The conditions, some settings left out; what is hidden is not left out yet."""
        return [condition for name, condition in self.conditions.items() if name not in names]

    def shown(self) -> list[ColumnElement[bool]]:
        """The conditions of what the reviewer sees."""
        found = self.all_but()
        return found if self.hidden is None else [*found, _QUESTION.c.key.not_in(self.hidden)]


def wanted_of(connection: Connection, asked: QueueFilter, now: datetime) -> Wanted:
    """Turn a filter into conditions.

    Raises:
        InvalidParameter: A setting outside its domain.
        UnknownId: There is no such answer.
    """
    q = _QUESTION.c
    found: dict[str, ColumnElement[bool]] = {"open": q.open}
    if asked.dataset is not None:
        number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == asked.dataset)).scalar()
        found["dataset"] = _of_many(q.dataset) == (-1 if number is None else number)
    if asked.answer_uid is not None:
        found["answer"] = q.answer == answer_named(connection, asked.answer_uid).number
    if asked.publisher is not None:
        found["publisher"] = q.publisher == key_of(asked.publisher)
    if asked.rule is not None:
        found["rule"] = q.rule == key_of(asked.rule)
    if asked.band is not None:
        found["band"] = q.band == asked.band
    if asked.kind is not None:
        kind = _kind(asked.kind)
        found["kind"] = (_of_many(q.kind) if kind is WorkKind.SOURCE else q.kind) == kind.value
    if asked.flips_only:
        found["flips"] = q.flips
    if asked.assignee is not None:
        found["assignee"] = (
            func.coalesce(q.assignee, "") == "" if asked.assignee == "" else q.assignee == asked.assignee
        )
    if asked.min_age_days is not None:
        if not 0 <= asked.min_age_days <= 36_500:
            raise InvalidParameter("min_age_days", asked.min_age_days, "a number of days from 0 to 36,500")
        then = now.astimezone(UTC) - timedelta(days=asked.min_age_days)
        came = select(func.coalesce(func.max(_BATCH.c.number), 0))
        came = came.where(_BATCH.c.at <= then.isoformat(timespec="microseconds"))
        found["age"] = _of_many(q.since) <= int(connection.execute(came).scalar_one())
    hidden = None if asked.reviewer is None else _read_by(asked.reviewer)
    if asked.reviewer is not None and asked.skipped:
        found["skipped"] = q.key.in_(skipped_by(asked.reviewer))
    elif hidden is not None and asked.reviewer is not None:
        hidden = hidden.union(skipped_by(asked.reviewer))
    if hidden is not None and connection.execute(hidden.limit(1)).first() is None:
        hidden = None
    return Wanted(asked, found, hidden)


def _of_many(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """A column of which most questions have the same value: an index on it would lead to nearly all of them.

    SQLite would take it all the same; a function over the column keeps it to the order of value, or to the index of
    the menu in question.
    """
    return func.coalesce(column, column)


def _kind(word: str) -> WorkKind:
    if word not in tuple(WorkKind):
        raise InvalidParameter("kind", word, "one of " + ", ".join(WorkKind))
    return WorkKind(word)


def _read_by(person: str) -> Any:
    """Second readings are for those who do not know the first."""
    own = select(_READ.c.key).join(_QUESTION, _QUESTION.c.key == _READ.c.key)
    return own.where(_READ.c.person == key_of(person), _QUESTION.c.kind == WorkKind.SECOND_READING.value)


def skipped_by(person: str) -> Any:
    """Keys of what a person has put aside."""
    return select(_SKIPPED.c.key).where(_SKIPPED.c.person == key_of(person))


def list_questions(connection: Connection, wanted: Wanted, page: int, size: int) -> Page[QueueItem]:
    """One page of open questions."""
    check_page(page, size)
    conditions = wanted.shown()
    total = count_of(connection, wanted, wanted.all_but())
    query = select(_QUESTION.c.key).where(*conditions).order_by(_QUESTION.c.place, _QUESTION.c.key)
    keys = connection.execute(query.limit(size).offset((page - 1) * size)).scalars().all()
    return Page(questions_of(connection, keys), int(total), page, size)


def count_of(connection: Connection, wanted: Wanted, conditions: Sequence[ColumnElement[bool]]) -> int:
    """How many questions meet conditions, those hidden from the reviewer taken off.

    Counted apart, so that the many are counted from an index alone.
    """
    query = select(func.count()).select_from(_QUESTION).where(*conditions)
    total = int(connection.execute(query).scalar_one())
    if wanted.hidden is not None:
        total -= int(connection.execute(query.where(_QUESTION.c.key.in_(wanted.hidden))).scalar_one())
    return total


def following(connection: Connection, wanted: Wanted, after: str | None, skipped: Collection[str]) -> str | None:
    """The key after one in the order of value; past the last one, the first."""
    conditions = wanted.shown()
    leave = {*skipped, after}
    if after is not None:
        place = connection.execute(select(_QUESTION.c.place).where(_QUESTION.c.key == after)).scalar()
        if place is not None:
            beyond = or_(_QUESTION.c.place > place, and_(_QUESTION.c.place == place, _QUESTION.c.key > after))
            # Said once more without the alternative: it lets the index be entered at the right place.
            found = _first(connection, [*conditions, _QUESTION.c.place >= place, beyond], leave)
            if found is not None:
                return found
    return _first(connection, conditions, leave)


def _first(
    connection: Connection, conditions: Sequence[ColumnElement[bool]], leave: Collection[str | None]
) -> str | None:
    query = select(_QUESTION.c.key).where(*conditions).order_by(_QUESTION.c.place, _QUESTION.c.key)
    # One more than there are to leave out must hold one that stays, if there is any.
    for key in connection.execute(query.limit(len(leave) + 1)).scalars():
        if key not in leave:
            return str(key)
    return None


def questions_of(connection: Connection, keys: Sequence[str]) -> tuple[QueueItem, ...]:
    """These questions, open or answered, in the order asked for; one that is not there is left out."""
    if not keys:
        return ()
    rows = {row.key: row for row in connection.execute(select(_QUESTION).where(_QUESTION.c.key.in_(keys))).all()}
    claims = {row.claim for row in rows.values()}
    query = (
        select(_CLAIM.c.number, _CLAIM.c.id, _STATEMENT.c.text, _DATASET.c.name)
        .join(_STATEMENT, _STATEMENT.c.claim == _CLAIM.c.number)
        .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
        .where(among(connection, _CLAIM.c.number, claims), running(_STATEMENT))
    )
    statements = {row.number: row for row in connection.execute(query)}
    sources = {row.source for row in rows.values()}
    ends = sources | {row.upstream for row in rows.values() if row.upstream is not None}
    titles = {row.number: row for row in connection.execute(_titles(connection, ends))}
    moved = claims_moved_by(connection, sources)
    came = select(_BATCH.c.number, _BATCH.c.at).where(
        among(connection, _BATCH.c.number, {row.since for row in rows.values()})
    )
    times = {number: at for number, at in connection.execute(came)}
    return tuple(
        _item(row, statements[row.claim], titles, times[row.since], moved.get(row.source, 0))
        for key in keys
        if (row := rows.get(key)) is not None and row.claim in statements and row.source in titles
    )


def is_open(connection: Connection, key: str) -> bool:
    """Whether a question is waiting for an answer."""
    return bool(connection.execute(select(_QUESTION.c.open).where(_QUESTION.c.key == key)).scalar())


def _titles(connection: Connection, sources: Collection[int]) -> Any:
    return (
        select(_SOURCE.c.number, _SOURCE.c.id, _DOCUMENT.c.title, _DOCUMENT.c.kind, _DOCUMENT.c.publisher)
        .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
        .where(among(connection, _SOURCE.c.number, sources), running(_DOCUMENT))
    )


def _item(row: Row[Any], claim: Any, titles: Mapping[int, Any], since: str, moved: int) -> QueueItem:
    source = titles[row.source]
    upstream = titles.get(row.upstream) if row.upstream is not None else None
    return QueueItem(
        key=row.key,
        kind=WorkKind(row.kind),
        uid=f"{claim.name}:{claim.id}",
        dataset=claim.name,
        claim_id=claim.id,
        claim_text=claim.text,
        source_id=source.id,
        source_title=source.title or SourceKind(source.kind).replace("_", " "),
        publisher=source.publisher,
        edge_key=row.edge_key,
        other_source_id=None if upstream is None else upstream.id,
        flips=row.flips,
        difference=row.difference,
        rule=row.rule,
        band=row.band,
        waiting_since=since,
        assignee=row.assignee,
        flagged=row.flagged,
        claims=moved,
    )
