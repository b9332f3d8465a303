"""Text that comes back as it went in, and the short form of an id that an index can hold.

Neither database takes every string: PostgreSQL refuses NUL, SQLite a lone surrogate. Both occur in text that was pulled
out of a PDF. They are written as an escape and read back exactly, so no file is refused and no character lost for them.
"""

import hashlib
import re
from collections.abc import Callable

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

ESCAPE = "\x1b"
_UNSTORABLE = re.compile("[\x00\x1b\ud800-\udfff]")
_ESCAPED = re.compile("\x1b([0-9a-f]{4})")

LONGEST_KEY = 200
"""Ids up to this length are their own key; PostgreSQL indexes no more than about 2,700 bytes."""


def escaped(text: str) -> str:
    """The text with NUL, escape and lone surrogates written as ``ESC`` and four hex digits."""
    if text.isascii() and "\x00" not in text and ESCAPE not in text:
        return text
    return _UNSTORABLE.sub(lambda match: f"{ESCAPE}{ord(match[0]):04x}", text)


def unescaped(stored: str) -> str:
    """The text that ``escaped`` was given."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), stored) if ESCAPE in stored else stored


def _bound(value: str | None) -> str | None:
    return None if value is None else escaped(value)


def _read(value: str | None) -> str | None:
    return value if value is None or ESCAPE not in value else unescaped(value)


class Verbatim(TypeDecorator[str]):
    """A text column that keeps every Python string exactly."""

    impl = Text
    cache_ok = True

    # Called for every text of every row, so without the detour over process_bind_param and process_result_value.
    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None]:
        return _bound

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], str | None]:
        return _read


def key_of(identifier: str) -> str:
    """The id itself, or its beginning and digest where it is too long to index.

    A long id's key is longer than any short id, so no short id can be mistaken for it.
    """
    if len(identifier) <= LONGEST_KEY:
        return identifier
    fingerprint = hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()
    return identifier[:LONGEST_KEY] + fingerprint
