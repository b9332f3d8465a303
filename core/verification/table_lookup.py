"""One cell of a table, by its place or by the headers of its row and column.

A header must name exactly one row and exactly one column; two columns called "2024" are an open question, not a
choice. A header of several lines is named by one of its lines or by all of them joined by " / ".
"""

from collections.abc import Callable
from dataclasses import dataclass

from core.verification.citations import Locator
from core.verification.index import SourceIndex
from core.verification.representation import Cell, Table
from core.verification.vocabulary import CheckStatus, Reason

JOINED = " / "


@dataclass(frozen=True, slots=True)
class TableRefusal:
    """Why there is not exactly one cell."""

    status: CheckStatus
    reason: Reason
    note: str = ""


def find_cell(index: SourceIndex, locator: Locator) -> tuple[Table, Cell] | TableRefusal:
    """The one cell that a locator names.

    Source: [ETH] cells cover their spans; [HOUSE] headers must be unique.
    """
    if locator.table_id is not None:
        table = index.tables.get(locator.table_id)
        if table is None:
            return TableRefusal(CheckStatus.NOT_FOUND, Reason.TABLE_NOT_FOUND)
        tables = [table]
    else:
        named = {page.id for page in index.pages_named(locator.page)} if locator.page is not None else None
        tables = [table for table in index.tables.values() if named is None or table.page in named]
        if not tables:
            return TableRefusal(CheckStatus.NOT_FOUND, Reason.TABLE_NOT_FOUND)
    if locator.cell is not None:
        return _by_place(tables, locator.cell)
    found: list[tuple[Table, Cell]] = []
    refused: list[TableRefusal] = []
    for table in tables:
        outcome = _by_headers(table, locator, lambda text: index_text(index, text))
        if isinstance(outcome, TableRefusal):
            refused.append(outcome)
        else:
            found.append((table, outcome))
    if len(found) == 1 and not any(refusal.reason is Reason.TABLE_HEADER_AMBIGUOUS for refusal in refused):
        return found[0]
    if len(found) > 1:
        note = f"{len(found)} tables have such a row and column"
        return TableRefusal(CheckStatus.ERROR, Reason.TABLE_HEADER_AMBIGUOUS, note)
    ambiguous = [refusal for refusal in refused if refusal.reason is Reason.TABLE_HEADER_AMBIGUOUS]
    return (ambiguous or refused)[0]


def index_text(index: SourceIndex, text: str) -> str:
    """A text of a table as it is compared."""
    return index.literal(text)


def row_names(table: Table, normal: Callable[[str], str]) -> dict[int, set[str]]:
    """Row -> what it is called, in its header columns."""
    left = _origin(table)[1]
    lines: dict[int, list[tuple[int, str]]] = {}
    for cell in table.cells:
        if cell.col - left < table.header_cols:
            for row in range(cell.row, cell.row + cell.row_span):
                lines.setdefault(row, []).append((cell.col, normal(cell.text or "")))
    return _names(lines)


def column_names(table: Table, normal: Callable[[str], str]) -> dict[int, set[str]]:
    """Column -> what it is called, in its header rows."""
    top = _origin(table)[0]
    lines: dict[int, list[tuple[int, str]]] = {}
    for cell in table.cells:
        if cell.row - top < table.header_rows:
            for column in range(cell.col, cell.col + cell.col_span):
                lines.setdefault(column, []).append((cell.row, normal(cell.text or "")))
    return _names(lines)


def _names(lines: dict[int, list[tuple[int, str]]]) -> dict[int, set[str]]:
    names = {}
    for lane, parts in lines.items():
        texts = [text for _, text in sorted(parts) if text]
        if texts:
            names[lane] = {*texts, JOINED.join(texts)}
    return names


def _origin(table: Table) -> tuple[int, int]:
    """The first row and column: some tables count from 0, others from 1."""
    return (min((cell.row for cell in table.cells), default=0), min((cell.col for cell in table.cells), default=0))


def _by_place(tables: list[Table], place: tuple[int, int]) -> tuple[Table, Cell] | TableRefusal:
    if len(tables) > 1:
        note = f"the citation names none of {len(tables)} tables"
        return TableRefusal(CheckStatus.ERROR, Reason.TABLE_HEADER_AMBIGUOUS, note)
    cell = next((cell for cell in tables[0].cells if cell.covers(*place)), None)
    if cell is None:
        return TableRefusal(CheckStatus.NOT_FOUND, Reason.TABLE_CELL_NOT_FOUND)
    return tables[0], cell


def _by_headers(table: Table, locator: Locator, normal: Callable[[str], str]) -> Cell | TableRefusal:
    if locator.row is None or locator.column is None:
        return TableRefusal(CheckStatus.ERROR, Reason.MISSING_TABLE_CELL_LOCATOR, "a row and a column are needed")
    first = _origin(table)
    rows = [
        row
        for row, names in row_names(table, normal).items()
        if normal(locator.row) in names and row - first[0] >= table.header_rows
    ]
    columns = [
        column
        for column, names in column_names(table, normal).items()
        if normal(locator.column) in names and column - first[1] >= table.header_cols
    ]
    for what, header, lanes in (("row", locator.row, rows), ("column", locator.column, columns)):
        if not lanes:
            return TableRefusal(CheckStatus.NOT_FOUND, Reason.TABLE_CELL_NOT_FOUND, f"no {what} is called {header!r}")
        if len(lanes) > 1:
            note = f"{len(lanes)} {what}s are called {header!r}"
            return TableRefusal(CheckStatus.ERROR, Reason.TABLE_HEADER_AMBIGUOUS, note)
    cell = next((cell for cell in table.cells if cell.covers(rows[0], columns[0])), None)
    return cell or TableRefusal(CheckStatus.NOT_FOUND, Reason.TABLE_CELL_NOT_FOUND)


def rows_with(table: Table, column: int, text: str, normal: Callable[[str], str]) -> tuple[str, ...]:
    """Names of the rows whose cell in a column shows a text: where a misplaced value does stand."""
    wanted = normal(text)
    found = [
        cell.row
        for cell in table.cells
        if cell.col <= column < cell.col + cell.col_span and normal(cell.text or "") == wanted
    ]
    if not found:
        return ()
    names = row_names(table, normal)
    return tuple(min(names.get(row, {str(row)}), key=len) for row in found)
