"""Bringing a file in: report on it, store it whole or not at all."""

import dataclasses
from collections.abc import Callable, Mapping

from core.fingerprint import digest_bytes
from core.importers import read
from core.results import ImportReport
from core.services.permission import allow
from core.services.reading import report_of
from core.services.workspace import Workspace
from core.store.undoing import UndoneImport
from core.work import Person, Role

Progress = Callable[[int, int | None], None]


def import_file(
    workspace: Workspace,
    data: bytes,
    name: str,
    *,
    by: Person,
    format: str | None = None,
    dataset: str | None = None,
    mapping: Mapping[str, str] | None = None,
    good_rows: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Read a file and store what it brings.

    Args:
        workspace: Where to.
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
        PermissionDenied: A reader may not.
    """
    person = allow(workspace, by, Role.REVIEWER, "import files")
    return store_file(workspace, data, name, person, format, dataset, mapping, good_rows, dry_run, progress)


def undo_import(workspace: Workspace, batch: int, *, by: Person) -> UndoneImport:
    """Take the newest import into a data set back; what people labelled and judged stays.

    Args:
        workspace: Where.
        batch: The number of the import, as its report names it.
        by: Who takes it back.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
        PermissionDenied: A reader may not.
    """
    return workspace.store.undo_import(batch, by=allow(workspace, by, Role.REVIEWER, "take imports back"))


def store_file(
    workspace: Workspace,
    data: bytes,
    name: str,
    by: str,
    format: str | None = None,
    dataset: str | None = None,
    mapping: Mapping[str, str] | None = None,
    good_rows: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Read a file and store what it brings, under a name that may."""
    imported = read(data, name, format=format, dataset=dataset, mapping=mapping, progress=progress)
    found = report_of(imported, name)
    if dry_run or (imported.problems and not good_rows):
        return found
    stored = workspace.store.import_case(
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
