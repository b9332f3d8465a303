"""Traces in a table, as RAGAS writes them: a cell may hold a list of texts, as JSON or as Python prints it."""

import ast
import io
import json
import tokenize
from collections.abc import Sequence

from core.importers.columns import known_columns, plain_name
from core.importers.sample import Sample
from core.importers.sheet import read_sheet
from core.importers.strict_json import Document, Record, Refused
from core.importers.table_text import header_of, read_table


def trace_table(sample: Sample, needed: Sequence[Sequence[str]], lists: Sequence[str]) -> Document | None:
    """The rows of a table as records; None where its header lacks what is needed.

    Args:
        sample: The file.
        needed: Of each of these groups of names the header must have one.
        lists: Columns that hold lists of texts.
    """
    if sample.container is None:
        header = sample.once("header", lambda: header_of(sample.text, known_columns)[1])
        if not _has(header, needed):
            return None
        table, _ = sample.once("table", lambda: (read_table(sample.text, sample.name, known_columns), ()))
    else:
        table, _ = sample.once("table", lambda: read_sheet(sample.data, sample.name, known_columns))
        if not _has(table.header, needed):
            return None
    faulty = False
    records = []
    for row, cells in table.rows:
        record: dict[str, object] = {}
        for column, cell in zip(table.header, cells, strict=False):
            name = plain_name(column)
            if name in lists and cell.strip():
                record[name] = list_in(cell, column)
                faulty = faulty or isinstance(record[name], Refused)
            elif cell.strip():
                record[name] = cell
        for group in needed:
            if not any(name in record for name in group):
                # An empty cell is nothing said, and the column is there.
                record[next(name for name in group if name in map(plain_name, table.header))] = None
        records.append(Record(row, record))
    return Document("table", tuple(records), faulty, table.problems, ())


def list_in(cell: str, column: str) -> list[object] | Refused:
    """The texts of a cell that holds a list."""
    written = cell.strip()
    found: object = None
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        found = _printed(written)
    if isinstance(found, list) and all(isinstance(item, str | int) for item in found):
        return found
    expected = 'a list of texts such as ["first passage", "second passage"]'
    return Refused(f"column {column!r} must hold a list of texts", expected, f"the text {written[:60]!r}", column)


def _printed(written: str) -> list[object] | None:
    """A list as Python prints it: texts and whole numbers with commas between them, read and never run.

    An array of numpy is printed without commas, and two texts side by side would be read as one: that is no list.
    """
    try:
        tree = ast.parse(written, mode="eval").body
        read = tokenize.generate_tokens(io.StringIO(written).readline)
        tokens = sum(1 for token in read if token.type == tokenize.STRING)
    except (ValueError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError):
        return None
    if not isinstance(tree, ast.List):
        return None
    values = [item.value for item in tree.elts if isinstance(item, ast.Constant)]
    texts = sum(1 for value in values if isinstance(value, str))
    whole = len(values) == len(tree.elts) and texts == tokens
    return list(values) if whole else None


def _has(header: Sequence[str], needed: Sequence[Sequence[str]]) -> bool:
    names = {plain_name(column) for column in header}
    return all(not names.isdisjoint(group) for group in needed)
