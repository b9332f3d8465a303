"""Many targets at once in the store: which there are, what counts for each, and the claims they move."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.errors import UnknownId
from core.model import Dossier
from core.results import LabelEvent
from core.states import EdgeStatus
from core.store.events import event_of, in_words, still_on_evidence
from core.store.in_force import Standing, edge_standing, label_standing
from core.store.merged import group_of, links_of
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.policies import policy_of
from core.store.reach import claims_leaning_on, running
from core.store.record_tables import LabelEventRow
from core.store.standing_dossiers import StandingReader
from core.store.summaries import CHUNK
from core.store.tables import DatasetRow, DocumentRow, EdgeRow, SourceRow, table_of
from core.store.verbatim import key_of
from core.work import BulkTarget

_SOURCE, _DOCUMENT, _EDGE = table_of(SourceRow), table_of(DocumentRow), table_of(EdgeRow)
_DATASET, _EVENT = table_of(DatasetRow), table_of(LabelEventRow)


@dataclass(frozen=True, slots=True)
class Standings:
    """What counts for some sources."""

    targets: tuple[BulkTarget, ...]
    settled: frozenset[str]
    """Source ids and edge keys that a person has labelled, or the data themselves."""


@dataclass(frozen=True, slots=True)
class _SourceLine:
    number: int
    id: str
    title: str
    publisher: str | None
    dependence: str | None


class BulkStore(Opened):
    """Sources and edges by the dozen."""

    def sources_of_publisher(self, dataset: str, publisher: str) -> tuple[str, ...]:
        """Ids of the current sources of a publisher, in the order of arrival.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = _dataset(connection, dataset)
            query = (
                select(_SOURCE.c.id)
                .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
                .where(_SOURCE.c.dataset == number, running(_DOCUMENT), _DOCUMENT.c.publisher == publisher)
            )
            return tuple(connection.execute(query.order_by(_SOURCE.c.number)).scalars())

    def suspected_by_rule(self, dataset: str, rule: str) -> tuple[str, ...]:
        """Keys of the edges that a rule suspects, in the order of the data.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = _dataset(connection, dataset)
            query = select(_EDGE.c.id).where(_EDGE.c.dataset == number, running(_EDGE), _EDGE.c.rule == rule)
            query = query.where(_EDGE.c.status == EdgeStatus.SUSPECTED.value).order_by(_EDGE.c.place)
            return tuple(dict.fromkeys(connection.execute(query).scalars()))

    def source_standings(self, dataset: str, ids: Collection[str]) -> Standings:
        """What counts for sources wherever they are used; one that the newest data no longer have is left out.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = _dataset(connection, dataset)
            alpha = policy_of(connection, number).alpha
            rows = _sources(connection, number, ids)
            events = _events(connection, [row.number for row in rows])
        targets, settled = [], set()
        for row in rows:
            found = label_standing(events.get(row.number, ()), None, alpha)
            says = row.dependence.replace("_", " ") if row.dependence else "unknown"
            if found is not None or says != "unknown":
                settled.add(row.id)
            targets.append(BulkTarget(row.id, row.title, row.publisher, None, _number(found), _says(found, says)))
        return Standings(tuple(targets), frozenset(settled))

    def edge_standings(self, dataset: str, keys: Collection[str]) -> Standings:
        """What counts for edges; one that leaves a source the newest data no longer have is left out.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = _dataset(connection, dataset)
            rows = {row.id: row for row in _sources(connection, number, {key.partition("\x1f")[0] for key in keys})}
            events = _events(connection, [row.number for row in rows.values()])
        targets, settled = [], set()
        for key in dict.fromkeys(keys):
            row = rows.get(key.partition("\x1f")[0])
            if row is None:
                continue
            found = edge_standing(event for event in events.get(row.number, ()) if event.edge_key == key)
            if found is not None:
                settled.add(key)
            targets.append(BulkTarget(row.id, row.title, row.publisher, key, _number(found), _says(found, "suspected")))
        return Standings(tuple(targets), frozenset(settled))

    def leaning_dossiers(self, dataset: str, ids: Collection[str]) -> tuple[int, Iterator[Dossier]]:
        """How many claims these sources can move, and the claims without their documents' text.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = _dataset(connection, dataset)
            claims = claims_leaning_on(connection, [row.number for row in _sources(connection, number, ids)])
        return len(claims), self._read(claims)

    def _read(self, claims: list[int]) -> Iterator[Dossier]:
        for start in range(0, len(claims), CHUNK):
            with self.database.read() as connection:
                reader = StandingReader(connection, self.summariser.promote, texts=False)
                chunk = reader.read(claims[start : start + CHUNK])
            yield from chunk


def _dataset(connection: Connection, name: str) -> int:
    number: int | None = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == name)).scalar()
    if number is None:
        raise UnknownId("data set", name)
    return number


def _sources(connection: Connection, dataset: int, ids: Collection[str]) -> list[_SourceLine]:
    found: list[_SourceLine] = []
    keys = [key_of(identifier) for identifier in dict.fromkeys(ids)]
    for start in range(0, len(keys), CHUNK):
        query = (
            select(_SOURCE.c.number, _SOURCE.c.id, _DOCUMENT.c.title, _DOCUMENT.c.publisher, _DOCUMENT.c.dependence)
            .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
            .where(_SOURCE.c.dataset == dataset, _SOURCE.c.key.in_(keys[start : start + CHUNK]), running(_DOCUMENT))
            .order_by(_SOURCE.c.number)
        )
        found += [_SourceLine(*row) for row in connection.execute(query)]
    return found


def _events(connection: Connection, sources: Collection[int]) -> dict[int, list[LabelEvent]]:
    """What counts of everything said of sources, and of the documents that are one with them."""
    found: dict[int, list[LabelEvent]] = {}
    if not sources:
        return found
    merged = {end for link in links_of(connection, sources) for end in link}
    groups = {source: group_of(connection, source) for source in merged.intersection(sources)}
    every = {*sources, *(member for group in groups.values() for member in group)}
    query = select(_EVENT).where(among(connection, _EVENT.c.source, every), still_on_evidence())
    for row in connection.execute(query.order_by(_EVENT.c.number)):
        found.setdefault(row.source, []).append(event_of(row._asdict()))
    for source, group in groups.items():
        pooled = {event.number: event for member in group for event in found.get(member, ())}
        found[source] = [pooled[number] for number in sorted(pooled)]
    return found


def _number(found: Standing | None) -> int | None:
    return None if found is None else found.event.number


def _says(found: Standing | None, otherwise: str) -> str:
    return otherwise if found is None else f"{in_words(found.event)} ({found.event.by})"
