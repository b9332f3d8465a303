"""The rows of a Parquet table as records, as if they stood in JSON.

Parquet cannot tell a key that is missing from one that is null, nor a number that is missing in a data frame from NaN:
both are left out. Times are written as ISO 8601, with their zone where they have one.
"""

import math
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import ImportFailed, Problem
from core.importers.strict_json import Document, Record, Refused
from core.model import Notice

_BATCH = 1000
MOST_BYTES = 4 * 1024**3
"""Most bytes a table may unpack to."""


def parquet_document(data: bytes, name: str) -> Document:
    """Every row of a table as a record; the row number counts from 1.

    Raises:
        ImportFailed: It cannot be read, or unpacks to more than MOST_BYTES.
    """
    reading = _Reading()
    records = tuple(Record(row, value) for row, value in enumerate(reading.rows(data, name), 1))
    return Document("table", records, reading.faulty, (), reading.notices())


PART_ROWS = 500
"""Rows of a large table are read so many at once."""


def parquet_columns(path: Path) -> tuple[str, ...]:
    """The names of the columns of a table.

    Raises:
        ImportFailed: It cannot be read.
    """
    try:
        return tuple(pq.read_schema(path).names)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(path.name, error) from error


def parquet_parts(path: Path) -> Iterator[tuple[Document, float]]:
    """The rows of a table in parts, each with the share of the table that is read with it.

    Raises:
        ImportFailed: It cannot be read.
    """
    try:
        with pq.ParquetFile(path) as table:
            done, total = 0, table.metadata.num_rows
            for batch in table.iter_batches(PART_ROWS):
                reading = _Reading()
                held = tuple(Record(row, value) for row, value in enumerate(reading.batch(batch), done + 1))
                done += len(held)
                yield Document("table", held, reading.faulty, (), reading.notices()), done / total
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(path.name, error) from error


class _Reading:
    def __init__(self) -> None:
        self.faulty = False
        self._missing: Counter[str] = Counter()

    def rows(self, data: bytes, name: str) -> Iterator[dict[str, Any]]:
        try:
            table = pq.ParquetFile(pa.BufferReader(data))
            unpacked = sum(table.metadata.row_group(n).total_byte_size for n in range(table.metadata.num_row_groups))
            if unpacked > MOST_BYTES:
                found = f"{unpacked:,} bytes"
                raise _failed(name, "this Parquet table unpacks to too much", f"at most {MOST_BYTES:,} bytes", found)
            for batch in table.iter_batches(_BATCH):
                yield from self.batch(batch)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise _unreadable(name, error) from error

    def batch(self, batch: Any) -> Iterator[dict[str, Any]]:
        """The rows of a record batch."""
        for row in batch.to_pylist():
            yield {key: value for key, held in row.items() if (value := self._plain(held, key)) is not None}

    def notices(self) -> tuple[Notice, ...]:
        return tuple(
            Notice(
                "missing-number", f"NaN in a table means a missing number; it is left out ({count} times)", field=key
            )
            for key, count in self._missing.items()
        )

    def _plain(self, value: Any, key: str) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            if math.isnan(value):
                self._missing[key] += 1
                return None
            self.faulty = True
            return Refused("the number is too large to be read", "a finite number", str(value), key)
        if isinstance(value, dict):
            held = {str(inner): self._plain(item, f"{key}.{inner}") for inner, item in value.items()}
            return {inner: item for inner, item in held.items() if item is not None}
        if isinstance(value, list):
            return self._list(value, key)
        if isinstance(value, datetime | date | time):
            return value.isoformat()
        if isinstance(value, Decimal | timedelta):
            return str(value)
        if isinstance(value, bytes):
            self.faulty = True
            return Refused("bytes cannot be read as text", "text, numbers or lists of them", f"{len(value)} bytes", key)
        if isinstance(value, str):
            # A surrogate or a zero character is found by the screening of the document.
            self.faulty = self.faulty or "\x00" in value
        return value

    def _list(self, value: list[Any], key: str) -> Any:
        if value and all(isinstance(item, tuple) and len(item) == 2 for item in value):
            return {str(inner): self._plain(item, f"{key}.{inner}") for inner, item in value}
        return [self._plain(item, key) for item in value]


def _unreadable(name: str, error: Exception) -> ImportFailed:
    found = (str(error).splitlines() or [type(error).__name__])[0][:200]
    return _failed(name, "this Parquet table cannot be read", "a whole Parquet file", found)


def _failed(name: str, message: str, expected: str, found: str) -> ImportFailed:
    return ImportFailed((Problem(name, None, None, expected, found, message),))
