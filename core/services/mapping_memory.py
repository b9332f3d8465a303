"""Columns of a table as somebody mapped them before: the same header finds its mapping again."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.deliveries import NOTHING_NOTED, Noted, RememberedMapping
from core.importers.columns import suggest_mapping
from core.importers.csv_table import NUMBERED, TableImporter
from core.importers.sample import Sample
from core.importers.types import Importer
from core.model import Notice
from core.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Columns:
    """The mapping that a table is read with, and where it comes from."""

    mapping: Mapping[str, str] | None
    remembered: RememberedMapping | None = None
    noted: Noted = NOTHING_NOTED
    """What is kept for the next table with this header."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What to say of it in the report."""
        if self.remembered is None or self.noted is not NOTHING_NOTED:
            return ()
        said = f"as {self.remembered.by} mapped them on {self.remembered.at[:10]} (import {self.remembered.batch})"
        return (Notice("remembered-columns", f"the columns are read {said}; a mapping of your own takes their place"),)


def remembered_mapping(workspace: Workspace, columns: tuple[str, ...]) -> RememberedMapping | None:
    """How somebody mapped the columns of a table with this header last, in whatever order they stand."""
    return workspace.store.remembered_mapping(columns) if columns else None


def columns_for(workspace: Workspace, importer: Importer, sample: Sample, mapping: Mapping[str, str] | None) -> Columns:
    """The mapping to read a file with: the one given, else the remembered one, else None for the suggestion.

    Raises:
        ImportFailed: The table cannot be read.
    """
    if not isinstance(importer, TableImporter):
        return Columns(mapping)
    header = importer.header(sample)
    remembered = remembered_mapping(workspace, header)
    if mapping is None:
        return Columns(None if remembered is None else remembered.mapping, remembered)
    known = suggest_mapping(header) if remembered is None else remembered.mapping
    numbered = any(NUMBERED.fullmatch(column) and column not in header for column in mapping.values())
    if numbered or dict(mapping) == dict(known):
        return Columns(mapping, remembered)
    return Columns(mapping, remembered, Noted(columns=header, mapping=mapping))
