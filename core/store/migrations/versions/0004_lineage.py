"""Lineage that is kept: proposals with their evidence, merged documents, retractions, and what verdicts taught.

Edges and nodes that a detection brought stand among those of the data, marked with the run that found their evidence.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from core.store.migrations.steps import append_only, texts, whole, words

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for table in ("edge", "document"):
        op.add_column(table, whole("detected", null=True))
    proposals()
    registry()
    calibrations()


def proposals() -> None:
    op.create_table(
        "proposal",
        whole("edge", "edge", key=True),
        whole("dataset", "dataset"),
        *texts("pair"),
        whole("source", "source"),
        whole("upstream", "source"),
        *words("relation", "direction"),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("probability", "low", "high")),
        *words("band", "basis"),
        whole("n"),
        *texts("rule", "rules"),
        whole("shared", null=True),
        *texts("parent", null=True),
        *words("grounds"),
        *texts("evidence"),
        *words("at", "status"),
        whole("event", "label_event", null=True),
        *texts("decided_by", null=True),
        *words("decided_at", null=True),
        sa.Column("disputed", sa.Boolean(), nullable=False),
    )
    op.create_index("proposal_by_pair", "proposal", ["dataset", "pair"])
    op.create_index("proposal_by_status", "proposal", ["status", "probability"])
    for column in ("source", "upstream"):
        op.create_index(f"proposal_by_{column}", "proposal", [column])


def registry() -> None:
    op.create_table(
        "merge_link",
        whole("one", "source", key=True),
        whole("other", "source", key=True),
        whole("since", "label_event", key=True),
        whole("until", "label_event", null=True),
    )
    op.create_index("merge_link_by_other", "merge_link", ["other"])
    op.create_table(
        "source_mark",
        whole("source", "source", key=True),
        sa.Column("retracted", sa.Boolean(), nullable=False),
        whole("event", "label_event"),
    )
    one: dict[str, Any] = {"sqlite_where": sa.text("retracted = 1"), "postgresql_where": sa.text("retracted")}
    op.create_index("source_mark_by_retracted", "source_mark", ["source"], **one)


def calibrations() -> None:
    op.create_table(
        "calibration",
        whole("number", key=True),
        whole("dataset", "dataset", null=True),
        *words("version", "settings"),
        whole("verdicts"),
        *texts("notice", "by"),
        *words("at"),
    )
    append_only(["calibration"], numbered=False)
