"""A file as it was offered: bytes, and on demand its text, its JSON records or its table."""

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import Any, Literal, TypeVar

from core.importers.decoding import decode
from core.importers.strict_json import Document, parse
from core.importers.table_text import Table

Container = Literal["xlsx", "parquet"]
Made = TypeVar("Made")


class Sample:
    """One file under examination. Detection and reading share what was decoded and parsed."""

    def __init__(self, data: bytes, name: str, rows_before: int = 0, bytes_before: int = 0) -> None:
        self.data = data
        self.name = name
        self.rows_before = rows_before
        """Lines of the same file that stand before these bytes: a row is counted from the beginning of the file."""
        self.bytes_before = bytes_before
        self._made: dict[str, Any] = {}

    @classmethod
    def of_records(cls, document: Document, name: str, container: Container | None = None) -> "Sample":
        """A part of a file whose records were read already."""
        sample = cls(b"", name)
        # Where a cached property keeps what it made.
        sample.__dict__ |= {"container": container, "document": document}
        return sample

    @classmethod
    def of_table(cls, table: Table, name: str, container: Container | None = None) -> "Sample":
        """A part of a table whose rows were read already."""
        sample = cls(b"", name)
        sample.__dict__ |= {"container": container, "document": None, "text": " ".join(table.header)}
        sample._made |= {"header": table.header, "table": (table, ())}
        return sample

    def once(self, what: str, make: Callable[[], Made]) -> Made:
        """What is made of the file, made at the first asking: reading it again costs seconds for a large one."""
        if what not in self._made:
            self._made[what] = make()
        made: Made = self._made[what]
        return made

    @cached_property
    def container(self) -> Container | None:
        """What the file is where it is no text."""
        if self.data.startswith(b"PAR1") and self.data.endswith(b"PAR1"):
            return "parquet"
        if self.data.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in self.data:
            return "xlsx"
        return None

    @cached_property
    def text(self) -> str:
        """The decoded text.

        Raises:
            ImportFailed: The bytes are not text we can read.
        """
        return decode(self.data, self.name, self.rows_before, self.bytes_before)

    @cached_property
    def document(self) -> Document | None:
        """The records in the file: JSON, or the rows of a Parquet table; None for any other file.

        Raises:
            ImportFailed: The bytes are neither text nor a table we can read.
        """
        if self.container == "xlsx":
            return None
        if self.container == "parquet":
            # Loaded for such a file only.
            from core.importers.parquet_rows import parquet_document

            return parquet_document(self.data, self.name)
        parsed = parse(self.text, self.name)
        return parsed if parsed is None or not self.rows_before else parsed.behind(self.rows_before)

    def head(self, count: int = 20) -> list[dict[str, Any]]:
        """The first records that are objects."""
        if self.document is None:
            return []
        return [record.value for record in islice(self.document.records, count) if isinstance(record.value, dict)]
