"""The record cannot be changed, and whoever changes it all the same is found out."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from core.conclusions import Conclusion
from core.model import Case
from core.results import ImportReport, LabelEvent
from core.states import Dependence
from core.store import Signature, Store
from core.store.chain import CHAINS, entry_hash
from core.store.chain_faults import Link, chain_faults
from core.store.tables import table_of

TABLES = sorted(str(row.__tablename__) for row in CHAINS.values())


@pytest.fixture(autouse=True)
def _record(store: Store, put: Callable[..., ImportReport], bridge: Case, label: Callable[..., LabelEvent]) -> None:
    put(bridge)
    for number, source in enumerate(("s1", "s2", "s3", "s4", "s1")):
        label(source, Dependence.DEPENDENT, expected_event=1 if number == 4 else None)
    store.sign(Signature("claim", "bridge:c1", Conclusion.ABSTAIN), reason="x", by="ann", seen={}, expected=None)


@pytest.fixture
def tamper(store: Store) -> Iterator[Callable[..., None]]:
    """Run statements behind the triggers' back, as someone with the file or the administrator's rights can."""

    def run(*statements: str, **values: Any) -> None:
        with store.database.engine.connect() as connection, connection.begin():
            _without_triggers(connection)
            for statement in statements:
                connection.execute(text(statement), values)

    yield run


def _without_triggers(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
        for name in names:
            connection.execute(text(f"DROP TRIGGER {name}"))
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    else:
        connection.execute(text("SET session_replication_role = replica"))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET by = 'eve'",
        "UPDATE {} SET number = number + 100",
        "DELETE FROM {}",
        "DELETE FROM {} WHERE number = 1",
    ],
)
def test_the_database_refuses_to_change_the_record(store: Store, table: str, statement: str) -> None:
    with (
        pytest.raises(DBAPIError, match=f"{table} is append-only"),
        store.database.engine.connect() as connection,
        connection.begin(),
    ):
        connection.execute(text(statement.format(table)))

    assert () == store.verify_chain()[1]


@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_to_replace_or_empty_the_record(store: Store, table: str) -> None:
    sqlite = store.database.sqlite
    statement = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}" if sqlite else f"TRUNCATE {table} CASCADE"
    with (
        pytest.raises(DBAPIError, match="is append-only"),
        store.database.engine.connect() as connection,
        connection.begin(),
    ):
        connection.execute(text(statement))

    assert () == store.verify_chain()[1]


def test_an_untouched_record_is_whole(store: Store) -> None:
    assert (7, ()) == store.verify_chain()


@pytest.mark.parametrize(
    "change",
    [
        "by = 'eve'",
        "reason = 'other'",
        "at = '2020-01-01'",
        "state = 'independent'",
        "weight = 0.5",
        "seen = '{}'  || ' '",
        "source = 2",
        "claim_id = 'c1'",
    ],
)
def test_a_changed_entry_is_named(store: Store, tamper: Callable[..., None], change: str) -> None:
    tamper(f"UPDATE label_event SET {change} WHERE number = 3")

    assert ("label event 3 was changed",) == store.verify_chain()[1]


def test_an_entry_changed_with_its_hash_is_named(store: Store, tamper: Callable[..., None]) -> None:
    table = table_of(CHAINS["label"])
    with store.database.read() as connection:
        row = connection.execute(table.select().where(table.c.number == 3)).one()._asdict()
    tamper("UPDATE label_event SET by = 'eve', hash = :hash WHERE number = 3", hash=entry_hash({**row, "by": "eve"}))

    assert ("label event 3 was changed",) == store.verify_chain()[1]


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_missing_entry_is_named(store: Store, tamper: Callable[..., None], number: int) -> None:
    tamper(f"DELETE FROM label_event WHERE number = {number}")

    assert (f"label event {number} is missing",) == store.verify_chain()[1]


def test_a_missing_entry_is_named_though_the_rest_was_renumbered(store: Store, tamper: Callable[..., None]) -> None:
    tamper(
        "DELETE FROM label_event WHERE number = 3",
        "UPDATE label_event SET number = 3 WHERE number = 4",
        "UPDATE label_event SET number = 4 WHERE number = 5",
    )

    assert ("label event 3 is missing",) == store.verify_chain()[1]


def _added(store: Store, number: int, previous: int) -> dict[str, Any]:
    table = table_of(CHAINS["label"])
    with store.database.read() as connection:
        rows = {row.number: row._asdict() for row in connection.execute(table.select())}
    row = {**rows[previous], "number": number, "by": "eve", "previous": rows[previous]["hash"]}
    return {**row, "hash": entry_hash(row)}


def test_an_added_entry_at_the_end_is_named(store: Store, tamper: Callable[..., None]) -> None:
    row = _added(store, 6, 5)
    columns = ", ".join(row)
    tamper(f"INSERT INTO label_event ({columns}) VALUES ({', '.join(':' + name for name in row)})", **row)

    assert ("label event 6 was added",) == store.verify_chain()[1]


def test_an_added_entry_in_the_middle_is_named(store: Store, tamper: Callable[..., None]) -> None:
    row = _added(store, 3, 2)
    columns = ", ".join(row)
    tamper(
        "UPDATE label_event SET number = 6 WHERE number = 5",
        "UPDATE label_event SET number = 5 WHERE number = 4",
        "UPDATE label_event SET number = 4 WHERE number = 3",
        f"INSERT INTO label_event ({columns}) VALUES ({', '.join(':' + name for name in row)})",
        **row,
    )

    assert ("label event 3 was added",) == store.verify_chain()[1]


def test_reordered_entries_are_named(store: Store, tamper: Callable[..., None]) -> None:
    tamper(
        "UPDATE label_event SET number = 99 WHERE number = 2",
        "UPDATE label_event SET number = 2 WHERE number = 4",
        "UPDATE label_event SET number = 4 WHERE number = 99",
    )

    assert (
        "label event 2 was moved: it is entry 4 of the chain",
        "label event 4 was moved: it is entry 2 of the chain",
    ) == store.verify_chain()[1]


def test_every_fault_of_every_chain_is_named(store: Store, tamper: Callable[..., None]) -> None:
    tamper(
        "UPDATE label_event SET by = 'eve' WHERE number = 1",
        "DELETE FROM label_event WHERE number = 4",
        "UPDATE decision SET decision = 'refuse'",
        "DELETE FROM audit_event",
    )

    assert (
        "label event 4 is missing",
        "label event 1 was changed",
        "decision event 1 was changed",
        "audit event 1 is missing",
    ) == store.verify_chain()[1]


def test_an_emptied_ledger_is_noticed(store: Store, tamper: Callable[..., None]) -> None:
    tamper("DELETE FROM ledger")

    assert 3 <= len(store.verify_chain()[1])


def links(*numbers: int) -> list[Link]:
    """Sound entries of a chain 1, 2, 3, ... standing under these numbers."""
    return [
        Link(number, str(place - 1) if place > 1 else "", str(place), True) for place, number in enumerate(numbers, 1)
    ]


@pytest.mark.parametrize(
    ("entries", "count", "last", "expected"),
    [
        ([], 0, "", []),
        ([], 2, "2", ["event 1 is missing", "event 2 is missing"]),
        (links(1, 2, 3), 3, "3", []),
        (links(1, 2, 4), 3, "3", ["event 4 was moved: it is entry 3 of the chain"]),
        (links(1, 2, 3), 3, "x", ["event 3 or the ledger was changed"]),
        (links(1, 2, 3), 9, "3", ["ledger counts 9 entries, the chain has 3"]),
        (links(1, 2, 3)[1:], 3, "3", ["event 1 is missing"]),
        (links(1, 2, 3, 4, 5, 6)[::5], 6, "6", [f"event {number} is missing" for number in (2, 3, 4, 5)]),
    ],
)
def test_faults_are_told_from_the_links(entries: list[Link], count: int, last: str, expected: list[str]) -> None:
    assert expected == chain_faults(entries, count, last)
