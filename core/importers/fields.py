"""The fields of one record of a foreign format: what is missing is None, what is of the wrong kind is a problem."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.importers.findings import Findings, shown


class Fields:
    """Reads one object by keys and their aliases; every complaint names its row and its path."""

    def __init__(self, record: Mapping[str, Any], findings: Findings, row: int | None, path: str = "") -> None:
        self.record = record
        self.findings = findings
        self.row = row
        self.path = path

    def key(self, *keys: str) -> str | None:
        """The first of the keys that holds anything; null is nothing."""
        return next((key for key in keys if self.record.get(key) is not None), None)

    def has(self, *keys: str) -> bool:
        """Whether any of the keys holds anything."""
        return self.key(*keys) is not None

    def text(self, *keys: str, needed: bool = False) -> str | None:
        """A text, verbatim."""
        key = self._wanted(keys, "a text", needed)
        if key is None:
            return None
        value = self.record[key]
        if isinstance(value, str):
            return value
        self._wrong(key, "a text")
        return None

    def identifier(self, *keys: str, needed: bool = False) -> str | None:
        """An id: a text, or a whole number taken digit by digit; an empty one is missing."""
        key = self._wanted(keys, "an id: a text or a whole number", needed)
        if key is None:
            return None
        value = self.record[key]
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and not needed:
            return None
        self._wrong(key, "an id: a text or a whole number")
        return None

    def number(self, *keys: str) -> float | None:
        """A finite number."""
        key = self.key(*keys)
        if key is None:
            return None
        value = self.record[key]
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        self._wrong(key, "a number")
        return None

    def whole(self, *keys: str, needed: bool = False, least: int | None = None) -> int | None:
        """A whole number, from ``least`` on."""
        expected = "a whole number" + (f" >= {least}" if least is not None else "")
        key = self._wanted(keys, expected, needed)
        if key is None:
            return None
        value = self.record[key]
        if isinstance(value, int) and not isinstance(value, bool) and (least is None or value >= least):
            return value
        self._wrong(key, expected)
        return None

    def items(self, *keys: str, needed: bool = False) -> list[Any]:
        """A list; a missing one is empty."""
        key = self._wanted(keys, "a list", needed)
        if key is None:
            return []
        value = self.record[key]
        if isinstance(value, list):
            return value
        self._wrong(key, "a list")
        return []

    def texts(self, *keys: str) -> list[str]:
        """A list of texts."""
        key = self.key(*keys)
        found = []
        for number, value in enumerate(self.items(*keys), 1):
            if isinstance(value, str):
                found.append(value)
            else:
                self.problem(f"{key}[{number}]", "a text", value)
        return found

    def object(self, *keys: str, needed: bool = False) -> "Fields | None":
        """An object."""
        key = self._wanted(keys, "an object", needed)
        if key is None:
            return None
        value = self.record[key]
        if isinstance(value, dict):
            return self.inside(value, key)
        self._wrong(key, "an object")
        return None

    def objects(self, *keys: str, needed: bool = False) -> Iterator["Fields"]:
        """The objects of a list; what is none is reported."""
        key = self.key(*keys)
        for number, value in enumerate(self.items(*keys, needed=needed), 1):
            if isinstance(value, dict):
                yield self.inside(value, f"{key}[{number}]")
            else:
                self.problem(f"{key}[{number}]", "an object", value)

    def inside(self, record: Mapping[str, Any], step: str) -> "Fields":
        """The fields of an object that stands in this one."""
        return Fields(record, self.findings, self.row, f"{self.path}{step}.")

    def rest(self, *taken: str) -> dict[str, Any]:
        """What holds something and was not taken, verbatim."""
        return {key: value for key, value in self.record.items() if key not in taken and value is not None}

    def problem(self, key: str, expected: str, found: Any, message: str | None = None) -> None:
        """Report that something at a key is not what it should be."""
        field = f"{self.path}{key}"
        self.findings.problem(
            message or f"{field} must be {expected}", expected=expected, found=shown(found), row=self.row, field=field
        )

    def _wanted(self, keys: tuple[str, ...], expected: str, needed: bool) -> str | None:
        key = self.key(*keys)
        if key is None and needed:
            names = " or ".join(keys)
            found = ", ".join(str(name) for name in self.record) or "no keys"
            field = f"{self.path}{keys[0]}"
            message = f"the record lacks {names}"
            self.findings.problem(message, expected=f"{expected} under {names}", found=found, row=self.row, field=field)
        return key

    def _wrong(self, key: str, expected: str) -> None:
        self.problem(key, expected, self.record[key])
