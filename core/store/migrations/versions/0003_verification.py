"""Verification that is kept: attachments, reports and their checks, judgements of meaning.

Nothing that was stored before changes: every citation begins as not checked.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from core.store.migrations.steps import append_only, texts, whole, words

revision = "0003"
down_revision = "0002"

ADDED_ONLY = ("attachment", "verification_report", "citation_check", "recorded_judgement")


def upgrade() -> None:
    tables()
    append_only(ADDED_ONLY)


def flags(*names: str) -> list[sa.Column[bool]]:
    return [sa.Column(name, sa.Boolean(), nullable=False) for name in names]


def added() -> list[sa.Column[Any]]:
    return [whole("number", key=True), *words("at"), *texts("by"), whole("dataset", "dataset")]


def tables() -> None:
    op.create_table(
        "attachment",
        *added(),
        whole("source", "source"),
        *texts("name"),
        *words("fingerprint", null=True),
        whole("size"),
        *words("media", "matched_by"),
    )
    op.create_table(
        "verification_report",
        *added(),
        whole("source", "source"),
        whole("batch", "import_batch"),
        *words("verifier", "config_digest"),
        *texts("document_fingerprint", "expected_fingerprint", null=True),
        *flags("stopped"),
        *words("digest"),
        *texts("content"),
    )
    op.create_table(
        "citation_check",
        whole("number", key=True),
        whole("report", "verification_report"),
        whole("dataset", "dataset"),
        *texts("key"),
        whole("citation"),
        *words("status", "method", "warnings"),
        *words("reason", null=True),
        *flags("meaning_open", "source_stale", "pinned"),
        *texts("basis", "summary", "content"),
        whole("passage", null=True),
    )
    op.create_table(
        "check_in_force",
        whole("dataset", "dataset", key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        whole("latest", "citation_check"),
        *words("status"),
        *words("reason", null=True),
    )
    op.create_table(
        "recorded_judgement",
        *added(),
        whole("claim", "claim"),
        *texts("citation_id", "evidence_id", "model", null=True),
        *words("axis", "value"),
        *texts("rubric", "calibration", "reason"),
    )
    for table, name, columns in (
        ("attachment", "source", ("source", "number")),
        ("attachment", "dataset", ("dataset",)),
        ("verification_report", "source", ("source",)),
        ("citation_check", "citation", ("dataset", "key", "number")),
        ("citation_check", "report", ("report",)),
        ("check_in_force", "status", ("status", "reason")),
        ("recorded_judgement", "claim", ("claim",)),
    ):
        op.create_index(f"{table}_by_{name}", table, list(columns))
