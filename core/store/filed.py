"""What signatures were given for, as the database itself reads it in the record: their numbers, versions and claims."""

from typing import Any

from sqlalchemy import JSON, BigInteger, ColumnElement, Connection, Select, String, cast, func, select, type_coerce

from core.store.record_tables import DecisionRow
from core.store.signing import FILED
from core.store.tables import table_of
from core.store.verbatim import key_of
from core.verdicts import Subject

_DECISION = table_of(DecisionRow)


def filed(connection: Connection, name: str, kind: Any) -> ColumnElement[Any]:
    """One thing that the store put beside the figures seen; nothing in entries from before it did."""
    seen = type_coerce(_DECISION.c.seen, String)
    if connection.dialect.name == "sqlite":
        return cast(func.json_extract(seen, f"$.{FILED}.{name}"), kind)
    return cast(func.json_extract_path_text(cast(seen, JSON), FILED, name), kind)


def newest(kind: Subject, uid: str | None = None) -> Select[tuple[int]]:
    """Numbers of the newest signature on each answer or claim, or on one."""
    query = select(func.max(_DECISION.c.number)).where(_DECISION.c.kind == kind)
    if uid is not None:
        query = query.where(_DECISION.c.subject_key == key_of(uid))
    return query.group_by(_DECISION.c.subject_key)


def standing(connection: Connection, kind: Subject, uid: str | None = None) -> Select[Any]:
    """The newest signature on each: its number, what was signed in which version, what was let out, if withdrawn."""
    query = select(
        _DECISION.c.number.label("signature"),
        filed(connection, "number", BigInteger()).label("number"),
        filed(connection, "version", BigInteger()).label("version"),
        filed(connection, "text", String()).label("text"),
        filed(connection, "withdrawn", BigInteger()).label("withdrawn"),
    )
    return query.where(_DECISION.c.number.in_(newest(kind, uid)))


def claims_signed(connection: Connection, kind: Subject, uid: str | None = None) -> Select[Any]:
    """The claims that the newest signatures were given over: signature, number of what was signed, claim, said."""
    seen = type_coerce(_DECISION.c.seen, String)
    if connection.dialect.name == "sqlite":
        each = func.json_each(seen, f"$.{FILED}.claims")
    else:
        each = func.json_each_text(func.json_extract_path(cast(seen, JSON), FILED, "claims"))
    pair = each.table_valued("key", "value", joins_implicitly=True)
    query = select(
        _DECISION.c.number.label("signature"),
        filed(connection, "number", BigInteger()).label("number"),
        cast(pair.c.key, BigInteger()).label("claim"),
        pair.c.value.label("said"),
    )
    return query.where(_DECISION.c.number.in_(newest(kind, uid)))
