"""Verdicts on edges, and edges that people draw: events like labels, folded the same way."""

from sqlalchemy import Connection, insert, select

from core.errors import InvalidInput
from core.model import Edge
from core.policy import in_unit
from core.results import LabelEvent
from core.states import EdgeStatus, Relation
from core.store.events import Expected, Recorded, Unseen, events_of, record, stale
from core.store.identity import Found, claim_named, edge_named, has_edge, source_named
from core.store.in_force import ADJUDICATION, edge_standing
from core.store.reach import evidence_sources, upstream
from core.store.said import Said
from core.store.tables import table_of
from core.store.verbatim import key_of
from core.store.work_tables import DrawnEdgeRow

_DRAWN = table_of(DrawnEdgeRow)

VERDICTS = (EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED)
"""What a person may say of an edge."""


def append_verdict(
    connection: Connection,
    *,
    dataset: str,
    edge_key: str,
    status: EdgeStatus,
    relation: Relation | None = None,
    strength: float | None = None,
    said: Said,
    expected_event: Expected,
    adjudicates: bool = False,
) -> Recorded:
    """Enter what somebody says of an edge: its status and, where they differ from what was stated, what it really is
    and how much it hands down.

    Raises:
        UnknownId: The edge is not in the current version of its data set.
        InvalidInput: The status is not for a person to give.
        InvalidParameter: The strength is outside [0, 1].
        StaleVersion: Another verdict is in force than the one the reviewer saw.
    """
    if status not in VERDICTS:
        raise InvalidInput(f"a verdict on an edge is {', '.join(VERDICTS)}; got {status}")
    if strength is not None:
        strength = in_unit("strength", strength)
    source = edge_named(connection, dataset, edge_key)
    if not isinstance(expected_event, Unseen):
        _refuse_stale_verdict(events_of(connection, source.number), edge_key, expected_event)
    if relation is not None and edge_key.endswith(f"\x1f{relation}"):
        relation = None
    kind = ADJUDICATION if adjudicates else "edge"
    return _verdict(connection, dataset, edge_key, source, kind, status, relation, strength, said)


def _refuse_stale_verdict(events: list[LabelEvent], edge_key: str, expected: int | None) -> None:
    own = [event for event in events if event.edge_key == edge_key]
    found = edge_standing(own)
    if expected != (found.event.number if found is not None else None):
        raise stale(found, own, "the edge")


def draw_edge(
    connection: Connection,
    *,
    uid: str,
    from_id: str,
    to_id: str,
    relation: Relation,
    strength: float | None,
    said: Said,
) -> Recorded:
    """Enter an edge between two sources of a claim that the data do not state; it counts as confirmed.

    An edge that was drawn before and then taken back is drawn again.

    Raises:
        UnknownId: The claim has no such source.
        InvalidInput: Both ends are the same, or there is such an edge already.
        InvalidParameter: The strength is outside [0, 1].
    """
    if strength is not None:
        strength = in_unit("strength", strength)
    if from_id == to_id:
        raise InvalidInput("a source cannot depend on itself; choose another upstream source")
    dataset = uid.partition(":")[0]
    claim = claim_named(connection, uid)
    ends = [source_named(connection, dataset, identifier) for identifier in (from_id, to_id)]
    reached = upstream(connection, evidence_sources(connection, claim.number))
    for end in ends:
        if end.number not in reached:
            raise InvalidInput(f"{end.id!r} is not a source of this claim; an edge joins two of its sources")
    edge_key = Edge(from_id, to_id, relation).key
    if has_edge(connection, ends[0].dataset, edge_key):
        raise InvalidInput("the data state this edge already; judge that one instead of drawing it again")
    events = [event for event in events_of(connection, ends[0].number) if event.edge_key == edge_key]
    if edge_standing(events) is not None:
        raise InvalidInput("this edge is drawn already; judge that one instead of drawing it again")
    recorded = _verdict(connection, dataset, edge_key, ends[0], "edge", EdgeStatus.CONFIRMED, None, strength, said)
    _remember(connection, recorded, ends[1], edge_key, relation)
    return recorded


def turn_round(connection: Connection, dataset: str, edge: Edge, said: Said) -> Recorded:
    """Enter an edge that runs the other way round than it was proposed; drawn before, it is confirmed again.

    Raises:
        UnknownId: One of its ends is not in the current version of its data set.
    """
    source, to = (source_named(connection, dataset, end) for end in (edge.from_id, edge.to_id))
    recorded = _verdict(connection, dataset, edge.key, source, "edge", EdgeStatus.CONFIRMED, None, None, said)
    if not has_edge(connection, source.dataset, edge.key):
        _remember(connection, recorded, to, edge.key, edge.relation)
    return recorded


def _remember(connection: Connection, recorded: Recorded, to: Found, edge_key: str, relation: Relation) -> None:
    key = key_of(edge_key)
    known = select(_DRAWN.c.key).where(_DRAWN.c.dataset == recorded.dataset, _DRAWN.c.key == key)
    if connection.execute(known).scalar() is not None:
        return
    row = {
        "dataset": recorded.dataset,
        "key": key,
        "id": edge_key,
        "source": recorded.source,
        "upstream": to.number,
        "relation": relation.value,
        "event": recorded.event.number,
    }
    connection.execute(insert(_DRAWN), row)


def _verdict(
    connection: Connection,
    dataset: str,
    edge_key: str,
    source: Found,
    kind: str,
    status: EdgeStatus,
    relation: Relation | None,
    strength: float | None,
    said: Said,
) -> Recorded:
    target = {
        "kind": kind,
        "dataset": source.dataset,
        "source": source.number,
        "dataset_name": dataset,
        "source_id": source.id,
        "edge_key": edge_key,
        "edge_status": EdgeStatus(status).value,
        "relation": None if relation is None else relation.value,
        "strength": strength,
    }
    return record(connection, target, said)
