"""The audit record, and the record of labels, read back for a page or a person."""

import json
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from core.results import LabelEvent
from core.store.events import event_of
from core.store.identity import claim_named
from core.store.number_sets import among
from core.store.past import claim_ever
from core.store.reach import evidence_sources, sources_ever, upstream
from core.store.record_tables import AuditEventRow, LabelEventRow
from core.store.tables import table_of

_EVENT, _AUDIT = table_of(LabelEventRow), table_of(AuditEventRow)


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """Something done to the workspace."""

    number: int
    at: str
    """UTC, ISO 8601."""
    by: str
    action: str
    subject: str
    detail: MappingProxyType[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    hash: str = ""


def audit_events(connection: Connection, limit: int) -> tuple[AuditEvent, ...]:
    """The newest entries of the audit record, newest first."""
    rows = connection.execute(select(_AUDIT).order_by(_AUDIT.c.number.desc()).limit(limit))
    return tuple(
        AuditEvent(
            row.number, row.at, row.by, row.action, row.subject, MappingProxyType(json.loads(row.detail)), row.hash
        )
        for row in rows
    )


def label_events(
    connection: Connection, *, dataset: str | None, source_id: str | None, claim_id: str | None, limit: int
) -> tuple[LabelEvent, ...]:
    """Events of the record of labels, newest first; a claim's are those given for it alone."""
    query = select(_EVENT)
    if dataset is not None:
        query = query.where(_EVENT.c.dataset_name == dataset)
    if source_id is not None:
        query = query.where(_EVENT.c.source_id == source_id)
    if claim_id is not None:
        query = query.where(_EVENT.c.claim_id == claim_id)
    rows = connection.execute(query.order_by(_EVENT.c.number.desc()).limit(limit))
    return tuple(event_of(row._asdict()) for row in rows)


def claim_events(connection: Connection, uid: str, limit: int) -> tuple[LabelEvent, ...]:
    """Human work on the sources and edges of a claim that holds for it, newest first.

    Raises:
        UnknownId: There is no such claim.
    """
    claim = claim_named(connection, uid)
    return _events_on(connection, upstream(connection, evidence_sources(connection, claim.number)), claim.number, limit)


def claim_events_until(connection: Connection, uid: str, event: int, limit: int) -> tuple[LabelEvent, ...]:
    """The same up to an event, for a claim that may be gone by now; also on sources that were once upstream of it.

    Raises:
        UnknownId: There never was such a claim.
    """
    claim, _ = claim_ever(connection, uid)
    return _events_on(connection, sources_ever(connection, claim), claim, limit, _EVENT.c.number <= event)


def _events_on(
    connection: Connection, sources: set[int], claim: int, limit: int, *more: ColumnElement[bool]
) -> tuple[LabelEvent, ...]:
    if not sources:
        return ()
    query = select(_EVENT).where(
        among(connection, _EVENT.c.source, sources), _EVENT.c.claim.is_(None) | (_EVENT.c.claim == claim), *more
    )
    rows = connection.execute(query.order_by(_EVENT.c.number.desc()).limit(limit))
    return tuple(event_of(row._asdict()) for row in rows)
