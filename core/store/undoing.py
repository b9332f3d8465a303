"""Taking an import back: what it brought ends, what it ended stands again, and both stay on record.

The undoing is a batch of its own, so past days read as they were, and it can be undone like any other. What people
did meanwhile stays: labels, judgements and reports are not facts of a file.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from core.errors import StaleVersion, UnknownId
from core.store import chain
from core.store.detected import FORMAT as DETECTION
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
class UndoneImport:
    """What taking an import back did."""

    batch: int
    """The undoing's own number: taken back in its turn, the import stands again."""
    undone: int
    dataset: str
    removed: int
    """Things that the import brought and nothing stood for before it."""
    restored: int
    """Things that stand again as they stood before it."""


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
    """Take an import back.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
    """
    with database.write() as connection:
        batch = connection.execute(select(_BATCH).where(_BATCH.c.number == number)).one_or_none()
        if batch is None or batch.format == DETECTION:
            raise UnknownId("import", str(number))
        name = connection.execute(select(_DATASET.c.name).where(_DATASET.c.number == batch.dataset)).scalar_one()
        later = select(func.max(_BATCH.c.number)).where(
            _BATCH.c.dataset == batch.dataset, _BATCH.c.number > number, _BATCH.c.format != DETECTION
        )
        newest = connection.execute(later).scalar()
        if newest is not None:
            message = f"import {newest} came into the data set {name!r} after import {number}; take that back first"
            raise StaleVersion(message)
        return _undo(connection, summariser, batch, name, by, clock())


def _undo(connection: Connection, summariser: Summariser, batch: Row[Any], name: str, by: str, at: str) -> UndoneImport:
    own = _open(connection, batch, by, at)
    turned = {shelf.kind: _turn(connection, shelf, batch, own) for shelf in SHELVES}
    sweep(connection, batch.dataset, own)
    _words(connection, turned["answers"])
    forget_summaries(connection, turned["claims"].gone)
    standing = select(_STATEMENT.c.claim).join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
    standing = standing.where(_CLAIM.c.dataset == batch.dataset, _STATEMENT.c.until.is_(None))
    summariser.write(connection, sorted(connection.execute(standing).scalars()), with_words=True)
    undone = UndoneImport(
        batch=own,
        undone=batch.number,
        dataset=name,
        removed=sum(len(shelf.gone) for shelf in turned.values()),
        restored=sum(len(shelf.restored) for shelf in turned.values()),
    )
    detail = json_of({"batch": own, "undone": batch.number, "removed": undone.removed, "restored": undone.restored})
    connection.execute(update(_BATCH).where(_BATCH.c.number == own), {"report": detail})
    chain.append(connection, "audit", {"at": at, "by": by, "action": "import", "detail": detail, "subject": name})
    return undone


def _open(connection: Connection, batch: Row[Any], by: str, at: str) -> int:
    """The batch of the undoing; its policy is that of the data before the import."""
    before = select(_BATCH.c.policy).where(_BATCH.c.dataset == batch.dataset, _BATCH.c.number < batch.number)
    policy = connection.execute(before.order_by(_BATCH.c.number.desc()).limit(1)).scalar()
    own = next_number(connection, _BATCH)
    row = {"number": own, "dataset": batch.dataset, "file": f"undo of import {batch.number}", "file_digest": ""}
    row |= {"format": FORMAT, "by": by, "at": at, "report": None, "policy": policy}
    connection.execute(insert(_BATCH), row)
    described = {"policy": policy, "imported_at": at}
    connection.execute(update(_DATASET).where(_DATASET.c.number == batch.dataset), described)
    return own


def _turn(connection: Connection, shelf: Shelf, batch: Row[Any], own: int) -> _Turned:
    """End what the import brought to a shelf and let stand again what it ended there."""
    table = shelf.table
    brought = select(table.c.number, table.c[shelf.key]).where(table.c.since == batch.number, table.c.until.is_(None))
    ended = connection.execute(brought).all()
    if ended:
        numbers = [row[0] for row in ended]
        connection.execute(update(table).where(among(connection, table.c.number, numbers)).values(until=own))
    replaced = connection.execute(select(table).where(table.c.until == batch.number).order_by(table.c.number)).all()
    versions = _versions(connection, shelf, batch.dataset, [getattr(row, shelf.key) for row in replaced])
    first = next_number(connection, table)
    restored = [
        {
            **row._asdict(),
            "number": first + place,
            "version": versions[getattr(row, shelf.key)] + 1,
            "since": own,
            "until": None,
        }
        for place, row in enumerate(replaced)
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
