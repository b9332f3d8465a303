"""Every table, on one registry of its own: a reloaded module defines them anew without a clash.

Identities (source, answer, claim) keep their number for good. What is said of them lies in immutable versions: a
version holds from the batch ``since`` on and ends with the batch ``until``; the one without an end is current. Rows
never leave this package.
"""

from typing import Any

from sqlalchemy import BigInteger, Dialect, Index, Integer, Table, UniqueConstraint, text
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field, SQLModel

from core.store.verbatim import Verbatim


class Whole(TypeDecorator[int]):
    """A 64-bit whole number; as a primary key it is SQLite's own row number."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())


class Base(SQLModel, registry=registry()):
    """What every table shares: this registry."""


def table_of(row: type[Base]) -> Table:
    """The table behind a row class."""
    return Base.metadata.tables[str(row.__tablename__)]


def _number() -> Any:
    return Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})


def _to(target: str) -> Any:
    return Field(sa_type=Whole, foreign_key=target)


def _whole() -> Any:
    return Field(sa_type=Whole)


def _text() -> Any:
    return Field(sa_type=Verbatim)


def _current(table: str, column: str, unique: bool = False) -> Index:
    running = text("until IS NULL")
    return Index(f"{table}_by_{column}", column, unique=unique, sqlite_where=running, postgresql_where=running)


class Identity(Base):
    """A thing of a data set under its own id."""

    number: int = _number()
    dataset: int = _to("dataset.number")
    key: str = _text()
    """The id, cut to what an index can hold."""
    id: str = _text()


class Version(Base):
    """What one version of the data says of a thing."""

    version: int = _whole()
    digest: str
    since: int = _to("import_batch.number")
    until: int | None = _to("import_batch.number")


class DatasetRow(Base, table=True):
    """A space of ids, and the file it last came from."""

    __tablename__ = "dataset"
    number: int = _number()
    name: str = Field(unique=True)
    format: str
    file: str = _text()
    about: str = _text()
    policy: str | None
    """JSON of the policy that came with the data."""
    imported_at: str


class ImportBatchRow(Base, table=True):
    """One import that changed something."""

    __tablename__ = "import_batch"
    number: int = _number()
    dataset: int = _to("dataset.number")
    file: str = _text()
    file_digest: str
    format: str
    by: str = _text()
    at: str
    report: str | None = _text()
    policy: str | None
    """JSON of the policy that came with it."""


class SourceRow(Identity, table=True):
    """A document, or an upstream entity."""

    __tablename__ = "source"
    __table_args__ = (UniqueConstraint("dataset", "key"),)


class AnswerRow(Identity, table=True):
    """A generated answer."""

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("dataset", "key"),)


class ClaimRow(Identity, table=True):
    """A claim; its number is its place in lists."""

    __tablename__ = "claim"
    __table_args__ = (UniqueConstraint("dataset", "key"),)


class DocumentTextRow(Base, table=True):
    """The text of a document, apart, so that only who reads it loads it."""

    __tablename__ = "document_text"
    number: int = _number()
    content: str = _text()


class DocumentRow(Version, table=True):
    """A version of a source."""

    __tablename__ = "document"
    __table_args__ = (UniqueConstraint("source", "version"), _current("document", "source", unique=True))
    number: int = _number()
    source: int = _to("source.number")
    title: str = _text()
    kind: str
    retrieved: bool
    url: str | None = _text()
    publisher: str | None = _text()
    author: str | None = _text()
    published_at: str | None = _text()
    text: int | None = _to("document_text.number")
    dependence: str | None
    weight: float | None
    retracted: bool
    language: str | None = _text()
    stated_version: str | None = _text()
    fingerprint: str | None = _text()
    extra: str | None = _text()
    text_since: int = _whole()
    """The batch that brought this text; later versions may have changed other fields only."""
    detected: int | None = Field(default=None, sa_type=Whole)
    """The run of detection that named this node; None for what data state."""


class AnswerVersionRow(Version, table=True):
    """A version of an answer."""

    __tablename__ = "answer_version"
    __table_args__ = (UniqueConstraint("answer", "version"), _current("answer_version", "answer", unique=True))
    number: int = _number()
    answer: int = _to("answer.number")
    text: str = _text()
    question: str = _text()
    corrected_text: str | None = _text()
    extra: str | None = _text()


class ClaimVersionRow(Version, table=True):
    """A version of a claim."""

    __tablename__ = "claim_version"
    __table_args__ = (
        UniqueConstraint("claim", "version"),
        _current("claim_version", "claim", unique=True),
        _current("claim_version", "answer"),
    )
    number: int = _number()
    claim: int = _to("claim.number")
    answer: int | None = _to("answer.number")
    text: str = _text()
    position: int = _whole()
    sentence: str | None = _text()
    extra: str | None = _text()


class EvidenceRow(Identity, Version, table=True):
    """A version of a passage that stands towards a claim."""

    __tablename__ = "evidence"
    __table_args__ = (
        UniqueConstraint("dataset", "key", "version"),
        _current("evidence", "claim"),
        _current("evidence", "source"),
        Index("evidence_ever_by_claim", "claim"),
    )
    claim: int = _to("claim.number")
    source: int = _to("source.number")
    text: str = _text()
    stance: str
    stance_given: str | None = _text()
    increment: float | None
    rank: int | None = _whole()
    retrieval_score: float | None
    state: str
    evidence_set: str | None = _text()
    extra: str | None = _text()
    place: int = _whole()
    """Order in the newest file."""
    text_since: int = _whole()


class CitationRow(Identity, Version, table=True):
    """A version of what an answer proposes as proof."""

    __tablename__ = "citation"
    __table_args__ = (
        UniqueConstraint("dataset", "key", "version"),
        _current("citation", "claim"),
        Index("citation_ever_by_claim", "claim"),
    )
    claim: int = _to("claim.number")
    source: int = _to("source.number")
    evidence_id: str | None = _text()
    marker: str | None = _text()
    expected_text: str | None = _text()
    expected_fingerprint: str | None = _text()
    page: int | None = _whole()
    element_id: str | None = _text()
    extra: str | None = _text()
    place: int = _whole()


class EdgeRow(Identity, Version, table=True):
    """A version of a dependence; the same edge stated twice with different words has two keys."""

    __tablename__ = "edge"
    __table_args__ = (
        UniqueConstraint("dataset", "key", "version"),
        _current("edge", "source"),
        _current("edge", "upstream"),
        Index("edge_ever_by_source", "source"),
    )
    source: int = _to("source.number")
    upstream: int = _to("source.number")
    relation: str
    status: str
    strength: float | None
    probability: float | None
    rule: str | None = _text()
    note: str | None = _text()
    place: int = _whole()
    detected: int | None = Field(default=None, sa_type=Whole)
    """The run of detection that found its evidence: verdicts given before are not on it. None for what data state."""


class JudgementRow(Identity, Version, table=True):
    """A version of a semantic judgement."""

    __tablename__ = "judgement"
    __table_args__ = (UniqueConstraint("dataset", "key", "version"), _current("judgement", "claim"))
    claim: int = _to("claim.number")
    axis: str = _text()
    value: str = _text()
    judge: str = _text()
    evidence_id: str | None = _text()
    model: str | None = _text()
    rubric: str | None = _text()
    at: str | None = _text()
    place: int = _whole()
