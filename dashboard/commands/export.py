"""``headwater export``: claims out of a file or the store, in any format."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import InvalidInput, UnknownId
from core.services.files import read_bytes

EVERYTHING = "everything"


def export(
    what: Annotated[
        str | None,
        typer.Argument(
            help="A file of claims; or of what is stored \"everything\", a data set, a claim's or answer's uid."
        ),
    ] = None,
    format: Annotated[str, typer.Option(help="Which format; --formats lists them.")] = "package",
    out: Annotated[Path | None, typer.Option(help="File or folder to write to; - for standard output.")] = None,
    claim: Annotated[str | None, typer.Option(help="Only this claim of the file or data set.")] = None,
    answer: Annotated[str | None, typer.Option(help="Only the claims of this answer of the file or data set.")] = None,
    read_as: Annotated[str | None, typer.Option(help="Read the file as this format instead of detecting it.")] = None,
    as_of: Annotated[
        str | None, typer.Option(help="The stored claim as it stood on this day or at this time (ISO 8601).")
    ] = None,
    by: Annotated[str, typer.Option(help="Who exports; stands in the export.")] = "command line",
    database: Annotated[str | None, typer.Option(help="What is stored there, not a file.")] = None,
    formats: Annotated[bool, typer.Option("--formats", help="List the formats.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Export claims: report, evidence package, tables, graph, provenance. A file needs no database."""
    from core.services import exporting

    if formats:
        for one in exporting.export_formats():
            print(f"{one.name:15} {one.says}")
        return
    if what is None:
        raise InvalidInput('give a file, or of what is stored "everything", a data set, or a uid')
    if claim is not None and answer is not None:
        raise InvalidInput("give one of --claim and --answer")
    if as_of is not None:
        delivery = _of_past(what, database, claim, answer, as_of, by)
    elif database is None and Path(what).exists():
        delivery = _of_file(Path(what), read_as, claim, answer, by)
    else:
        delivery = _of_store(what, database, claim, answer, by)
    if out is not None and str(out) == "-":
        if as_json:
            raise InvalidInput("--json and --out - both want standard output")
        sys.stdout.buffer.write(exporting.exported(delivery, format).data)
        return
    path = exporting.write_export(delivery, format, out or Path())
    said = {"file": str(path), "format": format, "claims": delivery.claims, "bytes": path.stat().st_size}
    print(json.dumps(said, ensure_ascii=False) if as_json else f"{path}: {said['bytes']:,} bytes")


def _of_file(path: Path, read_as: str | None, claim: str | None, answer: str | None, by: str) -> Any:
    from core.services import exporting

    return exporting.of_file(read_bytes(path), path.name, by=by, read_as=read_as, claim=claim, answer=answer)


def _of_past(what: str, database: str | None, claim: str | None, answer: str | None, as_of: str, by: str) -> Any:
    from core import services
    from core.services import exporting

    if answer is not None or what == EVERYTHING:
        raise InvalidInput("a past day is exported claim by claim: name one stored claim with --as-of")
    uid = what if claim is None else f"{what}:{claim}"
    return exporting.of_store(services.open_workspace(database), exporting.Wanted(claim=uid, as_of=as_of), by=by)


def _of_store(what: str, database: str | None, claim: str | None, answer: str | None, by: str) -> Any:
    from core import services
    from core.services import exporting

    workspace = services.open_workspace(database)
    names = {dataset.name for dataset in services.datasets(workspace)}
    if claim is not None or answer is not None:
        if what not in names:
            raise UnknownId("file or data set", what)
        wanted = (
            exporting.Wanted(claim=f"{what}:{claim}")
            if claim is not None
            else exporting.Wanted(answer=f"{what}:{answer}")
        )
        return exporting.of_store(workspace, wanted, by=by)
    if what == EVERYTHING:
        return exporting.of_store(workspace, exporting.Wanted(), by=by)
    if what in names:
        return exporting.of_store(workspace, exporting.Wanted(dataset=what), by=by)
    try:
        return exporting.of_store(workspace, exporting.Wanted(claim=what), by=by)
    except UnknownId:
        pass
    try:
        return exporting.of_store(workspace, exporting.Wanted(answer=what), by=by)
    except UnknownId:
        raise UnknownId("file, data set, claim or answer", what) from None
