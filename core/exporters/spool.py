"""Bytes kept until they are wanted: in memory while they are few, else in a file that is gone afterwards."""

import tempfile
from types import TracebackType
from typing import IO, Protocol, Self

IN_MEMORY = 8_000_000
"""Bytes held in memory."""
BLOCK = 1 << 20


class Sink(Protocol):
    """Anything bytes can be written to."""

    def write(self, block: bytes, /) -> object:
        """Take a block."""


class Spool:
    """A place to write to now and to copy from later."""

    def __init__(self) -> None:
        # Closed when the with statement ends.
        self.kept: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kept.close()

    def copy_to(self, out: Sink) -> None:
        """Write out everything."""
        self.kept.seek(0)
        while block := self.kept.read(BLOCK):
            out.write(block)
