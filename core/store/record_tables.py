"""The tables of what people do and of what is derived; the facts of imports are in ``tables``."""

from sqlalchemy import Index
from sqlmodel import Field

from core.store.tables import Base, Whole
from core.store.verbatim import Verbatim


class Entry(Base):
    """One link of a hash chain. The database refuses to change or remove it."""

    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str
    """When it was entered; UTC, ISO 8601."""
    by: str = Field(sa_type=Verbatim)
    previous: str
    """Hash of the entry before; empty for the first."""
    hash: str
    """SHA-256 over all of the entry but its number and this field."""
    clock: str | None
    """What the clock said, where it had gone back behind the entry before; ``at`` is then that of the entry before."""


class LabelEventRow(Entry, table=True):
    """A label, a verdict on an edge, the settling of a dispute, or the undoing of one of these."""

    __tablename__ = "label_event"
    __table_args__ = (
        Index("label_event_by_at", "at"),
        Index("label_event_by_source", "source"),
        Index("label_event_by_undoes", "undoes"),
        Index("label_event_by_origin", "origin"),
    )
    kind: str
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    source: int = Field(sa_type=Whole, foreign_key="source.number")
    claim: int | None = Field(sa_type=Whole, foreign_key="claim.number")
    dataset_name: str
    source_id: str = Field(sa_type=Verbatim)
    claim_id: str | None = Field(sa_type=Verbatim)
    state: str | None
    weight: float | None
    reason: str = Field(sa_type=Verbatim)
    seen: str = Field(sa_type=Verbatim)
    """JSON of the figures on the screen."""
    edge_key: str | None = Field(sa_type=Verbatim)
    edge_status: str | None
    undoes: int | None = Field(sa_type=Whole, foreign_key="label_event.number")
    stated_at: str | None = Field(sa_type=Verbatim)
    """When a label that came in a file was given, in the file's words."""
    batch: int = Field(sa_type=Whole, foreign_key="import_batch.number")
    """The newest import of the data set at that time: what the reviewer read."""
    origin: str
    """Digest of who said what of what when: the same label is entered once."""
    relation: str | None
    """What an edge really is, where a person says so."""
    strength: float | None
    """Share of the content that an edge hands down, where a person says so."""


class DecisionRow(Entry, table=True):
    """What somebody decided about a claim or an answer, with the figures seen."""

    __tablename__ = "decision"
    __table_args__ = (Index("decision_by_subject", "subject_key"), Index("decision_by_at", "at"))
    kind: str
    """claim or answer."""
    subject: str = Field(sa_type=Verbatim)
    """Its uid."""
    subject_key: str = Field(sa_type=Verbatim)
    decision: str
    reason: str = Field(sa_type=Verbatim)
    seen: str = Field(sa_type=Verbatim)


class AuditEventRow(Entry, table=True):
    """Something done to the workspace: an import, a policy saved or chosen, work handed out, a role given."""

    __tablename__ = "audit_event"
    __table_args__ = (Index("audit_event_by_at", "at"), Index("audit_event_by_action", "action", "number"))
    action: str
    subject: str = Field(sa_type=Verbatim)
    detail: str = Field(sa_type=Verbatim)
    """JSON."""


class LedgerRow(Base, table=True):
    """How many entries a chain has and the hash of its last, so that a missing end is noticed; and how often
    the figures of the lists were made anew."""

    __tablename__ = "ledger"
    name: str = Field(primary_key=True)
    count: int = Field(sa_type=Whole)
    hash: str


class ReviewerRow(Base, table=True):
    """Everybody who has left a label, a verdict or a decision, or was given a role."""

    __tablename__ = "reviewer"
    key: str = Field(sa_type=Verbatim, primary_key=True)
    name: str = Field(sa_type=Verbatim)
    first_seen: str
    role: str | None
    """What they may do in a team; None where nobody has said."""


class PolicyRow(Base, table=True):
    """A saved policy; versions are never changed."""

    __tablename__ = "policy"
    version: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Verbatim)
    settings: str = Field(sa_type=Verbatim)
    digest: str
    by: str = Field(sa_type=Verbatim)
    at: str
    reason: str = Field(sa_type=Verbatim)


class PolicyChoiceRow(Base, table=True):
    """Which saved policy is in force; the last row counts, and no version means each data set's own."""

    __tablename__ = "policy_choice"
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    version: int | None = Field(sa_type=Whole, foreign_key="policy.version")
    by: str = Field(sa_type=Verbatim)
    at: str
    reason: str = Field(sa_type=Verbatim)


class SummaryBasisRow(Base, table=True):
    """Engine and policy that summaries were made with."""

    __tablename__ = "summary_basis"
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    engine: str
    policy_digest: str


ORDERS = ("items", "sources", "lineages", "eie", "gamma", "naive", "aware", "inflation", "unknown", "refuting")
"""Figures a list can be ordered by."""

# Each order has an index that also holds the filters, so that a page deep in a filtered list of a million claims is
# read from the index alone.
_FILTERS = ("decision", "alert", "unknown", "dataset", "answer")


def _order_index(figure: str) -> Index:
    columns = (figure, "claim", *(name for name in _FILTERS if name != figure))
    return Index(f"claim_summary_by_{figure}", *columns)


class ClaimSummaryRow(Base, table=True):
    """The headline figures of one current claim; numbers only, so that a million are soon read."""

    __tablename__ = "claim_summary"
    __table_args__ = (
        *(_order_index(figure) for figure in ORDERS),
        Index("claim_summary_by_dataset", "dataset", "claim", "decision", "alert", "unknown", "answer"),
        Index("claim_summary_by_answer", "answer", "claim", "decision", "alert", "aware"),
        Index("claim_summary_by_decision", "decision", "alert", "dataset", "unknown"),
        Index("claim_summary_by_bucket", "bucket"),
        Index("claim_summary_by_basis", "dataset", "basis"),
    )
    claim: int = Field(
        sa_type=Whole, primary_key=True, foreign_key="claim.number", sa_column_kwargs={"autoincrement": False}
    )
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    answer: int | None = Field(sa_type=Whole, foreign_key="answer.number")
    evidence: int = Field(sa_type=Whole)
    """Every passage, counted or not."""
    items: int = Field(sa_type=Whole)
    sources: int = Field(sa_type=Whole)
    lineages: int = Field(sa_type=Whole)
    eie: float
    gamma: float | None
    naive: float
    aware: float
    inflation: float | None
    unknown: int = Field(sa_type=Whole)
    refuting: int = Field(sa_type=Whole)
    alert: bool
    decision: str
    bucket: int = Field(sa_type=Whole)
    """Even over all claims and the same on every run: a sample is a range of buckets."""
    basis: int = Field(sa_type=Whole, foreign_key="summary_basis.number")
