"""The values bundles are made of: passages, facets of a claim, and how a passage touches a facet."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.states import Stance

LEXICAL = "auto-lexical v1"
"""Who drafts facets and marks where nobody else did."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a table with the header they stand under."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One retrieved passage, as bundles see it."""

    id: str
    """The evidence item's id."""
    text: str
    source_id: str = ""
    title: str = ""
    lineage: str = ""
    """Names the lineage of its source; passages of one lineage share it. Empty: a lineage of its own."""
    stance: Stance = Stance.UNJUDGED
    date: str | None = None
    """When its source was published, as written."""
    rank: int | None = None
    counted: bool = True
    """Whether the policy counts it."""
    location: str = ""
    version: str = ""
    observed_at: str = ""
    table: Table | None = None
    risk: float = 0.0
    """How little it may be trusted, in [0, 1], for the choice of evidence."""
    risk_reasons: tuple[str, ...] = ()

    @property
    def family(self) -> str:
        """Its lineage, or itself where none is known."""
        return self.lineage or f"\x1f{self.id}"


class FacetKind(StrEnum):
    """What a facet holds."""

    NUMBER = "number"
    ENTITY = "entity"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class Facet:
    """One thing a claim says that evidence has to address."""

    id: str
    text: str
    kind: FacetKind = FacetKind.TERM
    lemmas: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    by: str = LEXICAL
    """Who stated it: the drafting rule, a person, or an import."""
    weight: float = 1.0
    """How much the need for it weighs in the choice of evidence, > 0."""


class Touch(StrEnum):
    """How a passage stands to a facet."""

    DIRECT = "direct"
    INDIRECT = "indirect"
    NONE = "none"
    CONTRADICTS = "contradicts"

    @property
    def addresses(self) -> bool:
        """True where the passage speaks about the facet at all."""
        return self is not Touch.NONE


@dataclass(frozen=True, slots=True)
class Mark:
    """How one passage touches one facet, and who says so."""

    facet_id: str
    passage_id: str
    touch: Touch
    by: str = LEXICAL


Marks = dict[tuple[str, str], Mark]
"""(facet id, passage id) -> the mark in force."""


class Judge(StrEnum):
    """Who judged a pair of passages; the first named outranks those after it."""

    HUMAN = "human"
    LLM = "llm"
    NLI = "nli"
    STANCE = "stance"
    """One passage was imported as speaking for the claim, the other as speaking against it."""

    @property
    def precedence(self) -> int:
        """0 for the word that counts before all others."""
        return list(Judge).index(self)


@dataclass(frozen=True, slots=True)
class PairJudgement:
    """How far two passages contradict each other, with everything that makes the judgement repeatable."""

    left: str
    right: str
    """Passage ids."""
    contradiction: float
    """0 consistent … 1 contradicting."""
    kind: Judge
    judge: str
    model: str | None = None
    rubric: str | None = None
    at: str | None = None

    @property
    def pair(self) -> tuple[str, str]:
        """The two ids in string order."""
        return (self.left, self.right) if self.left <= self.right else (self.right, self.left)


def basis_of(makers: Sequence[str]) -> str:
    """Who stands behind drafted and stated things together: the rule, people, or both.

    Source: [HOUSE] what a rule drafted is never shown as if a person had judged it.
    """
    drafted = any(maker == LEXICAL for maker in makers)
    stated = any(maker != LEXICAL for maker in makers)
    if drafted and stated:
        return "mixed"
    return "stated" if stated else LEXICAL
