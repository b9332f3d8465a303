"""``headwater doctor``: what works on this machine, and what would be missing for more."""

import json
from typing import Annotated

import typer


def doctor(
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Look at versions, embedders, token counter and database; exit 1 where something is broken."""
    from core.services.doctor import examine, findings_as_dict

    found = findings_as_dict(examine(database))
    if as_json:
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table("Area", "What", "State", "Detail")
        for area, rows in found.items():
            for row in rows if isinstance(rows, list) else []:
                table.add_row(area, row["name"], row["state"], Text(row["detail"]))
        Console().print(table)
    if not found["ok"]:
        raise typer.Exit(1)
