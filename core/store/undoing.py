"""Taking an import back: what it brought ends, what it ended stands again, and both stay on record.

The undoing is a batch of its own, so past days read as they were, and it can be undone like any other. What people
did meanwhile stays: labels, judgements and reports are not facts of a file.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, not_, select, update

from core.deliveries import UndoneImport
from core.errors import StaleVersion, UnknownId
from core.store import chain
from core.store.batches import Batches, gathered
from core.store.detected import sweep
from core.store.engine import Database
from core.store.facts import ANSWERS, CITATIONS, CLAIMS, DOCUMENTS, EDGES, EVIDENCE, JUDGEMENTS
from core.store.mapping import json_of
from core.store.number_sets import among, named
from core.store.search import forget_words, words, write_words
from core.store.summaries import Summariser, forget_summaries
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, ImportBatchRow, table_of
from core.store.versions import Shelf, insert_rows, next_number

FORMAT = "undo"
"""What a batch is marked with that takes another back."""
SHELVES = (ANSWERS, CLAIMS, DOCUMENTS, EVIDENCE, CITATIONS, JUDGEMENTS, EDGES)

_DATASET, _BATCH = table_of(DatasetRow), table_of(ImportBatchRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)


@dataclass(frozen=True, slots=True)
class _Turned:
    """What became of one shelf."""

    ended: int
    restored: list[dict[str, Any]]
    gone: list[Any]
    """Keys of what the import brought and nothing stood for before it."""


def undo_batch(
    database: Database, summariser: Summariser, number: int, by: str, clock: Callable[[], str]
) -> UndoneImport:
    """Take an import back, all parts of its file with it.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
    """
    with database.write() as connection:
        batches = undoable(connection, number)
        return _undo(connection, summariser, batches, by, clock())


def undoable(connection: Connection, number: int) -> Batches:
    """The batches of an import that can be taken back.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
    """
    dataset = connection.execute(select(_BATCH.c.dataset).where(_BATCH.c.number == number)).scalar()
    found = [] if dataset is None else gathered(connection, dataset)
    own = next((batches for batches in found if number in batches.numbers), None)
    if own is None:
        raise UnknownId("import", str(number))
    if not own.newest:
        name = connection.execute(select(_DATASET.c.name).where(_DATASET.c.number == dataset)).scalar_one()
        newest = found[-1].numbers[-1]
        message = f"import {newest} came into the data set {name!r} after import {number}; take that back first"
        raise StaleVersion(message)
    return own


def _undo(connection: Connection, summariser: Summariser, batches: Batches, by: str, at: str) -> UndoneImport:
    last = batches.rows[-1]
    name = connection.execute(select(_DATASET.c.name).where(_DATASET.c.number == last.dataset)).scalar_one()
    own = _open(connection, batches, by, at)
    turned = {shelf.kind: _turn(connection, shelf, batches, own) for shelf in SHELVES}
    sweep(connection, last.dataset, own)
    _words(connection, turned["answers"])
    forget_summaries(connection, turned["claims"].gone)
    standing = select(_STATEMENT.c.claim).join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
    standing = standing.where(_CLAIM.c.dataset == last.dataset, _STATEMENT.c.until.is_(None))
    summariser.write(connection, sorted(connection.execute(standing).scalars()), with_words=True)
    undone = UndoneImport(
        batch=own,
        undone=last.number,
        dataset=name,
        removed=sum(len(shelf.gone) for shelf in turned.values()),
        restored=sum(len(shelf.restored) for shelf in turned.values()),
    )
    figures = {"batch": own, "undone": last.number, "removed": undone.removed, "restored": undone.restored}
    detail = json_of(figures | ({"parts": len(batches.rows)} if len(batches.rows) > 1 else {}))
    connection.execute(update(_BATCH).where(_BATCH.c.number == own), {"report": detail})
    chain.append(connection, "audit", {"at": at, "by": by, "action": "import", "detail": detail, "subject": name})
    return undone


def _open(connection: Connection, batches: Batches, by: str, at: str) -> int:
    """The batch of the undoing; its policy is that of the data before the import."""
    first, last = batches.rows[0], batches.rows[-1]
    before = select(_BATCH.c.policy).where(_BATCH.c.dataset == last.dataset, _BATCH.c.number < first.number)
    policy = connection.execute(before.order_by(_BATCH.c.number.desc()).limit(1)).scalar()
    own = next_number(connection, _BATCH)
    row = {"number": own, "dataset": last.dataset, "file": f"undo of import {last.number}", "file_digest": ""}
    row |= {"format": FORMAT, "by": by, "at": at, "report": None, "policy": policy}
    connection.execute(insert(_BATCH), row)
    described = {"policy": policy, "imported_at": at}
    connection.execute(update(_DATASET).where(_DATASET.c.number == last.dataset), described)
    return own


def brought(connection: Connection, shelf: Shelf, batches: Batches) -> list[tuple[int, Any]]:
    """(number, key) of what stands on a shelf since an import."""
    table = shelf.table
    since = among(connection, table.c.since, batches.numbers)
    query = select(table.c.number, table.c[shelf.key]).where(since, table.c.until.is_(None))
    return [(number, key) for number, key in connection.execute(query)]


def replaced(connection: Connection, shelf: Shelf, batches: Batches) -> Sequence[Row[Any]]:
    """What stood on a shelf until an import, and not only between two parts of it."""
    table = shelf.table
    until, since = (among(connection, column, batches.numbers) for column in (table.c.until, table.c.since))
    return connection.execute(select(table).where(until, not_(since)).order_by(table.c.number)).all()


def _turn(connection: Connection, shelf: Shelf, batches: Batches, own: int) -> _Turned:
    """End what the import brought to a shelf and let stand again what it ended there."""
    table = shelf.table
    ended = brought(connection, shelf, batches)
    if ended:
        numbers = [row[0] for row in ended]
        connection.execute(update(table).where(among(connection, table.c.number, numbers)).values(until=own))
    before = replaced(connection, shelf, batches)
    versions = _versions(connection, shelf, batches.rows[-1].dataset, [getattr(row, shelf.key) for row in before])
    first = next_number(connection, table)
    restored = [
        {
            **row._asdict(),
            "number": first + place,
            "version": versions[getattr(row, shelf.key)] + 1,
            "since": own,
            "until": None,
        }
        for place, row in enumerate(before)
    ]
    insert_rows(connection, table, restored)
    back = {row[shelf.key] for row in restored}
    return _Turned(len(ended), restored, [row[1] for row in ended if row[1] not in back])


def _versions(connection: Connection, shelf: Shelf, dataset: int, keys: list[Any]) -> dict[Any, int]:
    """The newest version of each of these things."""
    table = shelf.table
    query = select(table.c[shelf.key], func.max(table.c.version)).group_by(table.c[shelf.key])
    if shelf.identity is None:
        query = query.where(table.c.dataset == dataset, named(connection, table.c[shelf.key], keys))
    else:
        query = query.where(among(connection, table.c[shelf.key], keys))
    return {key: version for key, version in connection.execute(query)}


def _words(connection: Connection, answers: _Turned) -> None:
    """Let answers be found by the words they have again, and those that are gone no more."""
    identity = table_of(ANSWERS.identity) if ANSWERS.identity is not None else ANSWERS.table
    numbers = [row["answer"] for row in answers.restored]
    query = select(identity.c.number, identity.c.id).where(among(connection, identity.c.number, numbers))
    ids = {number: identifier for number, identifier in connection.execute(query)}
    found = {
        row["answer"]: words(ids[row["answer"]], row["question"], row["text"], row["corrected_text"])
        for row in answers.restored
    }
    write_words(connection, "answer_words", found)
    forget_words(connection, "answer_words", answers.gone)
