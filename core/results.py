"""What the use cases return: frozen values that carry their reason."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from core.errors import Problem
from core.figures import (
    Assessment,
    Caution,
    Conflict,
    Estimate,
    Figure,
    Interval,
    ItemFigure,
    LabelValue,
    LineageFigure,
    Reading,
    Side,
    Spread,
    Step,
    Withdrawal,
)
from core.listed import AnswerSummary, ClaimSummary, Mean, Overview, Page
from core.model import Answer, Dossier, Notice
from core.policy import Policy
from core.states import Decision, Dependence, EdgeStatus, Relation

__all__ = [
    "AnswerFile",
    "AnswerSummary",
    "Assessment",
    "Caution",
    "ClaimFile",
    "ClaimSummary",
    "Conflict",
    "Dataset",
    "Estimate",
    "Figure",
    "FormulaEntry",
    "ImportReport",
    "Interval",
    "ItemFigure",
    "LabelEvent",
    "LabelValue",
    "LineageFigure",
    "Mean",
    "Overview",
    "Page",
    "PolicyEffect",
    "PolicyVersion",
    "Preview",
    "Reading",
    "Regime",
    "Side",
    "Spread",
    "Step",
    "Withdrawal",
]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import found, kept, changed and could not use."""

    file: str
    format: str
    dataset: str
    counts: MappingProxyType[str, int]
    """answers, claims, evidence, citations, sources, edges, judgements."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    capability_limits: tuple[str, ...] = ()
    stored: bool = False
    batch: int | None = None
    removed: int = 0
    """What the data set had and this file has no more: kept with its labels, but out of the current view."""


@dataclass(frozen=True, slots=True)
class LabelEvent:
    """One entry of the append-only record of human work."""

    number: int
    at: str
    """UTC, ISO 8601."""
    by: str
    kind: str
    """label, edge, adjudication or undo."""
    dataset: str
    source_id: str
    claim_id: str | None
    """None: everywhere the source is used."""
    state: Dependence | None
    weight: float | None
    reason: str
    seen: MappingProxyType[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """The figures on the screen when the label was given."""
    edge_key: str | None = None
    undoes: int | None = None
    hash: str = ""
    edge_status: EdgeStatus | None = None
    """Set where the event is a verdict on an edge."""
    stated_at: str | None = None
    """When a label that came in a file was given, in the file's words."""
    relation: Relation | None = None
    """Set where a verdict gives an edge another relation than it was stated with."""
    strength: float | None = None
    """Set where a verdict states the share of the content that comes from upstream."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """One data set under review, and the file it last came from."""

    name: str
    format: str
    file: str
    about: str
    claims: int
    imported_at: str
    """UTC, ISO 8601."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A file read without being stored: the first rows as they will be kept."""

    format: str
    reasons: tuple[str, ...]
    """Why the file was taken for this format."""
    tables: MappingProxyType[str, tuple[MappingProxyType[str, Any], ...]]
    """claims, evidence, sources, edges, ... -> the first 20 rows of each, as plain values."""
    report: ImportReport
    columns: tuple[str, ...] = ()
    """Column names of a CSV file, for the mapping; empty for other formats."""


@dataclass(frozen=True, slots=True)
class ClaimFile:
    """Everything the claim page shows: the facts, the figures, and where the claim stands."""

    uid: str
    dossier: Dossier
    assessment: Assessment
    """Under ``policy``."""
    policy: Policy
    """The policy the figures follow: the stored one, or the what-if."""
    stored_policy: Policy
    previous: str | None
    """uid of the claim before this one in its data set; None for the first."""
    next: str | None
    events: tuple[LabelEvent, ...] = ()
    """Human work on the sources and edges of this claim, newest first."""
    number: int | None = None
    """Place among the claims of its answer, 1 first; None where it has no answer or it was not asked."""
    of: int | None = None
    """How many claims its answer has."""


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """An answer with the summaries of its claims, in their order."""

    uid: str
    answer: Answer
    claims: tuple[ClaimSummary, ...]


@dataclass(frozen=True, slots=True)
class PolicyVersion:
    """A saved policy: which one, by whom, why, and whether it is in force."""

    version: int
    policy: Policy
    by: str
    at: str
    """UTC, ISO 8601."""
    reason: str
    current: bool


@dataclass(frozen=True, slots=True)
class PolicyEffect:
    """What making a policy current would do to every decision."""

    moved: tuple[tuple[str, str, Decision, Decision], ...]
    """(claim uid, claim text, decision now, decision then), in the order of the claims."""
    claims: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class Regime:
    """A published scenario with the figures its source prints."""

    key: str
    title: str
    published: MappingProxyType[str, float]
    """naive, bayesian, source_discounted, aware, inflation as printed."""
    dossier: Dossier
    policy: Policy
    what_it_shows: str


@dataclass(frozen=True, slots=True)
class FormulaEntry:
    """One formula of the Method page, as its function's docstring states it."""

    name: str
    summary: str
    formula: str
    source: str
    """``[KEY] locator`` of references.py."""
    module: str
