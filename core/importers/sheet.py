"""A workbook's sheet as a table of texts: values, never formulas; nothing of it is run or fetched."""

import io
import re
import warnings
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any
from xml.etree.ElementTree import ParseError

from core.errors import ImportFailed, Problem
from core.importers.findings import listed
from core.importers.table_text import Table
from core.model import Notice

MOST_BYTES = 512 * 1024**2
"""Most bytes a workbook may unpack to."""

_LONG = re.compile(r"-?\d{16,}")


def read_sheet(data: bytes, name: str, known: Callable[[tuple[str, ...]], int]) -> tuple[Table, tuple[Notice, ...]]:
    """The sheet whose header has the most names that are known, the first of equals; the others are noticed.

    Raises:
        ImportFailed: The workbook cannot be read, is empty, or unpacks to more than MOST_BYTES.
    """
    # Loaded for such a file only.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    _bounded(data, name)
    try:
        with warnings.catch_warnings():
            # Of styles and extensions that a table of texts has no use for.
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            try:
                sheets = [(sheet.title, _rows(sheet)) for sheet in book.worksheets]
            finally:
                book.close()
    except (
        InvalidFileException, zipfile.BadZipFile, ParseError, SyntaxError, KeyError, ValueError, TypeError,
        AttributeError, IndexError, OSError,
    ) as error:  # fmt: skip
        found = f"{type(error).__name__}: {error}"[:200]
        raise _failed(name, "this workbook cannot be read", "an Excel workbook (xlsx)", found) from error
    filled = [(title, rows) for title, rows in sheets if rows]
    if not filled:
        raise _failed(name, "the workbook is empty", "a sheet with a header and rows", f"{len(sheets)} empty sheets")
    title, rows = max(filled, key=lambda sheet: known(_header(sheet[1])))
    others = [other for other, _ in filled if other != title]
    notices = [Notice("sheets-not-read", f"only the sheet {title!r} is read, not {listed(others)}")] if others else []
    long = next((cell for _, cells in rows for cell in cells if _LONG.fullmatch(cell)), None)
    if long is not None:
        message = f"a workbook keeps 15 digits of a number; longer ids, such as {long}, must be text to be exact"
        notices.append(Notice("long-number", message))
    return Table("", _header(rows), tuple(rows[1:]), ()), tuple(notices)


Row = tuple[int, tuple[str, ...]]


def _rows(sheet: Any) -> list[Row]:
    """The filled rows, each with its number in the sheet."""
    made = []
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        texts = tuple(_text(cell) for cell in cells)
        while texts and not texts[-1].strip():
            texts = texts[:-1]
        if texts:
            made.append((number, texts))
    return made


def _header(rows: list[Row]) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in rows[0][1])


def _text(value: Any) -> str:
    """A cell as text: a whole number without a point, a time as ISO 8601; nothing is an empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time(0):
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


def _bounded(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except zipfile.BadZipFile as error:
        raise _failed(name, "this workbook cannot be read", "an Excel workbook (xlsx)", str(error)) from error
    if unpacked > MOST_BYTES:
        message, found = "this workbook unpacks to too much", f"{unpacked:,} bytes"
        raise _failed(name, message, f"at most {MOST_BYTES:,} bytes", found)


def _failed(name: str, message: str, expected: str, found: str) -> ImportFailed:
    return ImportFailed((Problem(name, None, None, expected, found, message),))
