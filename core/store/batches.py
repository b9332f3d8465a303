"""The imports on record: which file came when, which of them are parts of one, and what took what back."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Row, select

from core.deliveries import ImportLine, RememberedMapping, headers_digest
from core.store.detected import FORMAT as DETECTION
from core.store.tables import DatasetRow, ImportBatchRow, table_of

_DATASET, _BATCH = table_of(DatasetRow), table_of(ImportBatchRow)
_COLUMNS = ("number", "dataset", "file", "format", "by", "at", "report")
_FIGURES = ("added", "changed", "removed")


@dataclass(slots=True)
class Batches:
    """The batches of one import, oldest first."""

    rows: list[Row[Any]]
    reports: list[dict[str, Any]]
    newest: bool = True

    @property
    def numbers(self) -> list[int]:
        """Their numbers."""
        return [row.number for row in self.rows]

    @property
    def undoes(self) -> int | None:
        """The import that it took back."""
        return self.reports[-1].get("undone")


def gathered(connection: Connection, dataset: int | None = None) -> list[Batches]:
    """Every import into one data set or all, oldest first; the parts of one file are one import."""
    query = select(*(_BATCH.c[name] for name in _COLUMNS)).where(_BATCH.c.format != DETECTION).order_by(_BATCH.c.number)
    if dataset is not None:
        query = query.where(_BATCH.c.dataset == dataset)
    found: list[Batches] = []
    newest: dict[int, Batches] = {}
    for row in connection.execute(query):
        report = json.loads(row.report) if row.report else {}
        last, part = newest.get(row.dataset), report.get("part_of")
        if last is not None and part is not None and last.reports[-1].get("part_of") == part:
            last.rows.append(row)
            last.reports.append(report)
            continue
        if last is not None:
            last.newest = False
        newest[row.dataset] = Batches([row], [report])
        found.append(newest[row.dataset])
    return found


def lines(connection: Connection, found: Sequence[Batches]) -> tuple[ImportLine, ...]:
    """The imports in words and figures, newest first."""
    names = {number: name for number, name in connection.execute(select(_DATASET.c.number, _DATASET.c.name))}
    undone = _undone(found)
    made = [_line(batches, names[batches.rows[-1].dataset], undone) for batches in found]
    return tuple(sorted(made, key=lambda line: -line.batch))


def _undone(found: Iterable[Batches]) -> dict[int, int]:
    """Import -> the undoing that stands against it; an undoing taken back in its turn stands no more."""
    undone: dict[int, int] = {}
    for batches in found:
        if batches.undoes is not None:
            undone[batches.undoes] = batches.rows[-1].number
    return {number: by for number, by in undone.items() if by not in undone}


def _line(batches: Batches, dataset: str, undone: dict[int, int]) -> ImportLine:
    last = batches.rows[-1]
    counts: dict[str, int] = {}
    for report in batches.reports:
        for kind, count in report.get("counts", {}).items():
            counts[kind] = counts.get(kind, 0) + count
    figures = {name: sum(report.get(name, 0) for report in batches.reports) for name in _FIGURES}
    if batches.undoes is not None:
        figures["added"] = batches.reports[-1].get("restored", 0)
    return ImportLine(
        batch=last.number,
        dataset=dataset,
        file=last.file,
        format=last.format,
        by=last.by,
        at=last.at,
        counts=MappingProxyType(counts),
        parts=len(batches.rows),
        undoes=batches.undoes,
        undone_by=next((undone[number] for number in batches.numbers if number in undone), None),
        newest=batches.newest,
        **figures,
    )


def mapping_of(connection: Connection, columns: tuple[str, ...]) -> RememberedMapping | None:
    """How the columns of a table with this header were mapped last."""
    wanted = headers_digest(columns)
    query = select(_BATCH.c.number, _BATCH.c.by, _BATCH.c.at, _BATCH.c.report)
    query = query.where(_BATCH.c.report.contains(wanted, autoescape=True)).order_by(_BATCH.c.number.desc())
    for row in connection.execute(query):
        report = json.loads(row.report)
        if report.get("headers") == wanted:
            return RememberedMapping(MappingProxyType(dict(report["mapping"])), row.by, row.at, row.number)
    return None
