"""What every part of the store has in common: the database, how figures are made, and what time it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from core.store.engine import Database
from core.store.summaries import Summariser


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


class Opened:
    """An open database. Safe to share between threads; every call is one transaction.

    Any call may raise DatabaseUnavailable. A call that changes something is kept whole or not at all.
    """

    def __init__(self, database: Database, summariser: Summariser, now: Callable[[], datetime] = utc_now) -> None:
        self.database = database
        self.summariser = summariser
        self.now = now

    @property
    def url(self) -> str:
        """The address of the database, its password left out."""
        return self.database.url.render_as_string(hide_password=True)

    @property
    def folder(self) -> Path:
        """Where files that belong to the database lie."""
        return self.database.folder

    def close(self) -> None:
        """Let go of every connection."""
        self.database.close()

    def moment(self) -> str:
        """The time as it is recorded: UTC, ISO 8601."""
        return self.now().astimezone(UTC).isoformat(timespec="microseconds")
