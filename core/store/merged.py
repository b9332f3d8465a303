"""Which documents count as one, read from the links that merges have left."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, or_, select

from core.store.lineage_tables import MergeLinkRow
from core.store.number_sets import among
from core.store.tables import table_of

_LINK = table_of(MergeLinkRow)


def standing(event: int | None = None) -> ColumnElement[bool]:
    """The condition that a link holds now, or held right after an event."""
    if event is None:
        return _LINK.c.until.is_(None)
    return (_LINK.c.since <= event) & (_LINK.c.until.is_(None) | (_LINK.c.until > event))


def links_of(connection: Connection, sources: Collection[int], event: int | None = None) -> list[tuple[int, int]]:
    """The links that any of these sources has."""
    either = or_(among(connection, _LINK.c.one, sources), among(connection, _LINK.c.other, sources))
    query = select(_LINK.c.one, _LINK.c.other).where(either, standing(event))
    return [(one, other) for one, other in connection.execute(query)]


def along_merged(connection: Connection, sources: Collection[int], event: int | None = None) -> set[int]:
    """One step along the links, either way; the sources themselves may be among what is found."""
    return {end for link in links_of(connection, sources, event) for end in link}


def group_of(connection: Connection, source: int) -> set[int]:
    """A source and all that count as one with it."""
    found = {source}
    fresh = {source}
    while fresh:
        fresh = along_merged(connection, fresh) - found
        found |= fresh
    return found


def ever_merged(connection: Connection, sources: Collection[int]) -> set[int]:
    """One step along all links there have ever been."""
    either = or_(among(connection, _LINK.c.one, sources), among(connection, _LINK.c.other, sources))
    rows = connection.execute(select(_LINK.c.one, _LINK.c.other).where(either))
    return {end for row in rows for end in row}
