"""``headwater calibrate``: thresholds and curves from a team's own labels, with intervals."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.errors import InvalidInput

if TYPE_CHECKING:
    from core.bundles.calibrate_cohesion import CohesionFit
    from core.bundles.calibrate_risk import RiskFit


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
    file: Annotated[Path | None, typer.Argument(help="Labelled outcomes: JSON, JSON Lines or CSV.")] = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="Take the outcomes that people recorded in the store instead of a file.")
    ] = False,
    dataset: Annotated[str | None, typer.Option(help="--stored: only outcomes of this data set.")] = None,
    embedder: Annotated[str, typer.Option(help="cohesion: the embedder calibrated.")] = "hashed",
    precision: Annotated[
        float | None, typer.Option(help="cohesion: the smallest threshold of this precision instead of Youden's.")
    ] = None,
    seed: Annotated[int, typer.Option(help="cohesion: seed of the bootstrap.")] = 0,
    put_in_force: Annotated[
        bool, typer.Option("--put-in-force", help="cohesion, risk: make the fit a new version of the rule.")
    ] = False,
    reason: Annotated[
        str, typer.Option(help="--put-in-force: why; what the fit rests on, where nothing is said.")
    ] = "",
    by: Annotated[str, typer.Option(help="--put-in-force: who, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Fit a threshold or curve to labelled outcomes; refuses where they are too few to say anything."""
    if (file is None) is not stored:
        raise InvalidInput("give either a file of labelled outcomes or --stored")
    if put_in_force and what is What.COVERAGE:
        raise InvalidInput("coverage fits nothing that could be put in force; cohesion and risk do")
    from core import services
    from core.services import calibrating
    from core.services.files import read_bytes
    from core.services.fits import put_fit_in_force, words_of_fit

    data = b"" if file is None else read_bytes(file)
    name = "this store" if file is None else file.name
    workspace = services.open_workspace(database) if stored or put_in_force else None
    plain: dict[str, Any]
    if what is What.COVERAGE:
        if workspace is not None:
            judged = services.judged_claims(workspace, dataset, progress=_say)
            plain = {
                "false_answers": judged.false_answers,
                "needless_abstentions": judged.needless_abstentions,
                "disputed": list(judged.disputed),
            }
            curves = services.coverage_of_store(workspace, judged=judged)
        else:
            plain, curves = {}, calibrating.coverage_of_file(data, name)
        plain["curves"] = [calibrating.coverage_as_dict(curve) for curve in curves]
        _tell(plain, as_json=as_json)
        return
    fit: CohesionFit | RiskFit
    if what is What.COHESION:
        if workspace is not None and stored:
            fit = services.cohesion_of_store(workspace, dataset, embedder=embedder, precision=precision, seed=seed)
        else:
            fit = calibrating.cohesion_of_file(data, name, embedder=embedder, precision=precision, seed=seed)
        plain = calibrating.cohesion_fit_as_dict(fit)
    else:
        if workspace is not None and stored:
            judged = services.judged_claims(workspace, dataset, progress=_say)
            fit = services.risk_of_store(workspace, judged=judged)
        else:
            fit = calibrating.risk_of_file(data, name)
        plain = calibrating.risk_fit_as_dict(fit)
    if workspace is not None and put_in_force:
        version = put_fit_in_force(workspace, fit, by=by, reason=reason or words_of_fit(fit, name))
        plain["version"] = version.number
    _tell(plain, as_json=as_json)


def _say(done: int, total: int) -> bool:
    if done % 100 == 0:
        print(f"measuring claims: {done:,} of {total:,}", file=sys.stderr)
    return True


def _tell(plain: dict[str, Any], *, as_json: bool) -> None:
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
