"""One answer for many: what it is for, and what it would change, before it is given."""

from collections.abc import Sequence
from types import MappingProxyType

from core.states import Dependence, EdgeStatus
from core.work import BulkChange, BulkPreview, BulkTarget, BulkTargets
from dashboard.viewmodels.numbers import amount, count, percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import DECISION, DECISION_SIGN, DEPENDENCE, EDGE_STATUS

LABELS = MappingProxyType(dict(DEPENDENCE))
VERDICTS = MappingProxyType(
    {status: EDGE_STATUS[status] for status in (EdgeStatus.REJECTED, EdgeStatus.CONFIRMED, EdgeStatus.SUSPECTED)}
)


def targets_table(preview: BulkPreview) -> TableView:
    """Every document or link that would be labelled, and what counts there now."""
    return TableView(
        "What would be labelled",
        (
            Column("title", "Document", "prose", 17),
            Column("says", "Counts now", "text", 10),
        ),
        tuple(
            Row(
                target.edge_key or target.source_id,
                (
                    Cell(cut(target.title or target.source_id, 120), None, "", _full(target)),
                    Cell(target.says),
                ),
            )
            for target in preview.targets
        ),
        "Nothing is left to label here.",
    )


def _full(target: BulkTarget) -> str:
    return " · ".join(part for part in (target.title or target.source_id, target.publisher) if part)


def changes_table(changes: Sequence[BulkChange]) -> TableView:
    """Every claim whose figures would move, those first for which confidence then allows something else."""
    return TableView(
        "Claims whose figures would move",
        (
            Column("claim", "Claim", "prose", 18),
            Column("before", "Now", "word", 6.8),
            Column("after", "Then", "word", 6.8),
            Column("eie", "EIE", "text", 6.2),
            Column("aware", "Confidence", "text", 9),
        ),
        tuple(_change_row(change) for change in changes),
        "No claim's figures would move.",
    )


def _change_row(change: BulkChange) -> Row:
    before, after = change.before, change.after
    turned = before.decision is not after.decision
    return Row(
        change.uid,
        (
            Cell(cut(change.text, 200), None, "", change.text),
            Cell(f"{DECISION_SIGN[before.decision]} {DECISION[before.decision]}", None, before.decision.value),
            Cell(
                f"{DECISION_SIGN[after.decision]} {DECISION[after.decision]}" if turned else "as now",
                None,
                after.decision.value if turned else "",
            ),
            Cell(f"{amount(before.eie)} → {amount(after.eie)}", after.eie - before.eie),
            Cell(f"{percent(before.aware)} → {percent(after.aware)}", after.aware - before.aware),
        ),
        claim_link(change.uid),
    )


def preview_words(preview: BulkPreview) -> str:
    """What would happen, in one sentence."""
    word = "link" if any(target.edge_key for target in preview.targets) else "document"
    return (
        f"{count(len(preview.targets), word)}, used by {count(preview.claims_touched, 'claim')}; "
        f"the figures of {len(preview.claims):,} would move, "
        f"what confidence allows for {preview.decisions_moved:,} of them."
    )


def is_edges(keys: Sequence[str]) -> bool | None:
    """Whether ticked items are links; None where they are of both kinds."""
    kinds = {"|~|" in key for key in keys}
    return next(iter(kinds)) if len(kinds) == 1 else None


def dataset_of(key: str) -> str:
    """The data set a queue key lies in."""
    return key.partition(":")[0]


def ticked_targets(keys: Sequence[str], *, open_only: bool) -> BulkTargets | None:
    """Ticked items as targets; None where they lie in several data sets or are of both kinds."""
    names = {dataset_of(key) for key in keys}
    if len(names) != 1 or is_edges(keys) is None:
        return None
    return BulkTargets(dataset=names.pop(), keys=tuple(keys), open_only=open_only)


def label_of(choice: Dependence | EdgeStatus, weight: float | None) -> dict[str, object]:
    """The answer as the services take it."""
    if isinstance(choice, EdgeStatus):
        return {"status": choice}
    return {"state": choice, "weight": weight if choice is Dependence.PARTIALLY_DEPENDENT else None}
