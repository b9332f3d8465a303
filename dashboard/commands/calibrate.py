"""``headwater calibrate``: thresholds and curves from a team's own labels, with intervals."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class What(StrEnum):
    """What is calibrated."""

    COHESION = "cohesion"
    RISK = "risk"
    COVERAGE = "coverage"


def calibrate(
    what: Annotated[
        What,
        typer.Argument(help="cohesion: c_min of an embedder; risk: H_base, lambda; coverage: risk against coverage."),
    ],
    file: Annotated[Path, typer.Argument(help="Labelled outcomes: JSON, JSON Lines or CSV.")],
    embedder: Annotated[str, typer.Option(help="cohesion: the embedder calibrated.")] = "hashed",
    precision: Annotated[
        float | None, typer.Option(help="cohesion: the smallest threshold of this precision instead of Youden's.")
    ] = None,
    seed: Annotated[int, typer.Option(help="cohesion: seed of the bootstrap.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Fit a threshold or curve to labelled outcomes; refuses where they are too few to say anything."""
    from core.services import calibrating
    from core.services.files import read_bytes

    data = read_bytes(file)
    if what is What.COHESION:
        fit = calibrating.cohesion_of_file(data, file.name, embedder=embedder, precision=precision, seed=seed)
        plain = calibrating.cohesion_fit_as_dict(fit)
    elif what is What.RISK:
        plain = calibrating.risk_fit_as_dict(calibrating.risk_of_file(data, file.name))
    else:
        curves = calibrating.coverage_of_file(data, file.name)
        plain = {"curves": [calibrating.coverage_as_dict(curve) for curve in curves]}
    if as_json:
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        _print_fit(plain)


def _print_fit(plain: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for curve in plain.get("curves", []):
        chosen = curve["chosen"]
        console.print(Text(f"{curve['signal']}: area {curve['area']:.4f} (best possible {curve['best_area']:.4f})"))
        console.print(
            Text(
                f"  least harm at coverage {chosen['coverage']:.2f}: {chosen['false_answers']} false answers, "
                f"{chosen['needless_abstentions']} needless abstentions"
            )
        )
    for name, value in plain.items():
        if name == "reliability":
            for row in value:
                console.print(Text(_band(row)), soft_wrap=True)
        elif name not in ("curves", "notes"):
            console.print(Text(f"{name}: {value}"), soft_wrap=True)
    for note in plain.get("notes", []):
        console.print(Text(note), soft_wrap=True)


def _band(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return (
        f"  density {row['low']:.1f} to {row['high']:.1f}: n {row['n']}, observed {row['observed']:.3f} "
        f"({low:.3f} to {high:.3f}), fitted {row['fitted']:.3f}"
    )
