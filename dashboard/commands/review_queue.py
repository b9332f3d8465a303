"""``headwater review-queue``: the open questions over all claims, those worth most first."""

import json
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from core.work import QueueFilter, WorkKind


def review_queue(
    dataset: Annotated[str | None, typer.Option(help="Only questions of this data set.")] = None,
    answer: Annotated[str | None, typer.Option(help="Only claims of this answer (data set:id).")] = None,
    publisher: Annotated[str | None, typer.Option(help="Only sources of this publisher.")] = None,
    rule: Annotated[str | None, typer.Option(help="Only edges that this rule suspects.")] = None,
    band: Annotated[str | None, typer.Option(help="near certain, likely, even or unlikely.")] = None,
    kind: Annotated[WorkKind | None, typer.Option(help="Only questions of this kind.")] = None,
    assignee: Annotated[str | None, typer.Option(help='Only what this person was given; "" for nobody.')] = None,
    older_than: Annotated[float | None, typer.Option(help="Only what has waited for so many days.")] = None,
    flips: Annotated[bool, typer.Option("--flips", help="Only what moves a decision.")] = False,
    reviewer: Annotated[str | None, typer.Option(help="Whose queue: leaves out what is not theirs to read.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Questions a page.")] = 50,
    page: Annotated[int, typer.Option(min=1, help="Which page.")] = 1,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """List what a label would be worth most for: decision flips first, then by change in aware confidence."""
    from core import services

    wanted = QueueFilter(dataset, answer, publisher, rule, band, older_than, assignee, kind, flips, reviewer)
    workspace = services.open_workspace(database, progress=_say)
    found = services.queue(workspace, wanted, page=page, size=min(limit, 1_000))
    counts = services.queue_counts(workspace, wanted)
    if as_json:
        listed = {
            "open": counts.open,
            "flips": counts.flips,
            "disputes": counts.disputes,
            "second_readings": counts.second_readings,
            "page": found.number,
            "items": [asdict(item) for item in found.rows],
        }
        print(json.dumps(listed, ensure_ascii=False, allow_nan=False))
        return
    _print(found.rows, f"{counts.open:,} open, {counts.flips:,} of them move a decision")


def _say(done: int, total: int | None) -> None:
    print(f"making the queue: {done:,} of {total:,} claims", file=sys.stderr)


def _print(items: tuple[Any, ...], total: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("Key", "Kind", "Source", "Flips", "Difference", "Claims", "For")
    for item in items:
        table.add_row(
            Text(item.key),
            item.kind.replace("_", " "),
            Text(item.source_title),
            "yes" if item.flips else "",
            f"{item.difference:+.3f}",
            f"{item.claims:,}",
            Text(item.assignee or ""),
        )
    console = Console()
    console.print(table)
    console.print(Text(total))
