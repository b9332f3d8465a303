"""From a uid to the number of what it names."""

from dataclasses import dataclass

from sqlalchemy import Connection, Table, select

from core.errors import UnknownId
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    ClaimRow,
    ClaimVersionRow,
    DatasetRow,
    DocumentRow,
    EdgeRow,
    SourceRow,
    table_of,
)
from core.store.verbatim import key_of

_DATASET, _SOURCE, _EDGE = table_of(DatasetRow), table_of(SourceRow), table_of(EdgeRow)


@dataclass(frozen=True, slots=True)
class Found:
    """A stored thing: its number, its data set's, and its own id."""

    number: int
    dataset: int
    id: str


def split_uid(uid: str) -> tuple[str, str]:
    """Data set and id of a uid; the data set ends at the first colon."""
    dataset, _, identifier = uid.partition(":")
    return dataset, identifier


def claim_named(connection: Connection, uid: str) -> Found:
    """A claim of the current version of its data set.

    Raises:
        UnknownId: There is none, or the newest file no longer has it.
    """
    return _named(connection, "claim", uid, table_of(ClaimRow), table_of(ClaimVersionRow), "claim")


def answer_named(connection: Connection, uid: str) -> Found:
    """An answer of the current version of its data set.

    Raises:
        UnknownId: There is none, or the newest file no longer has it.
    """
    return _named(connection, "answer", uid, table_of(AnswerRow), table_of(AnswerVersionRow), "answer")


def source_named(connection: Connection, dataset: str, identifier: str) -> Found:
    """A source of the current version of its data set.

    Raises:
        UnknownId: There is none, or the newest file no longer has it.
    """
    uid = f"{dataset}:{identifier}"
    return _named(connection, "source", uid, table_of(SourceRow), table_of(DocumentRow), "source")


def edge_named(connection: Connection, dataset: str, edge_key: str) -> tuple[Found, Found]:
    """An edge of the current version of its data set, and the source it leaves.

    Raises:
        UnknownId: There is none, or the newest file no longer has it.
    """
    query = (
        select(_EDGE.c.number, _EDGE.c.dataset, _EDGE.c.source, _SOURCE.c.id)
        .join(_DATASET, _DATASET.c.number == _EDGE.c.dataset)
        .join(_SOURCE, _SOURCE.c.number == _EDGE.c.source)
        .where(_DATASET.c.name == dataset, _EDGE.c.key == key_of(edge_key), _EDGE.c.until.is_(None))
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownId("edge", " ".join(edge_key.split("\x1f")))
    return Found(row.number, row.dataset, edge_key), Found(row.source, row.dataset, row.id)


def _named(connection: Connection, kind: str, uid: str, table: Table, versions: Table, owner: str) -> Found:
    dataset, identifier = split_uid(uid)
    query = (
        select(table.c.number, table.c.dataset, table.c.id)
        .join(_DATASET, _DATASET.c.number == table.c.dataset)
        .join(versions, versions.c[owner] == table.c.number)
        .where(_DATASET.c.name == dataset, table.c.key == key_of(identifier), versions.c.until.is_(None))
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownId(kind, uid)
    return Found(row.number, row.dataset, row.id)
