"""Opening: where the database is, what is refused, and that nothing is touched then."""

import hashlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

import core.store.migrations
from core.errors import DatabaseUnavailable, NewerDatabase
from core.model import Case, Claim
from core.results import ClaimSummary, ImportReport
from core.store import Store, open_store
from core.store.engine import database_url
from core.store.migrations import REVISIONS, VERSION_TABLE
from core.store.tables import Base

Summarise = Callable[..., Iterator[ClaimSummary]]


def opened(path: Path, summarise: Summarise, **options: Any) -> Store:
    return open_store(f"sqlite:///{path}", summarise=summarise, **options)


def content(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_migrations_lead_to_the_tables_as_they_are_defined(store: Store) -> None:
    def ours(name: str | None, type_: str, _: Any) -> bool:
        return type_ != "table" or not str(name).startswith(("claim_words", "answer_words", VERSION_TABLE))

    with store.database.read() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": ours})
        assert [] == compare_metadata(context, Base.metadata)


def test_every_step_is_listed() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(core.store.migrations.__file__).parent))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]

    assert steps[::-1] == list(REVISIONS)


def test_a_database_that_is_up_to_date_opens_without_the_migration_library(sqlite_store: Store) -> None:
    code = (
        "import sys; from core.store import open_store\n"
        f"open_store('{sqlite_store.url}', summarise=lambda dossiers, policy: [])\n"
        "assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(core.__file__).parents[1])


def test_what_was_stored_is_there_when_it_is_opened_again(url: str, summarise: Summarise, bridge: Case) -> None:
    first = open_store(url, summarise=summarise)
    first.import_case(bridge, file="b", file_digest="", format="package", by="ann")
    before = list(first.dossiers())
    first.close()
    second = open_store(url, summarise=summarise)

    assert before == list(second.dossiers())
    second.close()


def test_the_address_comes_from_the_call_the_environment_or_the_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HEADWATER_DATABASE_URL", raising=False)
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    assert str(tmp_path / "home" / "headwater.db") == database_url().database

    monkeypatch.setenv("HEADWATER_DATABASE_URL", "postgres://ann:secret@host/name")
    assert "postgresql+psycopg://ann:***@host/name" == database_url().render_as_string()
    assert "x.db" == database_url("sqlite:///x.db").database

    monkeypatch.delenv("HEADWATER_DATABASE_URL")
    monkeypatch.delenv("HEADWATER_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert str(database_url().database).endswith("headwater.db")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "cannot be read"),
        ("mysql://ann:secret@host/name", "'mysql' is not a kind of database"),
        ("sqlite://", "in memory would be lost"),
        ("sqlite:///:memory:", "in memory would be lost"),
    ],
)
def test_an_address_of_no_use_is_refused_without_repeating_it(address: str, message: str, summarise: Summarise) -> None:
    with pytest.raises(DatabaseUnavailable, match=message) as refused:
        open_store(address, summarise=summarise)

    assert "secret" not in str(refused.value)


def test_folders_on_the_way_are_made(tmp_path: Path, summarise: Summarise) -> None:
    opened(tmp_path / "a" / "b" / "store.db", summarise).close()

    assert (tmp_path / "a" / "b" / "store.db").exists()


def test_a_newer_database_is_left_as_it_is(url: str, summarise: Summarise) -> None:
    store = open_store(url, summarise=summarise)
    with store.database.write() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    store.close()
    path = Path(store.database.where)
    before = content(path) if store.database.sqlite else None

    with pytest.raises(NewerDatabase, match=f"at step 9999, this one knows up to {REVISIONS[-1]}"):
        open_store(url, summarise=summarise)

    assert before == (content(path) if store.database.sqlite else None)


@pytest.mark.parametrize(
    "garbage", [b"not a database at all, just text" * 99, b"SQLite format 3\x00" + b"\xff" * 4_000, b"x"]
)
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, summarise: Summarise, garbage: bytes) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(garbage)

    with pytest.raises(DatabaseUnavailable, match=re.escape(str(path))):
        opened(path, summarise)

    assert garbage == path.read_bytes()


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path, summarise: Summarise) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    before = content(path)

    with pytest.raises(DatabaseUnavailable, match="belongs to another program"):
        opened(path, summarise)

    assert before == content(path)


def test_an_empty_file_becomes_a_store(tmp_path: Path, summarise: Summarise) -> None:
    path = tmp_path / "store.db"
    path.touch()
    store = opened(path, summarise)

    assert 0 == store.claims().total
    store.close()


