"""The work of reviewers: what is open, who works on it, how far people agree, and what happened when.

The *queue* holds one item per claim and open question: a source nobody has placed, a suspected edge, a dispute, or a
second reading that somebody asked for. Its key names claim and target and stays the same for good.
"""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from core.figures import Reading
from core.model import Edge, Source
from core.people import Agreement, PairAgreement, Person, Reviewer, Role
from core.record import AuditFilter, AuditLine, ChainReport, HistoryPoint, LabelConflict, LabelsReport
from core.results import ClaimFile, LabelEvent
from core.states import Dependence, EdgeStatus

__all__ = [
    "BANDS",
    "Agreement",
    "AuditFilter",
    "AuditLine",
    "BulkChange",
    "BulkPreview",
    "BulkTarget",
    "BulkTargets",
    "ChainReport",
    "Choice",
    "HistoryPoint",
    "LabelConflict",
    "LabelsReport",
    "PairAgreement",
    "Person",
    "QueueCounts",
    "QueueFilter",
    "QueueItem",
    "Reviewer",
    "Role",
    "SharedPassage",
    "Word",
    "WorkItem",
    "WorkKind",
    "band_of",
]


class WorkKind(StrEnum):
    """What an item of the queue asks for."""

    SOURCE = "source"
    """Nobody has said what the source depends on."""
    EDGE = "edge"
    """A suspected edge: confirm or reject it."""
    DISPUTE = "dispute"
    """The latest words of several people differ: adjudicate."""
    SECOND_READING = "second_reading"
    """Somebody asked for a second opinion: read it without knowing the first."""


BANDS = ((0.9, "near certain"), (0.7, "likely"), (0.4, "even"), (0.0, "unlikely"))
"""From which probability on a suspected edge is called so."""


def band_of(probability: float) -> str:
    """The word for a probability in [0, 1]."""
    return next(name for floor, name in BANDS if probability >= floor)


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One open question of one claim."""

    key: str
    """Stable and safe in an address: ``data set:claim|source``, or ``data set:claim|~|from|to|relation``."""
    kind: WorkKind
    uid: str
    """Of the claim."""
    dataset: str
    claim_id: str
    claim_text: str
    source_id: str
    source_title: str
    publisher: str | None
    edge_key: str | None
    other_source_id: str | None
    """The upstream end of an edge."""
    flips: bool
    """True where settling it moves the decision."""
    difference: float
    """Aware confidence if independent (or rejected) less that if dependent (or confirmed); in [-1, 1]."""
    rule: str | None
    band: str | None
    """near certain, likely, even or unlikely; None where no probability is stated."""
    waiting_since: str
    """UTC, ISO 8601."""
    assignee: str | None
    flagged: bool
    """True where a second opinion was asked for."""
    claims: int
    """Claims that the source can move, this one among them."""


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Which items; every setting left alone lets everything pass."""

    dataset: str | None = None
    answer_uid: str | None = None
    publisher: str | None = None
    rule: str | None = None
    band: str | None = None
    min_age_days: float | None = None
    assignee: str | None = None
    """None for any, "" for nobody, else a name."""
    kind: WorkKind | None = None
    flips_only: bool = False
    reviewer: str | None = None
    """Whose queue: second readings of what this person has read, and what they skipped, are left out."""
    skipped: bool = False
    """Only what ``reviewer`` skipped."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a filter menu: a value, how to show it, and how many open items have it."""

    value: str
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """How much is open under a filter, and what can be chosen to narrow it down."""

    open: int
    flips: int
    disputes: int
    second_readings: int
    mine: int
    """Assigned to ``QueueFilter.reviewer``."""
    skipped: int
    """Skipped by ``QueueFilter.reviewer``."""
    kinds: tuple[Choice, ...] = ()
    datasets: tuple[Choice, ...] = ()
    answers: tuple[Choice, ...] = ()
    """Most open items first, at most 200; the value is the answer's uid."""
    publishers: tuple[Choice, ...] = ()
    """Most open items first, at most 200."""
    rules: tuple[Choice, ...] = ()
    bands: tuple[Choice, ...] = ()
    assignees: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedPassage:
    """A run of words that both texts have; places are characters of ``WorkItem.left_text`` and ``right_text``."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int
    text: str
    """As the left document has it."""


@dataclass(frozen=True, slots=True)
class Word:
    """The latest word of one person on a target, and the figures if it alone counted."""

    by: str
    at: str
    event: int
    state: Dependence | None
    weight: float | None
    edge_status: EdgeStatus | None
    reason: str
    reading: Reading
    adjudication: bool = False


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One item as the work place shows it."""

    item: QueueItem
    file: ClaimFile
    """The claim. In a blind reading without the first label: its figures, events and label do not give it away."""
    left: Source
    """The source in question."""
    right: Source | None
    """What to hold it against: the upstream end of the edge, else the document that shares most text."""
    left_text: str
    """The document's text, else its passages for this claim."""
    right_text: str
    shared: tuple[SharedPassage, ...]
    readings: MappingProxyType[Dependence, Reading]
    """Figures for every label of ``left``; partially dependent at the weight in force, else 0.5."""
    edge: Edge | None
    edge_readings: MappingProxyType[EdgeStatus, Reading]
    """Figures for confirmed, rejected and suspected; empty where the item is no edge."""
    rule_evidence: tuple[str, ...]
    """What the rule that suspects the edge, or the edges of ``left``, state as their grounds."""
    history: tuple[LabelEvent, ...]
    """Human work on the target, newest first; the reader's own only in a blind reading."""
    blind: bool
    """True where the first label must not be seen yet; put ``"blind": True`` among the figures seen."""
    expected_event: int | None
    """What to hand back as ``expected_event``: also right in a blind reading, where the label is not shown."""
    words: tuple[Word, ...] = ()
    """Everybody's latest word where they differ; empty in a blind reading."""
    open: bool = True
    """False where the question is answered by now."""


@dataclass(frozen=True, slots=True)
class BulkTargets:
    """Which sources or edges a bulk label is for; exactly one of publisher, lineage, rule and keys."""

    dataset: str
    publisher: str | None = None
    lineage: tuple[str, str] | None = None
    """uid of a claim and the letter of one of its lineages."""
    rule: str | None = None
    """Suspected edges that this rule stated."""
    keys: tuple[str, ...] | None = None
    """Keys of queue items, sources or edges but not both."""
    open_only: bool = True
    """Leave alone what a person has labelled already."""


@dataclass(frozen=True, slots=True)
class BulkTarget:
    """One source or edge of a bulk label."""

    source_id: str
    title: str
    publisher: str | None
    edge_key: str | None
    expected_event: int | None
    """The event in force that the reviewer sees here; checked again when the label is given."""
    says: str
    """What counts now, in words: "unknown", "dependent (ann)"."""


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A claim whose figures a bulk label moves."""

    uid: str
    text: str
    before: Reading
    after: Reading


@dataclass(frozen=True, slots=True)
class BulkPreview:
    """What a bulk label would do; hand ``expected`` back to give it."""

    targets: tuple[BulkTarget, ...]
    claims: tuple[BulkChange, ...]
    """Claims whose figures move, those whose decision moves first, then by change in aware confidence."""
    claims_touched: int
    """Claims that lean on a target, moved or not."""
    decisions_moved: int
    expected: MappingProxyType[str, int | None]
    """Source id or edge key -> event in force."""
