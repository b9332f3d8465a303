"""An answer of the work place as an entry of the record."""

from typing import Any

from core import services
from core.results import LabelEvent
from core.states import Relation
from core.work import Role, WorkItem, WorkKind
from dashboard import actions, asking, caching
from dashboard.viewmodels.deeds import Deed
from dashboard.viewmodels.relabel import EDGE_ANSWERS, PARTIAL, STATES


def give(deed: Deed, item: WorkItem, name: str, expected: int | None) -> LabelEvent:
    """Append the answer of a deed: a label or a verdict, an adjudication where a dispute is settled.

    Args:
        deed: What was pressed.
        item: The item as it was on the screen.
        name: Whose answer it is.
        expected: The event that was seen in force.

    Raises:
        HeadwaterError: It was refused; nothing is stored.
    """
    seen: dict[str, Any] = {**actions.seen(item.file), "token": deed.token}
    if item.blind:
        seen["blind"] = True
    who = asking.person(name)
    settles = item.item.kind is WorkKind.DISPUTE and who.role.includes(Role.ADJUDICATOR)
    common: dict[str, Any] = {
        "reason": deed.reason,
        "by": who.name,
        "seen": seen,
        "expected_event": expected,
        "uid": item.item.uid,
    }
    if item.edge is not None:
        verdict, partly, _, _ = EDGE_ANSWERS[deed.number - 1]
        judge = services.adjudicate_edge if settles else services.relabel_edge
        return judge(
            caching.workspace(),
            edge_key=item.edge.key,
            status=verdict,
            relation=_relation(deed, item),
            strength=deed.weight if partly else None,
            **common,
        )
    state = STATES[deed.number - 1]
    label = services.adjudicate if settles else services.relabel
    return label(
        caching.workspace(),
        source_id=item.left.id,
        state=state,
        weight=deed.weight if state is PARTIAL else None,
        everywhere=deed.everywhere,
        **common,
    )


def _relation(deed: Deed, item: WorkItem) -> Relation | None:
    """What the link really is, where the reviewer says it is another than stated."""
    known = deed.relation in set(Relation)
    same = item.edge is not None and deed.relation == item.edge.relation
    return Relation(deed.relation) if known and not same else None
