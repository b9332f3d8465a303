"""Who leans on whom: everything upstream of some sources, and every claim that a source can move."""

from collections.abc import Collection, Iterable

from sqlalchemy import ColumnElement, Connection, Table, select

from core.store.number_sets import among, listed
from core.store.tables import EdgeRow, EvidenceRow, table_of

_EDGE, _EVIDENCE = table_of(EdgeRow), table_of(EvidenceRow)


def upstream(connection: Connection, sources: Collection[int]) -> set[int]:
    """The sources themselves and all that they depend on, along edges of any status."""
    return _closure(connection, sources, _EDGE.c.source, _EDGE.c.upstream)


def downstream(connection: Connection, sources: Collection[int]) -> set[int]:
    """The sources themselves and all that depend on them, along edges of any status."""
    return _closure(connection, sources, _EDGE.c.upstream, _EDGE.c.source)


def _closure(
    connection: Connection, sources: Collection[int], near: ColumnElement[int], far: ColumnElement[int]
) -> set[int]:
    if not sources:
        return set()
    # UNION keeps each source once, so a circle ends and a long chain is walked step by step.
    reached = listed(connection, sources).cte("reached", recursive=True)
    value = next(iter(reached.c))
    reached = reached.union(select(far).join(reached, near == value).where(_EDGE.c.until.is_(None)))
    return set(connection.execute(select(next(iter(reached.c)))).scalars())


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
