"""Verification that is kept: attachments, reports and their checks, judgements of meaning.

Nothing that was stored before changes: every citation begins as not checked.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ADDED_ONLY = ("attachment", "verification_report", "citation_check", "recorded_judgement")


def upgrade() -> None:
    tables()
    if op.get_bind().dialect.name == "sqlite":
        sqlite_append_only()
    else:
        postgresql_append_only()


def whole(name: str, target: str | None = None, null: bool = False, key: bool = False) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    keys = () if target is None else (sa.ForeignKey(f"{target}.number"),)
    more: dict[str, Any] = {"primary_key": True, "autoincrement": False} if key else {"nullable": null}
    return sa.Column(name, kind, *keys, **more)


def texts(*names: str, null: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=null) for name in names]


def words(*names: str, null: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(), nullable=null) for name in names]


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


def sqlite_append_only() -> None:
    for table in ADDED_ONLY:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        # INSERT OR REPLACE would delete without asking the trigger above.
        op.execute(
            f"CREATE TRIGGER {table}_follows BEFORE INSERT ON {table} "
            f"WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM {table}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: an entry has to follow the last'); END"
        )


def postgresql_append_only() -> None:
    for table in ADDED_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION headwater_append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuses_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION headwater_append_only()"
        )
