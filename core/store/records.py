"""Decisions, the audit record, and the record of labels read back for a page or a person."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, select

from core.errors import InvalidInput
from core.results import LabelEvent
from core.states import Decision
from core.store import chain
from core.store.events import event_of, remember_reviewer
from core.store.identity import answer_named, claim_named
from core.store.number_sets import among
from core.store.past import claim_ever
from core.store.reach import evidence_sources, sources_ever, upstream
from core.store.record_tables import AuditEventRow, DecisionRow, LabelEventRow
from core.store.said import Said, seen_json
from core.store.tables import table_of
from core.store.verbatim import key_of

_EVENT, _DECISION, _AUDIT = table_of(LabelEventRow), table_of(DecisionRow), table_of(AuditEventRow)

Subject = Literal["claim", "answer"]


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """What somebody decided about a claim or an answer."""

    number: int
    at: str
    """UTC, ISO 8601."""
    by: str
    kind: Subject
    uid: str
    decision: Decision
    reason: str
    seen: MappingProxyType[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """The figures on the screen when it was decided."""
    hash: str = ""


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


def append_decision(
    connection: Connection, kind: Subject, uid: str, decision: Decision, said: Said
) -> RecordedDecision:
    """Enter a decision about a claim or an answer.

    Raises:
        UnknownId: It is not in the current version of its data set.
        InvalidInput: There is no reason.
    """
    if not said.reason.strip():
        raise InvalidInput("a decision needs a reason")
    named = claim_named if kind == "claim" else answer_named
    named(connection, uid)
    row = {
        "at": said.at,
        "by": said.by,
        "kind": kind,
        "subject": uid,
        "subject_key": key_of(uid),
        "decision": Decision(decision).value,
        "reason": said.reason,
        "seen": seen_json(said.seen),
    }
    remember_reviewer(connection, said.by, said.at)
    return _decision(chain.append(connection, "decision", row))


def decisions_on(connection: Connection, kind: Subject, uid: str) -> tuple[RecordedDecision, ...]:
    """Every decision about a claim or an answer, newest first."""
    query = select(_DECISION).where(_DECISION.c.subject_key == key_of(uid), _DECISION.c.kind == kind)
    rows = connection.execute(query.order_by(_DECISION.c.number.desc()))
    return tuple(_decision(row._asdict()) for row in rows)


def _decision(row: Mapping[str, Any]) -> RecordedDecision:
    return RecordedDecision(
        number=row["number"],
        at=row["at"],
        by=row["by"],
        kind=row["kind"],
        uid=row["subject"],
        decision=Decision(row["decision"]),
        reason=row["reason"],
        seen=MappingProxyType(json.loads(row["seen"])),
        hash=row["hash"],
    )


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
