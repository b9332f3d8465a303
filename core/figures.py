"""The figures of one claim: frozen values that carry their reason."""

from dataclasses import dataclass

from core.model import Notice
from core.policy import Policy
from core.states import Decision, Stance


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or the reason why there is none."""

    value: float | None
    reason: str = ""
    """Empty where there is a number."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The smallest and largest value a figure takes."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ItemFigure:
    """One evidence item of a claim and what it carries."""

    evidence_id: str
    source_id: str
    counted: bool
    why_not: str
    """Empty where counted; else the rule that leaves it out, in words."""
    weight: float
    """Increase of EIE when this item is added, in [0, 1]; weights add up to EIE."""
    increment: float
    lineage: str | None
    """Letter of its lineage; None where it is not in the counted graph."""


@dataclass(frozen=True, slots=True)
class LineageFigure:
    """One family of documents: everything that hangs together upstream of the evidence."""

    letter: str
    eie: float
    items: tuple[str, ...]
    nodes: tuple[str, ...]
    origins: tuple[str, ...]
    """Nodes without upstream; empty for a closed circle."""
    circular: bool
    """True where sources cite each other and no origin was found."""
    vouched: bool
    """True where every origin was labelled independent or partially dependent."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The claim with one source treated as retracted."""

    source_id: str
    eie: float
    items: int
    raw: float
    gamma: float | None
    aware: float
    decision: Decision


@dataclass(frozen=True, slots=True)
class Reading:
    """The figures a claim would have under one reading of one open question."""

    eie: float
    gamma: float | None
    aware: float
    decision: Decision


@dataclass(frozen=True, slots=True)
class LabelValue:
    """What settling one unknown would change."""

    source_id: str
    edge_key: str | None
    """Set where the open question is a suspected edge."""
    if_independent: Reading
    """The source is independent, or the edge is rejected."""
    if_dependent: Reading
    """The source is dependent, or the edge is confirmed."""
    difference: float
    """Aware confidence of the first less that of the second; in [-1, 1]."""
    flips: bool
    """True where the two readings give different decisions."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A label that the edges do not allow."""

    source_id: str
    allowed: float
    """Own content the edges leave, in [0, 1]."""
    stated: float
    """Own content the label claims."""
    if_label_right: Reading


@dataclass(frozen=True, slots=True)
class Side:
    """The items of another stance: scored and shown beside, never mixed in."""

    stance: Stance
    items: int
    sources: int
    eie: float
    lineages: int


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that holds for this claim and that the reader should not miss."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Spread:
    """Percentiles of a seeded Monte Carlo over the open questions."""

    eie: tuple[float, float, float]
    """5th, 50th and 95th percentile."""
    aware: tuple[float, float, float]
    draws: int
    seed: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an estimate: what it is, what it adds, where that leads."""

    label: str
    change: float
    running: float
    text: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """One estimator's confidence, with the steps that lead there."""

    key: str
    value: float
    steps: tuple[Step, ...]
    formula: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """Every figure of one claim under one policy."""

    claim_id: str
    policy: Policy
    digest: str
    """SHA-256 over engine version, facts, labels and policy."""
    items: int
    """N, the counted items."""
    sources: int
    """Distinct documents among the counted items."""
    raw: float
    """Sum of the counted increments."""
    eie: float
    eie_range: Interval
    aware_range: Interval
    """Aware confidence at both ends of the EIE range."""
    gamma: Figure
    scarcity: Figure
    dependence: Figure
    naive: float
    aware: float
    bayesian: float
    source_discounted: float
    inflation: Figure
    estimates: tuple[Estimate, ...]
    figures: tuple[ItemFigure, ...]
    """One per evidence item of the claim, counted or not, in the order of the dossier."""
    lineages: tuple[LineageFigure, ...]
    """Largest EIE first; letters A, B, C, … in that order."""
    withdrawals: tuple[Withdrawal, ...]
    """Largest loss of EIE first; every source of the counted graph."""
    sides: tuple[Side, ...]
    conflicts: tuple[Conflict, ...]
    cautions: tuple[Caution, ...]
    notices: tuple[Notice, ...]
    upstream_retracted: frozenset[str]
    """Sources that lean on a retracted one."""
    unknown_share: Figure
    """Share of the counted items whose document has no label but unknown."""
    alert: bool
    decision: Decision
    reasons: tuple[str, ...]
    """Why this decision, in words."""
    sentence: str


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """A claim's figures at one value of a setting."""

    value: float | str
    """The setting; "all" for K = N."""
    eie: float
    gamma: float | None
    naive: float
    aware: float
    source_discounted: float
    bayesian: float
