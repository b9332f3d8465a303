"""The connection to the database: where it is, how it is opened, one writer at a time, and errors in plain words.

SQLite: write-ahead log, so that readers and the writer do not wait for each other; every writer says BEGIN IMMEDIATE,
since a transaction that reads first and writes later fails at once when somebody else wrote in between. PostgreSQL:
writers take one advisory lock, which gives the same order of events there.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from core.errors import DatabaseUnavailable

PATIENCE = 60.0
"""Seconds a writer waits for its turn; a large import is one transaction and may take a while."""

_ENGINE: dict[str, Any] = {"pool_size": 5, "max_overflow": 60, "hide_parameters": True}
"""For every engine. An error's message must not carry the texts of a whole import."""

WRITER_LOCK = 0x4845_4144
"""PostgreSQL advisory lock that every writer holds."""


def database_url(url: str | None = None) -> URL:
    """Which database to open: the one named, else HEADWATER_DATABASE_URL, else a file in HEADWATER_HOME.

    Raises:
        DatabaseUnavailable: The address cannot be read or names another kind of database.
    """
    given = url or os.environ.get("HEADWATER_DATABASE_URL")
    if not given:
        return URL.create("sqlite", database=str(data_directory() / "headwater.db"))
    try:
        found = make_url(given)
    except ArgumentError as error:
        raise DatabaseUnavailable(
            "the database address cannot be read; expected sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        ) from error
    if found.drivername in ("postgresql", "postgres"):
        return found.set(drivername="postgresql+psycopg")
    if found.get_backend_name() == "sqlite" and found.database in (None, "", ":memory:"):
        raise DatabaseUnavailable("a database in memory would be lost; expected a file, as in sqlite:///FILE")
    if found.drivername in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg"):
        return found
    raise DatabaseUnavailable(
        f"{found.drivername!r} is not a kind of database Headwater uses; expected sqlite or postgresql+psycopg"
    )


def data_directory() -> Path:
    """Where data lie that nobody has given another place: HEADWATER_HOME, else the user's data directory."""
    home = os.environ.get("HEADWATER_HOME") or platformdirs.user_data_dir("headwater", appauthor=False)
    return Path(home).expanduser().absolute()


class Database:
    """One database, opened; made once per process and shared by its threads."""

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        self.url = url
        self.patience = patience
        self.sqlite = url.get_backend_name() == "sqlite"
        self.where = str(url.database) if self.sqlite else url.render_as_string(hide_password=True)
        self.folder = Path(self.where).absolute().parent if self.sqlite else data_directory()
        """Where files that belong to the database lie: beside it, or in the data directory where it is elsewhere."""
        self._turn = threading.Lock()
        try:
            self.engine = _sqlite_engine(url, patience) if self.sqlite else _postgresql_engine(url)
        except ModuleNotFoundError as error:
            raise DatabaseUnavailable(
                f"{self.where}: PostgreSQL needs the package psycopg, which is missing"
            ) from error

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the database throughout."""
        with self._in_words():
            options = {} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
            with self.engine.connect().execution_options(**options) as connection:
                yield connection
                connection.rollback()

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that no other writer can come between; kept whole or not at all.

        Writers of one process queue for their turn, which is fairer and faster than the database's own waiting.
        """
        if not self._turn.acquire(timeout=self.patience):
            raise DatabaseUnavailable(f"{self.where}: another change is still being written; nothing was saved")
        try:
            now = {"sqlite_begin": "BEGIN IMMEDIATE"}
            with self._in_words(), self.engine.connect().execution_options(**now) as connection, connection.begin():
                if not self.sqlite:
                    connection.execute(text(f"SET LOCAL lock_timeout = {int(self.patience * 1000)}"))
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})"))
                yield connection
        finally:
            self._turn.release()

    @contextmanager
    def write_if_free(self) -> Iterator[Connection | None]:
        """A transaction as ``write`` gives it, or None at once where another writer has its turn: for what is kept only
        to be found again, and can be made anew."""
        if not self._turn.acquire(blocking=False):
            yield None
            return
        try:
            now = {"sqlite_begin": "BEGIN IMMEDIATE"}
            with self._in_words(), self.engine.connect().execution_options(**now) as connection:
                free = self._begun(connection) if self.sqlite else self._locked(connection)
                yield connection if free else None
                if free:
                    connection.commit()
        finally:
            self._turn.release()

    def _begun(self, connection: Connection) -> bool:
        """Whether the transaction could be begun without waiting for another program."""
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA busy_timeout = 0")
        try:
            connection.begin()
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorname", None) != "SQLITE_BUSY":
                raise
            return False
        finally:
            driver.execute(f"PRAGMA busy_timeout = {int(self.patience * 1000)}")
        return True

    def _locked(self, connection: Connection) -> bool:
        """Whether the writers' lock could be had without waiting."""
        connection.begin()
        return bool(connection.execute(text(f"SELECT pg_try_advisory_xact_lock({WRITER_LOCK})")).scalar_one())

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            if error.connection_invalidated or _beyond_us(error.orig):
                raise DatabaseUnavailable(f"{self.where}: {reason(error.orig)}") from error
            raise
        except SQLAlchemyError as error:
            # The pool has no connection left: every one is in use.
            if error.code == "3o7r":
                raise DatabaseUnavailable(f"{self.where}: too many people at once; try again") from error
            raise


_POSTGRESQL_STATES = ("08", "25006", "28", "3D", "42501", "53", "55", "57", "58")
"""Classes of PostgreSQL's error codes that tell of the server, its disk or our rights, not of a wrong statement."""


def _beyond_us(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", None) or ""
        return name.startswith(tuple(_WORDS))
    state = getattr(cause, "sqlstate", None)
    return state.startswith(_POSTGRESQL_STATES) if state else type(cause).__name__ == "OperationalError"


_WORDS = {
    "SQLITE_BUSY": "the database is in use by another program and did not become free; nothing was saved",
    "SQLITE_LOCKED": "the database is in use by another program; nothing was saved",
    "SQLITE_FULL": "the disk is full; nothing was saved",
    "SQLITE_READONLY": "the database is read-only; nothing was saved",
    "SQLITE_CANTOPEN": "the file cannot be opened or made; check the folder and its permissions",
    "SQLITE_NOTADB": "the file is not a database",
    "SQLITE_CORRUPT": "the file is damaged; restore it from a backup",
    "SQLITE_IOERR": "the disk could not be read or written; nothing was saved",
    "SQLITE_PERM": "the file may not be used by this user",
    "SQLITE_TOOBIG": "a text is longer than the database can hold; nothing was saved",
}


def reason(cause: BaseException | None) -> str:
    """What went wrong, in words, with the database's own message after it."""
    name = getattr(cause, "sqlite_errorname", None) or ""
    words = next((said for code, said in _WORDS.items() if name.startswith(code)), "the database could not be used")
    return f"{words} ({' '.join(str(cause).split())})"


def _sqlite_engine(url: URL, patience: float) -> Engine:
    engine = create_engine(url, connect_args={"timeout": patience}, **_ENGINE)

    @event.listens_for(engine, "connect")
    def _settings(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for setting in (
            f"busy_timeout = {int(patience * 1000)}",
            "foreign_keys = ON",
            # A label that was confirmed on the screen survives a power cut.
            "synchronous = FULL",
            "cache_size = -16000",
            "temp_store = MEMORY",
            # A large import leaves a large log behind; give the disk back what is not needed.
            "journal_size_limit = 33554432",
        ):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))

    return engine


def _postgresql_engine(url: URL) -> Engine:
    return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10}, **_ENGINE)
