"""A table as plain values: what the table component draws and what its CSV holds."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import quote

Kind = Literal["text", "number", "chip", "word", "quiet", "prose", "wrap"]
"""prose wraps to two lines, wrap to all it needs, the others to one; a word may carry the colour of a decision."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, how its cells are drawn, what it says on a longer look."""

    key: str
    label: str
    kind: Kind = "text"
    width: float = 14.0
    """Its part of the table, in the width of about as many letters."""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its words, the value it sorts by, and its colour where a word has one."""

    text: str
    sort: float | str | None = None
    colour: str = ""
    hint: str = ""
    """The full text or the reason, shown on a longer look."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row and what it stands for; ``href`` opens it in a new tab."""

    id: str
    cells: tuple[Cell, ...]
    href: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its name for screen readers and its words for when it is empty."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    empty: str = "Nothing here yet."

    def as_data(
        self, selected: str | None = None, *, height: int | None = None, sortable: bool = True
    ) -> dict[str, Any]:
        """Plain JSON for the component."""
        return {
            "name": self.name,
            "empty": self.empty,
            "selected": selected,
            "height": height,
            "sortable": sortable,
            "columns": [{"label": c.label, "kind": c.kind, "width": c.width, "help": c.help} for c in self.columns],
            "rows": [
                {"id": row.id, "href": row.href, "cells": [[c.text, c.sort, c.colour, c.hint] for c in row.cells]}
                for row in self.rows
            ],
        }

    def as_csv(self) -> bytes:
        """What is shown, as UTF-8 with a mark that spreadsheets read; no cell can be a formula."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(column.label for column in self.columns)
        writer.writerows([plain(cell) for cell in row.cells] for row in self.rows)
        return out.getvalue().encode("utf-8-sig")


def matching(view: TableView, words: str) -> TableView:
    """The rows in which every word occurs somewhere, in the words shown or their longer form."""
    wanted = words.casefold().split()
    if not wanted:
        return view
    rows = []
    for row in view.rows:
        text = " ".join(f"{cell.text} {cell.hint}" for cell in row.cells).casefold()
        if all(word in text for word in wanted):
            rows.append(row)
    return replace(view, rows=tuple(rows), empty="No row holds these words.")


def part(view: TableView, number: int, size: int) -> TableView:
    """Page ``number`` of a table, 1 first."""
    return replace(view, rows=view.rows[(number - 1) * size : number * size])


def page_with(view: TableView, row: str | None, size: int) -> int | None:
    """The page a row is on, or None where it is not in the table."""
    at = next((place for place, one in enumerate(view.rows) if one.id == row), None)
    return None if at is None else at // size + 1


FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def plain(cell: Cell) -> str | float:
    """A cell of the CSV: the exact number where there is one, else its words, never a formula."""
    if isinstance(cell.sort, float | int):
        return cell.sort
    text = cell.hint if cell.text.endswith("…") and cell.hint else cell.text
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def cut(text: str, length: int) -> str:
    """Text on one line, cut to a length."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def claim_link(uid: str) -> str:
    """Address of a claim's page, relative to any other page."""
    return f"claim?claim={quote(uid, safe='')}"


def answer_link(uid: str) -> str:
    """Address of an answer's page, relative to any other page."""
    return f"answers?answer={quote(uid, safe='')}"


def cells(values: Iterable[str | Cell]) -> tuple[Cell, ...]:
    """Cells from words; a Cell stays as it is."""
    return tuple(value if isinstance(value, Cell) else Cell(value) for value in values)
