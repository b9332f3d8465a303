"""Sources that a part of a file describes with less than was known of them: what it leaves out stays."""

from collections.abc import Mapping

from sqlalchemy import Connection, select

from core.store.incoming import Entry
from core.store.mapping import row_digest
from core.store.number_sets import among
from core.store.tables import DocumentRow, table_of

_DOCUMENT = table_of(DocumentRow)
_NOTHING = (None, "")


def complete(connection: Connection, entries: list[Entry], numbers: Mapping[str | None, int]) -> None:
    """Fill what the entries of sources leave empty with what is stored of them.

    Args:
        connection: Within the transaction that writes them.
        entries: The sources of the part; changed in place.
        numbers: Id -> number of the source.
    """
    if not entries:
        return
    names = list(entries[0].columns)
    query = select(_DOCUMENT.c.source, *(_DOCUMENT.c[name] for name in names)).where(_DOCUMENT.c.until.is_(None))
    query = query.where(among(connection, _DOCUMENT.c.source, [numbers[entry.id] for entry in entries]))
    stored = {row[0]: dict(zip(names, row[1:], strict=True)) for row in connection.execute(query)}
    for entry in entries:
        known = stored.get(numbers[entry.id])
        if known is None or entry.text is not None:
            continue
        empty = [name for name, value in entry.columns.items() if value in _NOTHING]
        left_out = {name: known[name] for name in empty if known[name] not in _NOTHING}
        if known["retrieved"] and not entry.columns["retrieved"]:
            # Named by a citation of this part, retrieved in another.
            left_out |= {"retrieved": True, "title": known["title"], "kind": known["kind"]}
        if left_out:
            entry.columns.update(left_out)
            entry.digest = row_digest(*entry.columns.values(), *entry.refs)
