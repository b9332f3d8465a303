"""The tables of lineage that is kept: proposals with their evidence, merged documents, and what verdicts taught.

A proposal is the evidence behind one version of a suspected edge. Its status, like the links between merged documents
and the marks on sources, is a fold over the record of labels, kept by the same hand for lists to filter by.
"""

from sqlalchemy import Index, text
from sqlmodel import Field

from core.store.tables import Base, Whole
from core.store.verbatim import Verbatim


class ProposalRow(Base, table=True):
    """What was found for one pair of documents; as long as its edge's version is current, so is it."""

    __tablename__ = "proposal"
    __table_args__ = (
        Index("proposal_by_pair", "dataset", "pair"),
        Index("proposal_by_status", "status", "probability"),
        Index("proposal_by_source", "source"),
        Index("proposal_by_upstream", "upstream"),
    )
    edge: int = Field(
        sa_type=Whole, primary_key=True, foreign_key="edge.number", sa_column_kwargs={"autoincrement": False}
    )
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    pair: str = Field(sa_type=Verbatim)
    """Both ids in order, as a key names them."""
    source: int = Field(sa_type=Whole, foreign_key="source.number")
    upstream: int = Field(sa_type=Whole, foreign_key="source.number")
    relation: str
    direction: str
    probability: float
    band: str
    low: float
    high: float
    n: int = Field(sa_type=Whole)
    basis: str
    rule: str = Field(sa_type=Verbatim)
    rules: str = Field(sa_type=Verbatim)
    """Every rule among the evidence, each between two bars."""
    shared: int | None = Field(sa_type=Whole)
    parent: str | None = Field(sa_type=Verbatim)
    grounds: str
    """JSON of the keys of the evidence: what a rejection remembers."""
    evidence: str = Field(sa_type=Verbatim)
    """JSON."""
    at: str
    """When this evidence was found."""
    status: str
    """open, confirmed or rejected."""
    event: int | None = Field(sa_type=Whole, foreign_key="label_event.number")
    """The verdict in force."""
    decided_by: str | None = Field(sa_type=Verbatim)
    decided_at: str | None
    disputed: bool


class MergeLinkRow(Base, table=True):
    """Two documents that count as one, from one event of the record on until another."""

    __tablename__ = "merge_link"
    __table_args__ = (Index("merge_link_by_other", "other"),)
    one: int = Field(sa_type=Whole, foreign_key="source.number", primary_key=True)
    other: int = Field(sa_type=Whole, foreign_key="source.number", primary_key=True)
    since: int = Field(sa_type=Whole, foreign_key="label_event.number", primary_key=True)
    until: int | None = Field(sa_type=Whole, foreign_key="label_event.number")


class SourceMarkRow(Base, table=True):
    """Whether people say that a source is retracted; no row where nobody has said."""

    __tablename__ = "source_mark"
    __table_args__ = (
        Index(
            "source_mark_by_retracted", "source", sqlite_where=text("retracted = 1"), postgresql_where=text("retracted")
        ),
    )
    source: int = Field(
        sa_type=Whole, primary_key=True, foreign_key="source.number", sa_column_kwargs={"autoincrement": False}
    )
    retracted: bool
    event: int = Field(sa_type=Whole, foreign_key="label_event.number")


class CalibrationRow(Base, table=True):
    """What verdicts taught about how likely proposals are; the newest counts, and none is ever changed."""

    __tablename__ = "calibration"
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    dataset: int | None = Field(sa_type=Whole, foreign_key="dataset.number")
    """None: every data set without one of its own."""
    version: str
    settings: str
    """JSON."""
    verdicts: int = Field(sa_type=Whole)
    notice: str = Field(sa_type=Verbatim)
    by: str = Field(sa_type=Verbatim)
    at: str
