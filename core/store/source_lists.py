"""The source registry as a list: one line a source, merged documents under the first of their ids."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from core.errors import InvalidParameter
from core.kinship import SOURCE_ORDERS, SourceFilter, SourceLine
from core.model import Edge, Source
from core.results import Page
from core.states import EdgeStatus, SourceKind
from core.store.assembling import Assembly
from core.store.dossiers import DossierReader
from core.store.lineage_tables import MergeLinkRow, SourceMarkRow
from core.store.lists import check_page
from core.store.marks import leaders
from core.store.merged import along_merged, standing
from core.store.number_sets import among
from core.store.reach import along_drawn, claims_moved_by, running
from core.store.tables import DatasetRow, DocumentRow, EdgeRow, SourceRow, table_of

_SOURCE, _DOCUMENT, _DATASET = table_of(SourceRow), table_of(DocumentRow), table_of(DatasetRow)
_EDGE, _LINK, _MARK = table_of(EdgeRow), table_of(MergeLinkRow), table_of(SourceMarkRow)

_PLAIN = {"id": _SOURCE.c.id, "title": _DOCUMENT.c.title, "publisher": _DOCUMENT.c.publisher}
_PLAIN |= {"published_at": _DOCUMENT.c.published_at}
OWNERS = ("owner", "owner_group", "parent_company")
"""What data call the group a publisher belongs to."""


class Groups:
    """All documents that count as one with another."""

    def __init__(self, connection: Connection) -> None:
        links = [
            (one, other) for one, other in connection.execute(select(_LINK.c.one, _LINK.c.other).where(standing()))
        ]
        ends = {end for link in links for end in link}
        query = select(_SOURCE.c.number, _SOURCE.c.id).join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
        query = query.where(among(connection, _SOURCE.c.number, ends), running(_DOCUMENT))
        ids = {number: identifier for number, identifier in connection.execute(query)} if links else {}
        self.leader = leaders(links, ids)
        self.members: dict[int, list[int]] = {}
        for member, first in self.leader.items():
            self.members.setdefault(first, []).append(member)

    @property
    def hidden(self) -> set[int]:
        """Members that another one stands for."""
        return {member for member, first in self.leader.items() if member != first}

    def first(self, numbers: Iterable[int]) -> set[int]:
        """What stands for these."""
        return {self.leader.get(number, number) for number in numbers}


def _joined(*columns: Any) -> Select[Any]:
    return (
        select(*columns)
        .select_from(_SOURCE)
        .join(_DATASET, _DATASET.c.number == _SOURCE.c.dataset)
        .join(_DOCUMENT, (_DOCUMENT.c.source == _SOURCE.c.number) & running(_DOCUMENT))
        .join(_MARK, _MARK.c.source == _SOURCE.c.number, isouter=True)
    )


def _conditions(connection: Connection, wanted: SourceFilter, groups: Groups) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.dataset is not None:
        found.append(_DATASET.c.name == wanted.dataset)
    if wanted.kind is not None:
        if wanted.kind not in tuple(SourceKind):
            raise InvalidParameter("kind", wanted.kind, "one of " + ", ".join(SourceKind))
        found.append(_DOCUMENT.c.kind == SourceKind(wanted.kind).value)
    if wanted.publisher is not None:
        found.append(_of_any(connection, _DOCUMENT.c.publisher == wanted.publisher, groups))
    if wanted.search.strip():
        columns = (_SOURCE.c.id, _DOCUMENT.c.title, _DOCUMENT.c.publisher, _DOCUMENT.c.url)
        said = or_(*(column.icontains(wanted.search.strip(), autoescape=True) for column in columns))
        found.append(_of_any(connection, said, groups))
    if wanted.retracted is not None:
        retracted = _of_any(connection, func.coalesce(_MARK.c.retracted, _DOCUMENT.c.retracted), groups)
        found.append(retracted if wanted.retracted else ~retracted)
    if wanted.merged_only:
        found.append(among(connection, _SOURCE.c.number, groups.members))
    if groups.hidden:
        found.append(~among(connection, _SOURCE.c.number, groups.hidden))
    return found


def _of_any(connection: Connection, condition: Any, groups: Groups) -> ColumnElement[bool]:
    """Holds for a source, or for a document merged into it."""
    if not groups.hidden:
        return condition  # type: ignore[no-any-return]
    query = _joined(_SOURCE.c.number).where(condition, among(connection, _SOURCE.c.number, groups.hidden))
    return or_(condition, among(connection, _SOURCE.c.number, groups.first(connection.execute(query).scalars())))


def list_sources(
    connection: Connection, wanted: SourceFilter, page: int, size: int, order: str, descending: bool
) -> Page[SourceLine]:
    """One page of the registry.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    check_page(page, size)
    if order not in SOURCE_ORDERS:
        raise InvalidParameter("order", order, "one of " + ", ".join(SOURCE_ORDERS))
    groups = Groups(connection)
    asked = _conditions(connection, wanted, groups)
    first = (page - 1) * size
    if order in _PLAIN:
        total = int(connection.execute(_joined(func.count()).where(*asked)).scalar_one())
        column = _PLAIN[order]
        turned = (column.desc() if descending else column.asc()).nulls_last()
        query = _joined(_SOURCE.c.number).where(*asked).order_by(turned, _SOURCE.c.number).limit(size).offset(first)
        numbers: Sequence[int] = connection.execute(query).scalars().all()
    else:
        every = connection.execute(_joined(_SOURCE.c.number).where(*asked).order_by(_SOURCE.c.number)).scalars().all()
        counts = _counts(connection, order, every, groups)
        ranked = sorted(every, key=lambda number: (counts.get(number, 0) * (-1 if descending else 1), number))
        total, numbers = len(every), ranked[first : first + size]
    lines = lines_of(connection, numbers)
    return Page(tuple(lines[number] for number in numbers), total, page, size)


