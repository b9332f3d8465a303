"""``headwater undo-import``: take an import back."""

import json
from dataclasses import asdict
from typing import Annotated

import typer


def undo_import(
    number: Annotated[int, typer.Argument(help="Number of the import, as its report names it.", min=1)],
    by: Annotated[str, typer.Option(help="Who takes it back, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Take the newest import into a data set back; labels and judgements of people stay.

    What it brought leaves the current view, what it replaced stands again; both stay on record, and the undoing is an
    import of its own that can be taken back too.
    """
    from core import services

    undone = services.undo_import(services.open_workspace(database), number, by=by)
    if as_json:
        print(json.dumps(asdict(undone), ensure_ascii=False))
        return
    print(f"import {undone.undone} into {undone.dataset} is taken back (as import {undone.batch}):")
    print(f"{undone.removed:,} facts left the current view, {undone.restored:,} stand again as before")
