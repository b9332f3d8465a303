"""From a uid to the number of what it names."""

from dataclasses import dataclass

from sqlalchemy import Connection, Table, select

from core.errors import NoLongerThere, UnknownId
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    ClaimRow,
    ClaimVersionRow,
    DatasetRow,
    DocumentRow,
    EdgeRow,
    ImportBatchRow,
    SourceRow,
    table_of,
)
from core.store.verbatim import key_of
from core.store.work_tables import DrawnEdgeRow

_DATASET, _SOURCE, _EDGE = table_of(DatasetRow), table_of(SourceRow), table_of(EdgeRow)
_BATCH, _DRAWN = table_of(ImportBatchRow), table_of(DrawnEdgeRow)


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


def edge_named(connection: Connection, dataset: str, edge_key: str) -> Found:
    """The source that an edge leaves: an edge of the current version of its data set, or one that people drew.

    Raises:
        UnknownId: There is none, or the newest file no longer has it.
    """
    query = (
        select(_EDGE.c.dataset, _EDGE.c.source, _SOURCE.c.id)
        .join(_DATASET, _DATASET.c.number == _EDGE.c.dataset)
        .join(_SOURCE, _SOURCE.c.number == _EDGE.c.source)
        .where(_DATASET.c.name == dataset, _EDGE.c.key == key_of(edge_key))
    )
    row = connection.execute(query.where(_EDGE.c.until.is_(None))).one_or_none()
    if row is not None:
        return Found(row.source, row.dataset, row.id)
    drawn = (
        select(_DRAWN.c.dataset, _DRAWN.c.source, _SOURCE.c.id)
        .join(_DATASET, _DATASET.c.number == _DRAWN.c.dataset)
        .join(_SOURCE, _SOURCE.c.number == _DRAWN.c.source)
        .where(_DATASET.c.name == dataset, _DRAWN.c.key == key_of(edge_key))
    )
    row = connection.execute(drawn).one_or_none()
    if row is not None:
        for end in edge_key.split("\x1f")[:2]:
            source_named(connection, dataset, end)
        return Found(row.source, row.dataset, row.id)
    shown = " ".join(edge_key.split("\x1f"))
    ended = query.with_only_columns(_BATCH.c.at).join(_BATCH, _BATCH.c.number == _EDGE.c.until)
    since = connection.execute(ended.order_by(_EDGE.c.version.desc()).limit(1)).scalar()
    raise UnknownId("edge", shown) if since is None else NoLongerThere("edge", shown, since)


def has_edge(connection: Connection, dataset: int, edge_key: str) -> bool:
    """Whether the current data state an edge."""
    query = select(_EDGE.c.number).where(_EDGE.c.dataset == dataset, _EDGE.c.key == key_of(edge_key))
    return connection.execute(query.where(_EDGE.c.until.is_(None))).scalar() is not None


def _named(connection: Connection, kind: str, uid: str, table: Table, versions: Table, owner: str) -> Found:
    dataset, identifier = split_uid(uid)
    query = (
        select(table.c.number, table.c.dataset, table.c.id)
        .join(_DATASET, _DATASET.c.number == table.c.dataset)
        .join(versions, versions.c[owner] == table.c.number)
        .where(_DATASET.c.name == dataset, table.c.key == key_of(identifier))
    )
    row = connection.execute(query.where(versions.c.until.is_(None))).one_or_none()
    if row is not None:
        return Found(row.number, row.dataset, row.id)
    ended = query.with_only_columns(_BATCH.c.at).join(_BATCH, _BATCH.c.number == versions.c.until)
    since = connection.execute(ended.order_by(versions.c.version.desc()).limit(1)).scalar()
    raise UnknownId(kind, uid) if since is None else NoLongerThere(kind, uid, since)
