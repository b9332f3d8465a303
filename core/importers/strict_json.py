"""JSON read strictly: no NaN, no key lost, no nesting without end, every record with its row.

A JSON array, one object a line, objects one after the other and a single object are all read;
the framing is reported so that a format can say which of them it takes.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from core.errors import Problem
from core.importers.findings import Findings, shown
from core.model import Notice

MAX_DEPTH = 100
"""Objects and lists inside one another; deeper files are refused by name."""

_BLANK = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{]+|[\]}]+")
_RISKY_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_IDS = ("id", "source_id", "claim_id", "evidence_id", "citation_id", "answer_id")


@dataclass(frozen=True, slots=True)
class Refused:
    """Stands where a value was that cannot be used."""

    message: str
    expected: str
    found: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON value of a file. The row is the line for JSON Lines, else the position."""

    row: int
    value: Any


@dataclass(frozen=True, slots=True)
class Document:
    """The JSON values of a file."""

    framing: str
    """array, lines, values or object."""
    records: tuple[Record, ...]
    faulty: bool
    """True where a value may hold something refused; ``screen`` finds it."""
    problems: tuple[Problem, ...]
    notices: tuple[Notice, ...]

    def clean(self, findings: Findings) -> Iterator[Record]:
        """The records that can be used; what is wrong with the others goes to the findings."""
        for record in self.records:
            if not self.faulty or screen(record.value, findings, record.row):
                yield record

    def behind(self, rows: int) -> "Document":
        """The same values as the rest of a file with so many rows before them."""

        def later(row: int | None) -> int | None:
            return None if row is None else row + rows

        return replace(
            self,
            records=tuple(Record(record.row + rows, record.value) for record in self.records),
            problems=tuple(replace(problem, row=later(problem.row)) for problem in self.problems),
            notices=tuple(replace(notice, row=later(notice.row)) for notice in self.notices),
        )

    def report(self, findings: Findings) -> None:
        """Hand over the problems and notices of the parsing itself."""
        findings.problems.extend(self.problems)
        for notice in self.notices:
            findings.notice(notice.code, notice.message, row=notice.row, field=notice.field)


def parse(text: str, name: str) -> Document | None:
    """Read the JSON values of a text; None where it does not begin with ``[`` or ``{``."""
    start = _after_blanks(text, 0)
    if text[start : start + 1] not in ("[", "{"):
        return None
    return _Parsing(text, name).document(start)


def screen(value: Any, findings: Findings, row: int | None, prefix: str = "") -> bool:
    """Report everything in a value that cannot be used.

    Returns:
        True where nothing was found.
    """
    before = len(findings.problems)
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        path, found = stack.pop()
        if isinstance(found, Refused):
            field = prefix + (found.field or path) or None
            findings.problem(found.message, expected=found.expected, found=found.found, row=row, field=field)
        elif isinstance(found, str):
            _screen_text(found, findings, row, prefix + path or None)
        elif isinstance(found, dict):
            for key in found:
                _screen_text(key, findings, row, None)
            stack.extend((f"{path}.{key}" if path else key, inner) for key, inner in reversed(found.items()))
        elif isinstance(found, list):
            stack.extend((f"{path}[{n}]", inner) for n, inner in reversed(list(enumerate(found, 1))))
    return len(findings.problems) == before


def _screen_text(text: str, findings: Findings, row: int | None, field: str | None) -> None:
    bad = _UNSTORABLE.search(text)
    if bad is not None:
        code = f"U+{ord(bad.group()):04X}"
        why = "half of a surrogate pair" if code != "U+0000" else "the zero character"
        findings.problem(
            f"the text holds {code}, {why}, which cannot be stored",
            expected="text of whole characters",
            found=code,
            row=row,
            field=field,
        )


def depth(text: str) -> int:
    """How deep objects and lists lie inside one another, strings left out."""
    deepest = level = 0
    for run in _BRACKETS.finditer(_STRING.sub("", text)):
        brackets = run.group()
        level += len(brackets) if brackets[0] in "[{" else -len(brackets)
        deepest = max(deepest, level)
    return deepest


