"""The tables of the review's own work: what is open, who has it, and edges that people drew.

``open_question`` is derived from facts and events like the summaries and is kept by the same hand; the others hold what
people arranged and cannot be derived from anything.
"""

from sqlalchemy import Index, text
from sqlmodel import Field

from core.store.tables import Base, Whole
from core.store.verbatim import Verbatim


def _among_open(name: str, *columns: str) -> Index:
    return Index(f"open_question_by_{name}", *columns, sqlite_where=text("open = 1"), postgresql_where=text("open"))


class OpenQuestionRow(Base, table=True):
    """A question of one claim: open, or answered and kept for its place in the order."""

    __tablename__ = "open_question"
    # The order, and one index for each menu, with what else is often filtered by; all hold open questions only.
    __table_args__ = (
        _among_open("place", "place", "key"),
        _among_open("answer", "answer", "kind", "flips", "dataset", "assignee", "since"),
        _among_open("publisher", "publisher", "kind", "flips", "dataset", "assignee", "since"),
        _among_open("rule", "rule", "kind", "flips", "dataset", "assignee", "since"),
        _among_open("band", "band", "kind", "flips", "dataset", "assignee", "since"),
        _among_open("kind", "kind", "flips", "dataset", "assignee", "since"),
        _among_open("dataset", "dataset", "kind", "flips", "assignee", "since"),
        _among_open("assignee", "assignee", "kind", "flips", "dataset", "since"),
        Index("open_question_by_claim", "claim"),
        Index("open_question_by_source", "source"),
    )
    key: str = Field(sa_type=Verbatim, primary_key=True)
    open: bool
    place: float
    """-(2 where the decision flips + size of the difference): the smallest comes first."""
    kind: str
    claim: int = Field(sa_type=Whole, foreign_key="claim.number")
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    answer: int | None = Field(sa_type=Whole, foreign_key="answer.number")
    source: int = Field(sa_type=Whole, foreign_key="source.number")
    upstream: int | None = Field(sa_type=Whole, foreign_key="source.number")
    edge_key: str | None = Field(sa_type=Verbatim)
    flips: bool
    difference: float
    publisher: str | None = Field(sa_type=Verbatim)
    rule: str | None = Field(sa_type=Verbatim)
    band: str | None
    since: int = Field(sa_type=Whole, foreign_key="import_batch.number")
    """The import that brought what is asked about, as it stands now."""
    assignee: str | None = Field(sa_type=Verbatim)
    flagged: bool


class AssignmentRow(Base, table=True):
    """Who was given a question."""

    __tablename__ = "assignment"
    key: str = Field(sa_type=Verbatim, primary_key=True)
    claim: int = Field(sa_type=Whole, foreign_key="claim.number", index=True)
    assignee: str = Field(sa_type=Verbatim)
    by: str = Field(sa_type=Verbatim)
    at: str


class SecondOpinionRow(Base, table=True):
    """A second reading somebody asked for; it is given once somebody else has labelled the target afterwards."""

    __tablename__ = "second_opinion"
    key: str = Field(sa_type=Verbatim, primary_key=True)
    claim: int = Field(sa_type=Whole, foreign_key="claim.number", index=True)
    source: int = Field(sa_type=Whole, foreign_key="source.number")
    by: str = Field(sa_type=Verbatim)
    at: str
    reason: str = Field(sa_type=Verbatim)
    after: int = Field(sa_type=Whole)
    """Number of the newest label event when it was asked for."""


class ReadRow(Base, table=True):
    """Who knows what has been said on a question that waits for a second reading, so that it is not theirs to give."""

    __tablename__ = "question_read"
    key: str = Field(sa_type=Verbatim, primary_key=True)
    person: str = Field(sa_type=Verbatim, primary_key=True)
    claim: int = Field(sa_type=Whole, foreign_key="claim.number", index=True)


class SkippedRow(Base, table=True):
    """A question that somebody has put aside for themselves."""

    __tablename__ = "skipped"
    person: str = Field(sa_type=Verbatim, primary_key=True)
    key: str = Field(sa_type=Verbatim, primary_key=True)
    at: str


class DrawnEdgeRow(Base, table=True):
    """An edge that people drew and no data state: its status, relation and strength are a fold over its events."""

    __tablename__ = "drawn_edge"
    __table_args__ = (
        Index("drawn_edge_by_source", "source"),
        Index("drawn_edge_by_upstream", "upstream"),
    )
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number", primary_key=True)
    key: str = Field(sa_type=Verbatim, primary_key=True)
    """The edge's own key, cut to what an index can hold."""
    id: str = Field(sa_type=Verbatim)
    source: int = Field(sa_type=Whole, foreign_key="source.number")
    upstream: int = Field(sa_type=Whole, foreign_key="source.number")
    relation: str
    event: int = Field(sa_type=Whole, foreign_key="label_event.number")
    """The event that drew it first."""
