"""``headwater verify``: citations held against their source, in files or in the store."""

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput
from core.services import verifying
from core.services.files import read_bytes


def verify(
    source: Annotated[
        Path | None, typer.Argument(help="The source, or a package whose own citations are checked.")
    ] = None,
    citations: Annotated[Path | None, typer.Option(help="Citations of this one source, as JSON.")] = None,
    grounding: Annotated[str | None, typer.Option(help="Format of the source, such as opendataloader-json.")] = None,
    config: Annotated[Path | None, typer.Option(help="A verification config, as JSON.")] = None,
    sources: Annotated[
        Path | None, typer.Option(help="Source map of a package (else source-map.json beside it).")
    ] = None,
    fail_on: Annotated[str | None, typer.Option(help='"ungrounded": exit 1 unless everything is grounded.')] = None,
    stored: Annotated[
        str | None, typer.Option(help="A stored data set, or data set:id of a claim or citation, instead of a file.")
    ] = None,
    attach: Annotated[list[Path] | None, typer.Option(help="A file for a stored source; may be repeated.")] = None,
    by: Annotated[str, typer.Option(help="Who checks stored citations, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    statement: Annotated[bool, typer.Option(help="Print the report inside an in-toto statement.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Check citations against their source: grounded, or why not.

    A citation is looked up in the source itself: PDF, Word, Excel, CSV, HTML, Markdown, text, or what another parser
    read (Grounding JSON, OpenDataLoader JSON, the native document of the public contract). Words and numbers must stand
    there whole; a minus, a dash, a superscript or a percent sign is never read as something else. The closest passage
    is a hint and never counts. Reports have the shape of the public docushell/ethos contract.

    The sources of a package are the texts it holds, or files: source-map.json beside it, as in
    {"folder": "artifacts", "sources": {"s1": "report.pdf"}}, else a folder named like the package whose files are named
    like the sources. Nothing outside that folder is opened, whatever an id says. Files are read in a process of their
    own, without the environment, with limits on time, memory (Linux) and what they unpack to.

    Stored citations are checked against files attached to their sources. A file finds its source by a fingerprint, an
    id, a title or an address; its name is a label. A check counts as long as the file, the citation and the passage are
    what it was made with; after that it is stale.
    """
    if fail_on not in (None, "ungrounded"):
        raise InvalidInput(f'--fail-on must be "ungrounded", got {fail_on!r}')
    if (source is None) == (stored is None):
        raise InvalidInput("give one of SOURCE and --stored")
    if stored is not None and (citations or grounding or config or sources or statement):
        raise InvalidInput("--stored takes --attach, --by, --database, --fail-on and --json only")
    if stored is None and (attach or database):
        raise InvalidInput("--attach and --database need --stored")
    if stored is not None:
        if not _stored(stored, attach or [], by, database, as_json) and fail_on is not None:
            raise typer.Exit(1)
        return
    assert source is not None
    settings = _json(config) if config is not None else None
    if citations is None:
        grounded = _package(source, sources, settings, as_json)
    else:
        grounded = _one_source(source, citations, grounding, settings, statement, as_json)
    if fail_on is not None and not grounded:
        raise typer.Exit(1)


def _stored(what: str, files: list[Path], by: str, database: str | None, as_json: bool) -> bool:
    """Check stored citations; True where all are grounded."""
    from core.services.checks_told import check_stored
    from core.services.workspace import open_workspace

    found = check_stored(open_workspace(database), what, by=by, files=[(path.name, read_bytes(path)) for path in files])
    for one in found["attached"]:
        print(f"{one['file']}: {one['refused'] or 'attached to ' + one['source_id']}", file=sys.stderr)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
    else:
        for line in found["citations"]:
            status = (line["status"] or "not checked") + (", stale" if line["stale"] else "")
            print(f"{line['id']}: {status}. {line['summary']}")
        print(f"{found['summary'].get('grounded', 0)} of {found['summary']['citations']} grounded")
    return bool(found["citations"]) and all(
        line["status"] == "grounded" and not line["stale"] for line in found["citations"]
    )


def _one_source(
    source: Path, citations: Path, grounding: str | None, settings: Any, statement: bool, as_json: bool
) -> bool:
    from core.verification.exchange import as_statement, report_as_dict

    request = _json(citations)
    data = read_bytes(source)
    with closing(verifying.reader_in()) as reader:
        report = verifying.verify_source(data, source.name, request, reader, grounding=grounding, config=settings)
    if statement:
        print(json.dumps(as_statement(report, source.name), ensure_ascii=False, allow_nan=False))
    elif as_json:
        ours = report.verifier.name == "headwater"
        print(json.dumps(report_as_dict(report, extended=ours), ensure_ascii=False, allow_nan=False))
    else:
        _print_checks([(check.id, check) for check in report.checks])
    return report.all_evidence_grounded


def _package(source: Path, sources: Path | None, settings: Any, as_json: bool) -> bool:
    data = read_bytes(source)
    with closing(verifying.reader_in()) as reader:
        found = verifying.verify_package_file(data, source, reader, sources=sources, config=settings)
    plain = verifying.package_as_dict(found)
    if as_json:
        print(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    else:
        _print_checks([(citation, check) for citation, (check, _) in found.checks().items()])
        summary = plain["summary"]
        print(f"{summary['grounded']} of {summary['citations']} grounded, {summary['not_checked']} not checked")
    return bool(plain["citations"]) and all(row["status"] == "grounded" for row in plain["citations"])


def _json(path: Path) -> Any:
    try:
        return json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path}: not readable as JSON ({error})") from error


def _print_checks(checks: list[tuple[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from core.verification.wording import describe

    table = Table("Check", "Status", "Reason", "Method", "In words")
    for name, check in checks:
        table.add_row(
            Text(name),
            check.status.value,
            check.reason.value if check.reason is not None else "",
            check.method.value,
            Text(describe(check)),
        )
    Console(file=sys.stdout).print(table)
