"""What detectors read and what they say: documents in, findings with their evidence out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol

from core.fingerprint import digest
from core.model import Source
from core.states import Relation, SourceKind

if TYPE_CHECKING:
    from core.detection.collection import Collection

FORWARD: Literal["from->to"] = "from->to"
UNKNOWN: Literal["unknown"] = "unknown"
Direction = Literal["from->to", "unknown"]

Part = Literal["text", "html", "url", "title", "publisher", "author", "fields"]
"""Where in a document something was read; ``fields`` is what the data states beside the text."""


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
class Span:
    """A stretch of a document that a rule read."""

    document_id: str
    part: Part
    quote: str
    """The characters themselves, at most a few hundred."""
    start: int | None = None
    """Offset in that part; None where the part has no running text to count in."""
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """One reason for a proposal: a rule, a sentence, and what it read on either side."""

    rule: str
    note: str
    here: Span
    """In the document the finding starts from."""
    there: Span | None = None
    """In the other document; None where the rule reads one side only."""

    @property
    def key(self) -> str:
        """Equal for the same rule reading the same words: a rejection is remembered by it."""
        sides = sorted((span.document_id, span.quote) for span in (self.here, self.there) if span is not None)
        return digest([self.rule, sides])


Basis = Literal["declared", "expert prior", "measured", "refitted"]


@dataclass(frozen=True, slots=True)
class Band:
    """How likely, as a band: text reuse is counted in few pairs, so a point would say too much."""

    name: str
    """In words: near certain, likely, even, unlikely."""
    low: float
    high: float
    n: int
    """Judged pairs behind the band; 0 for an expert prior or a declaration."""
    basis: Basis


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


@dataclass(frozen=True, slots=True)
class Proposal:
    """A suspected edge for an analyst to confirm or reject, with all evidence for that pair."""

    from_id: str
    to_id: str
    relation: Relation
    direction: Direction
    probability: float
    band: Band
    rule: str
    """The rule that gave relation and direction; each piece of evidence names its own."""
    evidence: tuple[Ground, ...]
    upstream: Source | None = None
    """The node ``to_id`` names, where it is no document at hand; it was not retrieved."""
    shared: int | None = None
    parent_id: str | None = None
    """What the two share, where that is known."""

    @property
    def pair(self) -> frozenset[str]:
        """The two ids, whichever way round."""
        return frozenset((self.from_id, self.to_id))

    @property
    def grounds(self) -> frozenset[str]:
        """Keys of the evidence: what a rejection remembers."""
        return frozenset(ground.key for ground in self.evidence)


@dataclass(frozen=True, slots=True)
class Rejection:
    """A person's no to a pair, with the evidence it was said to."""

    pair: frozenset[str]
    grounds: frozenset[str]


class Detector(Protocol):
    """A module of one rule. Its docstring is the help text the analyst reads."""

    NAME: str
    RELATION: Relation

    @property
    def PROBABILITY(self) -> float | None:
        """The expert prior; None where the probability is measured, or where nothing is proposed."""

    def find(self, collection: "Collection") -> Iterator[Finding | Remark]:
        """What the rule sees in a collection; the order of the documents changes nothing."""
