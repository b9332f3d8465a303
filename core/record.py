"""What happened when, and whether the record of it is whole."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from core.states import Decision


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A moment at which something that concerns a claim happened, and its figures from then on."""

    at: str
    """UTC, ISO 8601."""
    kind: Literal[
        "import", "detection", "label", "edge", "merge", "retraction", "undo", "adjudication", "policy", "check"
    ]
    by: str
    what: str
    """In words, made of ids and names from the data: show it as plain text."""
    reason: str
    event: int | None
    """Number of the label event; None for imports and policies."""
    eie: float
    gamma: float | None
    naive: float
    aware: float
    decision: Decision
    changed: bool
    """True where the figures are others than before."""
    decision_changed: bool


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which lines of the record."""

    chain: Literal["label", "decision", "audit"] | None = None
    kind: str | None = None
    """label, edge, undo, adjudication, decision, import, policy saved, …"""
    by: str | None = None
    dataset: str | None = None
    since: str | None = None
    """ISO 8601, inclusive."""
    until: str | None = None
    """ISO 8601, inclusive; a day without a time means all of it."""
    search: str = ""
    """Part of an id or reason."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry of the record, whichever chain it is in."""

    chain: Literal["label", "decision", "audit"]
    number: int
    at: str
    """UTC, ISO 8601."""
    by: str
    kind: str
    dataset: str | None
    subject: str
    """What it is about: ids joined by a blank."""
    says: str
    """What was said or done, in words."""
    before: str
    """What was in force for the same target before; empty where nothing or not a label."""
    reason: str
    seen: MappingProxyType[str, Any]
    """Figures on the screen, or the details of an import or policy."""
    hash: str
    previous: str
    clock: str | None = None
    """What the clock said, where it had gone back behind the entry before."""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """Whether the record is whole."""

    entries: int
    faults: tuple[str, ...]
    """Each changed, missing, added or reordered entry, by its number."""
    heads: MappingProxyType[str, tuple[int, str]] = field(default_factory=lambda: MappingProxyType({}))
    """Chain -> number of its entries and the hash of its last: keep them elsewhere to prove the record later."""

    @property
    def whole(self) -> bool:
        """True where nothing is wrong."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class LabelConflict:
    """A label of a file that differs from what is in force."""

    row: int
    """Row as a spreadsheet counts: the header is row 1."""
    source_id: str
    claim_id: str | None
    file_says: str
    in_force: str
    by: str
    """Whose word is in force."""
    at: str


@dataclass(frozen=True, slots=True)
class LabelsReport:
    """What a file of labels brought."""

    rows: int
    entered: int
    unchanged: int
    """Rows that say what the same person's latest word says already."""
    conflicts: tuple[LabelConflict, ...]
    stored: bool
    """False where conflicts kept the file out, or nothing was to be stored."""