def _counts(connection: Connection, order: str, numbers: Collection[int], groups: Groups) -> dict[int, int]:
    """What a list is ordered by, where no column holds it."""
    if order == "claims":
        return claims_moved_by(connection, numbers)
    if order == "versions":
        query = select(_DOCUMENT.c.source, func.count()).where(_DOCUMENT.c.detected.is_(None))
        found: dict[int, int] = {}
        for number, count in connection.execute(query.group_by(_DOCUMENT.c.source)):
            first = groups.leader.get(number, number)
            found[first] = found.get(first, 0) + int(count)
        return found
    near, far = (_EDGE.c.source, _EDGE.c.upstream) if order == "upstream" else (_EDGE.c.upstream, _EDGE.c.source)
    beside = select(near, func.count(far.distinct())).where(running(_EDGE)).group_by(near)
    found = {number: int(count) for number, count in connection.execute(beside)}
    # Of merged documents, what they are to each other is left out.
    pairs = select(near, far).where(among(connection, near, groups.leader), running(_EDGE)).distinct()
    others: dict[int, set[int]] = {first: set() for first in groups.members}
    for number, other in connection.execute(pairs):
        others[groups.leader[number]].add(groups.leader.get(other, other))
    return found | {first: len(beyond - {first}) for first, beyond in others.items()}


class Around:
    """Sources as they count, with the edges that lead to and from them."""

    def __init__(self, connection: Connection, sources: Collection[int], texts: bool = False) -> None:
        reader = _Neighbours(connection, texts)
        self.groups, self.assembly = reader.around(sources)
        self.leaders = self.assembly.leaders
        by_id = {self.assembly.sources[n].id: n for n in self.assembly.sources}
        self.upstream: dict[int, list[tuple[Edge, int]]] = {}
        self.downstream: dict[int, list[tuple[Edge, int]]] = {}
        for edges in self.assembly.edges.values():
            for edge in edges:
                if edge.status is EdgeStatus.REJECTED or edge.from_id == edge.to_id:
                    continue
                start, end = by_id[edge.from_id], by_id[edge.to_id]
                start, end = self.leaders.get(start, start), self.leaders.get(end, end)
                self.upstream.setdefault(start, []).append((edge, end))
                self.downstream.setdefault(end, []).append((edge, start))

    def source(self, number: int) -> Source:
        """A source as it counts."""
        return self.assembly.sources[number]

    def members(self, number: int) -> list[int]:
        """The documents that are one with a source, itself first."""
        return self.assembly.members.get(number) or [number]


class _Neighbours(DossierReader):
    """Reads sources with what they touch, whichever claims they belong to."""

    def around(self, sources: Collection[int]) -> tuple[set[int], Assembly]:
        """The sources with all that is one with them, and the facts of these and their neighbours."""
        group, fresh = set(sources), set(sources)
        while fresh:
            fresh = along_merged(self.connection, fresh) - group
            group |= fresh
        below = select(_EDGE.c.source).where(among(self.connection, _EDGE.c.upstream, group), running(_EDGE))
        leaving = group | set(self.connection.execute(below).scalars())
        leaving |= along_drawn(self.connection, group, "upstream", "source")
        rows = self._edges(leaving)
        ends = {row.upstream for source, own in rows.items() for row in own if source in group or row.upstream in group}
        near = leaving | ends | along_drawn(self.connection, group)
        near |= along_merged(self.connection, near)
        documents = {row.source: row for row in self._documents(near)}
        edges = {
            source: [row for row in own if row.upstream in documents and (source in group or row.upstream in group)]
            for source, own in rows.items()
            if source in documents
        }
        drawn = [row for row in self._drawn(near, documents) if row.source in group or row.upstream in group]
        return group, Assembly(documents, edges, drawn, self._events(near), self._links(near), self._policy)


def lines_of(connection: Connection, numbers: Collection[int]) -> dict[int, SourceLine]:
    """These sources as lines of the registry."""
    if not numbers:
        return {}
    around = Around(connection, numbers)
    claims = claims_moved_by(connection, numbers)
    members = {number: around.members(number) for number in numbers}
    every = [member for own in members.values() for member in own]
    query = select(_DOCUMENT.c.source, func.count()).where(
        among(connection, _DOCUMENT.c.source, every), _DOCUMENT.c.detected.is_(None)
    )
    versions = {number: int(count) for number, count in connection.execute(query.group_by(_DOCUMENT.c.source))}
    sets = {row.source: row.dataset for row in around.assembly.documents.values()}
    names = {number: name for number, name in connection.execute(select(_DATASET.c.number, _DATASET.c.name))}
    return {
        number: _line(
            names[sets[number]],
            around.source(number),
            versions=sum(versions.get(member, 0) for member in members[number]),
            claims=claims.get(number, 0),
            upstream=len({end for _, end in around.upstream.get(number, ())}),
            downstream=len({end for _, end in around.downstream.get(number, ())}),
            merged=len(members[number]) if len(members[number]) > 1 else 0,
        )
        for number in numbers
        if number in sets
    }


def _line(dataset: str, source: Source, **counts: int) -> SourceLine:
    owner = next((source.extra[name] for name in OWNERS if isinstance(source.extra.get(name), str)), None)
    return SourceLine(
        uid=f"{dataset}:{source.id}",
        dataset=dataset,
        id=source.id,
        title=source.title,
        publisher=source.publisher,
        owner=owner,
        domain=None,
        kind=source.kind,
        url=source.url,
        published_at=source.published_at,
        retracted=source.retracted,
        retrieved=source.retrieved,
        **counts,
    )
