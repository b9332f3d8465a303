"""Merges and retractions entered: events of the record, and what lists and dossiers are read by kept in step."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from core.errors import InvalidInput, StaleVersion, UnknownId
from core.results import LabelEvent
from core.states import EdgeStatus
from core.store.events import Recorded, events_of, record
from core.store.identity import Found, source_named
from core.store.lineage_tables import MergeLinkRow, SourceMarkRow
from core.store.marks import (
    MERGE,
    RETRACTION,
    is_retraction,
    merge_key,
    merged_ids,
    newest,
    retraction_key,
    says,
)
from core.store.merged import group_of, links_of
from core.store.number_sets import among
from core.store.said import Said
from core.store.tables import DocumentRow, SourceRow, table_of
from core.store.verbatim import key_of

_LINK, _MARK = table_of(MergeLinkRow), table_of(SourceMarkRow)
_SOURCE, _DOCUMENT = table_of(SourceRow), table_of(DocumentRow)

ALL_APART = 50
"""Members of a group up to which a document taken out is kept apart from each of the others by name."""


def merge(connection: Connection, dataset: str, ids: Sequence[str], said: Said) -> list[Recorded]:
    """Enter that documents are one.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: Fewer than two, or they are one already.
    """
    found = sorted((source_named(connection, dataset, one) for one in dict.fromkeys(ids)), key=lambda one: one.id)
    if len(found) < 2:
        raise InvalidInput("choose at least two documents that are one")
    first, *others = found
    together = group_of(connection, first.number)
    recorded = []
    for other in others:
        if other.number not in together:
            recorded.append(_said(connection, dataset, first, other.id, EdgeStatus.CONFIRMED, said))
            together |= group_of(connection, other.number)
    if not recorded:
        raise InvalidInput("these documents are one already")
    return recorded


def merge_declared(connection: Connection, dataset: str, one: str, other: str, said: Said) -> list[Recorded]:
    """Enter that two documents state one identity; nothing where they are one by now, or one of them is gone."""
    try:
        first, second = sorted(
            (source_named(connection, dataset, identifier) for identifier in (one, other)), key=lambda found: found.id
        )
    except UnknownId:
        return []
    if second.number in group_of(connection, first.number):
        return []
    recorded = _said(connection, dataset, first, second.id, EdgeStatus.CONFIRMED, said)
    follow(connection, [recorded])
    return [recorded]


def unmerge(connection: Connection, dataset: str, ids: Sequence[str], said: Said) -> list[Recorded]:
    """Enter that documents are none of those they were merged with; the others stay one.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: One of them is not merged.
    """
    recorded: list[Recorded] = []
    for identifier in dict.fromkeys(ids):
        source = source_named(connection, dataset, identifier)
        group = group_of(connection, source.number)
        if len(group) < 2:
            raise InvalidInput(f"{identifier!r} is merged with no other document")
        linked = {end for link in links_of(connection, [source.number]) for end in link if source.number in link}
        apart = group if len(group) <= ALL_APART else linked
        members = _named(connection, group)
        for number in sorted(apart - {source.number}):
            recorded.append(_said(connection, dataset, source, members[number].id, EdgeStatus.REJECTED, said))
        follow(connection, recorded)
        recorded += _kept_together(connection, dataset, [members[n] for n in sorted(group - {source.number})], said)
        follow(connection, recorded)
    return recorded


def _kept_together(connection: Connection, dataset: str, rest: Sequence[Found], said: Said) -> list[Recorded]:
    """What was held together by the document that left stays one."""
    rest = sorted(rest, key=lambda one: one.id)
    recorded = []
    together = group_of(connection, rest[0].number) if rest else set()
    for other in rest[1:]:
        if other.number not in together:
            recorded.append(_said(connection, dataset, rest[0], other.id, EdgeStatus.CONFIRMED, said))
            together |= group_of(connection, other.number)
    return recorded


def _named(connection: Connection, numbers: Collection[int]) -> dict[int, Found]:
    query = select(_SOURCE.c.number, _SOURCE.c.dataset, _SOURCE.c.id).where(
        among(connection, _SOURCE.c.number, numbers)
    )
    return {row.number: Found(row.number, row.dataset, row.id) for row in connection.execute(query)}


def _said(connection: Connection, dataset: str, one: Found, other: str, status: EdgeStatus, said: Said) -> Recorded:
    # All that is said of a pair is kept with the smaller id, so that it can be read in one place.
    first = one if one.id < other else _of(connection, one.dataset, other)
    target = {
        "kind": MERGE,
        "dataset": one.dataset,
        "source": first.number,
        "dataset_name": dataset,
        "source_id": first.id,
        "edge_key": merge_key(one.id, other),
        "edge_status": status.value,
    }
    return record(connection, target, said)


def _of(connection: Connection, dataset: int, identifier: str) -> Found:
    query = select(_SOURCE.c.number).where(_SOURCE.c.dataset == dataset, _SOURCE.c.key == key_of(identifier))
    return Found(int(connection.execute(query).scalar_one()), dataset, identifier)


def set_retracted(
    connection: Connection, dataset: str, source_id: str, retracted: bool, said: Said, expected: int | None
) -> list[Recorded]:
    """Enter that a source is retracted, or that it and all documents merged with it are not.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: It says so already, or there is no reason.
        StaleVersion: Somebody has said something else than ``expected`` meanwhile.
    """
    if not said.reason.strip():
        raise InvalidInput("a retraction needs a reason: it moves every claim that leans on the source")
    source = source_named(connection, dataset, source_id)
    states = retractions(connection, group_of(connection, source.number))
    latest = max((event for _, event in states.values() if event is not None), key=lambda e: e.number, default=None)
    if expected != (None if latest is None else latest.number):
        raise _stale(latest)
    known = {number for number, (is_retracted, _) in states.items() if is_retracted}
    if retracted is bool(known):
        raise InvalidInput(f"{source_id!r} is {'retracted' if retracted else 'not retracted'} already")
    targets = [source] if retracted else list(_named(connection, known).values())
    status = EdgeStatus.CONFIRMED if retracted else EdgeStatus.REJECTED
    return [
        record(
            connection,
            {
                "kind": RETRACTION,
                "dataset": target.dataset,
                "source": target.number,
                "dataset_name": dataset,
                "source_id": target.id,
                "edge_key": retraction_key(target.id),
                "edge_status": status.value,
            },
            said,
        )
        for target in targets
    ]


def _stale(latest: LabelEvent | None) -> StaleVersion:
    if latest is None:
        return StaleVersion("the retraction was taken back meanwhile; nothing was saved")
    message = f"{latest.by} said meanwhile: {says(latest)} (event {latest.number}); nothing was saved"
    return StaleVersion(message, by=latest.by, says=says(latest), event=latest.number)


def retractions(connection: Connection, sources: Collection[int]) -> dict[int, tuple[bool, LabelEvent | None]]:
    """Whether each of these sources is retracted, and the event that says so where it is not the data."""
    query = select(_SOURCE.c.number, _SOURCE.c.id, _DOCUMENT.c.retracted).join(
        _DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number
    )
    query = query.where(among(connection, _SOURCE.c.number, sources), _DOCUMENT.c.until.is_(None))
    events = events_of(connection, *sources)
    found: dict[int, tuple[bool, LabelEvent | None]] = {}
    for row in connection.execute(query):
        event = newest(events, retraction_key(row.id))
        stated = row.retracted if event is None else event.edge_status is EdgeStatus.CONFIRMED
        found[row.number] = stated, event
    return found


def follow(connection: Connection, recorded: Iterable[Recorded]) -> set[int]:
    """Bring links and marks to what events say; returns the sources whose claims that moves."""
    touched: set[int] = set()
    for one in recorded:
        key = one.event.edge_key
        ids = merged_ids(key)
        if key is None or (ids is None and not is_retraction(key)):
            continue
        found = newest(events_of(connection, one.source), key)
        holds = found is not None and found.edge_status is EdgeStatus.CONFIRMED
        if ids is None:
            _mark(connection, one.source, found, holds)
            touched.add(one.source)
        else:
            other = _of(connection, one.dataset, ids[1]).number
            _link(connection, one.source, other, one.event.number, holds)
            touched |= {one.source, other}
    return touched


def _mark(connection: Connection, source: int, found: LabelEvent | None, holds: bool) -> None:
    connection.execute(delete(_MARK).where(_MARK.c.source == source))
    if found is not None:
        connection.execute(insert(_MARK), {"source": source, "retracted": holds, "event": found.number})


def _link(connection: Connection, one: int, other: int, event: int, holds: bool) -> None:
    running = (_LINK.c.one == one) & (_LINK.c.other == other) & _LINK.c.until.is_(None)
    linked = connection.execute(select(_LINK.c.since).where(running)).scalar() is not None
    if holds and not linked:
        connection.execute(insert(_LINK), {"one": one, "other": other, "since": event, "until": None})
    elif linked and not holds:
        connection.execute(update(_LINK).where(running).values(until=event))
