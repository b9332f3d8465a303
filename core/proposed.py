"""A suspected edge with its evidence: what the detectors propose and people confirm or reject."""

from dataclasses import dataclass
from typing import Literal

from core.fingerprint import digest
from core.model import Source
from core.states import Relation
from core.work import BulkChange

FORWARD: Literal["from->to"] = "from->to"
UNKNOWN: Literal["unknown"] = "unknown"
Direction = Literal["from->to", "unknown"]

Part = Literal["text", "html", "url", "title", "publisher", "author", "fields"]
"""Where in a document something was read; ``fields`` is what the data states beside the text."""

Basis = Literal["declared", "expert prior", "measured", "refitted"]


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


@dataclass(frozen=True, slots=True)
class ProposalEffect:
    """What a verdict on proposals would change; nothing is saved."""

    changes: tuple[BulkChange, ...]
    """Claims whose figures move, those whose decision moves first, then by change in aware confidence."""
    claims_touched: int
    """Claims that lean on one of the documents, moved or not."""
    decisions_moved: int


@dataclass(frozen=True, slots=True)
class Measured:
    """How often a rule was right on documents whose lineage is known."""

    what: str
    promised: str
    """Empty where nobody promised anything."""
    measured: str
    """Shares with their 95 % interval and n."""
