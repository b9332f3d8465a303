"""What a file brings, what is wrong with it, and what that rules out."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Problem
from core.results import Dataset, ImportReport, Preview
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut


@dataclass(frozen=True, slots=True)
class ReportView:
    """An import report in words and tables."""

    headline: str
    counts: tuple[tuple[str, int], ...]
    problems: TableView
    problem_words: str
    notices: tuple[str, ...]
    limits: tuple[str, ...]
    usable: bool
    """Whether anything of the file can be stored."""
    clean: bool


def report_view(report: ImportReport) -> ReportView:
    """Word an import report, stored or not."""
    number = len(report.problems)
    counts = tuple((name, value) for name, value in report.counts.items())
    return ReportView(
        headline=_headline(report),
        counts=counts,
        problems=problems_table(report.problems),
        problem_words=f"{count(number, 'problem')}; nothing is stored unless you choose the good rows."
        if number
        else "",
        notices=_gathered([notice.message for notice in report.notices]),
        limits=report.capability_limits,
        usable=any(value for _, value in counts),
        clean=not number,
    )


def _headline(report: ImportReport) -> str:
    brought = ", ".join(
        count(value, word.removesuffix("s"), word)
        for word, value in report.counts.items()
        if value and word != "evidence"
    )
    items = report.counts.get("evidence", 0)
    found = ", ".join(part for part in (brought, count(items, "evidence item") if items else "") if part) or "nothing"
    if report.stored and not report.added and not report.changed:
        return f"Nothing changed: all of this was stored already ({found})."
    if report.stored:
        what = f"{report.added:,} added, {report.changed:,} changed, {report.unchanged:,} as before"
        return f"Stored in data set {report.dataset}: {what}."
    return f"It brings {found}."


def _gathered(messages: Sequence[str]) -> tuple[str, ...]:
    """Each message once, with how often it came."""
    seen: dict[str, int] = {}
    for message in messages:
        seen[message] = seen.get(message, 0) + 1
    return tuple(text if n == 1 else f"{text} ({n:,} times)" for text, n in seen.items())


def problems_table(problems: Sequence[Problem]) -> TableView:
    """Every problem with its place, what was expected and what was found."""
    rows = tuple(
        Row(
            str(number),
            (
                Cell(problem.file),
                Cell("whole file" if problem.row is None else str(problem.row), problem.row),
                Cell(problem.field or "–"),
                Cell(problem.expected, None, "", problem.expected),
                Cell(cut(problem.found, 200), None, "", problem.found),
                Cell(problem.message, None, "", problem.message),
            ),
        )
        for number, problem in enumerate(problems)
    )
    return TableView(
        "Problems of the file",
        (
            Column("file", "File", "quiet", 9),
            Column("row", "Row", "number", 5),
            Column("field", "Field", "text", 8),
            Column("expected", "Expected", "wrap", 15),
            Column("found", "Found", "wrap", 15),
            Column("message", "Message", "wrap", 20),
        ),
        rows,
        "No problems.",
    )


def preview_names(preview: Preview) -> tuple[str, ...]:
    """The tables a preview has rows of."""
    return tuple(preview.tables)


def preview_table(preview: Preview, name: str) -> TableView:
    """The first rows of one table as they would be stored; columns without a value are left out."""
    rows = preview.tables.get(name, ())
    fields = [field for field in (rows[0] if rows else ()) if any(row.get(field) not in (None, "", ()) for row in rows)]
    return TableView(
        f"First rows: {name}",
        tuple(Column(field, field, "text", 12) for field in fields),
        tuple(
            Row(
                str(number),
                tuple(
                    Cell(cut(str(row.get(field, "")), 120) if row.get(field) is not None else "–") for field in fields
                ),
            )
            for number, row in enumerate(rows)
        ),
        "The file brings no rows of this kind.",
    )


def datasets_table(datasets: Sequence[Dataset]) -> TableView:
    """What is under review."""
    return TableView(
        "Data sets under review",
        (
            Column("name", "Data set", "text", 12),
            Column("claims", "Claims", "number", 6),
            Column("format", "Format", "quiet", 8),
            Column("file", "File", "text", 12),
            Column("imported", "Imported (UTC)", "quiet", 12),
            Column("about", "About", "wrap", 30),
        ),
        tuple(
            Row(
                dataset.name,
                (
                    Cell(dataset.name),
                    Cell(f"{dataset.claims:,}", dataset.claims),
                    Cell(dataset.format),
                    Cell(dataset.file),
                    Cell(when(dataset.imported_at), dataset.imported_at),
                    Cell(cut(dataset.about, 300) or "–", None, "", dataset.about),
                ),
            )
            for dataset in datasets
        ),
        "Nothing imported yet. Drop a file above.",
    )
