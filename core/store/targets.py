"""What a question is about: found by its key, read without a label that must not be seen, with everybody's word."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, select

from core.errors import UnknownId
from core.model import Dossier
from core.results import LabelEvent
from core.store.dossiers import DossierReader
from core.store.events import event_of
from core.store.identity import claim_named, source_named
from core.store.in_force import words
from core.store.number_sets import among
from core.store.question_keys import read_key
from core.store.record_tables import LabelEventRow
from core.store.tables import ClaimRow, DatasetRow, EdgeRow, SourceRow, table_of
from core.store.work_tables import DrawnEdgeRow

_CLAIM, _SOURCE, _DATASET = table_of(ClaimRow), table_of(SourceRow), table_of(DatasetRow)
_EDGE, _DRAWN, _EVENT = table_of(EdgeRow), table_of(DrawnEdgeRow), table_of(LabelEventRow)


def target_of(connection: Connection, key: str) -> tuple[str, str, str | None]:
    """Claim uid, source id and, for an edge, its key, of the question with this key.

    Raises:
        UnknownId: The key names nothing.
        NoLongerThere: The newest data no longer have it.
    """
    asked = read_key(key)
    dataset = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == asked.dataset)).scalar()
    own = (_CLAIM.c.dataset == dataset, _CLAIM.c.key == asked.claim)
    claim = connection.execute(select(_CLAIM.c.id).where(*own)).scalar()
    if claim is None:
        raise UnknownId("open question", key)
    uid = f"{asked.dataset}:{claim}"
    claim_named(connection, uid)
    if asked.edge is not None:
        return uid, *_edge(connection, dataset, asked.edge, key)
    query = select(_SOURCE.c.id).where(_SOURCE.c.dataset == dataset, _SOURCE.c.key == asked.source)
    source = connection.execute(query).scalar()
    if source is None:
        raise UnknownId("open question", key)
    source_named(connection, asked.dataset, source)
    return uid, source, None


def _edge(connection: Connection, dataset: int | None, edge: str, key: str) -> tuple[str, str]:
    for table in (_EDGE, _DRAWN):
        query = select(_SOURCE.c.id, table.c.id.label("edge")).join(_SOURCE, _SOURCE.c.number == table.c.source)
        row = connection.execute(query.where(table.c.dataset == dataset, table.c.key == edge).limit(1)).first()
        if row is not None:
            return row.id, row.edge
    raise UnknownId("open question", key)


class BlindReader(DossierReader):
    """Reads dossiers as if nobody had ever said anything about one source or edge."""

    def __init__(self, connection: Connection, source_id: str, edge_key: str | None) -> None:
        super().__init__(connection)
        self.source_id = source_id
        self.edge_key = edge_key

    def _events(self, sources: Collection[int]) -> dict[int, list[Row[Any]]]:
        return {
            source: [row for row in rows if row.source_id != self.source_id or row.edge_key != self.edge_key]
            for source, rows in super()._events(sources).items()
        }


def blind_dossier(connection: Connection, uid: str, source_id: str, edge_key: str | None) -> Dossier:
    """A claim as if nobody had ever said anything about one source or edge.

    Raises:
        UnknownId: There is no such claim.
    """
    claim = claim_named(connection, uid)
    return BlindReader(connection, source_id, edge_key).read([claim.number])[0]


def target_events(connection: Connection, uid: str, source_id: str, edge_key: str | None) -> list[LabelEvent]:
    """Everything said of a source, for this claim or every use, or of an edge; oldest first.

    Raises:
        UnknownId: There is no such claim or source.
    """
    dataset, _, claim_id = uid.partition(":")
    source = source_named(connection, dataset, source_id)
    query = select(_EVENT).where(among(connection, _EVENT.c.source, [source.number])).order_by(_EVENT.c.number)
    events = (event_of(row._asdict()) for row in connection.execute(query))
    return [event for event in events if event.edge_key == edge_key and event.claim_id in (None, claim_id)]


def latest_words(events: Collection[LabelEvent], claim_id: str) -> list[LabelEvent]:
    """Everybody's latest word among those that count for a claim: its own before those for every use; newest first."""
    own = words(event for event in events if event.claim_id == claim_id)
    return own or words(event for event in events if event.claim_id is None)
