"""``headwater score``: the figures of a file's claims, without a database."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput
from core.services.files import read_bytes
from core.services.scoring import read_required, score_claim_graphs, score_file


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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Score the claims of a file: EIE, gamma, naive and aware confidence, lineages."""
    if (file is None) == (golden is None):
        raise InvalidInput("give either FILE or --golden CASES.jsonl")
    if golden is not None:
        for line in score_claim_graphs(read_bytes(golden), golden.name):
            print(json.dumps(line, ensure_ascii=False, allow_nan=False))
        return
    assert file is not None
    changes = {"prior": prior, "increment": increment, "alpha": alpha, "stances": stances, "floor": floor}
    settings: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if k is not None:
        settings["k"] = read_required(k)
    found = score_file(read_bytes(file), file.name, format=format, settings=settings)
    for notice in found["notices"]:
        print(notice, file=sys.stderr)
    if as_json:
        del found["notices"]
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        _print_table(found)


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
