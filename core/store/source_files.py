"""One source of the registry with everything around it: versions, merged documents, neighbours, claims, events."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, or_, select

from core.kinship import LeaningClaim, Member, SourceFile, SourceLine, SourceVersion
from core.model import Edge
from core.results import LabelEvent, Page
from core.store.events import event_of
from core.store.identity import source_named
from core.store.lineage_tables import MergeLinkRow
from core.store.lists import check_page, summaries_of
from core.store.marks import is_mark, merged_ids
from core.store.merged import ever_merged, standing
from core.store.merging import retractions
from core.store.number_sets import among
from core.store.reach import claims_leaning_on
from core.store.record_tables import LabelEventRow
from core.store.source_lists import Around, lines_of
from core.store.tables import DocumentRow, ImportBatchRow, SourceRow, table_of

_SOURCE, _DOCUMENT, _BATCH = table_of(SourceRow), table_of(DocumentRow), table_of(ImportBatchRow)
_EVENT, _LINK = table_of(LabelEventRow), table_of(MergeLinkRow)

NEIGHBOURS = 200
"""Neighbours listed on either side; the counts of the line are of all."""
EVENTS = 200
"""Events listed, the newest."""


def source_file(connection: Connection, uid: str, page: int, size: int) -> SourceFile:
    """A source; asked for a document that was merged into another, that other one.

    Raises:
        UnknownId: There is no such source.
        InvalidParameter: A page outside its domain.
    """
    check_page(page, size)
    dataset, _, identifier = uid.partition(":")
    named = source_named(connection, dataset, identifier).number
    around = Around(connection, [named], texts=True)
    number = around.leaders.get(named, named)
    members = around.members(number)
    near = [(edge, end) for side in (around.upstream, around.downstream) for edge, end in side.get(number, ())]
    lines = lines_of(connection, {number, *(end for _, end in near[: 2 * NEIGHBOURS])})
    states = retractions(connection, members)
    latest = max((event.number for _, event in states.values() if event is not None), default=None)
    return SourceFile(
        line=lines[number],
        source=around.source(number),
        versions=_versions(connection, members),
        addresses=(),
        members=_members(connection, around, members),
        upstream=_beside(around.upstream.get(number, ()), lines),
        downstream=_beside(around.downstream.get(number, ()), lines),
        claims=_claims(connection, number, page, size),
        events=_events(connection, members, {around.assembly.documents[member].id for member in members}),
        retraction_event=latest,
    )


def _beside(near: Sequence[tuple[Edge, int]], lines: dict[int, SourceLine]) -> tuple[tuple[Edge, SourceLine], ...]:
    return tuple((edge, lines[end]) for edge, end in near[:NEIGHBOURS] if end in lines)


def _versions(connection: Connection, members: Collection[int]) -> tuple[SourceVersion, ...]:
    end = _BATCH.alias()
    query = (
        select(_DOCUMENT, _SOURCE.c.id, _BATCH.c.at, _BATCH.c.file, end.c.at.label("ended"))
        .join(_SOURCE, _SOURCE.c.number == _DOCUMENT.c.source)
        .join(_BATCH, _BATCH.c.number == _DOCUMENT.c.since)
        .join(end, end.c.number == _DOCUMENT.c.until, isouter=True)
        .where(among(connection, _DOCUMENT.c.source, members))
        .order_by(_DOCUMENT.c.since.desc(), _SOURCE.c.id)
    )
    return tuple(
        SourceVersion(
            document_id=row.id,
            version=row.version,
            since=row.at,
            until=row.ended,
            title=row.title,
            url=row.url,
            fingerprint=row.fingerprint,
            stated_version=row.stated_version,
            reworded=row.version > 1 and row.text_since == row.since,
            file=row.file,
        )
        for row in connection.execute(query)
    )


def _members(connection: Connection, around: Around, members: Sequence[int]) -> tuple[Member, ...]:
    if len(members) < 2:
        return ()
    own = or_(among(connection, _LINK.c.one, members), among(connection, _LINK.c.other, members))
    query = select(_LINK.c.one, _LINK.c.other, _EVENT).join(_EVENT, _EVENT.c.number == _LINK.c.since)
    links = connection.execute(query.where(own, standing()).order_by(_LINK.c.since)).all()
    found = []
    for member in members[1:]:
        link = next((link for link in reversed(links) if member in (link.one, link.other)), None)
        document = around.assembly.documents[member]
        if link is not None:
            found.append(Member(document.id, document.title, document.url, link.reason, link.by, link.at, link.number))
    return tuple(found)


def _claims(connection: Connection, number: int, page: int, size: int) -> Page[LeaningClaim]:
    numbers = claims_leaning_on(connection, [number])
    shown = summaries_of(connection, numbers[(page - 1) * size : page * size])
    return Page(tuple(LeaningClaim(one.uid, one.text, one.decision) for one in shown), len(numbers), page, size)


def _events(connection: Connection, members: Collection[int], ids: Collection[str]) -> tuple[LabelEvent, ...]:
    """Labels and retractions of the documents, and merges of any of them with others, standing or not."""
    near = {*members, *ever_merged(connection, members)}
    query = select(_EVENT).where(among(connection, _EVENT.c.source, near)).order_by(_EVENT.c.number.desc())
    found = []
    for row in connection.execute(query):
        event = event_of(row._asdict())
        pair = merged_ids(event.edge_key)
        if pair is None and (row.source not in members or not (event.edge_key is None or is_mark(event))):
            continue
        if pair is None or set(pair) & set(ids):
            found.append(event)
    return tuple(found[:EVENTS])
