"""Judgements of meaning: those that came with the data and those recorded here, side by side."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from core.checked import JudgeKind, RecordedJudgement
from core.errors import UnknownId
from core.store.check_tables import RecordedJudgementRow
from core.store.events import remember_reviewer
from core.store.identity import claim_named
from core.store.number_sets import among
from core.store.reach import running as current
from core.store.said import Said
from core.store.standing_checks import Running, Upto
from core.store.tables import CitationRow, ClaimRow, DatasetRow, EvidenceRow, JudgementRow, table_of
from core.store.versions import next_number

_IMPORTED, _RECORDED = table_of(JudgementRow), table_of(RecordedJudgementRow)
_CLAIM, _DATASET = table_of(ClaimRow), table_of(DatasetRow)
_CITATION, _EVIDENCE = table_of(CitationRow), table_of(EvidenceRow)


@dataclass(frozen=True, slots=True)
class NewJudgement:
    """A judgement to be recorded."""

    claim_uid: str
    citation_id: str | None
    evidence_id: str | None
    axis: str
    value: str
    model: str | None
    rubric: str
    calibration: str


def append_judgement(connection: Connection, new: NewJudgement, said: Said) -> tuple[RecordedJudgement, int]:
    """Record a judgement; returns it with the number of its claim.

    Raises:
        UnknownId: There is no such claim, or it has no such citation or passage.
    """
    claim = claim_named(connection, new.claim_uid)
    for table, kind, identifier in (
        (_CITATION, "citation", new.citation_id),
        (_EVIDENCE, "passage", new.evidence_id),
    ):
        query = select(table.c.number).where(table.c.claim == claim.number, table.c.id == identifier, current(table))
        if identifier is not None and connection.execute(query).scalar() is None:
            raise UnknownId(kind, identifier)
    row = {
        "number": next_number(connection, _RECORDED),
        "at": said.at,
        "by": said.by,
        "dataset": claim.dataset,
        "claim": claim.number,
        **{name: getattr(new, name) for name in ("citation_id", "evidence_id", "axis", "value", "model")},
        **{"rubric": new.rubric, "calibration": new.calibration, "reason": said.reason},
    }
    connection.execute(insert(_RECORDED), row)
    remember_reviewer(connection, said.by, said.at)
    query = _recorded().where(_RECORDED.c.number == row["number"])
    return _of_recorded(connection.execute(query).one()), claim.number


def newest_judgement(connection: Connection) -> int:
    """Number of the newest judgement recorded here; 0 for none."""
    return int(connection.execute(select(func.coalesce(func.max(_RECORDED.c.number), 0))).scalar_one())


def judgements_of(
    connection: Connection, claims: Collection[int], running: Running = current, upto: Upto | None = None
) -> dict[str, list[RecordedJudgement]]:
    """Everything said of the meaning of these claims, by uid, oldest first; what says no time comes before all."""
    found: dict[str, list[RecordedJudgement]] = {}
    imported = (
        select(_IMPORTED, _CLAIM.c.id.label("claim_id"), _DATASET.c.name.label("dataset_name"))
        .join(_CLAIM, _CLAIM.c.number == _IMPORTED.c.claim)
        .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
        .where(among(connection, _IMPORTED.c.claim, claims), running(_IMPORTED))
        .order_by(_IMPORTED.c.place)
    )
    for row in connection.execute(imported):
        said = _of_imported(row)
        found.setdefault(said.claim_uid, []).append(said)
    recorded = _recorded().where(among(connection, _RECORDED.c.claim, claims)).order_by(_RECORDED.c.number)
    if upto is not None:
        recorded = recorded.where(_RECORDED.c.number <= upto.judgement)
    for row in connection.execute(recorded):
        said = _of_recorded(row)
        found.setdefault(said.claim_uid, []).append(said)
    for of_claim in found.values():
        of_claim.sort(key=lambda judgement: _when(judgement.at))
    return found


def _recorded() -> Any:
    query = select(_RECORDED, _CLAIM.c.id.label("claim_id"), _DATASET.c.name.label("dataset_name"))
    query = query.join(_CLAIM, _CLAIM.c.number == _RECORDED.c.claim)
    return query.join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)


def _of_imported(row: Row[Any]) -> RecordedJudgement:
    return RecordedJudgement(
        id=row.id,
        claim_uid=f"{row.dataset_name}:{row.claim_id}",
        citation_id=None,
        evidence_id=row.evidence_id,
        axis=row.axis,
        value=row.value,
        judge=row.judge,
        kind=JudgeKind.IMPORTED,
        model=row.model,
        rubric=row.rubric or "",
        calibration="",
        reason="",
        at=row.at or "",
    )


def _of_recorded(row: Row[Any]) -> RecordedJudgement:
    return RecordedJudgement(
        id=f"recorded-{row.number}",
        claim_uid=f"{row.dataset_name}:{row.claim_id}",
        citation_id=row.citation_id,
        evidence_id=row.evidence_id,
        axis=row.axis,
        value=row.value,
        judge=row.by,
        kind=JudgeKind.PERSON,
        model=row.model,
        rubric=row.rubric,
        calibration=row.calibration,
        reason=row.reason,
        at=row.at,
    )


def _when(at: str) -> datetime:
    try:
        when = datetime.fromisoformat(at)
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
