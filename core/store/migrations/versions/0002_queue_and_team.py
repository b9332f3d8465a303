"""The queue of open questions, the team, edges that people draw, and what the record needs to be read as of any day.

Summaries made before count as another engine's: whoever opens the database makes them anew, and the queue with them.
Batches before this step take over their data set's own policy; an earlier policy of it was not kept.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

CHAINS = ("label_event", "decision", "audit_event")


def upgrade() -> None:
    record()
    people()
    questions()
    drawn_edges()
    op.execute("UPDATE summary_basis SET engine = engine || ' without queue'")


def whole(name: str, target: str | None = None, null: bool = False) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    keys = () if target is None else (sa.ForeignKey(f"{target}.number"),)
    return sa.Column(name, kind, *keys, nullable=null)


def texts(*names: str, null: bool = False, key: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=null, primary_key=key) for name in names]


def words(*names: str, null: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(), nullable=null) for name in names]


def record() -> None:
    # Columns are only added, and empty in old entries: their hashes stay as they are.
    for table in CHAINS:
        op.add_column(table, sa.Column("clock", sa.String(), nullable=True))
        op.create_index(f"{table}_by_at", table, ["at"])
    op.create_index("audit_event_by_action", "audit_event", ["action", "number"])
    op.add_column("label_event", sa.Column("relation", sa.String(), nullable=True))
    op.add_column("label_event", sa.Column("strength", sa.Float(), nullable=True))
    # The indexes so far hold current versions only; a past day is read from ended ones too.
    for table, column in (("evidence", "claim"), ("citation", "claim"), ("edge", "source")):
        op.create_index(f"{table}_ever_by_{column}", table, [column])
    op.add_column("import_batch", sa.Column("policy", sa.String(), nullable=True))
    op.execute(
        "UPDATE import_batch SET policy = (SELECT policy FROM dataset WHERE dataset.number = import_batch.dataset)"
    )


def people() -> None:
    op.add_column("reviewer", sa.Column("role", sa.String(), nullable=True))


def questions() -> None:
    # Compared by code point on both databases, whatever the language of the server.
    in_order = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "open_question",
        sa.Column("key", in_order, primary_key=True),
        *(sa.Column(name, sa.Boolean(), nullable=False) for name in ("open", "flips", "flagged")),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("place", "difference")),
        *words("kind"),
        whole("since", "import_batch"),
        whole("claim", "claim"),
        whole("dataset", "dataset"),
        whole("answer", "answer", null=True),
        whole("source", "source"),
        whole("upstream", "source", null=True),
        *texts("edge_key", "publisher", "rule", "assignee", null=True),
        *words("band", null=True),
    )
    still = sa.text("open")
    one = sa.text("open = 1")
    often = ("kind", "flips", "dataset", "assignee", "since")
    menus = ("answer", "publisher", "rule", "band", "kind", "dataset", "assignee")
    indexes = {name: (name, *(column for column in often if column != name)) for name in menus}
    indexes["place"] = ("place", "key")
    for name, columns in indexes.items():
        among: dict[str, Any] = {"sqlite_where": one, "postgresql_where": still}
        op.create_index(f"open_question_by_{name}", "open_question", list(columns), **among)
    for name in ("claim", "source"):
        op.create_index(f"open_question_by_{name}", "open_question", [name])
    given = (*texts("by"), *words("at"))
    op.create_table("assignment", *texts("key", key=True), whole("claim", "claim"), *texts("assignee"), *given)
    op.create_table(
        "second_opinion",
        *texts("key", key=True),
        whole("claim", "claim"),
        whole("source", "source"),
        *given,
        *texts("reason"),
        whole("after"),
    )
    op.create_table("question_read", *texts("key", "person", key=True), whole("claim", "claim"))
    op.create_table("skipped", *texts("person", "key", key=True), *words("at"))
    for table in ("assignment", "second_opinion", "question_read"):
        op.create_index(f"ix_{table}_claim", table, ["claim"])


def drawn_edges() -> None:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "drawn_edge",
        sa.Column("dataset", kind, sa.ForeignKey("dataset.number"), primary_key=True, autoincrement=False),
        *texts("key", key=True),
        *texts("id"),
        whole("source", "source"),
        whole("upstream", "source"),
        *words("relation"),
        whole("event", "label_event"),
    )
    for column in ("source", "upstream"):
        op.create_index(f"drawn_edge_by_{column}", "drawn_edge", [column])
