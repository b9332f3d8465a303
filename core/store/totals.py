"""The headline figures of everything under review, and what the overview's charts are drawn from."""

from collections.abc import Sequence
from itertools import pairwise
from types import MappingProxyType

from sqlalchemy import Connection, Integer, case, cast, func, select

from core.errors import InvalidParameter
from core.results import ClaimSummary, Dataset, Mean, Overview
from core.states import Decision
from core.store.events import event_of
from core.store.in_force import undone
from core.store.lists import summaries_of
from core.store.marks import MERGE, RETRACTION, is_mark
from core.store.record_tables import ClaimSummaryRow, LabelEventRow, LedgerRow
from core.store.tables import AnswerVersionRow, DatasetRow, DocumentRow, ImportBatchRow, table_of
from core.store.verdict_rows import tally

_SUMMARY, _EVENT, _LEDGER = table_of(ClaimSummaryRow), table_of(LabelEventRow), table_of(LedgerRow)
_DATASET, _BATCH = table_of(DatasetRow), table_of(ImportBatchRow)


def overview(connection: Connection, rule: str | None = None) -> Overview:
    """Every headline figure with its own n; under no rule, every claim is undecided."""
    s = _SUMMARY.c
    items = s["items"]
    with_evidence, counted = s.evidence > 0, items > 0
    row = connection.execute(
        select(
            func.count().label("claims"),
            func.count(case((with_evidence, 1))).label("with_evidence"),
            func.coalesce(func.sum(s.evidence), 0).label("evidence"),
            func.coalesce(func.sum(s.unknown), 0).label("unknown"),
            func.coalesce(func.sum(items), 0).label("items"),
            func.avg(case((with_evidence, s.naive))).label("naive"),
            func.avg(case((with_evidence, s.aware))).label("aware"),
            func.count(s.inflation).label("inflated"),
            func.avg(s.inflation).label("inflation"),
            func.count(case((counted, 1))).label("counted"),
            func.avg(case((counted, 1.0 - s.sources * 1.0 / items))).label("duplicates"),
            func.coalesce(func.sum(cast(s.alert, Integer)), 0).label("alerts"),
        )
    ).one()
    decisions = {decision.value: 0 for decision in Decision}
    decisions |= {d: n for d, n in connection.execute(select(s.decision, func.count()).group_by(s.decision))}
    return Overview(
        answers=_current(connection, AnswerVersionRow),
        claims=row.claims,
        claims_with_evidence=row.with_evidence,
        evidence=int(row.evidence),
        sources=_current(connection, DocumentRow),
        unknown_items=int(row.unknown),
        counted_items=int(row.items),
        mean_naive=Mean(row.naive, row.with_evidence, row.claims),
        mean_aware=Mean(row.aware, row.with_evidence, row.claims),
        mean_inflation=Mean(row.inflation, row.inflated, row.claims),
        mean_duplicate_fraction=Mean(_number(row.duplicates), row.counted, row.claims),
        alerts=int(row.alerts),
        decisions=MappingProxyType(decisions),
        human_labels=human_labels(connection),
        tally=tally(connection, rule or ""),
    )


def _number(value: object) -> float | None:
    return None if value is None else float(value)  # type: ignore[arg-type]


def _current(connection: Connection, row: type[AnswerVersionRow] | type[DocumentRow]) -> int:
    table = table_of(row)
    return int(connection.execute(select(func.count()).select_from(table).where(table.c.until.is_(None))).scalar_one())


def human_labels(connection: Connection) -> int:
    """Labels and verdicts that people gave and did not take back."""
    said = (_EVENT.c.undoes.is_(None), _EVENT.c.kind.not_in((MERGE, RETRACTION)))
    given = connection.execute(select(func.count()).select_from(_EVENT).where(*said)).scalar_one()
    undos = connection.execute(select(_EVENT).where(_EVENT.c.undoes.is_not(None)))
    taken = [event for row in undos if not is_mark(event := event_of(row._asdict()))]
    own = {event.number for event in taken}
    return int(given) - len(undone(taken) - own)


def scatter(connection: Connection, limit: int) -> tuple[ClaimSummary, ...]:
    """A sample of claims that is even over all of them and the same every time."""
    if limit < 0:
        raise InvalidParameter("limit", limit, "a whole number from 0 on")
    query = select(_SUMMARY.c.claim).order_by(_SUMMARY.c.bucket, _SUMMARY.c.claim).limit(limit)
    return summaries_of(connection, connection.execute(query).scalars().all())


def inflation_counts(connection: Connection, edges: Sequence[float]) -> tuple[int, ...]:
    """How many claims have an inflation ratio in each bin; a bin has its lower edge, the last one both.

    Raises:
        InvalidParameter: Fewer than two edges, or not in rising order.
    """
    if len(edges) < 2 or any(low >= high for low, high in pairwise(edges)):
        raise InvalidParameter("edges", tuple(edges), "at least two numbers in rising order")
    ratio = _SUMMARY.c.inflation
    counts = []
    for number, (low, high) in enumerate(pairwise(edges), 2):
        upper = ratio <= high if number == len(edges) else ratio < high
        query = select(func.count()).select_from(_SUMMARY).where(ratio >= low, upper)
        counts.append(int(connection.execute(query).scalar_one()))
    return tuple(counts)


def datasets(connection: Connection) -> tuple[Dataset, ...]:
    """Every data set, in the order of arrival."""
    grouped = select(_SUMMARY.c.dataset, func.count()).group_by(_SUMMARY.c.dataset)
    counts = {dataset: count for dataset, count in connection.execute(grouped)}
    return tuple(
        Dataset(row.name, row.format, row.file, row.about, counts.get(row.number, 0), row.imported_at)
        for row in connection.execute(select(_DATASET).order_by(_DATASET.c.number))
    )


def revision(connection: Connection) -> int:
    """A number that grows with every change of facts, labels, policies or figures."""
    ledger = connection.execute(select(func.coalesce(func.sum(_LEDGER.c.count), 0))).scalar_one()
    return int(ledger)
