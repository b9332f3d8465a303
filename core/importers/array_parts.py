"""A JSON array cut between its records, so that one of millions is read in the memory of a part.

Only brackets and texts are looked at, to find where a record ends; what stands between them is read by the one strict
parser, so that a large array is judged exactly as a small one.
"""

import re
from collections.abc import Iterable, Iterator

from core.errors import ImportFailed, Problem
from core.importers.sample import Sample

LONGEST = 64 * 1024 * 1024
"""Bytes that one record may have."""

_NEXT = re.compile(rb'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL)
"""Everything up to the next bracket outside of texts."""
_COMMA = re.compile(rb"\s*,")


def array_parts(chunks: Iterable[bytes], name: str, size: int) -> Iterator[Sample]:
    """The records of an array in parts of about ``size`` bytes, each an array of its own.

    Args:
        chunks: The bytes of the file, which begin with the array's bracket; its byte-order mark is taken off.
        name: What the file is called.
        size: A part ends behind the record with which it reaches this.

    Raises:
        ImportFailed: A record is longer than LONGEST.
    """
    scan = _Scan(name)
    for chunk in chunks:
        scan.read(chunk)
        if scan.ready(size):
            yield scan.part()
    yield from scan.rest()


class _Scan:
    def __init__(self, name: str) -> None:
        self.name = name
        self.held = bytearray()
        """What was read and not handed out; it begins inside the array."""
        self.seen = 0
        """Bytes of it that were looked at."""
        self.cut = 0
        """Bytes of it up to the end of the last whole record."""
        self.depth = 0
        self.records = 0
        """Records up to there."""
        self.before = 0
        """Records that were handed out."""
        self.gone = 0
        """Bytes of the file before what is held."""
        self.over = False
        """Whether the array was closed."""

    def read(self, chunk: bytes) -> None:
        self.held += chunk
        while not self.over and (found := _NEXT.match(self.held, self.seen)) is not None:
            self.seen = found.end()
            if found.group(1) in b"[{":
                self.depth += 1
                continue
            self.depth -= 1
            if self.depth == 1:
                self.cut, self.records = self.seen, self.records + 1
            self.over = self.depth <= 0
        if len(self.held) - self.cut > LONGEST and not self.over:
            row, longer = self.before + self.records + 1, f"more than {LONGEST:,} bytes without an end"
            message = f"record {row} is too long, or a text or bracket in it is never closed"
            expected = f"records of at most {LONGEST:,} bytes"
            raise ImportFailed((Problem(self.name, row, None, expected, longer, message),))

    def ready(self, size: int) -> bool:
        """Whether a part is full, and another record follows it."""
        return self.cut >= size and _COMMA.match(self.held, self.cut) is not None

    def part(self) -> Sample:
        """The whole records so far, as an array; what follows begins as one too."""
        sample = Sample(bytes(self.held[: self.cut]) + b"]", self.name, self.before, self.gone)
        comma = _COMMA.match(self.held, self.cut)
        end = self.cut if comma is None else comma.end()
        self.held[:end] = b"["
        self.gone += end - 1
        self.seen, self.cut = max(1, self.seen - end + 1), 0
        self.before, self.records = self.before + self.records, 0
        return sample

    def rest(self) -> Iterator[Sample]:
        """What is left, as it stands: the parser says whether the array is closed and what stands behind it."""
        if self.before and self.held[1:].strip() == b"]":
            # The comma before it led to nothing, which the parser is to see.
            self.held[:1] = b"[,"
        if self.held:
            yield Sample(bytes(self.held), self.name, self.before, self.gone)
