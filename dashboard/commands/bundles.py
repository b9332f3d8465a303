"""``headwater bundles``: the bundles of a claim, and the evidence to show under a budget."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput


def bundles(
    file: Annotated[Path | None, typer.Argument(help="A file of claims and evidence.")] = None,
    claim: Annotated[
        str | None, typer.Option(help="Which claim: its id in the file, or data set:id of a stored one.")
    ] = None,
    format: Annotated[str | None, typer.Option(help="Read the file as this format instead of detecting it.")] = None,
    embedder: Annotated[
        str | None, typer.Option(help="hashed, semantic, transformers or http; for a stored claim as in the rule.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help='"paper-0.65" instead of the calibration of the embedder.')
    ] = None,
    linkage: Annotated[
        str | None, typer.Option(help="average or ward; for a stored claim as in the rule, else average.")
    ] = None,
    m_max: Annotated[
        int | None, typer.Option(help="Passages a bundle keeps; for a stored claim as in the rule, else 10.")
    ] = None,
    facets: Annotated[
        Path | None, typer.Option(help="Facets of the claim as JSON: a list of {id, text, weight}; else drafted.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(help="Choose evidence under so many tokens, and write its package.")
    ] = None,
    package: Annotated[bool, typer.Option("--package", help="Print the evidence package and nothing else.")] = False,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Group the evidence of a claim into bundles: cohesion, density with its parts, both gates, chosen evidence."""
    from core.services.bundle_tables import bundles_as_dict, evidence_as_dict
    from core.services.bundling import choose_evidence

    if file is None and claim is None:
        raise InvalidInput("give FILE, or --claim DATA:CLAIM for a stored claim")
    if package and budget is None:
        raise InvalidInput("--package needs --budget")
    said = {"embedder": embedder, "profile": profile, "linkage": linkage, "most": m_max}
    made = _made(
        file, claim, format, {key: value for key, value in said.items() if value is not None}, facets, database
    )
    for problem in made.problems:
        print(problem, file=sys.stderr)
    plain = bundles_as_dict(made)
    if budget is not None:
        plain["evidence"] = evidence_as_dict(choose_evidence(made, budget))
    if package:
        print(plain["evidence"]["package"]["text"], end="")
    elif as_json:
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        _print_bundles(plain)


def _made(
    file: Path | None,
    claim: str | None,
    format: str | None,
    said: dict[str, Any],
    facets: Path | None,
    database: str | None,
) -> Any:
    """The bundles; what is not said is as the rule and the parts in force have it, in a file as they are shipped."""
    from core.services.option_files import bundle_options

    given = bundle_options(**{"embedder": "hashed", **said}, facets=facets)
    if file is not None:
        from core.services.deciding import bundles_in_file
        from core.services.files import read_bytes

        return bundles_in_file(read_bytes(file), file.name, claim, format=format, options=given)
    # The store is loaded by those commands only that need it.
    from core.services.decision_rule import options_of, rule_from_data, rule_in_force
    from core.services.parts import facet_statement
    from core.services.stored_decisions import claim_bundles
    from core.services.workspace import open_workspace

    assert claim is not None
    workspace = open_workspace(database)
    rule = rule_from_data(said, rule_from_data(rule_in_force(workspace).settings))
    options = options_of(rule, facet_statement(workspace, claim))
    return claim_bundles(workspace, claim, replace(options, facets=given.facets, marks=()) if facets else options)


def _print_bundles(plain: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    console.print(Text(plain["claim"]["text"], style="bold"), soft_wrap=True)
    for bundle in plain["bundles"]:
        low, high = bundle["density_range"]
        density = f"{low:.3f}" if low == high else f"{low:.3f} to {high:.3f}"
        lineages = f"{bundle['lineages']} lineage{'s' if bundle['lineages'] != 1 else ''}"
        console.print(
            Text(f"{bundle['rank']}. {bundle['type']}, {bundle['size']} of {plain['passages']} passages, {lineages}"),
            soft_wrap=True,
        )
        console.print(Text(f"   {', '.join(bundle['passages'])}"), soft_wrap=True)
        parts = ", ".join(f"{name} {_number(bundle[name])}" for name in ("coverage", "consistency", "completeness"))
        console.print(Text(f"   density {density}: {parts}"), soft_wrap=True)
        console.print(Text(f"   cohesion {_number(bundle['cohesion'])}"), soft_wrap=True)
        gates = bundle["gates"]
        console.print(Text(f"   {'; '.join([gates['verdict'], *gates['reasons']])}"), soft_wrap=True)
    for row in plain["left_out"]:
        console.print(Text(f"left out: {row['id']}, {row['reason']}"), soft_wrap=True)
    for row in plain["repeated"]:
        console.print(Text(f"repeats {row['same_as']}: {row['id']}"), soft_wrap=True)
    if "evidence" in plain:
        choice = plain["evidence"]["choice"]
        console.print(Text(choice["sentence"]), soft_wrap=True)
        for row in choice["chosen"]:
            console.print(Text(f"  {row['id']}: {row['tokens']} tokens, support {row['support']:.2f}"), soft_wrap=True)


def _number(figure: dict[str, Any]) -> str:
    return f"{figure['value']:.3f}" if figure["value"] is not None else f"n/a ({figure['reason']})"
