"""Which file stands for which source: given and taken away, each time a row; the newest row of a source counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from core.checked import Attachment, MatchedBy
from core.errors import UnknownId
from core.store.check_tables import AttachmentRow
from core.store.identity import source_named
from core.store.reach import running
from core.store.said import Said
from core.store.standing_checks import CITATION, IN_FORCE
from core.store.tables import DatasetRow, DocumentRow, SourceRow, table_of
from core.store.versions import next_number

_ATTACHMENT, _DATASET = table_of(AttachmentRow), table_of(DatasetRow)
_SOURCE, _DOCUMENT = table_of(SourceRow), table_of(DocumentRow)

TAKEN_AWAY = "taken away"
"""Stands for how a file found its source, in a row that takes it away."""


@dataclass(frozen=True, slots=True)
class NewAttachment:
    """A file to be attached; its bytes are kept already."""

    source_id: str
    name: str
    fingerprint: str
    size: int
    media: str
    matched_by: MatchedBy


@dataclass(frozen=True, slots=True)
class Attachable:
    """What a file can be recognised by as that of a source."""

    source_id: str
    title: str
    url: str | None
    fingerprint: str | None
    """As the data state it."""
    cited: tuple[str, ...] = ()
    """The versions that its citations name."""


def dataset_named(connection: Connection, name: str) -> int:
    """Number of a data set.

    Raises:
        UnknownId: There is none of that name.
    """
    number: int | None = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == name)).scalar()
    if number is None:
        raise UnknownId("data set", name)
    return number


def attachables(connection: Connection, dataset: str) -> list[Attachable]:
    """The current sources of a data set, in the order of arrival.

    Raises:
        UnknownId: There is no such data set.
    """
    number = dataset_named(connection, dataset)
    pinned = select(CITATION.c.source, CITATION.c.expected_fingerprint).distinct()
    pinned = pinned.where(CITATION.c.dataset == number, CITATION.c.expected_fingerprint.is_not(None), running(CITATION))
    cited: dict[int, list[str]] = {}
    for source, fingerprint in connection.execute(pinned):
        cited.setdefault(source, []).append(fingerprint)
    query = (
        select(_SOURCE.c.number, _SOURCE.c.id, _DOCUMENT.c.title, _DOCUMENT.c.url, _DOCUMENT.c.fingerprint)
        .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
        .where(_SOURCE.c.dataset == number, running(_DOCUMENT))
        .order_by(_SOURCE.c.number)
    )
    return [
        Attachable(identifier, title, url, stated, tuple(cited.get(source, ())))
        for source, identifier, title, url, stated in connection.execute(query)
    ]


def append_attachments(
    connection: Connection, dataset: str, given: Sequence[NewAttachment], said: Said
) -> tuple[list[Attachment], list[int]]:
    """Attach files; one that is attached already, under the same name, stays as it is.

    Returns:
        What is attached to these sources now, in order, and the numbers of the sources that changed.

    Raises:
        UnknownId: One of the sources does not exist.
    """
    number = next_number(connection, _ATTACHMENT)
    found: list[Attachment] = []
    rows: list[dict[str, Any]] = []
    for new in given:
        source = source_named(connection, dataset, new.source_id)
        held = newest(connection, source.number)
        if held is not None and (held.fingerprint, held.name) == (new.fingerprint, new.name):
            found.append(_attachment(held, dataset, new.source_id))
            continue
        row = {
            "number": number + len(rows),
            "at": said.at,
            "by": said.by,
            "dataset": source.dataset,
            "source": source.number,
            **{name: getattr(new, name) for name in ("name", "fingerprint", "size", "media")},
            "matched_by": new.matched_by.value,
        }
        connection.execute(insert(_ATTACHMENT), row)
        rows.append(row)
        found.append(
            Attachment(
                dataset, new.source_id, new.name, new.fingerprint, new.size, new.media, said.at, said.by, new.matched_by
            )
        )
    return found, [row["source"] for row in rows]


def append_detachment(connection: Connection, dataset: str, source_id: str, said: Said) -> int:
    """Take the file of a source away; returns the number of the source.

    Raises:
        UnknownId: There is no such source, or nothing is attached to it.
    """
    source = source_named(connection, dataset, source_id)
    held = newest(connection, source.number)
    if held is None or held.fingerprint is None:
        raise UnknownId("attachment of the source", source_id)
    row = {
        "number": next_number(connection, _ATTACHMENT),
        "at": said.at,
        "by": said.by,
        "dataset": source.dataset,
        "source": source.number,
        **{"name": held.name, "fingerprint": None, "size": 0, "media": held.media, "matched_by": TAKEN_AWAY},
    }
    connection.execute(insert(_ATTACHMENT), row)
    return source.number


def newest_attachment(connection: Connection) -> int:
    """Number of the newest row; 0 for none."""
    return int(connection.execute(select(func.coalesce(func.max(_ATTACHMENT.c.number), 0))).scalar_one())


def newest(connection: Connection, source: int) -> Row[Any] | None:
    """The newest row of a source."""
    query = select(_ATTACHMENT).where(_ATTACHMENT.c.source == source)
    return connection.execute(query.order_by(_ATTACHMENT.c.number.desc()).limit(1)).one_or_none()


def attachments_in(connection: Connection, dataset: str) -> tuple[Attachment, ...]:
    """What is attached to the current sources of a data set, by source in the order of arrival.

    Raises:
        UnknownId: There is no such data set.
    """
    number = dataset_named(connection, dataset)
    last = select(func.max(_ATTACHMENT.c.number)).where(_ATTACHMENT.c.dataset == number).group_by(_ATTACHMENT.c.source)
    query = (
        select(_ATTACHMENT, _SOURCE.c.id.label("source_id"))
        .join(_SOURCE, _SOURCE.c.number == _ATTACHMENT.c.source)
        .where(_ATTACHMENT.c.number.in_(last), _ATTACHMENT.c.fingerprint.is_not(None))
        .order_by(_SOURCE.c.number)
    )
    return tuple(_attachment(row, dataset, row.source_id) for row in connection.execute(query))


def attachment_of(connection: Connection, dataset: str, source_id: str, source: int) -> Attachment | None:
    """What is attached to a source."""
    row = newest(connection, source)
    return None if row is None or row.fingerprint is None else _attachment(row, dataset, source_id)


def claims_checked_against(connection: Connection, sources: Sequence[int]) -> set[int]:
    """Numbers of the claims with a checked citation of one of these sources: what is attached moves their states."""
    query = (
        select(CITATION.c.claim)
        .join(IN_FORCE, (IN_FORCE.c.dataset == CITATION.c.dataset) & (IN_FORCE.c.key == CITATION.c.key))
        .where(CITATION.c.source.in_(sources), running(CITATION))
    )
    return set(connection.execute(query).scalars())


def _attachment(row: Row[Any], dataset: str, source_id: str) -> Attachment:
    return Attachment(
        dataset,
        source_id,
        row.name,
        row.fingerprint,
        row.size,
        row.media,
        row.at,
        row.by,
        MatchedBy(row.matched_by),
    )
