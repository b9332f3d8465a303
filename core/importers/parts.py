"""A file of lines in parts, so that one of any size is read in the memory of one part."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from core.importers.sample import Sample

PART_BYTES = 4 * 1024 * 1024
"""Lines of about so many bytes are read at once."""

_ALONE = "trace langchain llamaindex anthropic openai perplexity factscore factcheck-gpt fever kilt"
STANDING_ALONE = frozenset(_ALONE.split())
"""Formats in which every record is whole by itself. Spans of a trace, runs of a chain and the records of a package
refer to one another from one end of the file to the other, so such a file is read whole."""


def can_be_read_in_parts(first: Sample, format: str) -> bool:
    """Whether a file whose first part this is can be read part by part as that format."""
    if format not in STANDING_ALONE or first.container is not None:
        return False
    return first.document is not None and first.document.framing == "lines"


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
