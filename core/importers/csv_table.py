"""Tables as CSV, TSV, Excel or Parquet: a row is a claim with a passage or a list of them, a source or an edge."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.errors import ImportFailed
from core.importers.columns import FIELDS, known_columns, suggest_mapping, with_choices
from core.importers.dataset_names import choose_dataset
from core.importers.findings import Findings
from core.importers.limits import capability_limits
from core.importers.sample import Sample
from core.importers.sheet import read_sheet
from core.importers.table_rows import TableRows
from core.importers.table_text import Table, header_of, read_table
from core.importers.types import Detection, Imported, Progress
from core.model import Notice

_NEEDED = ("claim_text", "claim_id", "source_id")
NUMBERED = re.compile(r"column (\d+)")
"""What columns are called where a table has no header."""


class TableImporter(ABC):
    """Reads a table with a header; which column holds what can be chosen."""

    NAME = ""
    READS = ""

    @abstractmethod
    def holds(self, sample: Sample) -> bool:
        """Whether the file is a table of this kind."""

    @abstractmethod
    def header(self, sample: Sample) -> tuple[str, ...]:
        """The names of the columns."""

    @abstractmethod
    def table(self, sample: Sample) -> tuple[Table, tuple[Notice, ...]]:
        """The whole table, and what is to be said of it."""

    def detect(self, sample: Sample) -> Detection:
        """As sure as the share of the columns whose names are known."""
        if not self.holds(sample):
            return Detection(0.0, (f"not {self.READS}",))
        header = self.header(sample)
        known = known_columns(header)
        if known == 0 and len(header) < 2:
            return Detection(0.0, ("the first line has one column, of no known name",))
        if not any(field in suggest_mapping(header) for field in (*_NEEDED, "from")):
            return Detection(0.3, (f"a header of {len(header)} columns, of which no claim or source is known",))
        return Detection(0.6 + 0.3 * known / len(header), (f"{known} of {len(header)} columns have names we know",))

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read the table; see ``Importer.read``. Columns of a table without a header are chosen as ``column 1`` …"""
        findings = Findings(sample.name)
        table, notices = self.table(sample)
        table = _without_header(table, mapping or {})
        findings.problems.extend(table.problems)
        for notice in notices:
            findings.notice(notice.code, notice.message, row=notice.row, field=notice.field)
        used = with_choices(suggest_mapping(table.header), mapping or {})
        _check(table, used, findings)
        rows = TableRows(used, findings)
        for done, (row, cells) in enumerate(table.rows, 1):
            if _fits(table, cells, row, findings):
                rows.take(table.header, cells, row)
            if progress is not None and done % 1000 == 0:
                progress(done, len(table.rows))
        if progress is not None:
            progress(len(table.rows), len(table.rows))
        if not table.rows and not findings.problems:
            findings.problem("the table has a header and no rows", expected="rows", found="none", row=2)
        rows.intake.finish()
        facts = rows.intake.assembly
        case = facts.case(choose_dataset(dataset, None, sample.name, findings))
        if not (case.claims or case.sources or case.edges):
            raise ImportFailed(tuple(findings.problems))
        return Imported(
            case,
            self.NAME,
            tuple(findings.problems),
            capability_limits(case, facts.stance_stated),
            self.detect(sample).reasons,
            table.header,
            used,
        )


class CsvImporter(TableImporter):
    """Reads tables in text."""

    NAME = "csv"
    READS = "a table with a header, separated by commas, semicolons, tabs or bars"

    def holds(self, sample: Sample) -> bool:
        """Any text that does not begin like JSON."""
        return sample.container is None and sample.document is None

    def header(self, sample: Sample) -> tuple[str, ...]:
        """The first filled line, by the delimiter under which most is known."""
        return sample.once("header", lambda: header_of(sample.text, known_columns)[1])

    def table(self, sample: Sample) -> tuple[Table, tuple[Notice, ...]]:
        """Every row of the text."""
        return sample.once("table", lambda: (read_table(sample.text, sample.name, known_columns), ()))


class XlsxImporter(TableImporter):
    """Reads a sheet of a workbook."""

    NAME = "xlsx"
    READS = "an Excel workbook with a sheet that has a header"

    def holds(self, sample: Sample) -> bool:
        """A workbook."""
        return sample.container == "xlsx"

    def header(self, sample: Sample) -> tuple[str, ...]:
        """The first filled row of the sheet that is read."""
        return self.table(sample)[0].header

    def table(self, sample: Sample) -> tuple[Table, tuple[Notice, ...]]:
        """The sheet that fits best."""
        return sample.once("table", lambda: read_sheet(sample.data, sample.name, known_columns))


