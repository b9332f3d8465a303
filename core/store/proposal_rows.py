"""Proposals to rows and back, and their status: a fold over the verdicts on their edges."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select, update

from core.model import Edge
from core.proposed import Band, Ground, Proposal, Span
from core.states import EdgeStatus, Relation
from core.store.events import Recorded, events_of
from core.store.in_force import Standing, edge_standing
from core.store.lineage_tables import ProposalRow
from core.store.mapping import json_of
from core.store.marks import is_mark
from core.store.question_keys import pair_key
from core.store.tables import EdgeRow, table_of
from core.store.work_tables import DrawnEdgeRow

_PROPOSAL, _EDGE, _DRAWN = table_of(ProposalRow), table_of(EdgeRow), table_of(DrawnEdgeRow)

NOTES = 300
"""Characters of the first ground that an edge carries as its note."""


def edge_of(proposal: Proposal) -> Edge:
    """The suspected edge that a proposal puts into the graph."""
    note = proposal.evidence[0].note if proposal.evidence else ""
    words = [note if len(note) <= NOTES else note[: NOTES - 1] + "…"]
    if proposal.direction == "unknown":
        words.append("which came first is unknown")
    return Edge(
        proposal.from_id,
        proposal.to_id,
        proposal.relation,
        EdgeStatus.SUSPECTED,
        probability=proposal.probability,
        rule=proposal.rule,
        note="; ".join(word for word in words if word),
    )


def proposal_columns(proposal: Proposal) -> dict[str, Any]:
    """What a row holds of the proposal itself."""
    rules = dict.fromkeys((proposal.rule, *(ground.rule for ground in proposal.evidence)))
    return {
        "pair": pair_key(proposal.from_id, proposal.to_id),
        "relation": proposal.relation.value,
        "direction": proposal.direction,
        "probability": proposal.probability,
        "band": proposal.band.name,
        "low": proposal.band.low,
        "high": proposal.band.high,
        "n": proposal.band.n,
        "basis": proposal.band.basis,
        "rule": proposal.rule,
        "rules": f"|{'|'.join(rules)}|",
        "shared": proposal.shared,
        "parent": proposal.parent_id,
        "grounds": json_of(sorted(proposal.grounds)),
        "evidence": json_of([_ground(ground) for ground in proposal.evidence]),
    }


def _ground(ground: Ground) -> dict[str, Any]:
    there = None if ground.there is None else _span(ground.there)
    return {"rule": ground.rule, "note": ground.note, "here": _span(ground.here), "there": there}


def _span(span: Span) -> list[Any]:
    return [span.document_id, span.part, span.quote, span.start, span.end]


def proposal_of(row: Row[Any], from_id: str, to_id: str) -> Proposal:
    """The proposal that a row describes."""
    evidence = tuple(
        Ground(one["rule"], one["note"], Span(*one["here"]), None if one["there"] is None else Span(*one["there"]))
        for one in json.loads(row.evidence)
    )
    return Proposal(
        from_id=from_id,
        to_id=to_id,
        relation=Relation(row.relation),
        direction=row.direction,
        probability=row.probability,
        band=Band(row.band, row.low, row.high, row.n, row.basis),
        rule=row.rule,
        evidence=evidence,
        shared=row.shared,
        parent_id=row.parent,
    )


@dataclass(frozen=True, slots=True)
class _Target:
    edge: int
    key: str
    source: int
    upstream: int


def settle(connection: Connection, recorded: Iterable[Recorded]) -> None:
    """Bring the status of proposals to what events on their pairs say."""
    pairs = set()
    for one in recorded:
        if one.event.edge_key is not None and not is_mark(one.event):
            ends = one.event.edge_key.split("\x1f")
            pairs.add((one.dataset, pair_key(ends[0], ends[1])))
    for dataset, pair in sorted(pairs):
        query = select(_PROPOSAL.c.edge, _EDGE.c.id, _EDGE.c.source, _EDGE.c.upstream)
        query = query.join(_EDGE, _EDGE.c.number == _PROPOSAL.c.edge)
        query = query.where(_PROPOSAL.c.dataset == dataset, _PROPOSAL.c.pair == pair, _EDGE.c.until.is_(None))
        for row in connection.execute(query).all():
            _settle(connection, _Target(*row))


def settle_edges(connection: Connection, edges: Iterable[int]) -> None:
    """Bring the status of the proposals on these edges to what was said of them before."""
    for number in edges:
        query = select(_EDGE.c.number, _EDGE.c.id, _EDGE.c.source, _EDGE.c.upstream).where(_EDGE.c.number == number)
        _settle(connection, _Target(*connection.execute(query).one()))


def _settle(connection: Connection, target: _Target) -> None:
    found = edge_standing(e for e in events_of(connection, target.source) if e.edge_key == target.key)
    values: dict[str, Any] = {"status": "open", "event": None, "decided_by": None, "decided_at": None}
    if found is not None:
        event = found.event
        values["event"] = event.number
        if event.edge_status is not EdgeStatus.SUSPECTED:
            confirmed = event.edge_status is EdgeStatus.CONFIRMED or bool(
                turned_round(connection, target.source, target.upstream)
            )
            values |= {"status": "confirmed" if confirmed else "rejected"}
            values |= {"decided_by": event.by, "decided_at": event.at}
    values["disputed"] = found is not None and found.disputed
    connection.execute(update(_PROPOSAL).where(_PROPOSAL.c.edge == target.edge).values(**values))


def turned_round(connection: Connection, source: int, upstream: int) -> dict[str, Standing]:
    """The edges that people have drawn the other way round and that count, by key."""
    query = select(_DRAWN.c.id).where(_DRAWN.c.source == upstream, _DRAWN.c.upstream == source)
    keys = connection.execute(query).scalars().all()
    events = events_of(connection, upstream) if keys else []
    standings = {key: edge_standing(event for event in events if event.edge_key == key) for key in keys}
    return {
        key: found
        for key, found in standings.items()
        if found is not None and found.event.edge_status is EdgeStatus.CONFIRMED
    }
