"""Decisions that are kept: the rule's verdict on each claim, versions of the rule, and stated parts of claims.

What people sign goes into the record of decisions, which stands since the first tables.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ADDED_ONLY = ("decision_rule", "facet_statement")


def upgrade() -> None:
    op.create_table(
        "claim_verdict",
        whole("claim", "claim", key=True),
        whole("dataset", "dataset"),
        whole("answer", "answer", null=True),
        *words("conclusion", "state", "states", "codes"),
        *texts("why"),
        *words("rule"),
    )
    for name, columns in (
        ("conclusion", ("conclusion", "claim", "dataset")),
        ("state", ("state", "claim", "dataset")),
        ("answer", ("answer", "conclusion", "state")),
        ("dataset", ("dataset", "conclusion", "state")),
        ("rule", ("rule",)),
    ):
        op.create_index(f"claim_verdict_by_{name}", "claim_verdict", list(columns))
    said = (*words("at"), *texts("by", "reason"))
    op.create_table("decision_rule", whole("number", key=True), *said, *texts("settings"))
    said = (*words("at"), *texts("by", "reason"))
    about = (whole("dataset", "dataset"), whole("claim", "claim"))
    op.create_table("facet_statement", whole("number", key=True), *said, *about, *texts("content"))
    op.create_index("facet_statement_by_claim", "facet_statement", ["claim", "number"])
    if op.get_bind().dialect.name == "sqlite":
        sqlite_append_only()
    else:
        postgresql_append_only()


def whole(name: str, target: str | None = None, null: bool = False, key: bool = False) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    keys = () if target is None else (sa.ForeignKey(f"{target}.number"),)
    more: dict[str, Any] = {"primary_key": True, "autoincrement": False} if key else {"nullable": null}
    return sa.Column(name, kind, *keys, **more)


def texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def words(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(), nullable=False) for name in names]


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
