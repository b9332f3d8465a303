"""What taking an import back would do, without doing it, and the human work that hangs on what would leave."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, or_, select

from core.deliveries import UndoEffect
from core.store.batches import gathered, lines
from core.store.check_tables import AttachmentRow, RecordedJudgementRow
from core.store.decision_tables import FacetStatementRow
from core.store.number_sets import among, named
from core.store.record_tables import DecisionRow, LabelEventRow
from core.store.tables import AnswerRow, ClaimRow, DatasetRow, table_of
from core.store.undoing import SHELVES, brought, replaced, undoable
from core.store.verbatim import key_of

_EVENT, _DECISION, _JUDGEMENT = table_of(LabelEventRow), table_of(DecisionRow), table_of(RecordedJudgementRow)
_ATTACHMENT, _STATEMENT = table_of(AttachmentRow), table_of(FacetStatementRow)
_DATASET, _CLAIM, _ANSWER = table_of(DatasetRow), table_of(ClaimRow), table_of(AnswerRow)


def effect_of(connection: Connection, number: int) -> UndoEffect:
    """What taking an import back would do.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
    """
    own = undoable(connection, number)
    gone: dict[str, set[Any]] = {}
    removed, restored = dict[str, int](), dict[str, int]()
    for shelf in SHELVES:
        back = {getattr(row, shelf.key) for row in replaced(connection, shelf, own)}
        gone[shelf.kind] = {row[1] for row in brought(connection, shelf, own)} - back
        removed[shelf.kind], restored[shelf.kind] = len(gone[shelf.kind]), len(back)
    dataset = own.rows[-1].dataset
    line = next(line for line in lines(connection, gathered(connection, dataset)) if line.batch == own.numbers[-1])
    return UndoEffect(
        line=line,
        removed=MappingProxyType({kind: count for kind, count in removed.items() if count}),
        restored=MappingProxyType({kind: count for kind, count in restored.items() if count}),
        kept=MappingProxyType(_kept(connection, dataset, gone)),
    )


def _kept(connection: Connection, dataset: int, gone: dict[str, set[Any]]) -> dict[str, int]:
    claims, sources = gone["claims"], gone["sources"]
    of_claims = among(connection, _EVENT.c.claim, claims)
    counts = {
        "labels": _count(connection, _EVENT, or_(among(connection, _EVENT.c.source, sources), of_claims)),
        "judgements": _count(connection, _JUDGEMENT, among(connection, _JUDGEMENT.c.claim, claims)),
        "signed decisions": _signed(connection, dataset, claims, gone["answers"]),
        "stated parts": _count(connection, _STATEMENT, among(connection, _STATEMENT.c.claim, claims)),
        "attached files": _count(connection, _ATTACHMENT, among(connection, _ATTACHMENT.c.source, sources)),
    }
    return {kind: count for kind, count in counts.items() if count}


def _signed(connection: Connection, dataset: int, claims: Iterable[int], answers: Iterable[int]) -> int:
    if not connection.execute(select(_DECISION.c.number).limit(1)).all():
        return 0
    name = connection.execute(select(_DATASET.c.name).where(_DATASET.c.number == dataset)).scalar_one()
    total = 0
    for kind, table, numbers in (("claim", _CLAIM, claims), ("answer", _ANSWER, answers)):
        ids = connection.execute(select(table.c.id).where(among(connection, table.c.number, numbers))).scalars()
        keys = [key_of(f"{name}:{identifier}") for identifier in ids]
        of_kind = (_DECISION.c.kind == kind, named(connection, _DECISION.c.subject_key, keys))
        total += _count(connection, _DECISION, *of_kind)
    return total


def _count(connection: Connection, table: Table, *conditions: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one())
