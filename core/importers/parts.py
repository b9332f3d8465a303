"""A file in parts, so that one of any size is read in the memory of one part."""

import codecs
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Protocol

from core.errors import Problem
from core.importers.array_parts import array_parts
from core.importers.csv_table import TableImporter
from core.importers.decoding import refuse_other, text_lines
from core.importers.findings import Findings
from core.importers.grouping import Groups, Item, Read, Said
from core.importers.record_format import RecordFormat
from core.importers.sample import Sample
from core.importers.strict_json import Document, Record
from core.importers.table_parts import TableParts
from core.importers.types import Importer
from core.model import Notice

PART_BYTES = 2 * 1024 * 1024
"""Lines of about so many bytes are read at once."""

CHUNK = 1024 * 1024
"""Bytes read at once."""
_ALONE = "trace langchain llamaindex anthropic openai perplexity factscore factcheck-gpt fever fever-sets kilt alce"
_ALONE += " hagrid expertqa clapnq"
STANDING_ALONE = frozenset(_ALONE.split())
"""Formats in which every record is whole by itself. Runs of a chain and the records of a package refer to one another
from one end of the file to the other, so such a file is read whole."""

Parts = Iterator[tuple[Sample, float]]
"""The parts of a file, each with the share of the file that is read with it."""


class Cut(Protocol):
    """A way to cut a file."""

    def parts(self, size: int) -> Parts:
        """The parts, of about so many bytes; the same at every call."""


def cut_of(path: Path, first: Sample, importer: Importer, mapping: Mapping[str, str] | None) -> Cut | None:
    """How a file is cut so that each part can be read by itself; None where it must be read whole.

    Args:
        path: The file.
        first: Its first part.
        importer: Who reads it.
        mapping: Our field -> column, as somebody chose.
    """
    if isinstance(importer, TableImporter):
        if first.container == "xlsx":
            return None
        table = TableParts(path, mapping, first.container)
        return table if table.can_be_cut else None
    framed = first.document is None or first.document.framing in ("lines", "array", "table")
    if importer.NAME in STANDING_ALONE:
        return _AsItComes(path) if framed else None
    if isinstance(importer, RecordFormat) and importer.GROUPED and framed:
        return _Together(path, importer)
    return None


def parts_of(path: Path, size: int = PART_BYTES) -> Parts:
    """The parts of a file as they come: lines, records of an array, rows of a table.

    Raises:
        ImportFailed: It is no text and no Parquet table, or cannot be read as what it begins as.
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(CHUNK)
        if head.startswith(b"PAR1"):
            # Loaded for such a file only.
            from core.importers.parquet_rows import parquet_parts

            for document, share in parquet_parts(path):
                yield Sample.of_records(document, path.name, "parquet"), share
            return
        if head.startswith(b"PK\x03\x04"):
            yield Sample(head + file.read(), path.name), 1.0
            return
        codec, _, mark = refuse_other(head, path.name)
        begins = head[mark:].decode(codec, "ignore").lstrip(" \t\r\n")[:1]
        if begins not in ("[", "{"):
            yield from TableParts(path, None, None).parts(size)
            return
        total = max(1, path.stat().st_size)
        file.seek(mark)
        plain = codec == "utf-8"
        if begins == "{":
            lines: Iterable[bytes] = file if plain else (line.encode() for line, _ in text_lines(path))
            samples = parts(lines, path.name, size)
        else:
            samples = array_parts(_chunks(file) if plain else _recoded(path), path.name, size)
        done = 0
        for sample in samples:
            done += len(sample.data)
            yield sample, min(1.0, (file.tell() if plain else done) / total)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _recoded(path: Path) -> Iterator[bytes]:
    for text, _ in text_lines(path, CHUNK):
        yield text.encode()


def parts(lines: Iterable[bytes], name: str, size: int = PART_BYTES) -> Iterator[Sample]:
    """The lines of a file in parts of about ``size`` bytes, each with the number of lines before it.

    Args:
        lines: The lines as UTF-8; a byte-order mark is taken off.
        name: What the file is called.
        size: A part ends behind the line with which it reaches this.
    """
    rows, before, held, length, first = 0, 0, list[bytes](), 0, True
    for line in lines:
        if first:
            line, first = line.removeprefix(codecs.BOM_UTF8), False
        held.append(line)
        length += len(line)
        if length >= size and any(not line.isspace() for line in held):
            yield Sample(b"".join(held), name, rows, before)
            rows, before = rows + len(held), before + length
            held, length = [], 0
    if any(not line.isspace() for line in held):
        yield Sample(b"".join(held), name, rows, before)


class _AsItComes:
    """Records that stand alone."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def parts(self, size: int) -> Parts:
        return parts_of(self.path, size)


class _Together:
    """Records of which some belong together, such as the spans of a trace."""

    def __init__(self, path: Path, importer: RecordFormat) -> None:
        self.path, self.importer = path, importer
        self.groups = Groups(self._items)

    def parts(self, size: int) -> Parts:
        for part in self.groups.parts(size):
            records = tuple(Record(item.row, item.value) for item in part.items)
            problems = tuple(said for said in part.said if isinstance(said, Problem))
            notices = tuple(said for said in part.said if isinstance(said, Notice))
            yield Sample.of_records(Document("lines", records, False, problems, notices), self.path.name), part.share

    def _items(self) -> Read:
        for sample, share in parts_of(self.path):
            document = sample.document
            if document is None:
                continue
            findings = Findings(self.path.name)
            document.report(findings)
            held = sum(1 for _ in document.records) or 1
            size = max(1, len(sample.data) // held) if sample.data else 2_000
            for outer in document.clean(findings):
                inner = self.importer.inner(outer.value) if isinstance(outer.value, dict) else None
                for value in [outer.value] if inner is None else inner:
                    key = self.importer.group(value) if isinstance(value, dict) else None
                    yield Item(outer.row, key, value, size), share
            said: tuple[Said, ...] = (*findings.problems, *findings.notices())
            yield from ((one, share) for one in said)
