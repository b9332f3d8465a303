"""Decisions that are kept: the rule's verdict on each claim, versions of the rule, and stated parts of claims.

What people sign goes into the record of decisions, which stands since the first tables.
"""

from alembic import op

from core.store.migrations.steps import append_only, texts, whole, words

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
    append_only(ADDED_ONLY)
