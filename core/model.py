"""The facts: what an import brings, as frozen values. Identifiers are always strings.

A *source* is a node of the provenance graph: a document, or an upstream entity that nobody
retrieved. *Evidence* is one passage of a source that stands in some way towards a claim.
"""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from core.policy import Policy
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance

Extra = MappingProxyType[str, Any]


def _nothing() -> Extra:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Source:
    """A document, or an upstream entity such as a press release or a data set."""

    id: str
    title: str = ""
    kind: SourceKind = SourceKind.DOCUMENT
    retrieved: bool = True
    """False for what is known only because something points to it."""
    url: str | None = None
    publisher: str | None = None
    author: str | None = None
    published_at: str | None = None
    """As written in the data, zone and all; never shifted."""
    text: str | None = None
    dependence: Dependence | None = None
    """The label the data states; None where it states none."""
    weight: float | None = None
    """Own share of a partially dependent document, in [0, 1]."""
    retracted: bool = False
    language: str | None = None
    version: str | None = None
    fingerprint: str | None = None
    """SHA-256 of the document's bytes as stated by the data."""
    extra: Extra = field(default_factory=_nothing)
    """Fields of the file that have no place of their own, kept verbatim for the export."""


@dataclass(frozen=True, slots=True)
class Edge:
    """``from_id`` depends on ``to_id``."""

    from_id: str
    to_id: str
    relation: Relation
    status: EdgeStatus = EdgeStatus.KNOWN
    strength: float | None = None
    """Share of the content that comes from upstream, in [0, 1]; None takes the policy's default."""
    probability: float | None = None
    """How likely a suspected edge is, in [0, 1]."""
    rule: str | None = None
    """Name of the rule or person that stated the edge."""
    note: str | None = None
    """The evidence for it, in words."""
    event: int | None = None
    """Number of the verdict that set the status; None where it is the data's own."""
    stated_relation: Relation | None = None
    """The relation the edge was first stated with, where a person has given it another."""
    disputed: bool = False
    """True where people's latest verdicts differ: until somebody adjudicates the most cautious one counts."""
    stated_ends: tuple[str, str] | None = None
    """The ids the edge was first stated with, where documents were merged since."""

    @property
    def key(self) -> str:
        """Stable identity within a data set: from, to and the relation it was first stated with."""
        start, end = self.stated_ends or (self.from_id, self.to_id)
        return f"{start}\x1f{end}\x1f{self.stated_relation or self.relation}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A generated answer whose claims are under review."""

    id: str
    text: str
    question: str = ""
    corrected_text: str | None = None
    extra: Extra = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Claim:
    """One atomic statement."""

    id: str
    text: str
    answer_id: str | None = None
    position: int = 0
    """Order within the answer."""
    sentence: str | None = None
    """The sentence of the answer it was taken from, verbatim."""
    extra: Extra = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage of a source, with its stance towards a claim."""

    id: str
    claim_id: str
    source_id: str
    text: str = ""
    stance: Stance = Stance.SUPPORTS
    stance_given: str | None = None
    """The word the file used, where it is not ours."""
    increment: float | None = None
    """Support of this item, in [0, 0.5); None takes the policy's increment."""
    rank: int | None = None
    """Place in the retrieval, 1 first."""
    retrieval_score: float | None = None
    """A ranking signal; it never changes a score."""
    state: EvidenceState = EvidenceState.CITED
    evidence_set: str | None = None
    """Name of the alternative set the passage belongs to (FEVER)."""
    extra: Extra = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Citation:
    """What an answer proposes as proof: a claim, a source, a place, an expected text."""

    id: str
    claim_id: str
    source_id: str
    evidence_id: str | None = None
    marker: str | None = None
    expected_text: str | None = None
    expected_fingerprint: str | None = None
    page: int | None = None
    element_id: str | None = None
    extra: Extra = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A semantic judgement by a person or a model: its own record, it rewrites no other."""

    id: str
    claim_id: str
    axis: str
    value: str
    judge: str
    evidence_id: str | None = None
    model: str | None = None
    rubric: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class StatedLabel:
    """A dependence label given by a person elsewhere and carried in a file."""

    source_id: str
    state: Dependence
    by: str
    at: str
    claim_id: str | None = None
    """None: everywhere the source is used."""
    weight: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something read with care: it was kept, and this says how."""

    code: str
    message: str
    row: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Everything one file brings."""

    dataset: str
    """Names the space its ids live in; a later file of the same data set updates it."""
    answers: tuple[Answer, ...] = ()
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: tuple[Source, ...] = ()
    edges: tuple[Edge, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    labels: tuple[StatedLabel, ...] = ()
    policy: Policy | None = None
    notices: tuple[Notice, ...] = ()
    about: str = ""
    """What the data set shows, in the words of whoever made it."""


@dataclass(frozen=True, slots=True)
class Label:
    """The label in force for a source, and who said so."""

    state: Dependence
    weight: float | None = None
    by: str = "import"
    at: str | None = None
    reason: str = ""
    claim_id: str | None = None
    """Set where the label holds for one claim only."""
    event: int | None = None
    """Number of the event that set it; None for the import's own."""
    disputed: bool = False
    """True where people's latest labels differ: until somebody adjudicates the most cautious one counts."""
    outdated: bool = False
    """True where the document or the passage changed after the label was given: to be confirmed."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that is known about one claim: enough to score, draw and explain it."""

    claim: Claim
    answer: Answer | None = None
    evidence: tuple[Evidence, ...] = ()
    sources: tuple[Source, ...] = ()
    """The sources of the evidence and everything upstream of them, along edges of any status."""
    edges: tuple[Edge, ...] = ()
    """Every edge between those sources, with its status in force."""
    citations: tuple[Citation, ...] = ()
    labels: MappingProxyType[str, Label] = field(default_factory=lambda: MappingProxyType({}))
    """Source id -> the label in force (a person's before the import's); absent means unknown."""
    dataset: str = ""
