"""The tables of verification: what is attached, reports and their checks, and judgements of meaning.

All but ``check_in_force`` are only ever added to; the database refuses to change or remove a row. Nothing here is a
hash chain: each entry's place in the audit record is.
"""

from typing import Any

from sqlalchemy import Index
from sqlmodel import Field

from core.store.tables import Base, Whole
from core.store.verbatim import Verbatim


def _to(target: str) -> Any:
    return Field(sa_type=Whole, foreign_key=target)


def _text() -> Any:
    return Field(sa_type=Verbatim)


class Added(Base):
    """A row that stays as it was written."""

    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str
    """UTC, ISO 8601."""
    by: str = _text()
    dataset: int = _to("dataset.number")


class AttachmentRow(Added, table=True):
    """A file given to a source, or taken away from it; the newest row of a source counts."""

    __tablename__ = "attachment"
    __table_args__ = (Index("attachment_by_source", "source", "number"), Index("attachment_by_dataset", "dataset"))
    source: int = _to("source.number")
    name: str = _text()
    """What the file was called; a label."""
    fingerprint: str | None
    """``sha256:`` of its bytes, under which they lie; None where the file was taken away."""
    size: int = Field(sa_type=Whole)
    media: str
    matched_by: str


class ReportRow(Added, table=True):
    """A verification report without its checks."""

    __tablename__ = "verification_report"
    __table_args__ = (Index("verification_report_by_source", "source"),)
    source: int = _to("source.number")
    batch: int = _to("import_batch.number")
    """The newest import of the data set at that time."""
    verifier: str
    """Name and version."""
    config_digest: str
    document_fingerprint: str | None = _text()
    expected_fingerprint: str | None = _text()
    stopped: bool
    digest: str
    """SHA-256 of the whole report with its checks."""
    content: str = _text()
    """JSON of the report, its list of checks empty."""


class CitationCheckRow(Base, table=True):
    """One check of a report, and what it was made with."""

    __tablename__ = "citation_check"
    __table_args__ = (
        Index("citation_check_by_citation", "dataset", "key", "number"),
        Index("citation_check_by_report", "report"),
    )
    number: int = Field(sa_type=Whole, primary_key=True, sa_column_kwargs={"autoincrement": False})
    report: int = _to("verification_report.number")
    dataset: int = _to("dataset.number")
    key: str = _text()
    """Key of the citation."""
    citation: int = Field(sa_type=Whole)
    """The version of the citation that was checked."""
    status: str
    reason: str | None
    method: str
    warnings: str
    """JSON list of advisories."""
    meaning_open: bool
    """The check leaves something to judge before it may be leaned on."""
    source_stale: bool
    """The source was another version than the citations of the report were made with."""
    pinned: bool
    """The citation names a version of its source."""
    basis: str = _text()
    """What was read: the fingerprint of the attachment, or which text of the data."""
    passage: int | None = Field(sa_type=Whole)
    """The batch that brought the passage whose text was looked for; None where the citation has a text of its own."""
    summary: str = _text()
    """The check in words."""
    content: str = _text()
    """JSON of the check."""


class CheckInForceRow(Base, table=True):
    """Which check of a citation is its newest."""

    __tablename__ = "check_in_force"
    __table_args__ = (Index("check_in_force_by_status", "status", "reason"),)
    dataset: int = Field(sa_type=Whole, foreign_key="dataset.number", primary_key=True)
    key: str = Field(sa_type=Verbatim, primary_key=True)
    latest: int = _to("citation_check.number")
    status: str
    reason: str | None


class RecordedJudgementRow(Added, table=True):
    """What somebody says of meaning, recorded here."""

    __tablename__ = "recorded_judgement"
    __table_args__ = (Index("recorded_judgement_by_claim", "claim"),)
    claim: int = _to("claim.number")
    citation_id: str | None = _text()
    evidence_id: str | None = _text()
    axis: str
    value: str
    model: str | None = _text()
    rubric: str = _text()
    calibration: str = _text()
    reason: str = _text()
