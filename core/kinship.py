"""Stored lineage as lists and pages show it: proposals, and how well each rule does; the source registry beside it."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from core.model import Notice, Source
from core.proposed import Band, Direction, Proposal
from core.registry import (
    SOURCE_ORDERS,
    LeaningClaim,
    Member,
    RetractionEffect,
    SourceAddress,
    SourceFile,
    SourceFilter,
    SourceLine,
    SourceVersion,
)
from core.results import LabelEvent
from core.states import Relation
from core.work import Choice, SharedPassage

__all__ = [
    "SOURCE_ORDERS",
    "DetectionRun",
    "LeaningClaim",
    "Member",
    "ProposalCounts",
    "ProposalFile",
    "ProposalFilter",
    "ProposalLine",
    "ProposalStatus",
    "RecordBin",
    "RefitReport",
    "RetractionEffect",
    "RuleRecord",
    "SourceAddress",
    "SourceFile",
    "SourceFilter",
    "SourceLine",
    "SourceVersion",
    "Turned",
]

ProposalStatus = Literal["open", "confirmed", "rejected"]

Turned = Literal["from->to", "to->from"]
"""Which way round a person confirms a proposal."""


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """One line of the list of proposals: a pair of documents and what is suspected of it."""

    key: str
    """Stable and safe in an address: ``data set:one|other``, the ids in order."""
    dataset: str
    from_id: str
    from_title: str
    to_id: str
    to_title: str
    relation: Relation
    direction: Direction
    probability: float
    band: Band
    rule: str
    """The rule that gave relation and direction."""
    rules: tuple[str, ...]
    """Every rule among the evidence."""
    shared: int | None
    """Shared word 5-grams; None where no text was compared."""
    status: ProposalStatus
    claims: int
    """Claims that lean on either document."""
    detected_at: str
    """UTC, ISO 8601; when the evidence shown was found."""
    decided_by: str | None
    decided_at: str | None
    expected_event: int | None
    """The verdict in force; hand it back as ``expected``."""
    edge_key: str
    """Of the suspected edge, the same as in a dossier and in the queue."""
    disputed: bool = False
    """True where people's latest verdicts differ."""


@dataclass(frozen=True, slots=True)
class ProposalFilter:
    """Which proposals; every setting left alone lets everything pass."""

    dataset: str | None = None
    rule: str | None = None
    """The leading rule, or one among the evidence."""
    band: str | None = None
    """near certain, likely, even or unlikely."""
    status: ProposalStatus | None = "open"
    source_id: str | None = None
    """Only pairs with this document."""
    search: str = ""
    """Part of an id or title of either document."""


@dataclass(frozen=True, slots=True)
class ProposalCounts:
    """How many proposals a filter lets pass; each menu counts under all other settings of the filter."""

    total: int
    by_rule: MappingProxyType[str, int]
    by_band: MappingProxyType[str, int]
    by_status: MappingProxyType[str, int]
    datasets: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposalFile:
    """One proposal with both documents and what they share."""

    line: ProposalLine
    proposal: Proposal
    left: Source
    """The document suspected to depend on the other."""
    right: Source | None
    """None where the newest data no longer have it."""
    left_text: str
    right_text: str
    """Empty for a node that nobody retrieved."""
    shared: tuple[SharedPassage, ...]
    history: tuple[LabelEvent, ...]
    """Verdicts on the edge, newest first."""
    claims: tuple[tuple[str, str], ...] = ()
    """uid and text of the first claims that lean on either document."""


@dataclass(frozen=True, slots=True)
class DetectionRun:
    """What one run over a stored data set brought."""

    dataset: str
    number: int
    documents: int
    compared: int
    """Documents that are new or changed since the last run: their texts were compared with all others."""
    new: int
    """Proposals made for the first time, or again on new evidence."""
    known: int
    """Proposals that stand as before, open or confirmed."""
    rejected_before: int
    """Pairs left out because somebody rejected them on this very evidence."""
    withdrawn: int
    """Open proposals whose evidence is no longer there."""
    identities: int
    """Documents that turned out to be one with another and were merged."""
    notices: tuple[Notice, ...]
    """What was left out, what contradicts itself, what is flagged. What is not proposed stays unknown."""
    complete: bool
    """False where the run was stopped; the next one goes on from there."""
    calibration: str
    """Version of what the bands were made with."""


@dataclass(frozen=True, slots=True)
class RecordBin:
    """Proposals shown with a probability in this range, and how many of them people confirmed."""

    low: float
    high: float
    n: int
    mean: float | None
    """Mean probability shown; None for an empty bin."""
    observed: float | None
    interval: tuple[float, float]
    """95 % Wilson interval of ``observed``."""


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """How a rule's proposals fared before people."""

    rule: str
    help: str
    """The rule in words."""
    open: int
    n: int
    """Confirmed and rejected proposals that this rule led."""
    confirmed: int
    precision: float | None
    """confirmed / n; None where nothing was judged."""
    interval: tuple[float, float]
    """95 % Wilson interval of the precision; (0, 1) where nothing was judged."""
    enough: bool
    """False: too few to say."""
    prior: float | None
    """Expert prior; None where the probability is measured, or nothing is proposed."""
    named: int
    """Pairs people confirmed or drew that this rule named among the evidence."""
    of: int
    """Pairs people confirmed or drew: ``named / of`` is the recall among what people know."""
    bins: tuple[RecordBin, ...]
    calibration: str
    """Version of the calibration in force."""


@dataclass(frozen=True, slots=True)
class RefitReport:
    """What the analysts' verdicts taught."""

    version: str
    """Of the calibration from now on."""
    previous: str
    verdicts: int
    changed: bool
    notice: str
    """What was done, or why it was not: "too few to say: …"."""
    bins: tuple[RecordBin, ...]
    """Reliability over all rules."""
