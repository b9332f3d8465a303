"""Tables as CSV or TSV: a row is a claim with a passage, a claim with a list of passages, a source or an edge."""

from collections.abc import Mapping

from core.errors import ImportFailed
from core.importers.columns import FIELDS, known_columns, suggest_mapping, with_choices
from core.importers.dataset_names import choose_dataset
from core.importers.findings import Findings
from core.importers.limits import capability_limits
from core.importers.sample import Sample
from core.importers.table_rows import TableRows
from core.importers.table_text import Table, header_of, read_table
from core.importers.types import Detection, Imported, Progress

_NEEDED = ("claim_text", "claim_id", "source_id")


class CsvImporter:
    """Reads tables with a header; which column holds what can be chosen."""

    NAME = "csv"
    READS = "a table with a header, separated by commas, semicolons, tabs or bars"

    def detect(self, sample: Sample) -> Detection:
        """As sure as the share of the columns whose names are known."""
        if sample.document is not None:
            return Detection(0.0, ("the text begins like JSON",))
        _, header, _ = header_of(sample.text, known_columns)
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
        """Read the table; see ``Importer.read``."""
        findings = Findings(sample.name)
        table = read_table(sample.text, sample.name, known_columns)
        findings.problems.extend(table.problems)
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


def columns_of(sample: Sample) -> tuple[tuple[str, ...], dict[str, str]]:
    """The header of a table and the suggested mapping, for a page that lets somebody choose."""
    _, header, _ = header_of(sample.text, known_columns)
    return header, suggest_mapping(header)


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
    if len(cells) < len(table.header):
        message = "a row has fewer cells than the header; the missing ones are empty"
        findings.count("short-row", message, example=f"row {row}: {len(cells)}", row=row)
    return True
