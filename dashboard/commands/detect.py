"""``headwater detect``: undeclared lineage among the sources of a package or the files of a folder."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

STOPPED = 130
"""Exit code of a run that was stopped: what was found so far is printed all the same."""


def detect(
    path: Annotated[Path, typer.Argument(help="A package, or a folder of text or HTML files.")],
    index: Annotated[
        Path | None, typer.Option(help="File in which a run over a folder is put down; the next run goes on from it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Propose the lineage nobody declared: copies, wire stories, shared origins. Nothing is ever called independent."""
    from core.services import detecting

    today = datetime.now(UTC).date()
    with _stoppable() as stopped, _progress() as progress:
        found = detecting.detect_path(path, kept=index, today=today, progress=progress, stop=lambda: stopped[0])
    plain = detecting.detection_as_dict(found)
    for notice in plain["notices"]:
        print(notice["message"], file=sys.stderr)
    if as_json:
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        _print_lines(plain)
    if not found.complete:
        again = f"; the same command goes on from {index}" if index is not None else ""
        print(f"Stopped before the end{again}.", file=sys.stderr)
        raise typer.Exit(STOPPED)


@contextmanager
def _stoppable() -> Iterator[list[bool]]:
    """The first interrupt asks the run to end with what there is; the second ends it at once."""
    stopped = [False]

    def ask(number: int, frame: object) -> None:
        if stopped[0]:
            raise KeyboardInterrupt
        stopped[0] = True

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress() -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("looking for lineage")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _print_lines(plain: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for proposal in plain["proposals"]:
        band = proposal["band"]
        count = f"n={band['n']}" if band["n"] else band["basis"]
        arrow = "->" if proposal["direction"] == "from->to" else "--"
        console.print(Text(f"{proposal['from']} {arrow} {proposal['to']}", style="bold"), soft_wrap=True)
        likely = f"{band['name']} ({band['low']:.2f} to {band['high']:.2f}, {count})"
        console.print(Text(f"  {proposal['relation']}, {likely}, {proposal['rule']}"), soft_wrap=True)
        console.print(Text(f"  {proposal['evidence'][0]['note']}"), soft_wrap=True)
    what = "proposal" if len(plain["proposals"]) == 1 else "proposals"
    console.print(Text(f"{len(plain['proposals'])} {what}; every other pair stays unknown."), soft_wrap=True)
