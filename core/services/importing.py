"""Bringing a file in: report on it, store it whole or not at all."""

import dataclasses
from collections.abc import Callable, Mapping

from core.deliveries import ImportLine, UndoEffect, UndoneImport
from core.fingerprint import digest_bytes
from core.importers import recognised
from core.importers.sample import Sample
from core.results import ImportReport
from core.services.mapping_memory import columns_for
from core.services.parts_in_packages import take_stated_parts
from core.services.permission import allow
from core.services.reading import report_of
from core.services.workspace import Workspace
from core.work import Person, Role

PACKAGE = "package"
"""The format that brings what people stated of parts."""
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
        mapping: Our field -> column, for tables; an empty column leaves a field out. It is kept for the next table with
            the same header, which is read with it where nothing else is given.
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


def imports(workspace: Workspace, dataset: str | None = None) -> tuple[ImportLine, ...]:
    """Every import into one data set or all, newest first; a file stored in parts is one."""
    return workspace.store.imports(dataset)


def undo_effect(workspace: Workspace, batch: int) -> UndoEffect:
    """What taking an import back would remove and restore, and the human work that hangs on what would leave.

    Raises:
        UnknownId: There is no such import.
        StaleVersion: Another import into its data set came after it.
    """
    return workspace.store.undo_effect(batch)


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
    sample = Sample(data, name)
    importer = recognised(sample, format)
    columns = columns_for(workspace, importer, sample, mapping)
    imported = importer.read(sample, dataset=dataset, mapping=columns.mapping, progress=progress)
    found = report_of(imported, name)
    found = dataclasses.replace(found, notices=(*found.notices, *columns.notices))
    if dry_run or (imported.problems and not good_rows):
        return found
    stored = workspace.store.import_case(
        imported.case,
        file=name,
        file_digest=digest_bytes(data),
        format=imported.format,
        by=by,
        progress=progress,
        noted=columns.noted,
    )
    stated = take_stated_parts(workspace, stored.dataset, data, by=by) if imported.format == PACKAGE else ()
    return dataclasses.replace(
        stored,
        counts=found.counts,
        problems=imported.problems,
        notices=(*found.notices, *stated),
        capability_limits=found.capability_limits,
    )
