"""``headwater detect``: undeclared lineage in a package, a folder, or a stored data set whose proposals are kept."""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput

STOPPED = 130
"""Exit code of a run that was stopped: what was found so far is printed all the same."""


def detect(
    path: Annotated[Path | None, typer.Argument(help="A package, or a folder of text or HTML files.")] = None,
    index: Annotated[
        Path | None, typer.Option(help="File in which a run over a folder is put down; the next run goes on from it.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option(help="A stored data set instead of a path: what is proposed is kept.")
    ] = None,
    by: Annotated[str, typer.Option(help="Who runs it, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Propose the lineage nobody declared: copies, wire stories, shared origins. Nothing is ever called independent.

    What it reads: shared text, wire credits, "originally published in", addresses, DOIs, study numbers. Everything it
    finds is only proposed, with the words each rule read; a confirmed link counts, a rejected one is remembered with
    its evidence and not proposed again on the same. The next run compares only what is new.
    """
    if (path is None) == (dataset is None):
        raise InvalidInput("give a package or folder, or --dataset with the name of a stored data set")
    if path is None and index is not None:
        raise InvalidInput("a stored data set has an index of its own; --index is for folders")
    if path is None and dataset is not None:
        plain, complete, again = _stored(dataset, by, database)
    elif path is not None:
        if database is not None:
            raise InvalidInput("--database goes with --dataset; import the file first to have its proposals kept")
        plain, complete, again = _read(path, index)
    for notice in plain["notices"]:
        print(notice["message"], file=sys.stderr)
    if as_json:
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        _print_lines(plain)
    if not complete:
        print(f"Stopped before the end{again}.", file=sys.stderr)
        raise typer.Exit(STOPPED)


def _read(path: Path, index: Path | None) -> tuple[dict[str, Any], bool, str]:
    from core.services import detecting

    today = datetime.now(UTC).date()
    with _stoppable() as stopped, _progress() as progress:
        found = detecting.detect_path(path, kept=index, today=today, progress=progress, stop=lambda: stopped[0])
    again = f"; the same command goes on from {index}" if index is not None else ""
    return detecting.detection_as_dict(found), found.complete, again


def _stored(dataset: str, by: str, database: str | None) -> tuple[dict[str, Any], bool, str]:
    from dataclasses import asdict

    from core import services
    from core.kinship import ProposalFilter
    from core.services import detecting, lineage

    workspace = services.open_workspace(database)
    with _stoppable() as stopped, _progress() as progress:
        run = lineage.detect_stored(workspace, dataset, by=by, progress=progress, stop=lambda: stopped[0])
    plain = asdict(run)
    notices = [{"code": notice.code, "message": notice.message} for notice in run.notices]
    del plain["notices"]
    proposals = [
        {**detecting.proposal_as_dict(proposal), "key": line.key, "status": line.status}
        for line, proposal in lineage.evidence(workspace, ProposalFilter(dataset=dataset, status=None))
    ]
    return (
        {"proposals": proposals, "run": plain, "notices": notices},
        run.complete,
        "; the same command goes on from there",
    )


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
        status = f", {proposal['status']}" if proposal.get("status", "open") != "open" else ""
        console.print(Text(f"  {proposal['relation']}, {likely}, {proposal['rule']}{status}"), soft_wrap=True)
        console.print(Text(f"  {proposal['evidence'][0]['note']}"), soft_wrap=True)
    what = "proposal" if len(plain["proposals"]) == 1 else "proposals"
    console.print(Text(f"{len(plain['proposals'])} {what}; every other pair stays unknown."), soft_wrap=True)
    if "run" in plain:
        run = plain["run"]
        counts = {"new": "new", "known": "as before", "rejected_before": "rejected before", "withdrawn": "withdrawn"}
        said = [f"{run[name]} {word}" for name, word in counts.items()]
        said.append(f"{run['identities']} documents merged")
        console.print(Text(f"{run['dataset']}: {', '.join(said)}."), soft_wrap=True)
