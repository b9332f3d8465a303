"""Tables of one PDF page: those with rulings by pdfplumber, those without by the white space between their columns.

A table whose cells overlap, or whose structure is only a guess, is left out: a cell nobody can place is no evidence.
"""

import io
from dataclasses import dataclass

import pdfplumber
from pdfminer.pdfexceptions import PDFException
from pdfplumber.utils.exceptions import PdfminerException

from core.verification.grounding.pdf import open_document
from core.verification.grounding.pdf_aligned import aligned_tables
from core.verification.grounding.pdf_structure import gate
from core.verification.grounding.pdf_words import Bounds, Frame, Word, read_words
from core.verification.grounding.types import Artifact, Unreadable
from core.verification.representation import Cell, Table
from core.verification.vocabulary import Reason

_SNAP = 3.0
"""Points by which two rulings may differ and be one."""
_DAMAGE = (PDFException, PdfminerException, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError)


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table before it is placed: bounds, cells with their bounds, header rows."""

    bounds: Bounds
    cells: tuple[tuple[Cell, Bounds], ...]
    header_rows: int


def read_tables(artifact: Artifact, number: int) -> tuple[Table, ...]:
    """The tables of one page.

    Args:
        artifact: The PDF.
        number: 1-based position of the page.

    Returns:
        Tables from top to bottom, named ``p<page>t<n>``.

    Raises:
        Unreadable: The PDF or its page cannot be read.
    """
    gate(artifact)
    document = open_document(artifact)
    try:
        if not 1 <= number <= len(document):
            return ()
        page = document[number - 1]
        words, frame = read_words(page), Frame(page)
        found = _ruled(artifact, number, words)
        free = [word for word in words if not any(_inside(word, table.bounds) for table in found)]
        found += [RawTable(*table) for table in aligned_tables(free)]
        found = [table for table in found if table.cells]
        found.sort(key=lambda table: (table.bounds[1], table.bounds[0]))
        return tuple(
            Table(
                f"p{number}t{position}",
                tuple(
                    Cell(cell.row, cell.col, cell.text, cell.row_span, cell.col_span, frame.box(bounds))
                    for cell, bounds in table.cells
                ),
                f"page-{number}",
                frame.box(table.bounds),
                header_rows=table.header_rows,
            )
            for position, table in enumerate(found, start=1)
        )
    finally:
        document.close()


def _ruled(artifact: Artifact, number: int, words: list[Word]) -> list[RawTable]:
    try:
        with pdfplumber.open(io.BytesIO(artifact.data), password=artifact.password, pages=[number]) as document:
            if not document.pages:
                raise Unreadable(Reason.PARSE_FAILED, f"page {number} cannot be read for tables")
            left, top = document.pages[0].bbox[:2]
            grids = [
                [(a - left, b - top, c - left, d - top) for a, b, c, d in table.cells]
                for table in document.pages[0].find_tables()
            ]
    except _DAMAGE as error:
        raise Unreadable(Reason.PARSE_FAILED, f"page {number} cannot be read for tables: {error}") from error
    except RecursionError as error:
        raise Unreadable(Reason.PARSE_FAILED, "the PDF refers to itself without end") from error
    tables = []
    for grid in grids:
        table = _grid([(float(a), float(b), float(c), float(d)) for a, b, c, d in grid], words)
        if table is not None:
            tables.append(table)
    return tables


def _grid(areas: list[Bounds], words: list[Word]) -> RawTable | None:
    """Rulings as rows and columns; None where cells overlap or there is only one."""
    columns = _edges([edge for area in areas for edge in (area[0], area[2])])
    rows = _edges([edge for area in areas for edge in (area[1], area[3])])
    taken: set[tuple[int, int]] = set()
    cells = []
    for area in areas:
        left, right = _nearest(columns, area[0]), _nearest(columns, area[2])
        top, bottom = _nearest(rows, area[1]), _nearest(rows, area[3])
        places = {(row, column) for row in range(top, bottom) for column in range(left, right)}
        if not places:
            continue
        if places & taken:
            return None
        taken |= places
        text = " ".join(word.text for word in words if _inside(word, area))
        cells.append((Cell(top, left, text, bottom - top, right - left), area))
    if len(columns) < 3 or len(rows) < 3:
        return None
    bounds = (columns[0], rows[0], columns[-1], rows[-1])
    header_rows = 1
    while any(cell.row < header_rows and cell.col_span > 1 and cell.row + 1 == header_rows for cell, _ in cells):
        header_rows += 1
        if header_rows >= len(rows) - 1:
            break
    cells.sort(key=lambda pair: (pair[0].row, pair[0].col))
    return RawTable(bounds, tuple(cells), header_rows)


def _edges(values: list[float]) -> list[float]:
    edges: list[float] = []
    for value in sorted(values):
        if not edges or value - edges[-1] > _SNAP:
            edges.append(value)
    return edges


def _nearest(edges: list[float], value: float) -> int:
    return min(range(len(edges)), key=lambda number: abs(edges[number] - value))


def _inside(word: Word, area: Bounds) -> bool:
    x, y = word.middle
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]
