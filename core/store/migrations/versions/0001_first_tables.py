"""The first tables: facts, events, policies, summaries and the words that are searched."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

CHAINS = ("label_event", "decision", "audit_event")
# A page deep in a filtered and ordered list is read from one of these alone.
ORDERS = ("items", "sources", "lineages", "eie", "gamma", "naive", "aware", "inflation", "unknown", "refuting")
FILTERS = ("decision", "alert", "unknown", "dataset", "answer")


def upgrade() -> None:
    imports()
    facts()
    events()
    policies()
    summaries()
    if op.get_bind().dialect.name == "sqlite":
        sqlite_words()
        sqlite_append_only()
    else:
        postgresql_words()
        postgresql_append_only()


def whole(name: str, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=null)


def number(name: str = "number") -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def to(name: str, target: str, null: bool = False) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, sa.ForeignKey(target), nullable=null)


def text(*names: str, null: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=null) for name in names]


def word(*names: str, null: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(), nullable=null) for name in names]


def real(*names: str, null: bool = False) -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Float(), nullable=null) for name in names]


def flag(*names: str) -> list[sa.Column[bool]]:
    return [sa.Column(name, sa.Boolean(), nullable=False) for name in names]


def identity() -> list[sa.Column[Any]]:
    return [number(), to("dataset", "dataset.number"), *text("key", "id")]


def version() -> list[sa.Column[Any]]:
    batch = "import_batch.number"
    return [whole("version"), *word("digest"), to("since", batch), to("until", batch, null=True)]


def current(table: str, column: str, unique: bool = False) -> None:
    running = sa.text("until IS NULL")
    op.create_index(
        f"{table}_by_{column}", table, [column], unique=unique, sqlite_where=running, postgresql_where=running
    )


def imports() -> None:
    op.create_table(
        "dataset",
        number(),
        sa.Column("name", sa.String(), nullable=False, unique=True),
        *word("format"),
        *text("file", "about"),
        *word("policy", null=True),
        *word("imported_at"),
    )
    op.create_table(
        "import_batch",
        number(),
        to("dataset", "dataset.number"),
        *text("file"),
        *word("file_digest", "format"),
        *text("by"),
        *word("at"),
        *text("report", null=True),
    )


def facts() -> None:
    for table in ("source", "answer", "claim"):
        op.create_table(table, *identity(), sa.UniqueConstraint("dataset", "key"))
    op.create_table("document_text", number(), *text("content"))
    op.create_table(
        "document",
        number(),
        to("source", "source.number"),
        *text("title"),
        *word("kind"),
        *flag("retrieved", "retracted"),
        *text("url", "publisher", "author", "published_at", null=True),
        to("text", "document_text.number", null=True),
        *word("dependence", null=True),
        *real("weight", null=True),
        *text("language", "stated_version", "fingerprint", "extra", null=True),
        whole("text_since"),
        *version(),
        sa.UniqueConstraint("source", "version"),
    )
    op.create_table(
        "answer_version",
        number(),
        to("answer", "answer.number"),
        *text("text", "question"),
        *text("corrected_text", "extra", null=True),
        *version(),
        sa.UniqueConstraint("answer", "version"),
    )
    op.create_table(
        "claim_version",
        number(),
        to("claim", "claim.number"),
        to("answer", "answer.number", null=True),
        *text("text"),
        whole("position"),
        *text("sentence", "extra", null=True),
        *version(),
        sa.UniqueConstraint("claim", "version"),
    )
    claim, source = ("claim", "claim.number"), ("source", "source.number")
    dated(
        "evidence",
        to(*claim),
        to(*source),
        *text("text"),
        *word("stance", "state"),
        *text("stance_given", "evidence_set", "extra", null=True),
        *real("increment", "retrieval_score", null=True),
        whole("rank", null=True),
        whole("text_since"),
    )
    dated(
        "citation",
        to(*claim),
        to(*source),
        *text("evidence_id", "marker", "expected_text", "expected_fingerprint", "element_id", "extra", null=True),
        whole("page", null=True),
    )
    dated(
        "edge",
        to(*source),
        to("upstream", "source.number"),
        *word("relation", "status"),
        *real("strength", "probability", null=True),
        *text("rule", "note", null=True),
    )
    judged = text("axis", "value", "judge")
    dated("judgement", to(*claim), *judged, *text("evidence_id", "model", "rubric", "at", null=True))
    for table in ("document", "answer_version", "claim_version"):
        current(table, table.partition("_")[0] if table != "document" else "source", unique=True)
    current("claim_version", "answer")
    for table, columns in (
        ("evidence", ("claim", "source")),
        ("citation", ("claim",)),
        ("edge", ("source", "upstream")),
        ("judgement", ("claim",)),
    ):
        for column in columns:
            current(table, column)


def dated(table: str, *columns: sa.Column[Any]) -> None:
    """A table whose rows are versions under an id of their own."""
    parts = (*identity(), *columns, whole("place"), *version())
    op.create_table(table, *parts, sa.UniqueConstraint("dataset", "key", "version"))


def entry() -> list[sa.Column[Any]]:
    return [number(), *word("at"), *text("by"), *word("previous", "hash")]


def events() -> None:
    op.create_table(
        "label_event",
        *entry(),
        *word("kind"),
        to("dataset", "dataset.number"),
        to("source", "source.number"),
        to("claim", "claim.number", null=True),
        *word("dataset_name"),
        *text("source_id"),
        *text("claim_id", null=True),
        *word("state", null=True),
        *real("weight", null=True),
        *text("reason", "seen"),
        *text("edge_key", null=True),
        *word("edge_status", null=True),
        to("undoes", "label_event.number", null=True),
        *text("stated_at", null=True),
        to("batch", "import_batch.number"),
        *word("origin"),
    )
    for column in ("source", "undoes", "origin"):
        op.create_index(f"label_event_by_{column}", "label_event", [column])
    decided = (*word("kind", "decision"), *text("subject", "subject_key", "reason", "seen"))
    op.create_table("decision", *entry(), *decided)
    op.create_index("decision_by_subject", "decision", ["subject_key"])
    op.create_table("audit_event", *entry(), *word("action"), *text("subject", "detail"))
    name = sa.Column("name", sa.String(), primary_key=True)
    op.create_table("ledger", name, whole("count"), *word("hash"))
    key = sa.Column("key", sa.Text(), primary_key=True)
    op.create_table("reviewer", key, *text("name"), *word("first_seen"))


def policies() -> None:
    saved = (*word("digest"), *text("by"), *word("at"), *text("reason"))
    op.create_table("policy", number("version"), *text("name", "settings"), *saved)
    chosen = (*text("by"), *word("at"), *text("reason"))
    op.create_table("policy_choice", number(), to("version", "policy.version", null=True), *chosen)


def summaries() -> None:
    op.create_table("summary_basis", number(), *word("engine", "policy_digest"))
    op.create_table(
        "claim_summary",
        sa.Column("claim", whole("claim").type, sa.ForeignKey("claim.number"), primary_key=True, autoincrement=False),
        to("dataset", "dataset.number"),
        to("answer", "answer.number", null=True),
        *(whole(name) for name in ("evidence", "items", "sources", "lineages", "unknown", "refuting", "bucket")),
        *real("eie", "naive", "aware"),
        *real("gamma", "inflation", null=True),
        *flag("alert"),
        *word("decision"),
        to("basis", "summary_basis.number"),
    )
    indexes = {figure: (figure, "claim", *(name for name in FILTERS if name != figure)) for figure in ORDERS}
    indexes["dataset"] = ("dataset", "claim", "decision", "alert", "unknown", "answer")
    indexes["answer"] = ("answer", "claim", "decision", "alert", "aware")
    indexes["decision"] = ("decision", "alert", "dataset", "unknown")
    indexes["bucket"] = ("bucket",)
    indexes["basis"] = ("dataset", "basis")
    for name, columns in indexes.items():
        op.create_index(f"claim_summary_by_{name}", "claim_summary", list(columns))


def sqlite_words() -> None:
    # The words come folded and split from ``search``; "ascii" takes them as they are.
    for table in ("claim_words", "answer_words"):
        op.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(words, tokenize = 'ascii', detail = none, prefix = '1 2')")


def postgresql_words() -> None:
    for table, owner in (("claim_words", "claim"), ("answer_words", "answer")):
        op.execute(
            f"CREATE TABLE {table} (rowid bigint PRIMARY KEY REFERENCES {owner} (number), words tsvector NOT NULL)"
        )
        op.execute(f"CREATE INDEX {table}_by_words ON {table} USING gin (words)")


def sqlite_append_only() -> None:
    for table in CHAINS:
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
    op.execute(
        "CREATE FUNCTION headwater_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in CHAINS:
        op.execute(
            f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION headwater_append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuses_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION headwater_append_only()"
        )
