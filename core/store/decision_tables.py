"""The tables of decisions: what the rule says of each claim, the versions of the rule, and what people state of parts.

``claim_verdict`` is derived and goes with what it was derived from; the other two only grow.
"""

from sqlalchemy import Index
from sqlmodel import Field

from core.store.tables import Base, Whole
from core.store.verbatim import Verbatim


class ClaimVerdictRow(Base, table=True):
    """What the rule says of one current claim; no row where it was not asked since something changed."""

    __tablename__ = "claim_verdict"
    __table_args__ = (
        Index("claim_verdict_by_conclusion", "conclusion", "claim", "dataset"),
        Index("claim_verdict_by_state", "state", "claim", "dataset"),
        Index("claim_verdict_by_answer", "answer", "conclusion", "state"),
        Index("claim_verdict_by_dataset", "dataset", "conclusion", "state"),
        Index("claim_verdict_by_rule", "rule"),
    )
    claim: int = Field(
        sa_type=Whole, primary_key=True, foreign_key="claim.number", sa_column_kwargs={"autoincrement": False}
    )
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    answer: int | None = Field(sa_type=Whole, foreign_key="answer.number")
    conclusion: str
    state: str
    """The gravest."""
    states: str
    """All, the gravest first, with a blank between."""
    codes: str
    """The reasons, the gravest first, with a blank between."""
    why: str = Field(sa_type=Verbatim)
    rule: str
    """Digest of engine and settings it was made with."""


class DecisionRuleRow(Base, table=True):
    """A version of the settings of bundles and decisions."""

    __tablename__ = "decision_rule"
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str
    by: str = Field(sa_type=Verbatim)
    reason: str = Field(sa_type=Verbatim)
    settings: str = Field(sa_type=Verbatim)
    """JSON."""


class FacetStatementRow(Base, table=True):
    """What somebody states of a claim's parts."""

    __tablename__ = "facet_statement"
    __table_args__ = (Index("facet_statement_by_claim", "claim", "number"),)
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str
    by: str = Field(sa_type=Verbatim)
    reason: str = Field(sa_type=Verbatim)
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number")
    claim: int = Field(sa_type=Whole, foreign_key="claim.number")
    content: str = Field(sa_type=Verbatim)
    """JSON of facets, marks and kinds."""
