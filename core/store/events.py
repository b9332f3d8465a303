"""The record of human work: labels, verdicts on edges and their undoing, each an entry that is only ever added."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, func, insert, select

from core.errors import InvalidInput, StaleVersion, UnknownId
from core.fingerprint import digest
from core.policy import in_unit
from core.results import LabelEvent
from core.states import Dependence, EdgeStatus
from core.store import chain
from core.store.identity import claim_named, edge_named, source_named
from core.store.in_force import Standing, edge_standing, label_standing, undone
from core.store.mapping import json_of
from core.store.policies import policy_of
from core.store.record_tables import LabelEventRow, ReviewerRow
from core.store.tables import ImportBatchRow, table_of
from core.store.verbatim import key_of

_EVENT, _BATCH, _REVIEWER = table_of(LabelEventRow), table_of(ImportBatchRow), table_of(ReviewerRow)

_OPTIONAL = ("claim", "claim_id", "state", "weight", "edge_key", "edge_status", "undoes", "stated_at")

VERDICTS = (EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED)
"""What a person may say of an edge."""


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
    )


@dataclass(frozen=True, slots=True)
class Said:
    """Who says something, when and why, and what stood on the screen."""

    by: str
    at: str
    reason: str
    seen: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not self.by.strip():
            raise InvalidInput("a name is needed: whoever labels stands behind it")


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
    expected_event: int | None,
) -> Recorded:
    """Enter a label for a source, in one claim or wherever it is used.

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
    _refuse_stale_label(connection, source.number, source.dataset, claim_id, expected_event)
    target = {
        "kind": "label",
        "dataset": source.dataset,
        "source": source.number,
        "claim": claim.number if claim is not None else None,
        "dataset_name": dataset,
        "source_id": source_id,
        "claim_id": claim_id,
        "state": Dependence(state).value,
        "weight": weight,
    }
    return _record(connection, target, said)


def _refuse_stale_label(
    connection: Connection, source: int, dataset: int, claim_id: str | None, expected: int | None
) -> None:
    events = _events_of(connection, source)
    alpha = policy_of(connection, dataset).alpha
    found = label_standing(events, claim_id, alpha)
    allowed = {found.event.number if found is not None else None}
    if claim_id is None:
        # A label for every use may be given on a claim that has one of its own: that is then what the reviewer saw.
        scopes = {event.claim_id for event in events if event.edge_key is None}
        special = (label_standing(events, scope, alpha) for scope in scopes if scope is not None)
        allowed |= {standing.event.number for standing in special if standing is not None}
    if expected not in allowed:
        raise StaleVersion(_changed_meanwhile(found, events, "the label"))


def append_verdict(
    connection: Connection, *, dataset: str, edge_key: str, status: EdgeStatus, said: Said, expected_event: int | None
) -> Recorded:
    """Enter what somebody says of an edge: confirmed, rejected, or suspected again.

    Raises:
        UnknownId: The edge is not in the current version of its data set.
        InvalidInput: The status is not for a person to give.
        StaleVersion: Another verdict is in force than the one the reviewer saw.
    """
    if status not in VERDICTS:
        raise InvalidInput(f"a verdict on an edge is {', '.join(VERDICTS)}; got {status}")
    edge, source = edge_named(connection, dataset, edge_key)
    events = [event for event in _events_of(connection, source.number) if event.edge_key == edge_key]
    found = edge_standing(events)
    if expected_event != (found.event.number if found is not None else None):
        raise StaleVersion(_changed_meanwhile(found, events, "the edge"))
    target = {
        "kind": "edge",
        "dataset": edge.dataset,
        "source": source.number,
        "dataset_name": dataset,
        "source_id": source.id,
        "edge_key": edge_key,
        "edge_status": EdgeStatus(status).value,
    }
    return _record(connection, target, said)


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
    if number in undone(_events_of(connection, row.source)):
        raise StaleVersion(f"event {number} is undone already")
    names = ("dataset", "source", "claim", "dataset_name", "source_id", "claim_id", "edge_key")
    target = {**{name: getattr(row, name) for name in names}, "kind": "undo", "undoes": number}
    return _record(connection, target, said)


def _events_of(connection: Connection, source: int) -> list[LabelEvent]:
    query = select(_EVENT).where(_EVENT.c.source == source).order_by(_EVENT.c.number)
    return [event_of(row._asdict()) for row in connection.execute(query)]


def _changed_meanwhile(found: Standing | None, events: list[LabelEvent], what: str) -> str:
    if found is None:
        last = events[-1].by if events else "an import"
        return f"{what} was taken back meanwhile by {last}; nothing was saved"
    event = found.event
    said = event.state or event.edge_status
    return f"{what} was changed meanwhile by {event.by} to {said} (event {event.number}); nothing was saved"


def origin_of(row: Mapping[str, Any]) -> str:
    """Digest of who said what of what when: equal for a label exported here and read in again."""
    when = row.get("stated_at") or row["at"]
    parts = ("dataset_name", "source_id", "claim_id", "state", "weight", "by", "reason", "edge_key", "edge_status")
    return digest([*(row.get(name) for name in parts), when, row.get("undoes")])


def event_columns(target: Mapping[str, Any], said: Said, batch: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        name: None for name in ("claim", "claim_id", "state", "weight", "edge_key", "edge_status", "undoes")
    }
    row |= {"stated_at": None, **target, "by": said.by, "at": said.at, "reason": said.reason, "batch": batch}
    return {**row, "seen": seen_json(said.seen), "origin": origin_of(row)}


def seen_json(seen: Mapping[str, Any]) -> str:
    """The figures on the screen as they are stored.

    Raises:
        InvalidInput: They are not values of JSON.
    """
    try:
        return json_of(dict(seen))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"the figures seen cannot be kept: {error}") from error


def _record(connection: Connection, target: Mapping[str, Any], said: Said) -> Recorded:
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
