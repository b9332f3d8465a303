"""``headwater decide``: may each claim and answer be answered, and why not more."""

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput


def decide(
    file: Annotated[Path | None, typer.Argument(help="A file of claims and evidence.")] = None,
    claim: Annotated[str | None, typer.Option(help="A stored claim (data set:id) instead of a file.")] = None,
    answer: Annotated[str | None, typer.Option(help="A stored answer (data set:id) instead of a file.")] = None,
    stored: Annotated[bool, typer.Option("--stored", help="Every stored claim that is not decided yet.")] = False,
    dataset: Annotated[str | None, typer.Option(help="With --stored: only claims of this data set.")] = None,
    format: Annotated[str | None, typer.Option(help="Read the file as this format instead of detecting it.")] = None,
    embedder: Annotated[
        str | None,
        typer.Option(help="hashed, semantic, transformers or http; else that of the rule in force, for a file hashed."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help='"paper-0.65" instead of the calibration of the embedder.')
    ] = None,
    fresh_days: Annotated[int | None, typer.Option(min=0, help="Days after which a dated source is stale.")] = None,
    check: Annotated[bool, typer.Option(help="Check citations against the texts of the file.")] = True,
    fail_on: Annotated[
        str | None, typer.Option(help='"abstain" or "qualify": exit 1 where a claim gets this or less.')
    ] = None,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Decide per claim and answer: answer, answer with a caveat, qualify or abstain, with states and reasons.

    Stored claims are decided under the rule in force; what is given here is tried instead and kept nowhere. With
    --stored the decisions are kept, as lists show them: claims decided already are left alone, and what was decided
    stays when it is stopped. It prints how many claims there are of each decision and leading state.

    Reasons and statements name sources by their titles; the ids stand beside them in the JSON ("passages"). Of each
    claim the JSON also holds "citation_sets": which set of its cited passages was judged to entail it (judgements on
    the axis 'entailment:["id", "id"]'), which citation is redundant because the rest carries the claim without it,
    which is needed, and which nobody judged.

    A citation of a file counts as checked only where the file names the version of the text (a fingerprint of the
    source): a text that merely came with the data proves nothing. What fails in it is said all the same.
    """
    from core.services.deciding import decide_file
    from core.services.files import read_bytes
    from core.services.option_files import bundle_options

    if sum((file is not None, claim is not None, answer is not None, stored)) != 1:
        raise InvalidInput("give one of FILE, --claim UID and --answer UID, or --stored")
    if fail_on not in (None, "abstain", "qualify"):
        raise InvalidInput(f'--fail-on must be "abstain" or "qualify", got {fail_on!r}')
    bad = {"abstain": {"abstain"}, "qualify": {"abstain", "qualify"}}.get(fail_on or "", set())
    if stored:
        if format or embedder or profile or fresh_days is not None:
            raise InvalidInput("--stored takes --dataset, --database, --fail-on and --json only")
        if bad & _decide_stored(dataset, database, as_json):
            raise typer.Exit(1)
        return
    if dataset is not None:
        raise InvalidInput("--dataset needs --stored")
    tried = embedder is not None or profile is not None
    today = datetime.now(UTC).date()
    if file is not None:
        options = bundle_options(embedder=embedder or "hashed", profile=profile)
        found = decide_file(
            read_bytes(file), file.name, format=format, options=options, check=check, fresh_days=fresh_days, today=today
        )
    else:
        own = bundle_options(embedder=embedder or "hashed", profile=profile) if tried else None
        found = _stored(claim, answer, own, fresh_days, database)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        _print_decisions(found)
    if any(row["decision"] in bad for row in found["claims"]):
        raise typer.Exit(1)


def _stored(
    claim: str | None, answer: str | None, options: Any, fresh_days: int | None, database: str | None
) -> dict[str, Any]:
    # The store is loaded by those commands only that need it.
    from core.services.decision_rule import inputs_in_force
    from core.services.stored_decisions import answer_decision, claim_decision
    from core.services.verdict_tables import verdicts_as_dict
    from core.services.workspace import open_workspace

    workspace = open_workspace(database)
    inputs = None
    if fresh_days is not None:
        inputs = replace(inputs_in_force(workspace), today=datetime.now(UTC).date(), fresh_days=fresh_days)
    if claim is not None:
        verdict = claim_decision(workspace, claim, options, inputs)
        return verdicts_as_dict([verdict], [], workspace.store.current_policy(claim.partition(":")[0]))
    assert answer is not None
    whole = answer_decision(workspace, answer, options, inputs)
    return verdicts_as_dict(list(whole.claims), [whole], workspace.store.current_policy(answer.partition(":")[0]))


def _decide_stored(dataset: str | None, database: str | None, as_json: bool) -> set[str]:
    """Decide what is undecided, say how many there are of each, and return the decisions that occur."""
    from core.errors import UnknownId
    from core.services.stored_verdicts import decide_stored, tally
    from core.services.workspace import open_workspace

    workspace = open_workspace(database)
    if dataset is not None and dataset not in {held.name for held in workspace.store.datasets()}:
        raise UnknownId("data set", dataset)

    def say(done: int, of: int) -> bool:
        print(f"{done:,} of {of:,} claims decided", file=sys.stderr)
        return True

    try:
        decided = decide_stored(workspace, dataset=dataset, progress=say)
    except KeyboardInterrupt:
        print("stopped; what was decided stays", file=sys.stderr)
        raise typer.Exit(1) from None
    found = tally(workspace, dataset=dataset)
    if as_json:
        counts = {"decisions": dict(found.conclusions), "states": dict(found.states), "undecided": found.undecided}
        print(json.dumps({"decided": decided, "claims": found.claims, **counts}))
    else:
        said = ", ".join(f"{number:,} {name}" for name, number in found.conclusions.items() if number)
        rest = f"; {found.undecided:,} could not be decided" if found.undecided else ""
        print(f"{decided:,} claims decided now. Of {found.claims:,}: {said or 'none'}{rest}")
    return {name for name, number in found.conclusions.items() if number}


def _print_decisions(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    table = Table("Claim", "Decision", "States", "Why not more")
    for row in found["claims"]:
        why = "; ".join(reason["text"] for reason in row["reasons"][:3])
        table.add_row(Text(row["id"]), row["decision"], ", ".join(row["states"]), Text(why))
    console.print(table)
    for row in found["answers"]:
        why = f" ({'; '.join(row['reasons'])})" if row["reasons"] else ""
        console.print(Text(f"answer {row['id']}: {row['decision']}{why}"), soft_wrap=True)
    counts = ", ".join(f"{count} {name}" for name, count in found["summary"]["decisions"].items() if count)
    console.print(Text(f"{found['summary']['claims']} claims: {counts or 'none'}"))
