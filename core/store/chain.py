"""The hash chains: every entry carries the hash of the one before, so that no later change goes unnoticed.

An entry's hash is the SHA-256 of the canonical JSON of all its columns that hold something, the hash of the entry
before among them; its number and its own hash are left out. A column added by a later version of the tables is empty
in old entries and so leaves their hashes as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, union_all, update

from core.fingerprint import digest
from core.store.chain_faults import Link, chain_faults
from core.store.record_tables import AuditEventRow, DecisionRow, Entry, LabelEventRow, LedgerRow
from core.store.tables import table_of

CHAINS: dict[str, type[Entry]] = {"label": LabelEventRow, "decision": DecisionRow, "audit": AuditEventRow}
"""Name of a chain -> its table."""

STEP = 1_000
"""Entries read at once, and after which a check says how far it is."""

_OUTSIDE = ("number", "hash")


def entry_hash(columns: Mapping[str, Any]) -> str:
    """The hash an entry has to carry."""
    return digest({name: value for name, value in columns.items() if value is not None and name not in _OUTSIDE})


def append(connection: Connection, chain: str, columns: Mapping[str, Any]) -> dict[str, Any]:
    """Add an entry to a chain, inside a writer's transaction; returns the row as stored."""
    return append_all(connection, chain, [columns])[0]


def append_all(connection: Connection, chain: str, entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Add entries to a chain in their order, inside a writer's transaction; returns the rows as stored."""
    table, ledger = table_of(CHAINS[chain]), table_of(LedgerRow)
    head = _head(connection, chain)
    count, previous = head or (0, "")
    latest = _latest(connection)
    rows = []
    for columns in entries:
        count += 1
        at, clock = columns["at"], None
        if at < latest:
            # The clock was put back: the order of the entries says what came after what, and so do their times.
            at, clock = latest, at
        row = {**columns, "at": at, "clock": clock, "number": count, "previous": previous}
        previous = row["hash"] = entry_hash(row)
        rows.append(row)
    connection.execute(table.insert(), rows)
    end = {"count": count, "hash": previous}
    if head is None:
        connection.execute(insert(ledger), {"name": chain, **end})
    else:
        connection.execute(update(ledger).where(ledger.c.name == chain), end)
    return rows


def _head(connection: Connection, chain: str) -> tuple[int, str] | None:
    """What the ledger says: how many entries, and the hash of the last."""
    ledger = table_of(LedgerRow)
    query = select(ledger.c["count"], ledger.c.hash).where(ledger.c.name == chain)
    row = connection.execute(query).one_or_none()
    return None if row is None else (row[0], row[1])


def _latest(connection: Connection) -> str:
    """The time of the newest entry of any chain; all are in UTC and one notation, so that they compare as text."""
    times = (select(func.max(table_of(row).c.at).label("at")) for row in CHAINS.values())
    newest = union_all(*times).subquery()
    return connection.execute(select(func.max(newest.c.at))).scalar() or ""


def verify(connection: Connection, chain: str, checked: Callable[[int], None] | None = None) -> tuple[int, list[str]]:
    """How many entries a chain has, and everything that is wrong with it, each entry by its number.

    Args:
        connection: The database.
        chain: Its name.
        checked: Told from time to time how many more entries are checked.
    """
    table = table_of(CHAINS[chain])
    links = []
    for row in connection.execute(select(table).order_by(table.c.number), execution_options={"yield_per": STEP}):
        links.append(Link(row.number, row.previous, row.hash, entry_hash(row._asdict()) == row.hash))
        if checked is not None and len(links) % STEP == 0:
            checked(STEP)
    if checked is not None and len(links) % STEP:
        checked(len(links) % STEP)
    count, last = _head(connection, chain) or (0, "")
    return len(links), [f"{chain} {fault}" for fault in chain_faults(links, count, last)]


def heads(connection: Connection) -> dict[str, tuple[int, str]]:
    """How many entries each chain has and the hash of its last, by the ledger."""
    return {chain: _head(connection, chain) or (0, "") for chain in CHAINS}
