"""Bringing a file in: look at it, report on it, store it whole or not at all."""

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import Any

from core.errors import ImportFailed
from core.fingerprint import digest_bytes
from core.importers import read
from core.importers.types import Imported
from core.model import Case
from core.results import ImportReport, Preview
from core.store import Store

Progress = Callable[[int, int | None], None]

PREVIEW_ROWS = 20


def import_file(
    store: Store,
    data: bytes,
    name: str,
    *,
    by: str,
    format: str | None = None,
    dataset: str | None = None,
    mapping: Mapping[str, str] | None = None,
    good_rows: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Read a file and store what it brings.

    Args:
        store: Where to.
        data: The bytes of the file.
        name: Its name, as messages show it; it is never opened.
        by: Who imports.
        format: Read it as this format instead of detecting it.
        dataset: Name of the data set; else the file's own, else its name.
        mapping: Our field -> column, for tables.
        good_rows: Store the rows without problems although others have some.
        dry_run: Report only.
        progress: Called with the records done and, where known, how many there are.

    Returns:
        The report; ``stored`` is false where problems kept the file out.

    Raises:
        ImportFailed: Nothing of the file can be used.
    """
    imported = read(data, name, format=format, dataset=dataset, mapping=mapping, progress=progress)
    found = report_of(imported, name)
    if dry_run or (imported.problems and not good_rows):
        return found
    stored = store.import_case(
        imported.case,
        file=name,
        file_digest=digest_bytes(data),
        format=imported.format,
        by=by,
        progress=progress,
    )
    return dataclasses.replace(
        stored,
        counts=found.counts,
        problems=imported.problems,
        notices=found.notices,
        capability_limits=found.capability_limits,
    )


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
    return {
        "answers": case.answers,
        "claims": case.claims,
        "evidence": case.evidence,
        "citations": case.citations,
        "sources": case.sources,
        "edges": case.edges,
        "judgements": case.judgements,
        "labels": case.labels,
    }


def preview_file(
    data: bytes, name: str, *, format: str | None = None, mapping: Mapping[str, str] | None = None
) -> Preview:
    """The first rows of a file as they would be stored, and the report an import would give.

    Raises:
        ImportFailed: Nothing of the file can be used.
    """
    imported = read(data, name, format=format, mapping=mapping)
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
