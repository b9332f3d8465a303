"""A file as it was offered: bytes, and on demand its text and its JSON records."""

from functools import cached_property
from itertools import islice
from typing import Any

from core.importers.decoding import decode
from core.importers.strict_json import Document, parse


class Sample:
    """One file under examination. Detection and reading share what was decoded and parsed."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name

    @cached_property
    def text(self) -> str:
        """The decoded text.

        Raises:
            ImportFailed: The bytes are not text we can read.
        """
        return decode(self.data, self.name)

    @cached_property
    def document(self) -> Document | None:
        """The JSON in the file; None where it does not begin like JSON records."""
        return parse(self.text, self.name)

    def head(self, count: int = 20) -> list[dict[str, Any]]:
        """The first JSON records that are objects."""
        if self.document is None:
            return []
        return [record.value for record in islice(self.document.records, count) if isinstance(record.value, dict)]
