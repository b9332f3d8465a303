"""The closed vocabularies, and how words from other people's files map to them."""

from enum import StrEnum
from types import MappingProxyType


class Dependence(StrEnum):
    """What is known about a document's dependence on others."""

    INDEPENDENT = "independent"
    DEPENDENT = "dependent"
    PARTIALLY_DEPENDENT = "partially_dependent"
    UNKNOWN = "unknown"


class EdgeStatus(StrEnum):
    """Who stands behind an edge; only known and confirmed edges count."""

    KNOWN = "known"
    CONFIRMED = "confirmed"
    SUSPECTED = "suspected"
    REJECTED = "rejected"


class Relation(StrEnum):
    """How a document depends on the one upstream of it."""

    COPIED_FROM = "copied_from"
    REPUBLISHES = "republishes"
    SYNDICATES = "syndicates"
    DERIVES_FROM = "derives_from"
    CITES = "cites"
    SHARES_COMMON_PARENT = "shares_common_parent"
    EXCERPT_OF = "excerpt_of"
    MENTIONS = "mentions"
    LINKS_TO = "links_to"
    RELATED_TO = "related_to"

    @property
    def weak(self) -> bool:
        """True for words that change no figure: they explain a missing label, no more."""
        return self in _WEAK


_WEAK = frozenset({Relation.MENTIONS, Relation.LINKS_TO, Relation.RELATED_TO})


class Stance(StrEnum):
    """How a passage stands towards its claim."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEUTRAL = "neutral"
    UNJUDGED = "unjudged"


class EvidenceState(StrEnum):
    """How far a piece of evidence has come; each step needs the one before."""

    RETRIEVED = "retrieved"
    CITED = "cited"
    VERIFIED = "verified"
    SUPPORTED = "supported"

    @property
    def step(self) -> int:
        """0 for retrieved up to 3 for supported."""
        return _STEPS[self]


_STEPS = {state: step for step, state in enumerate(EvidenceState)}


class SourceKind(StrEnum):
    """What a node of the provenance graph is."""

    DOCUMENT = "document"
    PRESS_RELEASE = "press_release"
    WIRE_STORY = "wire_story"
    DATASET = "dataset"
    STUDY = "study"
    AUTHOR = "author"
    PUBLISHER = "publisher"
    REPOSITORY = "repository"
    MODEL_OUTPUT = "model_output"
    COMMON_PARENT = "common_parent"
    UNSPECIFIED = "unspecified"


class Decision(StrEnum):
    """What confidence alone allows: the reading that sliders, labels and policies move at once.

    The decision on a claim asks more than confidence: ``core.conclusions.Conclusion``.
    """

    ANSWER = "answer"
    QUALIFY = "qualify"
    REFUSE = "refuse"


DEPENDENCE_WORDS = MappingProxyType(
    {
        "independent": Dependence.INDEPENDENT,
        "dependent": Dependence.DEPENDENT,
        "partially_dependent": Dependence.PARTIALLY_DEPENDENT,
        "partially dependent": Dependence.PARTIALLY_DEPENDENT,
        "partially-dependent": Dependence.PARTIALLY_DEPENDENT,
        "partial": Dependence.PARTIALLY_DEPENDENT,
        "unknown": Dependence.UNKNOWN,
    }
)
"""Spellings read without a notice; every other word is unknown, with a notice."""

RELATION_WORDS = MappingProxyType(
    {
        **{relation.value: (relation, False) for relation in Relation},
        "copies": (Relation.COPIED_FROM, False),
        "copy_of": (Relation.COPIED_FROM, False),
        "duplicates": (Relation.COPIED_FROM, False),
        "forked_from": (Relation.COPIED_FROM, False),
        "republished_from": (Relation.REPUBLISHES, False),
        "reprints": (Relation.REPUBLISHES, False),
        "syndicated_from": (Relation.SYNDICATES, False),
        "derived_from": (Relation.DERIVES_FROM, False),
        "depends_on": (Relation.DERIVES_FROM, False),
        "based_on": (Relation.DERIVES_FROM, False),
        "summarises": (Relation.DERIVES_FROM, False),
        "summarizes": (Relation.DERIVES_FROM, False),
        "translation_of": (Relation.DERIVES_FROM, False),
        "version_of": (Relation.DERIVES_FROM, False),
        "quotes": (Relation.CITES, False),
        "references": (Relation.CITES, False),
        "common_parent": (Relation.SHARES_COMMON_PARENT, False),
        "part_of": (Relation.EXCERPT_OF, False),
        "cited_by": (Relation.CITES, True),
        "quoted_by": (Relation.CITES, True),
        "copied_by": (Relation.COPIED_FROM, True),
        "republished_by": (Relation.REPUBLISHES, True),
        "syndicated_by": (Relation.SYNDICATES, True),
        "source_of": (Relation.DERIVES_FROM, True),
        "mentioned_by": (Relation.MENTIONS, True),
    }
)
"""Word of an edge -> (relation, whether the word points the other way round)."""


def read_dependence(word: str | None) -> tuple[Dependence, str | None]:
    """Read a dependence label; what cannot be read is unknown, never independent.

    Returns:
        The state and, where the word is missing or not one of ours, a notice saying so.
        A missing label (None) is unknown without a notice.
    """
    if word is None:
        return Dependence.UNKNOWN, None
    state = DEPENDENCE_WORDS.get(word.strip().casefold())
    if state is not None:
        return state, None
    if not word.strip():
        return Dependence.UNKNOWN, "the label is empty; it is read as unknown"
    return Dependence.UNKNOWN, f"{word!r} is not a dependence label; it is read as unknown"
