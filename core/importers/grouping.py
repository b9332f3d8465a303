"""Items of a large file in parts, so that what belongs together is never apart: rows of a claim, spans of a trace.

Most files have them one behind the other; then they are cut where the next group begins. Where a group is scattered
over the file, the items are brought together in a temporary database on disk first, which its own closing removes.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from core.errors import InvalidInput, Problem
from core.importers.known_ids import KnownIds
from core.model import Notice

AT_ONCE = 10_000
"""Keys compared, and items written, at once."""


@dataclass(frozen=True, slots=True)
class Item:
    """One row or record."""

    row: int
    key: str | None
    """What it belongs to; None where it stands alone."""
    value: Any
    """What JSON can hold."""
    size: int
    """About its bytes."""


Said = Problem | Notice
Read = Iterator[tuple[Item | Said, float]]
"""Items, and what is to be said of the reading, each with the share of the file that is read with it."""


@dataclass(slots=True)
class Part:
    """Items that are read at once."""

    items: list[Item] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    share: float = 0.0
    size: int = 0

    @property
    def last(self) -> str | None:
        """What its last item belongs to."""
        return self.items[-1].key if self.items else None


class Groups:
    """The items of one file, read as often as is asked for."""

    def __init__(self, read: Callable[[], Read]) -> None:
        """Take down how the items are read.

        Args:
            read: Reads the file from its beginning.
        """
        self._read = read
        self._gathered: Callable[[], Read] | None = None

    def parts(self, size: int) -> Iterator[Part]:
        """The items in parts of about ``size`` bytes, those of one key in one part; the same at every call.

        Raises:
            ImportFailed: The file cannot be read.
            InvalidInput: There is no room to bring scattered items together.
        """
        if self._gathered is None:
            self._gathered = _gather(self._read) if self._scattered() else self._read
        part = Part()
        for found, share in self._gathered():
            if not isinstance(found, Item):
                part.said.append(found)
                continue
            if part.size >= size and (found.key is None or found.key != part.last):
                yield part
                part = Part()
            part.items.append(found)
            part.size += found.size
            part.share = share
        if part.items or part.said:
            part.share = 1.0
            yield part

    def _scattered(self) -> bool:
        """Whether a key comes again behind another one."""
        known, last, keys = KnownIds(), None, list[str]()
        for found, _ in self._read():
            if not isinstance(found, Item) or found.key is None or found.key == last:
                continue
            last = found.key
            keys.append(last)
            if len(keys) >= AT_ONCE:
                if len(set(keys)) < len(keys) or known.add(keys):
                    return True
                keys = []
        return len(set(keys)) < len(keys) or bool(known.add(keys))


def _gather(read: Callable[[], Read]) -> Callable[[], Read]:
    """The same items with those of a key behind its first one."""
    try:
        # A database without a name is a file that is gone when it is closed.
        spool = sqlite3.connect("", isolation_level=None)
        spool.execute("CREATE TABLE first (key BLOB PRIMARY KEY, row INTEGER) WITHOUT ROWID")
        spool.execute("CREATE TABLE item (key BLOB, row INTEGER, name TEXT, value TEXT, size INTEGER)")
        spool.execute("BEGIN")
        said, rows = list[Said](), list[tuple[bytes, int, str | None, str, int]]()
        for found, _ in read():
            if not isinstance(found, Item):
                said.append(found)
                continue
            name = f"\x00{found.row}" if found.key is None else found.key
            key = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            stored = None if found.key is None else json.dumps(found.key)
            rows.append((key, found.row, stored, json.dumps(found.value), found.size))
            if len(rows) >= AT_ONCE:
                _write(spool, rows)
                rows = []
        _write(spool, rows)
        spool.execute("COMMIT")
    except sqlite3.Error as error:
        raise _no_room(error) from error

    def gathered() -> Read:
        yield from ((one, 0.0) for one in said)
        query = "SELECT item.row, name, value, size FROM item JOIN first USING (key) ORDER BY first.row, item.row"
        try:
            (total,) = spool.execute("SELECT count(*) FROM item").fetchone()
            for number, (row, name, value, size) in enumerate(spool.execute(query), 1):
                key = None if name is None else json.loads(name)
                yield Item(row, key, json.loads(value), size), number / total
        except sqlite3.Error as error:
            raise _no_room(error) from error

    return gathered


def _write(spool: sqlite3.Connection, rows: list[tuple[bytes, int, str | None, str, int]]) -> None:
    spool.executemany("INSERT OR IGNORE INTO first VALUES (?, ?)", [row[:2] for row in rows])
    spool.executemany("INSERT INTO item VALUES (?, ?, ?, ?, ?)", rows)


def _no_room(error: sqlite3.Error) -> InvalidInput:
    return InvalidInput(
        "what belongs together is scattered over the file, and there is no room in the temporary folder to bring it "
        f"together ({error}); nothing was stored"
    )
