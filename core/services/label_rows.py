"""The rows of a file of labels: read with every problem named, nothing guessed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.errors import InvalidInput, Problem
from core.importers.decoding import decode
from core.importers.table_text import read_table
from core.services.spoken import kept_reason, person_name
from core.states import DEPENDENCE_WORDS, Dependence
from core.store import LabelScope, LabelWord

COLUMNS = ("dataset", "source_id", "claim_id", "state", "weight", "reason", "by", "at")
"""Columns that are read; an export begins with them."""

NEEDED = ("source_id", "state")
NEUTRAL = ("=", "+", "-", "@", "\t", "\r", "'=", "'+", "'-", "'@", "'\t", "'\r")
"""Beginnings that a spreadsheet takes for a formula, or that come from making one harmless."""


@dataclass(frozen=True, slots=True)
class Given:
    """One label of a file."""

    number: int
    """Row as a spreadsheet counts: the header is row 1."""
    dataset: str
    source_id: str
    claim_id: str | None
    state: Dependence
    weight: float | None
    reason: str
    by: str
    at: str | None

    @property
    def scope(self) -> LabelScope:
        """What it is for."""
        return self.dataset, self.source_id, self.claim_id

    @property
    def says(self) -> str:
        """The label in words."""
        words = self.state.replace("_", " ")
        return words if self.weight is None else f"{words}, own share {self.weight:g}"

    def agrees(self, word: LabelWord) -> bool:
        """Whether somebody else's label is the same."""
        return (self.state, self.weight) == (word.state, word.weight)

    def is_older_than(self, at: str) -> bool:
        """Whether it was given before a moment; a label without a time is new."""
        if self.at is None:
            return False
        try:
            return _instant(self.at) < _instant(at)
        except ValueError:
            return False


def _instant(at: str) -> datetime:
    when = datetime.fromisoformat(at)
    return when if when.tzinfo else when.replace(tzinfo=UTC)


@dataclass(slots=True)
class Rows:
    """What a file of labels says."""

    labels: list[Given] = field(default_factory=list)
    """Oldest first; rows with a problem are left out."""
    targets: list[tuple[int, LabelScope]] = field(default_factory=list)
    """Row and what it is for, of every row that says so."""
    problems: list[Problem] = field(default_factory=list)


def read_rows(data: bytes, name: str, dataset: str | None, by: str) -> Rows:
    """The labels of a file, and every problem with it that can be told without the store.

    Raises:
        ImportFailed: It is not text, or no table.
    """
    table = read_table(decode(data, name), name, lambda header: len({_plain(column) for column in header} & {*COLUMNS}))
    header = [_plain(column) for column in table.header]
    found = Rows(problems=list(table.problems))
    for column in NEEDED:
        if column not in header:
            columns = ", ".join(table.header) or "nothing"
            found.problems.append(Problem(name, 1, column, "a column of this name", columns, "a column is missing"))
    for column in COLUMNS:
        if header.count(column) > 1:
            expected = "one column of this name"
            found.problems.append(Problem(name, 1, column, expected, "several", "a column is there twice"))
    if any(problem.row == 1 for problem in found.problems):
        return found
    for number, cells in table.rows:
        values = {column: cell for column, cell in zip(header, cells, strict=False) if column in COLUMNS}
        _read(found, name, number, {column: _cell(cell) for column, cell in values.items()}, dataset, by)
    found.labels.sort(key=_order)
    return found


def _plain(column: str) -> str:
    return column.strip().casefold().replace(" ", "_")


def _cell(cell: str) -> str:
    """Without the apostrophe that keeps a spreadsheet from taking a cell for a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(NEUTRAL) else cell


def _order(row: Given) -> tuple[float, int]:
    try:
        return (_instant(row.at).timestamp() if row.at else math.inf), row.number
    except (ValueError, OverflowError):
        return math.inf, row.number


def _read(rows: Rows, name: str, number: int, cells: Mapping[str, str], dataset: str | None, by: str) -> None:
    before = len(rows.problems)

    def wrong(field: str, expected: str, message: str) -> None:
        rows.problems.append(Problem(name, number, field, expected, repr(cells.get(field, ""))[:200], message))

    own = cells.get("dataset", "").strip() or dataset
    if own is None:
        wrong("dataset", "the name of a data set, here or for the whole file", "the row names no data set")
    source_id = cells.get("source_id", "")
    if not source_id:
        wrong("source_id", "the id of a source", "the row names no source")
    state = DEPENDENCE_WORDS.get(cells.get("state", "").strip().casefold())
    if state is None:
        wrong("state", ", ".join(Dependence), "this is no label")
    weight = None
    written = cells.get("weight", "").strip()
    if written or state is Dependence.PARTIALLY_DEPENDENT:
        weight = _weight(written)
        if state is not None and state is not Dependence.PARTIALLY_DEPENDENT:
            wrong("weight", f"nothing, since only {Dependence.PARTIALLY_DEPENDENT} has a weight", "a weight too many")
        elif weight is None:
            wrong("weight", "a number in [0, 1]", "the weight cannot be used")
    at = cells.get("at", "").strip() or None
    if at is not None and not _readable(at):
        wrong("at", "a day or time in ISO 8601, as in 2026-11-01T14:30+01:00", "the time cannot be read")
    person, reason = by, ""
    try:
        person = person_name(cells.get("by", "") or by)
    except InvalidInput as error:
        wrong("by", "a name", str(error))
    try:
        reason = kept_reason(cells.get("reason", ""))
    except InvalidInput as error:
        wrong("reason", "a short text", str(error))
    claim_id = cells.get("claim_id", "") or None
    if own is not None and source_id:
        rows.targets.append((number, (own, source_id, claim_id)))
    if len(rows.problems) == before and own is not None and state is not None:
        rows.labels.append(Given(number, own, source_id, claim_id, state, weight, reason, person, at))


def _weight(written: str) -> float | None:
    try:
        number = float(written)
    except ValueError:
        return None
    return number if 0.0 <= number <= 1.0 else None


def _readable(at: str) -> bool:
    try:
        _instant(at)
    except ValueError:
        return False
    return True
