"""What is held of a data set against what a file brings: new versions for what changed, an end for what is gone."""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, func, null, select, update

from core.store.incoming import Entry
from core.store.mapping import json_of
from core.store.number_sets import among, named
from core.store.tables import Base, table_of
from core.store.verbatim import Verbatim, escaped

BLOCK = 5_000
"""Rows written at once."""

ONLY_NAMED = json_of({"placeholder": True})
"""The further fields of what exists in a file only because something there names it."""


@dataclass(frozen=True, slots=True)
class Held:
    """The newest stored version of one thing."""

    number: int
    version: int
    digest: str
    current: bool
    others: tuple[Any, ...]
    """Further columns, as the shelf names them."""
    detected: bool = False
    """True for what a detection brought: no file has to state it, and one that does replaces it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """One table of versions: how a thing is recognised and which columns are needed for the comparison."""

    kind: str
    """What the things are called in a report."""
    row: type[Base]
    key: str
    """Column that recognises the thing: its key, or the number of its identity."""
    identity: type[Base] | None = None
    """The table that the key is a number of."""
    others: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        return table_of(self.row)

    def held(self, connection: Connection, dataset: int, keys: Collection[Any] | None = None) -> dict[Any, Held]:
        """The newest version of everything the data set has ever had, or of the things with these keys alone."""
        table = self.table
        columns: list[ColumnElement[Any]] = [
            table.c[name] for name in (self.key, "number", "version", "digest", "until", *self.others)
        ]
        columns.append(table.c.detected if "detected" in table.c else null())
        query = select(*columns).order_by(table.c.version)
        if self.identity is None:
            query = query.where(table.c.dataset == dataset)
        else:
            owner = table_of(self.identity)
            query = query.join(owner, owner.c.number == table.c[self.key]).where(owner.c.dataset == dataset)
        if keys is not None:
            one_of = named if self.identity is None else among
            query = query.where(one_of(connection, table.c[self.key], keys))
        return {
            key: Held(number, version, digest, until is None, tuple(others), detected is not None)
            for key, number, version, digest, until, *others, detected in connection.execute(query)
        }


@dataclass(slots=True)
class Difference:
    """What a file changes on one shelf."""

    fresh: list[tuple[Entry, Held | None]] = field(default_factory=list)
    """Things to write, each with the version it follows."""
    ended: list[Held] = field(default_factory=list)
    """Current versions that end: replaced or gone."""
    gone: list[Held] = field(default_factory=list)
    """The ones among them that nothing replaces."""
    kept: list[Held] = field(default_factory=list)
    """Current versions that stay although the file only names the thing and says nothing of it."""
    moved: list[tuple[int, int]] = field(default_factory=list)
    """Number and new place of versions that say the same at another place of the file."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0


def compare(
    held: dict[Any, Held],
    entries: Iterable[tuple[Any, Entry]],
    place: int | None = None,
    extra: int | None = None,
    staying: Container[Any] = (),
) -> Difference:
    """Set the entries of a file, each under its key, against what is held.

    Args:
        held: From ``Shelf.held``.
        entries: Everything the file brings.
        place: Which of ``Held.others`` is the place in the file; None where places are not kept.
        extra: Which of them holds the fields without a place of their own, by which a thing that is only named is
            told from one that is described; None where there is no such thing.
        staying: Keys of current versions that stay although the file does not have them.
    """
    found = Difference()
    left = dict(held)
    for key, entry in entries:
        before = left.pop(key, None)
        if before is None or not before.current or before.detected:
            found.added += 1
            found.fresh.append((entry, before))
            if before is not None and before.current:
                found.ended.append(before)
        elif extra is not None and entry.columns["extra"] == ONLY_NAMED and before.others[extra] != ONLY_NAMED:
            found.unchanged += 1
            found.kept.append(before)
        elif before.digest != entry.digest:
            found.changed += 1
            found.fresh.append((entry, before))
            found.ended.append(before)
        else:
            found.unchanged += 1
            if place is not None and before.others[place] != entry.place:
                found.moved.append((before.number, entry.place))
    absent = (before for key, before in left.items() if key not in staying)
    found.gone = [before for before in absent if before.current and not before.detected]
    found.ended += found.gone
    return found


def next_number(connection: Connection, table: Table, column: str = "number") -> int:
    """The number after the largest; safe while no other writer can come between."""
    return int(connection.execute(select(func.coalesce(func.max(table.c[column]), 0))).scalar_one()) + 1


def write_block(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Write rows of the same columns, past SQLAlchemy's handling of each value, which would take most of the time."""
    names = list(rows[0])
    quote = connection.dialect.identifier_preparer.quote
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    columns, marks = ", ".join(quote(name) for name in names), ", ".join(mark for _ in names)
    values = list(zip(*(written_values(table, name, rows) for name in names), strict=True))
    connection.exec_driver_sql(f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({marks})", values)


def written_values(table: Table, name: str, rows: Sequence[dict[str, Any]]) -> list[Any]:
    """One column of rows as the database takes it."""
    if isinstance(table.c[name].type, Verbatim):
        return [None if row[name] is None else escaped(row[name]) for row in rows]
    return [row[name] for row in rows]


def insert_rows(
    connection: Connection, table: Table, rows: list[dict[str, Any]], written: Callable[[int], None] | None = None
) -> None:
    """Write rows block by block, saying after each how many."""
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        write_block(connection, table, block)
        if written is not None:
            written(len(block))


def end_versions(connection: Connection, table: Table, ended: Iterable[Held], batch: int) -> None:
    """Let versions end with a batch."""
    rows = [{"row": before.number, "batch": batch} for before in ended]
    if rows:
        statement = update(table).where(table.c.number == bindparam("row")).values(until=bindparam("batch"))
        connection.execute(statement, rows)


def move_versions(connection: Connection, table: Table, moved: list[tuple[int, int]]) -> None:
    """Keep the order of the newest file for versions that stay."""
    rows = [{"row": number, "to": place} for number, place in moved]
    if rows:
        statement = update(table).where(table.c.number == bindparam("row")).values(place=bindparam("to"))
        connection.execute(statement, rows)
