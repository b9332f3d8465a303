"""The kinds of value a field may hold: each says what it expected and what it found."""

import json
import math
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from core.importers.findings import Findings, shown

_ID = "an id: text or a whole number"


class RecordContext:
    """What reading one field may need to know: where it is, and whom to tell."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.row: int | None = None
        self.kind = ""
        self.numeric_ids: set[tuple[str, str]] = set()
        """(kind, id) of the ids written as JSON numbers."""
        self.text_ids: set[tuple[str, str]] = set()
        """(kind, id) of the ids of digits written as text."""


_KIND_OF_FIELD = {"claim_id": "claim", "answer_id": "answer", "evidence_id": "evidence"}


def _refuse(expected: str, value: object) -> PydanticCustomError:
    return PydanticCustomError("refused", "expected {expected}", {"expected": expected, "found": shown(value)})


def _id(value: object, info: ValidationInfo[RecordContext]) -> str:
    if type(value) is str:
        if not value.isprintable() and any(ord(sign) < 32 or ord(sign) == 127 for sign in value):
            raise _refuse(f"{_ID}, without control characters", value)
        if value.isdigit():
            info.context.text_ids.add((_kind(info), value))
        elif not value.strip():
            raise _refuse(_ID, value)
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        digits = str(value)
        info.context.numeric_ids.add((_kind(info), digits))
        return digits
    raise _refuse(_ID, value)


def _kind(info: ValidationInfo[RecordContext]) -> str:
    field = info.field_name or ""
    if field == "id":
        return str(info.context.kind)
    return _KIND_OF_FIELD.get(field, "source")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise _refuse("text", value)


def _filled(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise _refuse("text that is not empty", value)


def _label(value: object) -> str:
    """A short text that files often write as a number: a version, a marker, a value."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    raise _refuse("text or a number", value)


def _date(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 1000 <= value <= 9999:
        return str(value)
    raise _refuse("a date as text", value)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _refuse("true or false", value)


def _number(low: float, high: float, expected: str, *, below: bool = False) -> Callable[[object], float]:
    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _refuse(expected, value)
        if not low <= value <= high or (below and value == high) or not math.isfinite(value):
            raise _refuse(expected, value)
        return float(value)

    return read


def _weight(value: object, info: ValidationInfo[RecordContext]) -> float:
    if not isinstance(value, str):
        return _in_unit(value)
    written = value.strip()
    digits = written.removesuffix("%").strip().replace(",", ".", 1)
    if not digits.replace(".", "", 1).isdecimal():
        raise _refuse(_UNIT, value)
    weight = _in_unit(float(digits) / 100 if written.endswith("%") else float(digits))
    message, example = "a weight written as text is read as a number", f"{value!r} as {weight:g}"
    findings, row = info.context.findings, info.context.row
    findings.count("weight-as-text", message, example=example, row=row, field="weight")
    return weight


def _whole(low: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= 2**53:
            raise _refuse(f"a whole number >= {low}", value)
        return value

    return read


def _list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    raise _refuse("a list", value)


_UNIT = "a number in [0, 1]"
_in_unit = _number(0.0, 1.0, _UNIT)

Id = Annotated[str, BeforeValidator(_id)]
Text = Annotated[str, BeforeValidator(_text)]
FilledText = Annotated[str, BeforeValidator(_filled)]
Label = Annotated[str, BeforeValidator(_label)]
DateText = Annotated[str, BeforeValidator(_date)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Unit = Annotated[float, BeforeValidator(_in_unit)]
Weight = Annotated[float, BeforeValidator(_weight)]
Increment = Annotated[float, BeforeValidator(_number(0.0, 0.5, "a number in [0, 0.5)", below=True))]
Score = Annotated[float, BeforeValidator(_number(-1e300, 1e300, "a finite number"))]
Rank = Annotated[int, BeforeValidator(_whole(1))]
Word = Annotated[str, BeforeValidator(_text)]
"""A word of a vocabulary; the vocabularies themselves are read by ``core.importers.words``."""
Items = Annotated[list[Any], BeforeValidator(_list)]
