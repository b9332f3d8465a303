"""The record of human work: labels, verdicts on edges and their undoing, each an entry that is only ever added."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, insert, select

from core.errors import InvalidInput, StaleVersion, UnknownId
from core.fingerprint import digest
from core.policy import in_unit
from core.results import LabelEvent
from core.states import Dependence, EdgeStatus, Relation
from core.store import chain, marks
from core.store.identity import claim_named, source_named
from core.store.in_force import ADJUDICATION, Standing, label_standing, undone
from core.store.merged import group_of
from core.store.number_sets import among
from core.store.policies import policy_of
from core.store.record_tables import LabelEventRow, ReviewerRow
from core.store.said import Said, seen_json
from core.store.tables import EdgeRow, ImportBatchRow, table_of
from core.store.verbatim import key_of

_EVENT, _BATCH, _REVIEWER = table_of(LabelEventRow), table_of(ImportBatchRow), table_of(ReviewerRow)
_EDGE = table_of(EdgeRow)

_OPTIONAL = (
    *("claim", "claim_id", "state", "weight", "edge_key", "edge_status", "undoes", "stated_at", "relation", "strength"),
)


class Unseen(Enum):
    """Stands for the expected event where nobody looked: the label was given elsewhere."""

    UNSEEN = "unseen"


UNSEEN: Literal[Unseen.UNSEEN] = Unseen.UNSEEN

Expected = int | None | Literal[Unseen.UNSEEN]
"""Number of the event that the reviewer saw in force, None for none."""


def event_of(row: Mapping[str, Any]) -> LabelEvent:
    """The event that a row records."""
    return LabelEvent(
        number=row["number"],
        at=row["at"],
        by=row["by"],
        kind=row["kind"],
        dataset=row["dataset_name"],
        source_id=row["source_id"],
        claim_id=row["claim_id"],
        state=Dependence(row["state"]) if row["state"] is not None else None,
        weight=row["weight"],
        reason=row["reason"],
        seen=MappingProxyType(json.loads(row["seen"])),
        edge_key=row["edge_key"],
        undoes=row["undoes"],
        hash=row["hash"],
        edge_status=EdgeStatus(row["edge_status"]) if row["edge_status"] is not None else None,
        stated_at=row["stated_at"],
        relation=Relation(row["relation"]) if row["relation"] is not None else None,
        strength=row["strength"],
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event and the numbers of what it is about."""

    event: LabelEvent
    dataset: int
    source: int
    claim: int | None


def append_label(
    connection: Connection,
    *,
    dataset: str,
    source_id: str,
    claim_id: str | None,
    state: Dependence,
    weight: float | None,
    said: Said,
    expected_event: Expected,
    adjudicates: bool = False,
    stated_at: str | None = None,
) -> Recorded:
    """Enter a label for a source, in one claim or wherever it is used.

    Args:
        connection: Inside a writer's transaction.
        dataset: Name of the data set.
        source_id: The source.
        claim_id: The claim it holds for; None for every use.
        state: What the source depends on.
        weight: Own share of a partially dependent one.
        said: Who, when, why.
        expected_event: The label the reviewer saw in force.
        adjudicates: Whether it settles a dispute.
        stated_at: When it was given, where that was elsewhere.

    Raises:
        UnknownId: The source or claim is not in the current version of its data set.
        InvalidParameter: The weight is outside [0, 1].
        InvalidInput: A weight is missing, or given for a state that has none.
        StaleVersion: Another label is in force than the one the reviewer saw.
    """
    if state is Dependence.PARTIALLY_DEPENDENT:
        weight = in_unit("weight", weight)
    elif weight is not None:
        raise InvalidInput(f"a weight belongs to {Dependence.PARTIALLY_DEPENDENT}, not to {state}")
    source = source_named(connection, dataset, source_id)
    claim = None if claim_id is None else claim_named(connection, f"{dataset}:{claim_id}")
    if not isinstance(expected_event, Unseen):
        _refuse_stale_label(connection, source.number, source.dataset, claim_id, expected_event)
    target = {
        "kind": ADJUDICATION if adjudicates else "label",
        "dataset": source.dataset,
        "source": source.number,
        "claim": claim.number if claim is not None else None,
        "dataset_name": dataset,
        "source_id": source_id,
        "claim_id": claim_id,
        "state": Dependence(state).value,
        "weight": weight,
        "stated_at": stated_at,
    }
    return record(connection, target, said)


def _refuse_stale_label(
    connection: Connection, source: int, dataset: int, claim_id: str | None, expected: int | None
) -> None:
    events = events_of(connection, *group_of(connection, source))
    alpha = policy_of(connection, dataset).alpha
    found = label_standing(events, claim_id, alpha)
    allowed = {found.event.number if found is not None else None}
    if claim_id is None:
        # A label for every use may be given on a claim that has one of its own: that is then what the reviewer saw.
        scopes = {event.claim_id for event in events if event.edge_key is None}
        special = (label_standing(events, scope, alpha) for scope in scopes if scope is not None)
        allowed |= {standing.event.number for standing in special if standing is not None}
    if expected not in allowed:
        raise stale(found, events, "the label")


