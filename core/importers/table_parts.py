"""A large table in parts: the rows of one claim, or of one source, are never apart."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from core.errors import Problem
from core.importers.columns import known_columns, suggest_mapping, with_choices
from core.importers.csv_table import NUMBERED, cell_of
from core.importers.decoding import text_lines
from core.importers.findings import Findings
from core.importers.grouping import Groups, Item, Read
from core.importers.sample import Container, Sample
from core.importers.table_text import Row, Table, header_of, rows_of

_HEAD = 200_000
_BELONGS_TO = ("answer_id", "answer_text", "claim_id", "claim_text", "source_id", "url", "title")
"""What the rows of a table can have in common, the widest first."""
_TOGETHER = frozenset(("from", "to", "study_id"))
"""Fields by which rows refer to others anywhere in the table: such a table is read whole."""

Rows = Callable[[], Iterator[tuple[Row | Problem, float]]]


class TableParts:
    """One table, read as often as is asked for."""

    def __init__(self, path: Path, mapping: Mapping[str, str] | None, container: Container | None) -> None:
        self.name = path.name
        self.container = container
        self.delimiter, self.header, self._rows = _parquet(path) if container == "parquet" else _text(path)
        self._number_columns(mapping or {})
        self.used = with_choices(suggest_mapping(self.header), mapping or {})
        columns = [self.used[field] for field in _BELONGS_TO if field in self.used]
        self._keys = [self.header.index(column) for column in columns if column in self.header]
        self.groups = Groups(self._items)

    @property
    def can_be_cut(self) -> bool:
        """Whether every group of rows can be read without the others."""
        return self.used.keys().isdisjoint(_TOGETHER)

    def parts(self, size: int) -> Iterator[tuple[Sample, float]]:
        """The parts, each a table with the same header."""
        for part in self.groups.parts(size):
            problems = tuple(said for said in part.said if isinstance(said, Problem))
            rows = tuple((item.row, tuple(item.value)) for item in part.items)
            table = Table(self.delimiter, self.header, rows, problems)
            yield Sample.of_table(table, self.name, self.container), part.share

    def _number_columns(self, chosen: Mapping[str, str]) -> None:
        """Where somebody chose columns by number there is no header: the first row is one like the others."""
        if not any(NUMBERED.fullmatch(column) and column not in self.header for column in chosen.values()):
            return
        first, behind = self.header, self._rows
        self.header = tuple(f"column {number}" for number in range(1, len(first) + 1))

        def rows() -> Iterator[tuple[Row | Problem, float]]:
            yield (1, first), 0.0
            yield from behind()

        self._rows = rows

    def _items(self) -> Read:
        for found, share in self._rows():
            if isinstance(found, Problem):
                yield found, share
                continue
            row, cells = found
            names = ((place, cells[place].strip()) for place in self._keys if place < len(cells))
            key = next((f"{place}\x1f{name}" for place, name in names if name), None)
            yield Item(row, key, cells, sum(map(len, cells)) + len(cells)), share


def _text(path: Path) -> tuple[str, tuple[str, ...], Rows]:
    head = ""
    for line, _ in text_lines(path):
        head += line
        if len(head) >= _HEAD:
            break
    delimiter, header, at = header_of(head, known_columns)
    size = max(1, path.stat().st_size)

    def rows() -> Iterator[tuple[Row | Problem, float]]:
        done = 0

        def lines() -> Iterator[str]:
            nonlocal done
            for line, read in text_lines(path):
                done = read
                yield line

        for found in rows_of(lines(), delimiter, path.name, at):
            yield found, min(1.0, done / size)

    return delimiter, header, rows


def _parquet(path: Path) -> tuple[str, tuple[str, ...], Rows]:
    # Loaded for such a file only.
    from core.importers.parquet_rows import parquet_columns, parquet_parts

    header = parquet_columns(path)

    def rows() -> Iterator[tuple[Row | Problem, float]]:
        for document, share in parquet_parts(path):
            findings = Findings(path.name)
            for record in document.clean(findings):
                yield (record.row, tuple(cell_of(record.value.get(column)) for column in header)), share
            yield from ((problem, share) for problem in findings.problems)

    return "", header, rows
