"""Tables as CSV: all of them in a ZIP, or one alone."""

import csv
import io
import zipfile
from collections.abc import Iterable
from contextlib import ExitStack
from typing import BinaryIO

from core.exporters.cells import cell
from core.exporters.spool import Spool
from core.exporters.tables import TABLES, Rows, Table, Value, about
from core.exporters.types import Delivery

BOM = b"\xef\xbb\xbf"
"""Tells spreadsheet programs that the text is UTF-8."""


class CsvExporter:
    """Every table, one file each, with a table that says where they come from."""

    NAME = "csv"
    MEDIA = "application/zip"
    SUFFIX = ".zip"
    SAYS = "tables as CSV in a ZIP: claims, evidence, sources, edges, lineages, citations, history"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write all tables."""
        rows = Rows()
        with ExitStack() as opened, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            kept = {
                name: opened.enter_context(_Csv([column.name for column in table.columns]))
                for name, table in TABLES.items()
            }
            for exhibit in delivery.exhibits():
                for name, table in TABLES.items():
                    kept[name].add(rows.of(table, exhibit))
            with _Csv(["what", "value"]) as first:
                first.add(about(delivery))
                first.into(archive, "about.csv")
            for name, written in kept.items():
                written.into(archive, f"{name}.csv")


class OneCsvExporter:
    """One table alone; every row says where it comes from."""

    MEDIA = "text/csv"
    SUFFIX = ".csv"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.NAME = f"{table.name}-csv"
        self.SAYS = f"the table of {table.name} alone, as CSV"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the table."""
        imprint = delivery.imprint
        tail = ["policy_sha256", "rule_sha256", "version", "engine", "exported_by", "exported_at", "exported_what"]
        digests = {name: facts.in_force.policy.digest for name, facts in delivery.datasets.items()}
        rule = delivery.rule.digest if delivery.rule is not None else None
        rows = Rows()
        with _Csv([*(column.name for column in self.table.columns), *tail]) as written:
            for exhibit in delivery.exhibits():
                digest = digests[exhibit.dossier.dataset]
                from_here = (digest, rule, imprint.version, imprint.engine, imprint.by, imprint.at, imprint.what)
                written.add((*row, *from_here) for row in rows.of(self.table, exhibit))
            written.copy_to(out)


class _Csv(Spool):
    """A table being written."""

    def __init__(self, header: list[str]) -> None:
        super().__init__()
        self.kept.write(BOM)
        self.add([header])

    def add(self, rows: Iterable[Iterable[Value]]) -> None:
        lines = io.StringIO(newline="")
        csv.writer(lines, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)
        self.kept.write(lines.getvalue().encode("utf-8"))

    def into(self, archive: zipfile.ZipFile, name: str) -> None:
        with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
            self.copy_to(member)