class ParquetImporter(TableImporter):
    """Reads a Parquet table whose columns hold what those of a CSV file do."""

    NAME = "parquet"
    READS = "a Parquet table with the columns of a CSV file"

    def holds(self, sample: Sample) -> bool:
        """A Parquet file."""
        return sample.container == "parquet"

    def header(self, sample: Sample) -> tuple[str, ...]:
        """Every column in which anything stands."""
        return self.table(sample)[0].header

    def table(self, sample: Sample) -> tuple[Table, tuple[Notice, ...]]:
        """Every row, lists as JSON."""
        return sample.once("table", lambda: _of_parquet(sample))


TABLES: tuple[TableImporter, ...] = (CsvImporter(), XlsxImporter(), ParquetImporter())


def columns_of(sample: Sample) -> tuple[tuple[str, ...], dict[str, str]]:
    """The header of a table and the suggested mapping, for a page that lets somebody choose."""
    held = next((table for table in TABLES if table.holds(sample)), TABLES[0])
    header = held.header(sample)
    return header, suggest_mapping(header)


def _of_parquet(sample: Sample) -> tuple[Table, tuple[Notice, ...]]:
    document = sample.document
    findings = Findings(sample.name)
    records = [] if document is None else [(record.row, record.value) for record in document.clean(findings)]
    header = tuple(dict.fromkeys(key for _, record in records for key in record))
    rows = tuple((row, tuple(cell_of(record.get(key)) for key in header)) for row, record in records)
    return Table("", header, rows, tuple(findings.problems)), document.notices if document is not None else ()


def cell_of(value: Any) -> str:
    """A value of a Parquet table as the cell of one in text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _without_header(table: Table, chosen: Mapping[str, str]) -> Table:
    """The table with its columns numbered, where somebody chose them by number."""
    if not any(NUMBERED.fullmatch(column) and column not in table.header for column in chosen.values()):
        return table
    width = max(len(table.header), *(len(cells) for _, cells in table.rows)) if table.rows else len(table.header)
    numbered = tuple(f"column {number}" for number in range(1, width + 1))
    first = min((row for row, _ in table.rows), default=2) - 1
    return replace(table, header=numbered, rows=((max(1, first), table.header), *table.rows))


def _check(table: Table, used: Mapping[str, str], findings: Findings) -> None:
    """Refuse a table of which nothing can be read, and a mapping that leads nowhere."""
    problems = len(findings.problems)
    for field, column in used.items():
        if field not in FIELDS:
            expected = ", ".join(FIELDS)
            findings.problem(f"{field!r} is no field of ours", expected=expected, found=repr(field), field=field)
        elif column not in table.header:
            expected = "one of the columns " + ", ".join(table.header)
            findings.problem(f"there is no column {column!r}", expected=expected, found=repr(column), field=field)
    for column in sorted({column for column in table.header if column and table.header.count(column) > 1}):
        message = f"two columns are called {column!r}"
        findings.problem(message, expected="every column's name once", found=repr(column), row=1, field=column)
    if not any(field in used for field in _NEEDED) and not ("from" in used and "to" in used):
        found = ", ".join(table.header) or "no header"
        message = f"no column holds a claim or a source (the cells are separated by {table.separated_by})"
        findings.problem(message, expected="a column such as claim_text, claim_id or source_id", found=found, row=1)
    if len(findings.problems) > problems:
        raise ImportFailed(tuple(findings.problems))


def _fits(table: Table, cells: tuple[str, ...], row: int, findings: Findings) -> bool:
    if len(cells) > len(table.header) and any(cell.strip() for cell in cells[len(table.header) :]):
        expected, found = f"{len(table.header)} cells", f"{len(cells)} cells"
        message = "the row has more cells than the header"
        findings.problem(message, expected=expected, found=found, row=row)
        return False
    # A sheet has no cells where nothing stands; in a text a missing one is worth a word.
    if len(cells) < len(table.header) and table.delimiter:
        message = "a row has fewer cells than the header; the missing ones are empty"
        findings.count("short-row", message, example=f"row {row}: {len(cells)}", row=row)
    return True
