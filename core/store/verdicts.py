"""What people said of proposals, and what was learnt from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from core.states import EdgeStatus
from core.store.events import events_of
from core.store.in_force import edge_standing
from core.store.lineage_basis import dataset_named
from core.store.lineage_tables import CalibrationRow, ProposalRow
from core.store.question_keys import pair_key
from core.store.reach import running
from core.store.said import Said
from core.store.tables import EdgeRow, table_of
from core.store.versions import next_number
from core.store.work_tables import DrawnEdgeRow

_PROPOSAL, _EDGE, _DRAWN = table_of(ProposalRow), table_of(EdgeRow), table_of(DrawnEdgeRow)
_CALIBRATION = table_of(CalibrationRow)


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal that people confirmed or rejected."""

    rule: str
    rules: tuple[str, ...]
    confirmed: bool
    probability: float
    """As it was shown."""
    shared: int | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Every verdict on proposals."""

    judged: tuple[Judged, ...]
    open: Mapping[str, int]
    """Rule -> open proposals it leads."""
    drawn: int
    """Pairs that people drew an edge between and no rule had proposed."""


def read(connection: Connection, dataset: str | None) -> Verdicts:
    """The verdicts on one data set or on all; those on evidence that has been replaced since count too.

    Raises:
        UnknownId: There is no such data set.
    """
    number = None if dataset is None else dataset_named(connection, dataset)
    own = [] if number is None else [_PROPOSAL.c.dataset == number]
    query = select(_PROPOSAL).where(_PROPOSAL.c.status != "open", *own).order_by(_PROPOSAL.c.edge)
    rows = connection.execute(query).all()
    judged = tuple(
        Judged(row.rule, tuple(row.rules.strip("|").split("|")), row.status == "confirmed", row.probability, row.shared)
        for row in rows
    )
    waiting = (
        select(_PROPOSAL.c.rule, func.count())
        .join(_EDGE, _EDGE.c.number == _PROPOSAL.c.edge)
        .where(_PROPOSAL.c.status == "open", running(_EDGE), *own)
        .group_by(_PROPOSAL.c.rule)
    )
    known = {(row.dataset, row.pair) for row in rows}
    return Verdicts(
        judged, {rule: int(n) for rule, n in connection.execute(waiting)}, _drawn(connection, number, known)
    )


def _drawn(connection: Connection, dataset: int | None, known: set[tuple[int, str]]) -> int:
    query = select(_DRAWN.c.dataset, _DRAWN.c.id, _DRAWN.c.source)
    if dataset is not None:
        query = query.where(_DRAWN.c.dataset == dataset)
    pairs = set()
    for row in connection.execute(query).all():
        ends = row.id.split("\x1f")
        pair = row.dataset, pair_key(ends[0], ends[1])
        found = edge_standing(event for event in events_of(connection, row.source) if event.edge_key == row.id)
        if pair not in known and found is not None and found.event.edge_status is EdgeStatus.CONFIRMED:
            pairs.add(pair)
    return len(pairs)


def save_calibration(
    connection: Connection, dataset: str | None, settings: str, version: str, verdicts: int, said: Said
) -> None:
    """Keep what was learnt; it is in force from then on.

    Raises:
        UnknownId: There is no such data set.
    """
    row = {
        "number": next_number(connection, _CALIBRATION),
        "dataset": None if dataset is None else dataset_named(connection, dataset),
        "version": version,
        "settings": settings,
        "verdicts": verdicts,
        "notice": said.reason,
        "by": said.by,
        "at": said.at,
    }
    connection.execute(insert(_CALIBRATION), row)
