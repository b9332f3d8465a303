"""What lists and the overview show: one line a claim or answer, a page of them, and totals with their n."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from core.conclusions import Sufficiency
from core.states import Decision
from core.verdicts import NOTHING_DECIDED, ListedVerdict, Tally

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ClaimSummary:
    """One line of a list: a claim and its headline figures."""

    uid: str
    dataset: str
    claim_id: str
    text: str
    answer_uid: str | None
    items: int
    sources: int
    lineages: int
    eie: float
    gamma: float | None
    naive: float
    aware: float
    inflation: float | None
    unknown: int
    """Counted items whose document is unknown."""
    refuting: int
    alert: bool
    decision: Decision
    """What confidence alone allows."""
    verdict: ListedVerdict | None = None
    """What the rule in force says; None where it was not asked since something changed."""


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """One line of the answer list."""

    uid: str
    dataset: str
    answer_id: str
    question: str
    text: str
    claims: int
    alerts: int
    mean_aware: float | None
    decisions: MappingProxyType[str, int]
    """What confidence alone allows -> claims."""
    tally: Tally = NOTHING_DECIDED
    """What the rule in force says of its claims."""
    states: tuple[Sufficiency, ...] = ()
    """Every state that one of its decided claims is in, the gravest first."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """One page of a list, with the size of the whole."""

    rows: tuple[Row, ...]
    total: int
    number: int
    """1-based."""
    size: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its own denominator."""

    value: float | None
    over: int
    of: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The headline figures of everything under review, each with its n."""

    answers: int
    claims: int
    claims_with_evidence: int
    evidence: int
    sources: int
    unknown_items: int
    counted_items: int
    mean_naive: Mean
    mean_aware: Mean
    mean_inflation: Mean
    mean_duplicate_fraction: Mean
    alerts: int
    decisions: MappingProxyType[str, int]
    """What confidence alone allows -> claims."""
    human_labels: int
    tally: Tally = NOTHING_DECIDED
    """What the rule in force says of them."""
