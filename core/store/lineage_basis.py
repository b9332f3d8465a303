"""All that detection reads of a data set: its documents, the edges in force, and what people have said no to."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.errors import UnknownId
from core.model import Edge, Source
from core.proposed import Rejection
from core.states import EdgeStatus
from core.store.assembling import Assembly
from core.store.dossiers import DossierReader
from core.store.events import event_of
from core.store.in_force import effective
from core.store.lineage_tables import CalibrationRow, ProposalRow
from core.store.marks import MERGE, merged_ids
from core.store.merged import links_of
from core.store.number_sets import among
from core.store.reach import running
from core.store.record_tables import LabelEventRow
from core.store.tables import DatasetRow, DocumentRow, EdgeRow, EvidenceRow, SourceRow, table_of
from core.store.verbatim import key_of

_DATASET, _SOURCE, _DOCUMENT = table_of(DatasetRow), table_of(SourceRow), table_of(DocumentRow)
_EDGE, _EVIDENCE, _PROPOSAL = table_of(EdgeRow), table_of(EvidenceRow), table_of(ProposalRow)
_EVENT, _CALIBRATION = table_of(LabelEventRow), table_of(CalibrationRow)


@dataclass(frozen=True, slots=True)
class LineageBasis:
    """What a run of detection starts from."""

    documents: tuple[tuple[Source, tuple[str, ...]], ...]
    """Every source the data state, with the passages used from it."""
    edges: tuple[Edge, ...]
    """The edges in force: stated, drawn, and proposals that were confirmed; between merged documents too."""
    merged: tuple[tuple[str, str], ...]
    """Pairs that count as one."""
    apart: frozenset[frozenset[str]]
    """Pairs that people said are not one."""
    rejections: tuple[Rejection, ...]
    """Pairs that people rejected, with all evidence it was said to."""
    calibration: str | None
    """JSON of what verdicts taught; None where nobody has asked."""


def dataset_named(connection: Connection, name: str) -> int:
    """The number of a data set.

    Raises:
        UnknownId: There is none of that name.
    """
    number: int | None = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == name)).scalar()
    if number is None:
        raise UnknownId("data set", name)
    return number


def read(connection: Connection, dataset: str) -> LineageBasis:
    """What a run over a data set starts from.

    Raises:
        UnknownId: There is no such data set.
    """
    number = dataset_named(connection, dataset)
    query = select(_SOURCE.c.number).join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
    query = query.where(_SOURCE.c.dataset == number, running(_DOCUMENT)).order_by(_SOURCE.c.number)
    numbers = connection.execute(query).scalars().all()
    whole = _Whole(connection)
    assembly = whole.assembled(numbers)
    passages = _passages(connection, number)
    ids = {n: row.id for n, row in assembly.documents.items()}
    links = [(ids[one], ids[other]) for one, other in links_of(connection, numbers) if one in ids and other in ids]
    return LineageBasis(
        documents=tuple(
            (assembly.sources[n], tuple(passages.get(n, ())))
            for n in numbers
            if n in assembly.sources and assembly.documents[n].detected is None
        ),
        edges=tuple(edge for edges in assembly.edges.values() for edge in edges),
        merged=tuple(links),
        apart=frozenset(_apart(connection, number)),
        rejections=tuple(_rejections(connection, number)),
        calibration=calibration_of(connection, number),
    )


class _Whole(DossierReader):
    """Reads sources and edges as they stand, whichever claims they belong to; merged documents each by itself."""

    def assembled(self, numbers: Sequence[int]) -> Assembly:
        """The facts of these sources, but for suspected edges that are themselves proposals."""
        documents = {row.source: row for row in self._documents(numbers)}
        query = (
            select(_EDGE.c.source, _EDGE.c.upstream, _EDGE.c.relation)
            .join(_PROPOSAL, _PROPOSAL.c.edge == _EDGE.c.number)
            .where(running(_EDGE), _EDGE.c.detected.is_not(None), _PROPOSAL.c.status != "confirmed")
        )
        proposed = {tuple(row) for row in self.connection.execute(query)}
        edges = {
            source: [
                row
                for row in rows
                if row.upstream in documents
                and (row.detected is None or (source, row.upstream, row.relation) not in proposed)
            ]
            for source, rows in self._edges(numbers).items()
        }
        return Assembly(documents, edges, self._drawn(numbers, documents), self._events(numbers), [], self._policy)


def documents_named(
    connection: Connection, dataset: str, ids: Sequence[str]
) -> dict[str, tuple[Source, tuple[str, ...]]]:
    """Current sources by id with the passages used from them, each by itself.

    Raises:
        UnknownId: There is no such data set.
    """
    number = dataset_named(connection, dataset)
    keys = [key_of(identifier) for identifier in ids]
    query = select(_SOURCE.c.number).where(_SOURCE.c.dataset == number, _SOURCE.c.key.in_(keys))
    numbers = connection.execute(query).scalars().all()
    assembly = _Whole(connection).assembled(numbers)
    passages = _passages(connection, number, numbers)
    return {source.id: (source, tuple(passages.get(n, ()))) for n, source in assembly.sources.items()}


def _passages(connection: Connection, dataset: int, sources: Sequence[int] | None = None) -> dict[int, list[str]]:
    query = select(_EVIDENCE.c.source, _EVIDENCE.c.text).where(_EVIDENCE.c.dataset == dataset, running(_EVIDENCE))
    if sources is not None:
        query = query.where(among(connection, _EVIDENCE.c.source, sources))
    found: dict[int, list[str]] = defaultdict(list)
    for source, text in connection.execute(query.order_by(_EVIDENCE.c.place)):
        found[source].append(text)
    return found


def _apart(connection: Connection, dataset: int) -> Iterator[frozenset[str]]:
    query = select(_EVENT).where(_EVENT.c.dataset == dataset, _EVENT.c.kind.in_((MERGE, "undo")))
    by_pair = defaultdict(list)
    for row in connection.execute(query.order_by(_EVENT.c.number)):
        ids = merged_ids(row.edge_key)
        if ids is not None:
            by_pair[frozenset(ids)].append(event_of(row._asdict()))
    for pair, events in by_pair.items():
        live = effective(events)
        if live and live[-1].edge_status is EdgeStatus.REJECTED:
            yield pair


def _rejections(connection: Connection, dataset: int) -> Iterator[Rejection]:
    ends, far = _SOURCE.alias(), _SOURCE.alias()
    query = (
        select(ends.c.id, far.c.id.label("other"), _PROPOSAL.c.grounds)
        .join(ends, ends.c.number == _PROPOSAL.c.source)
        .join(far, far.c.number == _PROPOSAL.c.upstream)
        .where(_PROPOSAL.c.dataset == dataset, _PROPOSAL.c.status == "rejected")
    )
    grounds: dict[frozenset[str], set[str]] = defaultdict(set)
    for one, other, keys in connection.execute(query):
        grounds[frozenset((one, other))].update(json.loads(keys))
    for pair, keys in grounds.items():
        yield Rejection(pair, frozenset(keys))


def calibration_of(connection: Connection, dataset: int | None) -> str | None:
    """The newest settings for a data set, else those for all."""
    for scope in dict.fromkeys((dataset, None)):
        query = select(_CALIBRATION.c.settings).where(
            _CALIBRATION.c.dataset.is_(None) if scope is None else _CALIBRATION.c.dataset == scope
        )
        found: str | None = connection.execute(query.order_by(_CALIBRATION.c.number.desc()).limit(1)).scalar()
        if found is not None:
            return found
    return None
