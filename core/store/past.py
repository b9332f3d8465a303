"""What was when: facts by the batches that had come, labels by the events entered, the policy by the choices made."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, func, select

from core.checked import Promote
from core.errors import UnknownId
from core.model import Dossier
from core.policy import Policy, policy_from_dict
from core.store.identity import split_uid
from core.store.merged import along_merged, links_of
from core.store.number_sets import among
from core.store.reach import along_drawn
from core.store.record_tables import AuditEventRow, LabelEventRow, PolicyRow
from core.store.standing_checks import NOTHING_YET, Upto
from core.store.standing_dossiers import StandingReader
from core.store.tables import ClaimRow, DatasetRow, EdgeRow, ImportBatchRow, table_of
from core.store.verbatim import key_of

_CLAIM, _DATASET, _BATCH = table_of(ClaimRow), table_of(DatasetRow), table_of(ImportBatchRow)
_EVENT, _AUDIT, _POLICY = table_of(LabelEventRow), table_of(AuditEventRow), table_of(PolicyRow)
_EDGE = table_of(EdgeRow)


BATCHES = ("import", "detected")
"""What changes the facts, each under a batch of its own."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of the store: everything up to these numbers had happened, and nothing after."""

    batch: int
    """The newest import or run of detection; 0 before the first."""
    event: int
    """The newest label event; 0 before the first."""
    policy: int | None
    """The policy version in force for every data set; None where each had its own."""
    verified: Upto = NOTHING_YET
    """The newest entries of the records of verification."""


def moment_at(connection: Connection, at: str) -> Moment:
    """The state at a time, what happened at that very time included.

    Args:
        connection: The database.
        at: UTC, in the notation of the record.
    """
    newest = select(func.coalesce(func.max(_EVENT.c.number), 0)).where(_EVENT.c.at <= at)
    event = int(connection.execute(newest).scalar_one())
    imported, chosen = _newest(connection, BATCHES, at), _newest(connection, ("policy chosen",), at)
    state = Moment(imported.get("batch", 0), event, chosen.get("version"))
    for action in VERIFYING:
        state = verified_by(state, action, _newest(connection, (action,), at))
    return state


def _newest(connection: Connection, actions: Sequence[str], at: str) -> dict[str, Any]:
    query = select(_AUDIT.c.detail).where(_AUDIT.c.action.in_(actions), _AUDIT.c.at <= at)
    detail = connection.execute(query.order_by(_AUDIT.c.number.desc()).limit(1)).scalar()
    return {} if detail is None else dict(json.loads(detail))


VERIFYING = {
    "citations checked": "check",
    "files attached": "attachment",
    "file detached": "attachment",
    "meaning judged": "judgement",
}
"""What the audit record calls a deed of verification -> which record it adds to."""


def verified_by(state: Moment, action: str, detail: Mapping[str, Any]) -> Moment:
    """The state after a deed of verification, whose detail says up to where its record goes."""
    name = VERIFYING[action]
    newest = max(getattr(state.verified, name), detail.get(name, 0))
    return replace(state, verified=replace(state.verified, **{name: newest}))


def policy_then(connection: Connection, dataset: int, moment: Moment) -> Policy:
    """The policy in force for a data set at a moment."""
    if moment.policy is not None:
        query = select(_POLICY.c.settings).where(_POLICY.c.version == moment.policy)
    else:
        query = select(_BATCH.c.policy).where(_BATCH.c.dataset == dataset, _BATCH.c.number <= moment.batch)
        query = query.order_by(_BATCH.c.number.desc()).limit(1)
    settings = connection.execute(query).scalar()
    return Policy() if settings is None else policy_from_dict(json.loads(settings))


def claim_ever(connection: Connection, uid: str) -> tuple[int, int]:
    """Numbers of a claim and its data set, whether or not the newest data still have it.

    Raises:
        UnknownId: There never was one.
    """
    dataset, identifier = split_uid(uid)
    query = select(_CLAIM.c.number, _CLAIM.c.dataset).join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
    row = connection.execute(query.where(_DATASET.c.name == dataset, _CLAIM.c.key == key_of(identifier))).one_or_none()
    if row is None:
        raise UnknownId("claim", uid)
    return row.number, row.dataset


class PastReader(StandingReader):
    """Reads dossiers as they stood at a moment."""

    def __init__(self, connection: Connection, moment: Moment, promote: Promote | None, texts: bool = True) -> None:
        super().__init__(connection, promote, texts)
        self.moment = moment

    def _upto(self) -> Upto | None:
        return self.moment.verified

    def _running(self, table: Table) -> ColumnElement[bool]:
        batch = self.moment.batch
        return (table.c.since <= batch) & (table.c.until.is_(None) | (table.c.until > batch))

    def _upstream(self, sources: Collection[int]) -> set[int]:
        found = set(sources)
        fresh = set(sources)
        while fresh:
            query = select(_EDGE.c.upstream).where(among(self.connection, _EDGE.c.source, fresh), self._running(_EDGE))
            further = set(self.connection.execute(query).scalars()) | along_drawn(self.connection, fresh)
            fresh = (further | along_merged(self.connection, fresh, self.moment.event)) - found
            found |= fresh
        return found

    def _links(self, sources: Collection[int]) -> list[tuple[int, int]]:
        return links_of(self.connection, sources, self.moment.event) if sources else []

    def _policy(self, dataset: int) -> Policy:
        return policy_then(self.connection, dataset, self.moment)

    def _events(self, sources: Collection[int]) -> dict[int, list[Row[Any]]]:
        until = self.moment.event
        return {
            source: [row for row in rows if row.number <= until] for source, rows in super()._events(sources).items()
        }


def dossier_then(
    connection: Connection, uid: str, moment: Moment, promote: Promote | None, *, texts: bool = True
) -> tuple[Dossier, Policy]:
    """A claim as it stood at a moment, with the policy of that time.

    Raises:
        UnknownId: There was no such claim then.
    """
    claim, dataset = claim_ever(connection, uid)
    found = PastReader(connection, moment, promote, texts).read([claim])
    if not found:
        raise UnknownId("claim of that day", uid)
    return found[0], policy_then(connection, dataset, moment)
