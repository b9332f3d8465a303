"""Opening a database: find out what it is, bring it up to date, and touch nothing that is not ours or is newer."""

import os
import sqlite3
import stat
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, text

from core.errors import DatabaseUnavailable, NewerDatabase
from core.store.engine import PATIENCE, Database, database_url, reason
from core.store.migrations import REVISIONS, VERSION_TABLE

_LEAST = 512
"""Bytes of the smallest database that SQLite writes: one page."""


def open_database(url: str | None = None, patience: float = PATIENCE) -> Database:
    """The database, made or brought up to date where need be.

    Raises:
        DatabaseUnavailable: It cannot be opened, or is not a database, or belongs to another program.
        NewerDatabase: A newer Headwater has written it; it is left as it is.
    """
    database = Database(database_url(url), patience)
    made = database.sqlite and _prepare_file(Path(database.where))
    try:
        with database.read() as connection:
            found = _version(connection, database)
        if found != REVISIONS[-1]:
            _migrate(database)
        if database.sqlite:
            _write_ahead(database)
    except (DatabaseUnavailable, NewerDatabase):
        database.close()
        if made:
            _remove(Path(database.where))
        raise
    return database


def _prepare_file(path: Path) -> bool:
    """See that the file can be used; True where it is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise DatabaseUnavailable(f"{path}: the folder is read-only; a database needs to write there")
        if not path.exists():
            return True
        found = path.stat()
    except OSError as error:
        raise DatabaseUnavailable(f"{path}: the folder cannot be made or read ({error.strerror})") from error
    if not stat.S_ISREG(found.st_mode):
        raise DatabaseUnavailable(f"{path}: a file was expected, this is a folder or device")
    # A superuser could write it all the same; who took the permission away did not want that.
    if not found.st_mode & 0o222:
        raise DatabaseUnavailable(f"{path}: the file is read-only; make it writable or choose another database")
    # SQLite would take a file that is shorter than its header for an empty one, and write over it. The file is not
    # read to see what it is: closing it again would take away every lock this process holds on it, and another
    # process would then throw away the log that ours still reads and writes.
    if 0 < found.st_size < _LEAST:
        raise DatabaseUnavailable(f"{path}: the file is not a database; it was left as it is")
    return False


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def _version(connection: Connection, database: Database) -> str | None:
    """The step the database is at; None for an empty one."""
    if database.sqlite:
        names = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    else:
        found = connection.execute(text("SELECT to_regclass(:name) IS NOT NULL"), {"name": VERSION_TABLE}).scalar()
        names = {VERSION_TABLE} if found else set()
    if VERSION_TABLE not in names:
        if names:
            raise DatabaseUnavailable(
                f"{database.where}: this database belongs to another program; it was left as it is"
            )
        return None
    version: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if version is not None and version not in REVISIONS:
        raise NewerDatabase(
            f"{database.where}: written by a newer Headwater (its tables are at step {version}, this one knows "
            f"up to {REVISIONS[-1]}); it was left as it is"
        )
    return version


def _migrate(database: Database) -> None:
    # Loaded only here: it takes longer than opening a database that is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with database.write() as connection:
        # Somebody else may have opened it meanwhile and done the same.
        if _version(connection, database) != REVISIONS[-1]:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _write_ahead(database: Database) -> None:
    """Let readers and the writer go on side by side. The file remembers it, so this is done once.

    The change needs the file for itself for a moment, and SQLite does not wait for it.
    """
    end = time.monotonic() + database.patience
    connection = sqlite3.connect(database.where, timeout=database.patience, isolation_level=None)
    try:
        while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.02)
    except sqlite3.Error as error:
        raise DatabaseUnavailable(f"{database.where}: {reason(error)}") from error
    finally:
        connection.close()
