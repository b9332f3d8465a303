"""Files of labelled outcomes: JSON, JSON Lines or CSV, read to the letter, every fault named with its row."""

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import InvalidInput

_YES = frozenset({"1", "true", "yes", "y"})
_NO = frozenset({"0", "false", "no", "n"})
Row = Mapping[str, Any]


def rows_of(data: bytes, name: str, key: str) -> list[Row]:
    """The rows of a file: a list, an object that holds one under ``key``, one object a line, or a CSV table.

    Raises:
        InvalidInput: It is none of these, not UTF-8, or a row is no object.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name}: not UTF-8 (byte {error.start})") from error
    start = text.lstrip()[:1]
    if start == "[" or (start == "{" and not _is_lines(text)):
        found = _loads(text, name)
        if isinstance(found, dict):
            found = found.get(key)
        if not isinstance(found, list):
            raise InvalidInput(f"{name}: expected a list, or an object with the list {key!r}")
        rows = found
    elif start == "{":
        lines = [line for line in text.splitlines() if line.strip()]
        rows = [_loads(line, f"{name}, row {n}") for n, line in enumerate(lines, 1)]
    else:
        rows = list(csv.DictReader(io.StringIO(text)))
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise InvalidInput(f"{name}, row {number}: expected an object, got {type(row).__name__}")
    return rows


def _is_lines(text: str) -> bool:
    """Whether each line is an object of its own."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines)


def _loads(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{where}: not readable as JSON ({error})") from error


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def number(row: Row, field: str, where: str) -> float:
    """A finite number of a row.

    Raises:
        InvalidInput: It is missing or no number.
    """
    value = row.get(field)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            value = row.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InvalidInput(f"{where}, field {field!r}: expected a number, got {row.get(field)!r}")
    return float(value)


def flag(row: Row, field: str, where: str) -> bool:
    """A yes or no of a row: true, false, 1, 0, yes, no.

    Raises:
        InvalidInput: It is missing or neither.
    """
    word = str(row.get(field, "")).strip().casefold()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise InvalidInput(f"{where}, field {field!r}: expected true or false, got {row.get(field)!r}")


def texts(row: Row, field: str, where: str) -> Sequence[str]:
    """A list of texts of a row.

    Raises:
        InvalidInput: It is no list of texts.
    """
    value = row.get(field)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InvalidInput(f"{where}, field {field!r}: expected a list of texts")
    return value