def undo(connection: Connection, number: int, *, said: Said) -> Recorded:
    """Take an event back, or with an undo's own number bring back what it took.

    Raises:
        UnknownId: There is no such event.
        InvalidInput: Somebody else entered it.
        StaleVersion: It is undone already.
    """
    row = connection.execute(select(_EVENT).where(_EVENT.c.number == number)).one_or_none()
    if row is None:
        raise UnknownId("event", str(number))
    if row.by != said.by:
        raise InvalidInput(
            f"event {number} is by {row.by}; only {row.by} can undo it, others give a label of their own"
        )
    if number in undone(_all_of(connection, row.source)):
        raise StaleVersion(f"event {number} is undone already")
    names = ("dataset", "source", "claim", "dataset_name", "source_id", "claim_id", "edge_key")
    target = {**{name: getattr(row, name) for name in names}, "kind": "undo", "undoes": number}
    return record(connection, target, said)


def still_on_evidence() -> ColumnElement[bool]:
    """The condition that an event is no verdict on evidence that has been replaced since."""
    old = select(_EDGE.c.number).where(
        _EDGE.c.source == _EVENT.c.source,
        _EDGE.c.id == _EVENT.c.edge_key,
        _EDGE.c.until.is_(None),
        _EDGE.c.detected > _EVENT.c.batch,
    )
    return ~old.exists()


def events_of(connection: Connection, *sources: int) -> list[LabelEvent]:
    """Everything said of some sources, oldest first, but for verdicts on evidence that has been replaced since."""
    query = select(_EVENT).where(among(connection, _EVENT.c.source, sources), still_on_evidence())
    return [event_of(row._asdict()) for row in connection.execute(query.order_by(_EVENT.c.number))]


def _all_of(connection: Connection, source: int) -> list[LabelEvent]:
    query = select(_EVENT).where(_EVENT.c.source == source).order_by(_EVENT.c.number)
    return [event_of(row._asdict()) for row in connection.execute(query)]


def stale(found: Standing | None, events: list[LabelEvent], what: str) -> StaleVersion:
    """The refusal of a label given on top of another than the reviewer saw."""
    if found is None:
        last = events[-1].by if events else "an import"
        return StaleVersion(f"{what} was taken back meanwhile by {last}; nothing was saved", by=last)
    event = found.event
    says = in_words(event)
    message = f"{what} was changed meanwhile by {event.by} to {says} (event {event.number}); nothing was saved"
    return StaleVersion(message, by=event.by, says=says, event=event.number)


def about(event: LabelEvent) -> str:
    """What an event is about, in ids: a source, or the ends and the relation of an edge."""
    if event.edge_key is None or marks.is_mark(event):
        return event.source_id
    return " ".join(event.edge_key.split("\x1f"))


def in_words(event: LabelEvent) -> str:
    """What an event says of its target."""
    if event.undoes is not None:
        return f"event {event.undoes} undone"
    if marks.is_mark(event):
        return marks.says(event)
    parts = [str(event.state or event.edge_status).replace("_", " ")]
    if event.weight is not None:
        parts.append(f"own share {event.weight:g}")
    if event.relation is not None:
        parts.append(str(event.relation).replace("_", " "))
    if event.strength is not None:
        parts.append(f"strength {event.strength:g}")
    return ", ".join(parts)


def origin_of(row: Mapping[str, Any]) -> str:
    """Digest of who said what of what when: equal for a label exported here and read in again."""
    when = row.get("stated_at") or row["at"]
    parts = ("dataset_name", "source_id", "claim_id", "state", "weight", "by", "reason", "edge_key", "edge_status")
    values = [*(row.get(name) for name in parts), when, row.get("undoes")]
    # What older entries cannot have is left out of theirs, so that their digests stay as they are.
    values += [value for name in ("relation", "strength") if (value := row.get(name)) is not None]
    return digest([*values, ADJUDICATION] if row["kind"] == ADJUDICATION else values)


def event_columns(target: Mapping[str, Any], said: Said, batch: int) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(_OPTIONAL)
    row |= {**target, "by": said.by, "at": said.at, "reason": said.reason, "batch": batch}
    return {**row, "seen": seen_json(said.seen), "origin": origin_of(row)}


def record(connection: Connection, target: Mapping[str, Any], said: Said) -> Recorded:
    batch = connection.execute(
        select(func.max(_BATCH.c.number)).where(_BATCH.c.dataset == target["dataset"])
    ).scalar_one()
    row = chain.append(connection, "label", event_columns(target, said, batch))
    remember_reviewer(connection, said.by, said.at)
    return Recorded(event_of(row), row["dataset"], row["source"], row["claim"])


def remember_reviewer(connection: Connection, name: str, at: str) -> None:
    """Keep the name of whoever has done something, once."""
    key = key_of(name)
    if connection.execute(select(_REVIEWER.c.key).where(_REVIEWER.c.key == key)).scalar() is None:
        connection.execute(insert(_REVIEWER), {"key": key, "name": name, "first_seen": at})
