"""What detectors read and what they say: documents in, findings with their evidence out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from core.model import Source
from core.proposed import FORWARD, UNKNOWN, Band, Basis, Direction, Ground, Part, Proposal, Rejection, Span
from core.states import Relation, SourceKind

if TYPE_CHECKING:
    from core.detection.collection import Collection

__all__ = [
    "FORWARD",
    "UNKNOWN",
    "Band",
    "Basis",
    "Detector",
    "Direction",
    "Document",
    "Finding",
    "Ground",
    "Part",
    "Proposal",
    "Rejection",
    "Remark",
    "Span",
]


@dataclass(frozen=True, slots=True)
class Document:
    """A source as the detectors read it: its words and what is stated about it, nothing judged."""

    id: str
    title: str = ""
    url: str | None = None
    """The address as given; kept raw."""
    publisher: str | None = None
    author: str | None = None
    published_at: str | None = None
    """As written, zone and all."""
    text: str | None = None
    html: str | None = None
    passages: tuple[str, ...] = ()
    """The passages a claim leans on, where they are known; they also stand in the text."""
    language: str | None = None
    version: str | None = None
    fingerprint: str | None = None
    """SHA-256 of the document's bytes, where the data states it."""
    kind: SourceKind = SourceKind.DOCUMENT
    retrieved: bool = True
    """False for what is known only because something points to it."""
    ids: tuple[tuple[str, str], ...] = ()
    """Stated identifiers as (kind, value): doi, study, dataset, registry, external."""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Stated facts that signals read: origin_publisher, redirects_to, story, forked_from, …"""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of one pair: ``from_id`` seems to depend on ``to_id``."""

    rule: str
    from_id: str
    to_id: str
    relation: Relation
    directed: bool
    """False where the rule cannot tell which of the two came first."""
    probability: float
    band: Band
    evidence: tuple[Ground, ...]
    upstream: Source | None = None
    """The node ``to_id`` names, where no document of the collection has that id."""
    shared: int | None = None
    """Shared word 5-grams after the filters; None for rules that do not read text reuse."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a reader must know that is no proposal: what was left out, and why."""

    code: str
    message: str
    documents: tuple[str, ...] = ()
    span: Span | None = None


class Detector(Protocol):
    """A module of one rule. Its docstring is the help text the analyst reads."""

    NAME: str
    RELATION: Relation

    @property
    def PROBABILITY(self) -> float | None:
        """The expert prior; None where the probability is measured, or where nothing is proposed."""

    def find(self, collection: "Collection") -> Iterator[Finding | Remark]:
        """What the rule sees in a collection; the order of the documents changes nothing."""
