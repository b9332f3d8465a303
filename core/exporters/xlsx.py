"""Tables as one workbook: a sheet per table, frozen headings, no formula anywhere."""

from datetime import UTC, datetime
from typing import Any, BinaryIO

from core.errors import InvalidInput
from core.exporters.cells import safe_text
from core.exporters.tables import TABLES, Rows, Value, about
from core.exporters.types import Delivery

MOST_ROWS = 1_048_575
"""Rows of a sheet below its heading."""
LONGEST = 32_767
"""Characters of a cell."""


class XlsxExporter:
    """For people who sort and filter in a spreadsheet."""

    NAME = "xlsx"
    MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    SUFFIX = ".xlsx"
    SAYS = "the same tables as one Excel workbook"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the workbook."""
        from openpyxl import Workbook

        book = Workbook(write_only=True)
        book.properties.creator = safe_text(delivery.imprint.by)
        book.properties.title = safe_text(delivery.imprint.what)
        book.properties.created = datetime.fromisoformat(delivery.imprint.at).astimezone(UTC).replace(tzinfo=None)
        sheet = book.create_sheet("about")
        for line in about(delivery):
            sheet.append([_cell(value) for value in line])
        sheets = {name: book.create_sheet(name) for name in TABLES}
        for name, table in TABLES.items():
            sheets[name].freeze_panes = "A2"
            sheets[name].append([column.name for column in table.columns])
        written = dict.fromkeys(TABLES, 0)
        rows = Rows()
        for exhibit in delivery.exhibits():
            for name, table in TABLES.items():
                for row in rows.of(table, exhibit):
                    written[name] += 1
                    if written[name] > MOST_ROWS:
                        raise InvalidInput(
                            f"the table of {name} has more than {MOST_ROWS:,} rows, which no Excel sheet holds; "
                            "take csv or parquet"
                        )
                    sheets[name].append([_cell(value) for value in row])
        book.save(out)


def _cell(value: Value) -> Any:
    if not isinstance(value, str):
        return value
    text = safe_text(value)
    if len(text) <= LONGEST:
        return text
    end = f" … ({len(text):,} characters; csv holds all)"
    return text[: LONGEST - len(end)] + end
