"""A file of lines in parts, so that one of any size is read in the memory of one part."""

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from core.importers.sample import Sample

PART_BYTES = 4 * 1024 * 1024
"""Lines of about so many bytes are read at once."""

PART_ROWS = 500
"""Rows of a Parquet table are read so many at once."""

_ALONE = "trace langchain llamaindex anthropic openai perplexity factscore factcheck-gpt fever kilt"
STANDING_ALONE = frozenset(_ALONE.split())
"""Formats in which every record is whole by itself. Spans of a trace, runs of a chain and the records of a package
refer to one another from one end of the file to the other, so such a file is read whole."""


def can_be_read_in_parts(first: Sample, format: str) -> bool:
    """Whether a file whose first part this is can be read part by part as that format."""
    if format not in STANDING_ALONE or first.document is None:
        return False
    return first.document.framing == "lines" or first.container == "parquet"


def parts_of(path: Path) -> Iterator[tuple[Sample, float]]:
    """The parts of a file, each with the share of the file that is read with it.

    Raises:
        ImportFailed: A Parquet table that cannot be read.
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        if file.read(4) != b"PAR1":
            size, done = max(1, path.stat().st_size), 0
            file.seek(0)
            for sample in parts(file, path.name):
                done += len(sample.data)
                yield sample, min(1.0, done / size)
            return
    # Loaded for such a file only.
    from core.importers.parquet_rows import parquet_parts

    for document, share in parquet_parts(path, PART_ROWS):
        yield Sample.of_rows(document, path.name), share


def parts(file: BinaryIO, name: str, size: int = PART_BYTES) -> Iterator[Sample]:
    """The lines of a file in parts of about ``size`` bytes, each with the number of lines before it.

    Args:
        file: Open for reading bytes; a byte-order mark of UTF-8 is taken off.
        name: What the file is called.
        size: A part ends behind the line with which it reaches this.
    """
    rows, held, length, first = 0, list[bytes](), 0, True
    for line in file:
        if first:
            line, first = line.removeprefix(codecs.BOM_UTF8), False
        held.append(line)
        length += len(line)
        if length >= size and any(not line.isspace() for line in held):
            yield Sample(b"".join(held), name, rows)
            rows += len(held)
            held, length = [], 0
    if any(not line.isspace() for line in held):
        yield Sample(b"".join(held), name, rows)
