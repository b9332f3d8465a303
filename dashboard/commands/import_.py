"""``headwater import``: bring a file into the store, whole or not at all."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from core.errors import ImportFailed
from core.fingerprint import digest_bytes
from core.importers import IMPORTERS, recognised
from core.importers.columns import FIELDS
from core.importers.csv_table import TableImporter
from core.importers.sample import Sample
from core.results import ImportReport
from core.services.files import read_bytes
from core.services.reading import refused, report_as_json, report_of
from core.services.streaming import import_large, in_parts

FORMATS = ", ".join(IMPORTERS)
STOPPED = 130
"""Exit code of what Ctrl+C stopped, as shells have it."""
MOST = 50
"""Problems written out; all of them are in the JSON report."""


def import_(
    file: Annotated[Path, typer.Argument(help="The file to read; - reads standard input.")],
    format: Annotated[
        str | None, typer.Option(help=f"Read it as one of these instead of detecting it: {FORMATS}.")
    ] = None,
    dataset: Annotated[str | None, typer.Option(help="Name of the data set; the default is the file's own.")] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=COLUMN",
            help="Which column of a table holds what, such as claim_text=Statement; again for each field, no column to "
            "leave it out. Without any, a table is read as somebody mapped its header last.",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report only; store nothing.")] = False,
    good_rows: Annotated[bool, typer.Option("--good-rows", help="Store the rows without problems.")] = False,
    by: Annotated[str, typer.Option(help="Who imports, as the record shows it.")] = "command line",
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Import a file of answers, claims and evidence; a file with problems is refused whole.

    A pipeline can feed it: what comes by standard input is a data set of its own, named by its content, unless
    --dataset names one. In Python: core.services.import_case(workspace, output_of_a_chain, name="support", by="me").
    A large file (JSON Lines, a JSON array, a table, Parquet) is read in parts: every part is checked before the first
    is stored, and an import that was stopped goes on where it was.
    """
    chosen = _chosen(mapping or [])
    asked = _Asked(format, dataset, chosen, dry_run, good_rows, by, database)
    try:
        if str(file) != "-" and in_parts(file, format, chosen):
            report = _import_large(file, asked)
        else:
            data, name = _offered(file)
            report = _import(data, name, asked)
    except ImportFailed as error:
        report = refused(file.name, error)
    if as_json:
        print(json.dumps(report_as_json(report), ensure_ascii=False, allow_nan=False))
    else:
        _print(report)
    if report.problems and not report.stored:
        raise typer.Exit(2)


@dataclass(frozen=True, slots=True)
class _Asked:
    """How to import."""

    format: str | None
    dataset: str | None
    mapping: dict[str, str] | None
    dry_run: bool
    good_rows: bool
    by: str
    database: str | None

    def settings(self) -> dict[str, Any]:
        """What every import takes, wherever it stores."""
        said = asdict(self)
        del said["database"]
        return said


def _chosen(pairs: list[str]) -> dict[str, str] | None:
    """The mapping as it was written, field by field."""
    chosen = {}
    for pair in pairs:
        field, sign, column = pair.partition("=")
        if field not in FIELDS or not sign:
            raise typer.BadParameter(f"{pair!r} is no FIELD=COLUMN; fields are {', '.join(FIELDS)}")
        chosen[field] = column
    return chosen or None


def _import_large(file: Path, asked: _Asked) -> ImportReport:
    """Import in the memory of a part of the file; Ctrl+C keeps the parts that are stored."""
    from core import services

    workspace = services.open_workspace(asked.database)
    try:
        return import_large(
            workspace,
            file,
            **asked.settings(),
            progress=_say_bytes,
        )
    except KeyboardInterrupt:
        print("stopped; what is stored stays, and the same command goes on behind it", file=sys.stderr)
        raise typer.Exit(STOPPED) from None


def _offered(file: Path) -> tuple[bytes, str]:
    """The bytes of the file and its name."""
    if str(file) != "-":
        return read_bytes(file), file.name
    data = sys.stdin.buffer.read()
    return data, f"stdin-{digest_bytes(data)[:8]}"


def _import(data: bytes, name: str, asked: _Asked) -> ImportReport:
    if asked.dry_run:
        sample = Sample(data, name)
        importer = recognised(sample, asked.format)
        if not (isinstance(importer, TableImporter) and asked.mapping is None and _stored_before(asked.database)):
            imported = importer.read(sample, dataset=asked.dataset, mapping=asked.mapping, progress=_say)
            return report_of(imported, name)
    # The store is loaded by those commands only that need it: scoring a file should start at once.
    from core import services

    try:
        return services.import_file(
            services.open_workspace(asked.database),
            data,
            name,
            **asked.settings(),
            progress=_say,
        )
    except KeyboardInterrupt:
        print("stopped; nothing was stored", file=sys.stderr)
        raise typer.Exit(STOPPED) from None


def _stored_before(database: str | None) -> bool:
    from core import services

    return services.store_exists(database)


def _say_bytes(done: int, total: int | None) -> None:
    if total:
        print(f"{done / total:.0%} of {total / 2_000_000:,.0f} MB read and stored", file=sys.stderr)


def _say(done: int, total: int | None) -> None:
    print(f"{done:,} of {total:,} records" if total else f"{done:,} records", file=sys.stderr)


def _print(report: ImportReport) -> None:
    what = [f"{report.file}: read as {report.format or 'no known format'}, data set {report.dataset or '-'}"]
    what.append(", ".join(f"{count:,} {name}" for name, count in report.counts.items() if count) or "nothing found")
    if report.stored:
        number = f" as import {report.batch}" if report.batch is not None else ""
        what.append(
            f"stored{number}: {report.added:,} added, {report.changed:,} changed, {report.unchanged:,} unchanged"
        )
    what += [f"limit: {limit}" for limit in report.capability_limits]
    what += [f"notice: {notice.message}" for notice in report.notices]
    print("\n".join(what))
    for problem in report.problems[:MOST]:
        print(problem, file=sys.stderr)
    if len(report.problems) > MOST:
        print(f"and {len(report.problems) - MOST:,} more problems; --json lists all", file=sys.stderr)
