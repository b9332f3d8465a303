"""The notebook of one import: every problem, and notices that say once what holds many times."""

from dataclasses import dataclass

from core.errors import Problem
from core.model import Notice

_NAMED = 20
"""Notices of one kind that are written out one by one; the rest are counted."""


@dataclass(slots=True)
class _Tally:
    message: str
    example: str
    row: int | None
    field: str | None
    count: int = 1


class Findings:
    """Collects what an import has to say; reading goes on after a problem."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._notices: list[Notice | tuple[str, str, str | None]] = []
        self._tallies: dict[tuple[str, str, str | None], _Tally] = {}
        self._named: dict[str, int] = {}

    def problem(
        self, message: str, *, expected: str, found: str, row: int | None = None, field: str | None = None
    ) -> None:
        """Note something that keeps the record it is in from being used."""
        self.problems.append(Problem(self.file, row, field, expected, found, message))

    def notice(self, code: str, message: str, *, row: int | None = None, field: str | None = None) -> None:
        """Note something read with care; from the 21st of a code on they are counted only."""
        self._named[code] = self._named.get(code, 0) + 1
        if self._named[code] <= _NAMED:
            self._notices.append(Notice(code, message, row, field))

    def count(self, code: str, message: str, *, example: str, row: int | None = None, field: str | None = None) -> None:
        """Note something that may hold for many records: one notice with the count and the first."""
        key = (code, message, field)
        tally = self._tallies.get(key)
        if tally is not None:
            tally.count += 1
            return
        self._tallies[key] = _Tally(message, example, row, field)
        self._notices.append(key)

    def notices(self) -> tuple[Notice, ...]:
        """Everything noted, in the order of first appearance."""
        made = []
        for entry in self._notices:
            if isinstance(entry, Notice):
                made.append(entry)
                continue
            tally = self._tallies[entry]
            times = f"({tally.example})" if tally.count == 1 else f"({tally.count} times; first: {tally.example})"
            made.append(Notice(entry[0], f"{tally.message} {times}", tally.row, tally.field))
        for code, count in self._named.items():
            if count > _NAMED:
                made.append(Notice(code, f"and {count - _NAMED} more of the same kind"))
        return tuple(made)


def shown(value: object) -> str:
    """A value as a message names it: short, and telling text from number."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {_short(value)!r}" if value else "empty text"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        keys = [_short(str(key)) for key in list(value)[:6]]
        return "an object with the keys " + ", ".join(keys) if keys else "an empty object"
    return _short(str(value))


def listed(identifiers: list[str], limit: int = 10) -> str:
    """Ids as a message names them: the first few, and how many more there are."""
    named = ", ".join(repr(identifier) for identifier in identifiers[:limit])
    return named if len(identifiers) <= limit else f"{named} and {len(identifiers) - limit} more"


def a_record(kind: str) -> str:
    """A record of a kind, with its article: an evidence record, a claim record."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} record"


def _short(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
