"""A table in a text file: delimiter, header and rows, each row with its number as a spreadsheet counts."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from core.errors import Problem

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = (",", ";", "\t", "|")
_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", "": "nothing: it is a sheet"}
_LONGEST_CELL = 64 * 1024 * 1024

Row = tuple[int, tuple[str, ...]]
"""(row number, cells); the header is row 1 and blank rows count."""


@dataclass(frozen=True, slots=True)
class Table:
    """The header and the filled rows of a table."""

    delimiter: str
    """Empty for a table that is no text."""
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    @property
    def separated_by(self) -> str:
        """The delimiter in words."""
        return _NAMES[self.delimiter]


def header_of(text: str, known: Callable[[tuple[str, ...]], int]) -> tuple[str, tuple[str, ...], int]:
    """Delimiter, header and row number of the header.

    The delimiter is the one under which most columns have a name that is known: guessing it from the cells fails on
    passages full of commas. Where none has one, it is the one under which most rows are as wide as the first, then the
    one that makes most columns.

    Args:
        text: The whole text.
        known: How many of some column names are known.
    """
    hint, start = _hint(text)
    best: tuple[str, tuple[str, ...], int] = (",", (), start)
    best_rank = (-1, 0, 0)
    for delimiter in (hint,) if hint else DELIMITERS:
        cells, row = _first_row(text, delimiter, start)
        named = known(cells)
        alike = _alike(text, delimiter, len(cells)) if named == 0 and len(cells) > 1 else 0
        rank = (named, alike, len(cells))
        if rank > best_rank:
            best, best_rank = (delimiter, cells, row), rank
    return best


def read_table(text: str, name: str, known: Callable[[tuple[str, ...]], int]) -> Table:
    """Read a table whole; a row that breaks the table ends the reading with a problem."""
    delimiter, header, at = header_of(text, known)
    problems: list[Problem] = []
    rows: list[Row] = []
    for found in rows_of(io.StringIO(text, newline=""), delimiter, name, at):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            rows.append(found)
    return Table(delimiter, header, tuple(rows), tuple(problems))


def rows_of(lines: Iterable[str], delimiter: str, name: str, header_row: int) -> Iterator[Row | Problem]:
    """The filled rows behind the header, one after the other; a row that breaks the table is a problem and the last.

    Args:
        lines: The lines of the text, their ends as they stand there.
        delimiter: What separates the cells.
        name: The file, for the problem.
        header_row: Number of the header's row.
    """
    reader = _reader(lines, delimiter)
    row = 0
    while True:
        row += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            message = f"the table cannot be read from line {reader.line_num} on: {error}"
            expected = "cells in which a quotation mark is doubled and every quoted cell is closed"
            yield Problem(name, row, None, expected, str(error), message)
            return
        if row > header_row and any(cell.strip() for cell in cells):
            yield row, tuple(cells)


def _hint(text: str) -> tuple[str | None, int]:
    """The delimiter that the first line states as Excel does (``sep=;``), and the rows to skip."""
    first = text[:8].split("\n", 1)[0].strip().casefold()
    if first.startswith("sep=") and first[4:5] in DELIMITERS:
        return first[4:5], 1
    return None, 0


def _first_row(text: str, delimiter: str, skip: int) -> tuple[tuple[str, ...], int]:
    reader = _reader(io.StringIO(text[:200_000], newline=""), delimiter)
    row = 0
    try:
        for cells in reader:
            row += 1
            if row > skip and any(cell.strip() for cell in cells):
                return tuple(cell.strip() for cell in cells), row
    except csv.Error:
        return (), row
    return (), row


def _alike(text: str, delimiter: str, width: int) -> int:
    """How many of the first rows are as wide as the first."""
    try:
        return sum(
            1 for cells in islice(_reader(io.StringIO(text[:20_000], newline=""), delimiter), 50) if len(cells) == width
        )
    except csv.Error:
        return 0


def _reader(lines: Iterable[str], delimiter: str) -> "Reader":
    # The limit belongs to the process; the default of 128 kB is less than a long document.
    csv.field_size_limit(_LONGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=True)
