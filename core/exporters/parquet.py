"""Tables as Parquet files, typed, in a ZIP; what they say of themselves stands in their metadata."""

import zipfile
from contextlib import ExitStack
from types import TracebackType
from typing import Any, BinaryIO

from core.exporters.spool import Spool
from core.exporters.tables import TABLES, Rows, Table, Value, about
from core.exporters.types import Delivery

GROUP = 20_000
"""Rows written together."""


class ParquetExporter:
    """For notebooks and data platforms."""

    NAME = "parquet"
    MEDIA = "application/zip"
    SUFFIX = ".zip"
    SAYS = "the same tables as Parquet files in a ZIP, for notebooks"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write all tables."""
        lines, rows = about(delivery), Rows()
        with ExitStack() as opened, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            written = {name: opened.enter_context(_Parquet(table, lines)) for name, table in TABLES.items()}
            for exhibit in delivery.exhibits():
                for name, table in TABLES.items():
                    for row in rows.of(table, exhibit):
                        written[name].add(row)
            for name, one in written.items():
                with archive.open(zipfile.ZipInfo(f"{name}.parquet"), "w", force_zip64=True) as member:
                    one.finish()
                    one.copy_to(member)


class _Parquet(Spool):
    """One table being written."""

    def __init__(self, table: Table, lines: tuple[tuple[str, str], ...]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        super().__init__()
        kinds = {"text": pa.string(), "number": pa.float64(), "whole": pa.int64(), "flag": pa.bool_()}
        fields = [pa.field(column.name, kinds[column.kind]) for column in table.columns]
        metadata = {f"headwater.{key}".encode(): _utf8(value) for key, value in lines}
        self._schema = pa.schema(fields, metadata=metadata)
        self._make: Any = pa.Table.from_pylist
        self._writer = pq.ParquetWriter(self.kept, self._schema, compression="zstd")
        self._rows: list[dict[str, Value]] = []
        self._names = [column.name for column in table.columns]

    def add(self, row: tuple[Value, ...]) -> None:
        whole = (value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in row)
        self._rows.append(dict(zip(self._names, whole, strict=True)))
        if len(self._rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(self._make(self._rows, schema=self._schema))
        self._rows = []

    def finish(self) -> None:
        """Write what is left and the foot of the file."""
        self._flush()
        self._writer.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._writer.close()
        super().__exit__(kind, error, at)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
