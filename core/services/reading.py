"""Looking at a file without storing anything."""

import dataclasses
from collections.abc import Mapping
from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import Any

from core.errors import ImportFailed
from core.importers import read
from core.importers.types import Imported
from core.model import Case
from core.results import ImportReport, Preview

PREVIEW_ROWS = 20
TABLES = ("answers", "claims", "evidence", "citations", "sources", "edges", "judgements", "labels")
"""What an import report counts, each a field of the case."""


def report_of(imported: Imported, name: str) -> ImportReport:
    """What a file brings, before anything is stored."""
    case = imported.case
    return ImportReport(
        file=name,
        format=imported.format,
        dataset=case.dataset,
        counts=MappingProxyType({table: len(rows) for table, rows in tables_of(case).items()}),
        problems=imported.problems,
        notices=case.notices,
        capability_limits=imported.capability_limits,
    )


def tables_of(case: Case) -> dict[str, tuple[Any, ...]]:
    """The facts of a case by the names the import report counts them under."""
    return {table: getattr(case, table) for table in TABLES}


def preview_file(
    data: bytes, name: str, *, format: str | None = None, mapping: Mapping[str, str] | None = None
) -> Preview:
    """The first rows of a file as they would be stored, and the report an import would give.

    Raises:
        ImportFailed: Nothing of the file can be used.
    """
    return preview_of(read(data, name, format=format, mapping=mapping), name)


def preview_of(imported: Imported, name: str) -> Preview:
    """The first rows of what was read, and the report an import would give."""
    return Preview(
        format=imported.format,
        reasons=imported.reasons,
        tables=MappingProxyType(
            {
                table: tuple(_plain(row) for row in islice(rows, PREVIEW_ROWS))
                for table, rows in tables_of(imported.case).items()
                if rows
            }
        ),
        report=report_of(imported, name),
        columns=imported.columns,
    )


def _plain(row: Any) -> MappingProxyType[str, Any]:
    """A fact as field -> value; what has no place of its own stands under its own name."""
    values = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    extra = values.pop("extra", {})
    return MappingProxyType(
        {
            **{name: value.value if isinstance(value, Enum) else value for name, value in values.items()},
            **{f"extra.{name}": value for name, value in extra.items()},
        }
    )


def read_whole(data: bytes, name: str, *, format: str | None = None) -> Imported:
    """Read a file that must be free of problems.

    Raises:
        ImportFailed: It has any; all are named.
    """
    imported = read(data, name, format=format)
    if imported.problems:
        raise ImportFailed(imported.problems)
    return imported


def refused(name: str, error: ImportFailed) -> ImportReport:
    """The report of a file of which nothing can be used."""
    return ImportReport(name, "", "", MappingProxyType(dict.fromkeys(TABLES, 0)), problems=error.problems)


def report_as_json(report: ImportReport) -> dict[str, Any]:
    """An import report as plain JSON values: counts at the top level, every problem with its place."""
    plain = {field.name: getattr(report, field.name) for field in dataclasses.fields(report)}
    del plain["counts"]
    plain["problems"] = [dataclasses.asdict(problem) for problem in report.problems]
    plain["notices"] = [dataclasses.asdict(notice) for notice in report.notices]
    return {"format": plain.pop("format"), **report.counts, **plain}
