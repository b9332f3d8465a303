"""The source registry as lists and pages show it: what a source is known by, and what leans on it."""

from dataclasses import dataclass

from core.figures import Reading
from core.model import Edge, Source
from core.results import LabelEvent, Page
from core.states import Decision, SourceKind


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
    """Documents that are one here, itself among them; 0 for a document on its own."""
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
