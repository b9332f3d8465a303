"""``headwater score``: the figures of a file's claims, without a database."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput
from core.services.files import read_bytes
from core.services.scoring import claim_figures, read_required, score_claim_graphs, score_file, summary


def score(
    file: Annotated[Path | None, typer.Argument(help="A file of claims and evidence.")] = None,
    golden: Annotated[Path | None, typer.Option(help="Claims written as graphs, one JSON object a line.")] = None,
    format: Annotated[str | None, typer.Option(help="Read the file as this format instead of detecting it.")] = None,
    prior: Annotated[float | None, typer.Option(help="Confidence before any evidence, in [0, 1].")] = None,
    increment: Annotated[float | None, typer.Option(help="Support of an item that states none, in [0, 0.5).")] = None,
    k: Annotated[str | None, typer.Option("--k", help='Required evidence: a number > 0, or "all".')] = None,
    alpha: Annotated[float | None, typer.Option(help="Weight of an unknown, in [0, 1].")] = None,
    stances: Annotated[str | None, typer.Option(help='Which stances count: "supports" or "all".')] = None,
    floor: Annotated[str | None, typer.Option(help="State from which an item counts.")] = None,
    claim: Annotated[str | None, typer.Option(help="A stored claim (data set:id) instead of a file.")] = None,
    as_of: Annotated[str | None, typer.Option(help="The stored claim as it stood on this day or at this time.")] = None,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Score the claims of a file, or a stored claim: EIE, gamma, naive and aware confidence, lineages."""
    if sum(given is not None for given in (file, golden, claim)) != 1:
        raise InvalidInput("give one of FILE, --golden CASES.jsonl, and --claim UID")
    if as_of is not None and claim is None:
        raise InvalidInput("--as-of needs --claim: a file has no past")
    if golden is not None:
        for line in score_claim_graphs(read_bytes(golden), golden.name):
            print(json.dumps(line, ensure_ascii=False, allow_nan=False))
        return
    changes = {"prior": prior, "increment": increment, "alpha": alpha, "stances": stances, "floor": floor}
    settings: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if k is not None:
        settings["k"] = read_required(k)
    if claim is not None:
        found = _stored(claim, as_of, settings, database)
        if as_json:
            print(json.dumps(found, ensure_ascii=False, allow_nan=False))
        else:
            _print_table(found)
        return
    assert file is not None
    found = score_file(read_bytes(file), file.name, format=format, settings=settings)
    for notice in found["notices"]:
        print(notice, file=sys.stderr)
    if as_json:
        del found["notices"]
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        _print_table(found)


def _stored(uid: str, as_of: str | None, settings: dict[str, Any], database: str | None) -> dict[str, Any]:
    # The store is loaded by those commands only that need it: scoring a file should start at once.
    from core import services

    workspace = services.open_workspace(database)
    if as_of is None:
        file = services.claim(workspace, uid, what_if=settings or None)
    elif settings:
        raise InvalidInput("a past day is scored with the policy of that day; leave the settings out")
    else:
        file = services.claim_as_of(workspace, uid, as_of)
    found = file.assessment
    evident = [found] if file.dossier.evidence else []
    claims = [{**claim_figures(found), "id": uid}]
    return {"policy": file.policy.as_dict(), "as_of": as_of, "summary": summary([found], evident), "claims": claims}


def _print_table(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("Claim", "Items", "Sources", "EIE", "Naive", "Aware", "Inflation", "Decision")
    for claim in found["claims"]:
        ratio = claim["inflation_ratio"]
        table.add_row(
            Text(claim["id"]),
            str(claim["items"]),
            str(claim["sources"]),
            f"{claim['eie']:.2f}",
            f"{claim['naive']:.3f}",
            f"{claim['aware']:.3f}",
            "n/a" if ratio is None else f"{ratio:.2f}",
            claim["decision"],
        )
    console = Console()
    console.print(table)
    for name, value in found["summary"].items():
        console.print(Text(f"{name}: {value}"))
