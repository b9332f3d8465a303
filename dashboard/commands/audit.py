"""``headwater audit``: prove the record, or list it."""

import json
import sys
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Any

import typer

from core.work import AuditFilter, AuditLine

BROKEN = 1
"""Exit code where the record was tampered with."""


class Deed(StrEnum):
    """What to do with the record."""

    VERIFY = "verify"
    LIST = "list"


def audit(
    deed: Annotated[Deed, typer.Argument(help="verify: check every entry; list: show them.")],
    dataset: Annotated[str | None, typer.Option(help="list: only entries on this data set.")] = None,
    by: Annotated[str | None, typer.Option(help="list: only entries of this person.")] = None,
    kind: Annotated[str | None, typer.Option(help="list: label, edge, undo, adjudication, decision, import, …")] = None,
    since: Annotated[str | None, typer.Option(help="list: from this day or time on.")] = None,
    until: Annotated[str | None, typer.Option(help="list: up to this day or time.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="list: entries a page.")] = 50,
    page: Annotated[int, typer.Option(min=1, help="list: which page, 1 the newest.")] = 1,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Check the hash-chained record (exit 1 names each changed, missing, added or moved entry), or list it."""
    from core import services

    workspace = services.open_workspace(database)
    if deed is Deed.LIST:
        wanted = AuditFilter(kind=kind, by=by, dataset=dataset, since=since, until=until)
        found = services.audit(workspace, wanted, page=page, size=min(limit, 1_000))
        if as_json:
            lines = [_plain(line) for line in found.rows]
            print(json.dumps({"entries": found.total, "page": page, "lines": lines}, ensure_ascii=False))
            return
        for line in found.rows:
            print(f"{line.at}  {line.by}  {line.kind}  {line.subject}: {line.says}", end="")
            print(f" (was {line.before})" if line.before else "")
        return
    report = services.verify(workspace, None if as_json else _say)
    if as_json:
        heads = {chain: {"entries": count, "hash": end} for chain, (count, end) in report.heads.items()}
        proof = {"whole": report.whole, "entries": report.entries, "faults": report.faults, "chains": heads}
        print(json.dumps(proof, ensure_ascii=False))
    else:
        print(
            f"{report.entries:,} entries checked: {'the record is whole' if report.whole else 'the record is broken'}"
        )
        for fault in report.faults:
            print(fault, file=sys.stderr)
    if not report.whole:
        raise typer.Exit(BROKEN)


def _plain(line: AuditLine) -> dict[str, Any]:
    plain = {part.name: getattr(line, part.name) for part in fields(line)}
    return plain | {"seen": dict(line.seen)}


def _say(done: int, total: int | None) -> None:
    if done == total or done % 10_000 == 0:
        print(f"{done:,} of {total:,} entries", file=sys.stderr)