def test_a_read_only_file_is_refused(sqlite_store: Store, summarise: Summarise) -> None:
    path = Path(sqlite_store.database.where)
    sqlite_store.close()
    path.chmod(0o444)
    before = content(path)

    with pytest.raises(DatabaseUnavailable, match=r"store.*\.db|headwater.*\.db: the file is read-only"):
        opened(path, summarise)

    assert before == content(path)


def test_a_folder_or_a_file_in_the_way_is_named(tmp_path: Path, summarise: Summarise) -> None:
    with pytest.raises(DatabaseUnavailable, match="a file was expected"):
        opened(tmp_path, summarise)
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUnavailable, match=r"file.*the folder cannot be made or read"):
        opened(tmp_path / "file" / "store.db", summarise)


def test_a_read_only_folder_is_said_so(tmp_path: Path, summarise: Summarise, monkeypatch: pytest.MonkeyPatch) -> None:
    # A superuser may write anywhere, except where the whole file system is mounted for reading: that is what is played.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DatabaseUnavailable, match=r"store\.db: the folder is read-only"):
        opened(tmp_path / "store.db", summarise)

    assert [] == list(tmp_path.iterdir())


def test_a_server_that_is_not_there_is_said_so(summarise: Summarise, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="the database could not be used"):
        open_store(f"postgresql+psycopg://ann:secret@/name?host={tmp_path}", summarise=summarise)


