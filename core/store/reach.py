"""Who leans on whom: everything upstream of some sources, and every claim that a source can move."""

from collections.abc import Collection, Iterable

from sqlalchemy import ColumnElement, Connection, Table, func, select, union_all

from core.store.lineage_tables import MergeLinkRow
from core.store.merged import along_merged, ever_merged, standing
from core.store.number_sets import among, listed
from core.store.tables import EdgeRow, EvidenceRow, table_of
from core.store.work_tables import DrawnEdgeRow

_EDGE, _EVIDENCE, _DRAWN = table_of(EdgeRow), table_of(EvidenceRow), table_of(DrawnEdgeRow)
_LINK = table_of(MergeLinkRow)


def upstream(connection: Connection, sources: Collection[int]) -> set[int]:
    """The sources themselves and all that they depend on, along edges of any status."""
    return _closure(connection, sources, "source", "upstream")


def downstream(connection: Connection, sources: Collection[int]) -> set[int]:
    """The sources themselves and all that depend on them, along edges of any status."""
    return _closure(connection, sources, "upstream", "source")


def _closure(connection: Connection, sources: Collection[int], near: str, far: str) -> set[int]:
    found: set[int] = set()
    fresh = set(sources)
    while fresh:
        # UNION keeps each source once, so a circle ends and a long chain is walked step by step.
        reached = listed(connection, fresh).cte("reached", recursive=True)
        value = next(iter(reached.c))
        step = select(_EDGE.c[far]).join(reached, _EDGE.c[near] == value).where(_EDGE.c.until.is_(None))
        reached = reached.union(step)
        found.update(connection.execute(select(next(iter(reached.c)))).scalars())
        # Edges that people drew and documents they merged are few and lie apart; the walk goes on from there.
        fresh = (along_drawn(connection, found, near, far) | along_merged(connection, found)) - found
    return found


def along_drawn(
    connection: Connection, sources: Collection[int], near: str = "source", far: str = "upstream"
) -> set[int]:
    """One step along edges that people have ever drawn."""
    query = select(_DRAWN.c[far]).where(among(connection, _DRAWN.c[near], sources))
    return set(connection.execute(query).scalars())


def claims_moved_by(connection: Connection, sources: Collection[int]) -> dict[int, int]:
    """How many current claims each of these sources can move, by its own passages or from upstream."""
    if not sources:
        return {}
    steps = [select(_EDGE.c.source, _EDGE.c.upstream).where(running(_EDGE))]
    if connection.execute(select(_DRAWN.c.source).limit(1)).scalar() is not None:
        steps.append(select(_DRAWN.c.source, _DRAWN.c.upstream))
    if connection.execute(select(_LINK.c.one).where(standing()).limit(1)).scalar() is not None:
        steps.append(select(_LINK.c.one, _LINK.c.other).where(standing()))
        steps.append(select(_LINK.c.other, _LINK.c.one).where(standing()))
    edges = union_all(*steps).subquery()
    given = listed(connection, sources).subquery()
    number = next(iter(given.c))
    reached = select(number.label("origin"), number.label("source")).cte("reached", recursive=True)
    further = select(reached.c.origin, edges.c.source).join(edges, edges.c.upstream == reached.c.source)
    reached = reached.union(further)
    query = (
        select(reached.c.origin, func.count(_EVIDENCE.c.claim.distinct()))
        .join(_EVIDENCE, _EVIDENCE.c.source == reached.c.source)
        .where(running(_EVIDENCE))
        .group_by(reached.c.origin)
    )
    return {origin: int(count) for origin, count in connection.execute(query)}


def evidence_sources(connection: Connection, claim: int) -> set[int]:
    """The sources whose passages stand towards a claim."""
    query = select(_EVIDENCE.c.source).where(_EVIDENCE.c.claim == claim, running(_EVIDENCE))
    return set(connection.execute(query).scalars())


def sources_ever(connection: Connection, claim: int) -> set[int]:
    """Every source that any version of the data put upstream of the claim, or that people did."""
    found = set(connection.execute(select(_EVIDENCE.c.source).where(_EVIDENCE.c.claim == claim)).scalars())
    fresh = set(found)
    while fresh:
        query = select(_EDGE.c.upstream).where(among(connection, _EDGE.c.source, fresh))
        further = along_drawn(connection, fresh) | ever_merged(connection, fresh)
        fresh = (set(connection.execute(query).scalars()) | further) - found
        found |= fresh
    return found


def claims_leaning_on(connection: Connection, sources: Iterable[int]) -> list[int]:
    """Numbers of the current claims whose figures these sources can move, in order."""
    found = downstream(connection, list(sources))
    if not found:
        return []
    query = select(_EVIDENCE.c.claim).where(among(connection, _EVIDENCE.c.source, found), running(_EVIDENCE)).distinct()
    return sorted(connection.execute(query).scalars())


def running(table: Table) -> ColumnElement[bool]:
    """The condition that a version is current."""
    return table.c.until.is_(None)
