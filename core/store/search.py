"""Words in, words out: how text is split for the search, and how what a person types becomes a condition.

The same splitting serves both databases, and only its words ever reach them: nothing that is typed can be read as
their query language. Case, accents and width do not matter. Scripts written without spaces (Chinese, Japanese, Thai,
Lao, Khmer, Burmese, Tibetan) are split into overlapping pairs of characters, so that any part of a text of two
characters or more is found; a single character finds the pairs it begins. All words typed have to occur; the last one
as a beginning. Where they stand is not kept, so a text that has all pairs of a run, but apart, is found as well.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Select, cast, column, delete, literal, select, table, text
from sqlalchemy.dialects.postgresql import TSQUERY

from core.store.number_sets import among

LONGEST_WORD = 64
MOST_WORDS = 50_000
"""Distinct words kept of one claim with its answer and sources."""

_UNSPACED = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff"
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARKS = "\u0900-\u0dff"
_SIGNS = "\u2600-\u27bf\U0001f000-\U0001faff"
_PIECE = re.compile(f"(?P<pairs>[{_UNSPACED}]+)|(?:[^\\W_{_UNSPACED}]|[{_MARKS}])+|[{_SIGNS}]")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic; not the signs that make other letters.
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")


def folded(given: str) -> str:
    """The text without case, accents and width."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", given.casefold()))
    return unicodedata.normalize("NFC", plain)


def pieces(given: str) -> list[tuple[str, bool]]:
    """The words of a text in their order, each with whether it is a run of an unspaced script."""
    if given.isascii():
        return [(word[:LONGEST_WORD], False) for word in _ASCII_WORD.findall(given.lower())]
    found = []
    for match in _PIECE.finditer(folded(given)):
        if match["pairs"]:
            found.append((match[0], True))
        else:
            found.append((match[0][:LONGEST_WORD], False))
    return found


def words(*texts: str | None) -> list[str]:
    """The distinct words under which texts are found, in their order."""
    found: dict[str, None] = {}
    for given in texts:
        for piece, unspaced in pieces(given) if given else ():
            if unspaced:
                found.update(dict.fromkeys(piece[at : at + 2] for at in range(len(piece))))
            else:
                found[piece] = None
    return list(found)[:MOST_WORDS]


def sought(typed: str) -> list[tuple[str, bool]]:
    """The words that have to occur, each with whether a beginning is enough."""
    found: list[tuple[str, bool]] = []
    split = pieces(typed)
    for number, (piece, unspaced) in enumerate(split, 1):
        last = number == len(split)
        if not unspaced:
            found.append((piece, last))
        elif len(piece) == 1:
            found.append((piece, True))
        else:
            found += [(piece[at : at + 2], False) for at in range(len(piece) - 1)]
    return list(dict.fromkeys(found))


def matches(connection: Connection, index: str, typed: str) -> Select[tuple[int]] | None:
    """A query for the numbers that an index has under all the words typed; None where nothing in it can be sought."""
    asked = sought(typed)
    if not asked:
        return None
    if connection.dialect.name == "sqlite":
        query = " AND ".join(f'"{word}"' + (" *" if beginning else "") for word, beginning in asked)
        source = table(index, column("rowid"))
        return select(source.c.rowid).where(text(f"{index} MATCH :sought").bindparams(sought=query))
    query = " & ".join(f"'{word}'" + (":*" if beginning else "") for word, beginning in asked)
    source = table(index, column("rowid"), column("words"))
    return select(source.c.rowid).where(source.c.words.op("@@")(cast(literal(query), TSQUERY)))


def write_words(connection: Connection, index: str, entries: Mapping[int, Iterable[str]]) -> None:
    """Put words into an index, in place of what it had under these numbers."""
    forget_words(connection, index, entries)
    if not entries:
        return
    if connection.dialect.name == "sqlite":
        statement = text(f"INSERT INTO {index} (rowid, words) VALUES (:number, :words)")
        rows = [{"number": number, "words": " ".join(found)} for number, found in entries.items()]
    else:
        statement = text(
            f"INSERT INTO {index} (rowid, words) VALUES (:number, array_to_tsvector(CAST(:words AS text[])))"
        )
        rows = [{"number": number, "words": list(found)} for number, found in entries.items()]
    connection.execute(statement, rows)


def forget_words(connection: Connection, index: str, numbers: Iterable[int]) -> None:
    """Take numbers out of an index."""
    source = table(index, column("rowid"))
    connection.execute(delete(source).where(among(connection, source.c.rowid, numbers)))
