"""``headwater recompute``: is a package what it says it is?"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from core.services.files import read_bytes

MOST = 50
"""Differences written out; all of them are in the JSON document."""


def recompute(
    file: Annotated[Path, typer.Argument(help="An exported evidence package, or a ZIP of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Make every figure and decision of an exported package anew; exit 1 and name each that differs."""
    from core.services.recomputing import recompute as recomputed

    found = recomputed(read_bytes(file), file.name)
    differences = [difference for one in found for difference in one.differences]
    if as_json:
        plain = {"untouched": not differences, "packages": [one.as_dict() for one in found]}
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        for one in found:
            state = "untouched" if one.untouched else f"{len(one.differences):,} differences"
            print(f"{one.file}: {one.claims:,} claims computed anew, {one.records:,} records: {state}")
            for note in one.notes:
                print(note, file=sys.stderr)
        for difference in differences[:MOST]:
            print(difference)
        if len(differences) > MOST:
            print(f"and {len(differences) - MOST:,} more differences; --json lists all")
    if differences:
        raise typer.Exit(1)