def test_a_database_locked_by_another_program_is_said_so(
    sqlite_store: Store, summarise: Summarise, bridge: Case
) -> None:
    other = sqlite3.connect(sqlite_store.database.where, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    impatient = opened(Path(sqlite_store.database.where), summarise, patience=0.1)

    with pytest.raises(DatabaseUnavailable, match="in use by another program"):
        impatient.import_case(bridge, file="b", file_digest="", format="package", by="ann")
    assert 0 == impatient.claims().total
    other.execute("ROLLBACK")
    other.close()
    assert 14 == impatient.import_case(bridge, file="b", file_digest="", format="package", by="ann").added
    impatient.close()


def test_a_database_locked_for_good_is_said_so_when_it_is_opened(sqlite_store: Store, summarise: Summarise) -> None:
    path = Path(sqlite_store.database.where)
    sqlite_store.close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")

    with pytest.raises(DatabaseUnavailable, match="in use by another program"):
        opened(path, summarise, patience=0.1)
    other.close()


def test_a_reader_in_the_way_of_the_write_ahead_log_is_waited_for_and_then_named(
    sqlite_store: Store, summarise: Summarise
) -> None:
    path = Path(sqlite_store.database.where)
    sqlite_store.close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM claim").fetchone()

    with pytest.raises(DatabaseUnavailable, match="in use by another program"):
        opened(path, summarise, patience=0.1)
    other.close()
    opened(path, summarise).close()
    with closing(sqlite3.connect(path)) as connection:
        assert ("wal",) == connection.execute("PRAGMA journal_mode").fetchone()


def test_a_writer_that_waits_too_long_for_another_of_its_process_is_told_so(sqlite_store: Store, bridge: Case) -> None:
    sqlite_store.database.patience = 0.05

    with (
        sqlite_store.database.write(),
        pytest.raises(DatabaseUnavailable, match="another change is still being written; nothing was saved"),
    ):
        sqlite_store.import_case(bridge, file="b", file_digest="", format="package", by="ann")


def test_more_people_than_connections_are_told_so(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = sqlite_store.database.engine.pool
    monkeypatch.setattr(pool, "_timeout", 0.05)
    monkeypatch.setattr(pool, "_max_overflow", 0)
    with ExitStack() as held, pytest.raises(DatabaseUnavailable, match="too many people at once"):
        for _ in range(6):
            held.enter_context(sqlite_store.database.read())


def test_a_mistake_of_ours_is_not_blamed_on_the_database(store: Store) -> None:
    with pytest.raises(DBAPIError), store.database.read() as connection:
        connection.execute(text("SELECT CAST('x' AS json)" if not store.database.sqlite else "SELECT json('x"))


def test_a_missing_driver_is_named(summarise: Summarise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseUnavailable, match="needs the package psycopg, which is missing"):
        open_store("postgresql://host/name", summarise=summarise)


def _limit(store: Store, pages: int) -> None:
    """Let the disk be full: SQLite answers the same when a file may not grow any more."""

    def no_more(connection: sqlite3.Connection, _: object) -> None:
        size = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {size + pages}")

    store.database.close()
    event.listen(store.database.engine, "connect", no_more)


def test_a_full_disk_leaves_the_store_as_it_was(sqlite_store: Store, bridge: Case) -> None:
    sqlite_store.import_case(bridge, file="b", file_digest="", format="package", by="ann")
    before = (list(sqlite_store.dossiers()), sqlite_store.revision(), sqlite_store.verify_chain())
    large = Case("large", claims=tuple(Claim(f"c{n}", "x" * 1_000) for n in range(2_000)))
    _limit(sqlite_store, 20)

    with pytest.raises(DatabaseUnavailable, match="the disk is full; nothing was saved"):
        sqlite_store.import_case(large, file="l", file_digest="", format="package", by="ann")

    assert before == (list(sqlite_store.dossiers()), sqlite_store.revision(), sqlite_store.verify_chain())


def test_a_store_that_cannot_be_made_leaves_no_file_behind(
    tmp_path: Path, summarise: Summarise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise DatabaseUnavailable("the disk is full")

    monkeypatch.setattr("core.store.opening._migrate", full)
    with pytest.raises(DatabaseUnavailable, match="the disk is full"):
        opened(tmp_path / "store.db", summarise)

    assert [] == list(tmp_path.iterdir())


KILLED = """
import os, signal, sys
from core.model import Case, Claim
from core.store import open_store

def die(done, total):
    if done > total // 2:
        os.kill(os.getpid(), signal.SIGKILL)

store = open_store(sys.argv[1], summarise=lambda dossiers, policy: [])
claims = tuple(Claim(f"c{n}", "x" * 1000) for n in range(20_000))
store.import_case(Case("large", claims=claims), file="l", file_digest="", format="package", by="ann", progress=die)
"""


def test_an_import_that_is_killed_leaves_the_store_as_it_was(
    store: Store, put: Callable[..., ImportReport], bridge: Case
) -> None:
    put(bridge)
    before = (list(store.dossiers()), store.revision(), store.datasets())
    address = store.database.url.render_as_string(hide_password=False)

    killed = subprocess.run([sys.executable, "-c", KILLED, address], check=False, cwd=Path(core.__file__).parents[1])

    assert -signal.SIGKILL == killed.returncode
    assert before == (list(store.dossiers()), store.revision(), store.datasets())
    assert 0 == put(bridge).added


OPENED = """
import sys, time
from core.store import open_store
time.sleep(max(0, float(sys.argv[2]) - time.time()))
open_store(sys.argv[1], summarise=lambda dossiers, policy: []).claims()
"""


def test_a_new_database_may_be_opened_by_several_at_once(url: str, summarise: Summarise) -> None:
    start = str(time.time() + 2)
    root = Path(core.__file__).parents[1]
    several = [subprocess.Popen([sys.executable, "-c", OPENED, url, start], cwd=root) for _ in range(4)]

    assert [0, 0, 0, 0] == [process.wait(60) for process in several]
    store = open_store(url, summarise=summarise)
    assert 0 == store.claims().total
    store.close()


def test_settings_of_sqlite_are_those_that_keep_work_safe(sqlite_store: Store) -> None:
    with sqlite_store.database.read() as connection:
        values = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        ]

    assert ["wal", 1, 2, 60_000] == values


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders")
def test_the_password_of_a_server_is_shown_nowhere(summarise: Summarise, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable) as refused:
        open_store(f"postgresql+psycopg://ann:secret@/name?host={tmp_path}", summarise=summarise)

    assert "secret" not in str(refused.value)


WRITER = """
import sqlite3, sys
for _ in range(2):
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("CREATE TABLE IF NOT EXISTS written (word TEXT)")
    connection.execute("INSERT INTO written VALUES ('kept')")
    connection.close()
"""


def test_a_second_opening_in_one_process_keeps_its_locks_so_that_no_other_process_throws_the_log_away(
    tmp_path: Path, summarise: Summarise
) -> None:
    """Closing any handle on the file would let go of all of them; what a third one writes then could be lost."""
    path = tmp_path / "store.db"
    log = path.with_name("store.db-wal")
    with closing(opened(path, summarise)) as first:
        with first.database.read() as connection:
            connection.execute(text("SELECT count(*) FROM claim")).scalar()
        before = log.stat().st_ino
        opened(path, summarise).close()
        subprocess.run([sys.executable, "-c", WRITER, str(path)], check=True)

        assert log.exists()
        assert before == log.stat().st_ino
        with first.database.read() as connection:
            assert 2 == connection.execute(text("SELECT count(*) FROM written")).scalar()
