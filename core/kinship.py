"""Stored lineage as lists and pages show it: proposals, the source registry, and how well each rule does."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from core.figures import Reading
from core.model import Edge, Notice, Source
from core.proposed import Band, Direction, Proposal
from core.results import LabelEvent, Page
from core.states import Decision, Relation, SourceKind
from core.work import Choice, SharedPassage

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
class SourceLine:
    """One line of the source registry; merged documents are one line."""

    uid: str
    dataset: str
    id: str
    title: str
    publisher: str | None
    owner: str | None
    """Owner group, where the data state one."""
    domain: str | None
    """Registered domain of its address."""
    kind: SourceKind
    url: str | None
    published_at: str | None
    versions: int
    """0 for a node that only detection knows."""
    retracted: bool
    claims: int
    """Claims that lean on it, directly or through others."""
    upstream: int
    """Sources it is known, confirmed or suspected to depend on directly."""
    downstream: int
    merged: int
    """Documents merged into it; 0 for a document on its own."""
    retrieved: bool = True


SOURCE_ORDERS = ("id", "title", "publisher", "published_at", "claims", "versions", "upstream", "downstream")


@dataclass(frozen=True, slots=True)
class SourceFilter:
    """Which sources; every setting left alone lets everything pass."""

    dataset: str | None = None
    search: str = ""
    """Part of an id, title, publisher or address."""
    publisher: str | None = None
    kind: SourceKind | None = None
    retracted: bool | None = None
    merged_only: bool = False


@dataclass(frozen=True, slots=True)
class SourceVersion:
    """What an import said of a document, and for how long."""

    document_id: str
    version: int
    since: str
    """UTC, ISO 8601."""
    until: str | None
    """None: current."""
    title: str
    url: str | None
    fingerprint: str | None
    stated_version: str | None
    """The version as the data call it."""
    reworded: bool
    """True where this version brought another text."""
    file: str
    """The file it came from."""


@dataclass(frozen=True, slots=True)
class SourceAddress:
    """An address of a document: as given, and the page it stands for."""

    document_id: str
    raw: str
    canonical: str
    rules: tuple[str, ...]
    """What was taken off, in words; empty where the address is canonical already."""
    snapshot: str | None = None
    """When an archive took its copy."""


@dataclass(frozen=True, slots=True)
class Member:
    """A document that was merged into another."""

    id: str
    title: str
    url: str | None
    because: str
    """What both state, or the reason a person gave."""
    by: str
    at: str
    event: int


@dataclass(frozen=True, slots=True)
class LeaningClaim:
    """A claim that leans on a source."""

    uid: str
    text: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One source of the registry with everything around it."""

    line: SourceLine
    source: Source
    """As it counts: merged, and retracted where somebody said so."""
    versions: tuple[SourceVersion, ...]
    """Newest first."""
    addresses: tuple[SourceAddress, ...]
    members: tuple[Member, ...]
    upstream: tuple[tuple[Edge, SourceLine], ...]
    downstream: tuple[tuple[Edge, SourceLine], ...]
    claims: Page[LeaningClaim]
    events: tuple[LabelEvent, ...]
    """Labels, merges and retractions, newest first."""
    retraction_event: int | None
    """What says whether it is retracted; None where only the data do. Hand it back as ``expected``."""


@dataclass(frozen=True, slots=True)
class RetractionEffect:
    """What retracting a source, or taking that back, would change."""

    claims: tuple[tuple[str, str, Reading, Reading], ...]
    """uid, text, figures now and then, of claims whose figures move; moved decisions first, then largest change."""
    claims_touched: int
    """Claims that lean on the source, moved or not."""
    decisions_moved: int
    expected: int | None
    """What to hand back as ``expected``."""


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
