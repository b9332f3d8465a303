"""Excel files: every sheet one table; read twice, for what a cell shows and for the formula behind it."""

import io
import warnings
from datetime import date, datetime, time
from importlib.metadata import version
from typing import Any
from zipfile import BadZipFile

import openpyxl
from lxml import etree
from openpyxl.cell.cell import Cell as SheetCell, MergedCell
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from core.verification.grounding.archive import checked
from core.verification.grounding.flow import Flow
from core.verification.grounding.number_formats import shown
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.representation import Capabilities, Cell, Parser, Representation, Table
from core.verification.vocabulary import Advisory, CapabilityLimit, Reason

NAME = "xlsx"
VERSION = "1"
_DAMAGE = (
    InvalidFileException, BadZipFile, etree.XMLSyntaxError, KeyError, ValueError, AttributeError, TypeError, IndexError,
    OverflowError, AssertionError, SyntaxError,
)  # fmt: skip
"""What the library raises, by name, on files that break its assumptions."""


def read(artifact: Artifact) -> Representation:
    """Read an Excel file."""
    names = checked(artifact)
    if "xl/workbook.xml" not in names:
        raise Unreadable(Reason.PARSE_FAILED, "not an Excel file: it has no workbook part")
    flow = Flow(artifact.limits)
    tables: list[Table] = []
    hidden = False
    try:
        # Two readings, because one gives values and the other formulas.
        values, formulas = _open(artifact, values=True), _open(artifact, values=False)
        count = 0
        for sheet in values.worksheets:
            count += (sheet.max_row or 0) * (sheet.max_column or 0)
            if count > artifact.limits.max_cells:
                raise too_much(f"the sheets span {count:,} cells", artifact.limits.max_cells)
            table = _table(sheet, formulas[sheet.title])
            tables.append(table)
            off = sheet.sheet_state != "visible"
            hidden = hidden or (off and bool(table.cells))
            _as_text(flow, table, off)
    except _DAMAGE as error:
        raise Unreadable(Reason.PARSE_FAILED, f"not readable as an Excel file: {error}") from error
    return Representation(
        format=NAME,
        parser=Parser("openpyxl", version("openpyxl"), "headwater-xlsx", VERSION),
        capabilities=Capabilities(char_offsets=True, tables=True, fingerprint=True),
        artifact=artifact.fingerprint,
        text=flow.text,
        elements=tuple(flow.elements),
        tables=tuple(tables),
        marks=flow.placed_marks(),
        warnings=(Advisory.HIDDEN_TEXT_DETECTED,) if hidden else (),
        limits=(CapabilityLimit.MISSING_PAGES,) + (() if flow.text else (CapabilityLimit.NO_TEXT_LAYER,)),
    )


def _open(artifact: Artifact, *, values: bool) -> Workbook:
    with warnings.catch_warnings():
        # The library warns of parts it leaves out, such as data validation: none of them is text.
        warnings.simplefilter("ignore", UserWarning)
        return openpyxl.load_workbook(io.BytesIO(artifact.data), data_only=values, keep_links=False)


def _table(sheet: Worksheet, formulas: Worksheet) -> Table:
    spans = {
        (area.min_row, area.min_col): (area.max_row - area.min_row + 1, area.max_col - area.min_col + 1)
        for area in sheet.merged_cells.ranges
    }
    cells = []
    for line in sheet.iter_rows():
        for cell in line:
            if isinstance(cell, MergedCell):
                continue
            row_span, col_span = spans.get((cell.row, cell.column), (1, 1))
            made = _cell(cell, formulas.cell(cell.row, cell.column).value, row_span, col_span)
            if made is not None:
                cells.append(made)
    return Table(sheet.title, tuple(cells), caption=sheet.title)


def _cell(cell: SheetCell, formula: Any, row_span: int, col_span: int) -> Cell | None:
    computed = (isinstance(formula, str) and formula.startswith("=")) or cell.data_type == "f"
    if cell.value is None and not computed:
        return None
    row, column = cell.row - 1, cell.column - 1
    if cell.value is None:
        return Cell(row, column, None, row_span, col_span, formula=str(formula))
    text, stored = shown(cell.value, cell.number_format), _stored(cell.value)
    return Cell(
        row, column, text, row_span, col_span,
        value=stored if stored != text else None,
        formula=str(formula) if computed else None,
    )  # fmt: skip


def _stored(value: object) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def _as_text(flow: Flow, table: Table, hidden: bool) -> None:
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell.text or "")
    for row, texts in sorted(rows.items()):
        flow.add("row", "\t".join(texts), path=f"{table.id}!{row + 1}", hidden=hidden)