def _after_blanks(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


class _Parsing:
    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.faulty = _RISKY_ESCAPE.search(text) is not None
        self.repeats: list[str] = []
        self.records: list[Record] = []
        self.problems: list[Problem] = []
        self.notices: list[Notice] = []
        self._decode = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_float=self._float
        ).raw_decode

    def document(self, start: int) -> Document:
        framing = "array" if self.text[start] == "[" else "lines" if self._by_lines(start) else "values"
        if framing == "lines":
            self._lines()
        elif self._deep(self.text):
            self._problem(None, *_TOO_DEEP)
        elif framing == "array":
            self._array(start + 1)
        else:
            framing = "object" if self._values(start) <= 1 else "values"
        return Document(framing, tuple(self.records), self.faulty, tuple(self.problems), tuple(self.notices))

    def _by_lines(self, start: int) -> bool:
        lines = self.text[start : start + 1_000_000].split("\n", 20)[:20]
        filled = [line.strip() for line in lines if line.strip()][:2]
        if len(filled) < 2:
            return False
        # A line that closes is a record of its own; so is one followed by a whole one.
        return filled[0].endswith("}") or (filled[1].startswith("{") and filled[1].endswith("}"))

    def _deep(self, text: str) -> bool:
        return text.count("[") + text.count("{") > MAX_DEPTH and depth(text) > MAX_DEPTH

    def _lines(self) -> None:
        last = self.text.count("\n") + 1
        for row, line in enumerate(self.text.split("\n"), 1):
            start = _after_blanks(line, 0)
            if start == len(line):
                continue
            if self._deep(line):
                self._problem(row, *_TOO_DEEP)
                continue
            end = self._one(line, start, row, last=row == last)
            if end is not None and _after_blanks(line, end) != len(line):
                self.records.pop()
                found = shown(line[end:].strip())
                self._problem(row, "there is more on the line after the record", "one object a line", found)

    def _array(self, position: int) -> None:
        text, row = self.text, 1
        position = _after_blanks(text, position)
        if text[position : position + 1] == "]":
            return self._end(position + 1)
        while True:
            end = self._one(text, position, row, last=True)
            if end is None:
                return None
            position = _after_blanks(text, end)
            sign = text[position : position + 1]
            if sign == "]":
                return self._end(position + 1)
            if sign != ",":
                found = shown(text[position : position + 20]) if sign else "the end of the file"
                message = f"the JSON array breaks off after record {row}" if not sign else f"record {row} is not closed"
                self._problem(row, message, "a comma or the end of the array", found)
                return None
            position, row = _after_blanks(text, position + 1), row + 1

    def _values(self, position: int) -> int:
        row = 0
        while position < len(self.text):
            row += 1
            end = self._one(self.text, position, row, last=True)
            if end is None:
                break
            position = _after_blanks(self.text, end)
        return row

    def _end(self, position: int) -> None:
        rest = _after_blanks(self.text, position)
        if rest != len(self.text):
            found = shown(self.text[rest : rest + 40])
            self._problem(None, "there is more after the end of the JSON array", "one JSON array", found)

    def _one(self, text: str, start: int, row: int, *, last: bool) -> int | None:
        self.repeats.clear()
        try:
            value, end = self._decode(text, start)
        except json.JSONDecodeError as error:
            self._broken(error, text, row, last)
            return None
        except ValueError as error:
            self._problem(row, "a whole number has too many digits to be read", "a number", shown(str(error)))
            return None
        self.notices.extend(Notice("repeated-key", message, row) for message in self.repeats)
        self.records.append(Record(row, value))
        return int(end)

    def _broken(self, error: json.JSONDecodeError, text: str, row: int, last: bool) -> None:
        cut = last and (error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"))
        line = "" if text is not self.text else f"line {error.lineno}, "
        reason = error.msg[:1].lower() + error.msg[1:].removesuffix(" starting at")
        if cut:
            message = f"the file ends in the middle of a record (truncated?): {reason} at {line}column {error.colno}"
        else:
            message = f"this is not valid JSON: {reason} at {line}column {error.colno}"
        found = shown(text[error.pos : error.pos + 20]) if error.pos < len(text) else "the end of the file"
        self._problem(row, message, "a complete JSON record", found)

    def _problem(self, row: int | None, message: str, expected: str, found: str) -> None:
        self.problems.append(Problem(self.name, row, None, expected, found, message))

    def _object(self, pairs: list[tuple[str, Any]]) -> Any:
        made = dict(pairs)
        return made if len(made) == len(pairs) else self._with_repeats(pairs, made)

    def _with_repeats(self, pairs: list[tuple[str, Any]], made: dict[str, Any]) -> Any:
        owner = next((f"the object {made[key]!r}" for key in _IDS if key in made), "an object")
        for key in made:
            values = [value for name, value in pairs if name == key]
            if any(value != values[0] for value in values):
                self.faulty = True
                found = " and ".join(shown(value) for value in values)
                return Refused(f"{owner} has the key {key!r} more than once", "each key once", found, key)
            if len(values) > 1:
                self.repeats.append(f"{owner} has the key {key!r} {len(values)} times with the same value; kept once")
        return made

    def _constant(self, word: str) -> Refused:
        self.faulty = True
        return Refused(f"{word} is not a number", "a finite number", word)

    def _float(self, digits: str) -> float | Refused:
        number = float(digits)
        if math.isfinite(number):
            return number
        self.faulty = True
        return Refused("the number is too large to be read", "a finite number", digits)


_TOO_DEEP = (
    "objects and lists lie too deep inside one another",
    f"at most {MAX_DEPTH} levels",
    f"more than {MAX_DEPTH} levels",
)
