"""``headwater label``: one label, a file of labels made elsewhere, or all labels out to a file."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import ImportFailed, InvalidInput
from core.services.files import read_bytes
from core.states import Dependence

CONFLICTS = 1
"""Exit code where labels of a file differ from those in force and were kept out for it."""
MOST = 50
"""Problems and conflicts written out; all of them are in the JSON report."""


def label(
    claim: Annotated[str | None, typer.Option(help="The claim (data set:id) in front of you.")] = None,
    source: Annotated[str | None, typer.Option(help="Id of the source to label.")] = None,
    state: Annotated[Dependence | None, typer.Option(help="What the source depends on.")] = None,
    weight: Annotated[float | None, typer.Option(help="Own share of a partially dependent source, in [0, 1].")] = None,
    reason: Annotated[str, typer.Option(help="Why, kept with the label.")] = "",
    everywhere: Annotated[bool, typer.Option("--everywhere", help="For every claim that uses the source.")] = False,
    expect: Annotated[
        int | None, typer.Option(help="Number of the label you saw in force; without it, the one in force now.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Enter the labels of this file.")] = None,
    dataset: Annotated[str | None, typer.Option(help="Data set of a file's rows, or the one to export.")] = None,
    accept_conflicts: Annotated[
        bool, typer.Option("--accept-conflicts", help="Enter labels that differ from others: they become disputes.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report only; enter nothing.")] = False,
    export: Annotated[Path | None, typer.Option(help="Write every label to this file; - for standard output.")] = None,
    by: Annotated[str, typer.Option(help="Who labels, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Label a source, bring in a CSV of labels (source_id, claim_id, state, weight, reason, by, at), or export them."""
    from core import services

    if sum(way is not None for way in (source, csv, export)) != 1:
        raise InvalidInput("give one of --source with --claim and --state, --csv FILE, and --export FILE")
    if csv is not None:
        data = read_bytes(csv)
        workspace = services.open_workspace(database)
        try:
            report = asdict(
                services.import_labels(
                    workspace,
                    data,
                    csv.name,
                    dataset=dataset,
                    by=by,
                    accept_conflicts=accept_conflicts,
                    dry_run=dry_run,
                )
            )
        except ImportFailed as error:
            _refused(error, as_json)
            raise typer.Exit(2) from error
        _print_report(report, as_json)
        if report["conflicts"] and not report["stored"]:
            raise typer.Exit(CONFLICTS)
        return
    if export is not None:
        _write(export, services.export_labels(services.open_workspace(database), dataset))
        return
    if claim is None or state is None or source is None:
        raise InvalidInput("a label needs --claim, --source and --state")
    workspace = services.open_workspace(database)
    file = services.claim(workspace, claim)
    held = file.dossier.labels.get(source)
    event = services.relabel(
        workspace,
        uid=claim,
        source_id=source,
        state=state,
        weight=weight,
        reason=reason,
        by=by,
        everywhere=everywhere,
        seen=services.seen_of(file),
        expected_event=expect if expect is not None else None if held is None else held.event,
    )
    found = services.claim(workspace, claim).assessment
    if as_json:
        after = {"eie": found.eie, "gamma": found.gamma.value, "aware": found.aware, "decision": found.decision.value}
        print(json.dumps({"event": event.number, "at": event.at, "by": event.by, **after}, ensure_ascii=False))
        return
    print(f"label {event.number} entered: {source} is {state.replace('_', ' ')}")
    print(f"EIE {found.eie:.3f}, aware {found.aware:.3f}, decision {found.decision}")


def _write(path: Path, data: bytes) -> None:
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be written ({error.strerror})") from error


def _refused(error: ImportFailed, as_json: bool) -> None:
    if as_json:
        problems = [asdict(problem) for problem in error.problems]
        print(json.dumps({"stored": False, "problems": problems}, ensure_ascii=False))
        return
    for problem in error.problems[:MOST]:
        print(problem, file=sys.stderr)
    if len(error.problems) > MOST:
        print(f"and {len(error.problems) - MOST:,} more problems; --json lists all", file=sys.stderr)


def _print_report(report: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps({**report, "problems": []}, ensure_ascii=False))
        return
    print(f"{report['rows']:,} labels read, {report['entered']:,} entered, {report['unchanged']:,} here already")
    for conflict in report["conflicts"][:MOST]:
        print(
            f"row {conflict['row']}: {conflict['source_id']}: the file says {conflict['file_says']}, "
            f"{conflict['by']} said {conflict['in_force']} on {conflict['at']}",
            file=sys.stderr,
        )
    if report["conflicts"] and not report["stored"]:
        print("nothing was entered; --accept-conflicts makes disputes of them", file=sys.stderr)
