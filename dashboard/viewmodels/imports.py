"""The imports on record in words: what came, who brought it, what took it back, what taking it back would do."""

from collections.abc import Mapping, Sequence

from core.deliveries import ImportLine, UndoEffect, UndoneImport
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView


def imports_table(lines: Sequence[ImportLine]) -> TableView:
    """What was imported, newest first."""
    return TableView(
        "Imports",
        (
            Column("number", "No.", "number", 4),
            Column("at", "When (UTC)", "quiet", 12),
            Column("by", "Who", "text", 8),
            Column("file", "File", "text", 13),
            Column("dataset", "Data set", "text", 9),
            Column("format", "Format", "quiet", 7),
            Column("brought", "Held", "wrap", 18),
            Column("figures", "Changed", "wrap", 14),
            Column("state", "State", "wrap", 9),
        ),
        tuple(_row(line) for line in lines),
        "Nothing imported yet. Drop a file above.",
    )


def _row(line: ImportLine) -> Row:
    held = _counted(line.counts)
    figures = (
        f"{line.added:,} stand again"
        if line.undoes is not None
        else f"{line.added:,} added, {line.changed:,} changed" + (f", {line.removed:,} gone" if line.removed else "")
    )
    return Row(
        str(line.batch),
        (
            Cell(str(line.batch), line.batch),
            Cell(when(line.at), line.at),
            Cell(line.by, None, "", line.by),
            Cell(_file(line), None, "", line.file),
            Cell(line.dataset, None, "", line.dataset),
            Cell("" if line.undoes is not None else line.format),
            Cell(held or "–", None, "", held),
            Cell(figures, line.added + line.changed, "", figures),
            Cell(_state(line)),
        ),
    )


def _file(line: ImportLine) -> str:
    if line.undoes is not None:
        return f"import {line.undoes} taken back"
    return line.file + (f" (in {line.parts} parts)" if line.parts > 1 else "")


def _state(line: ImportLine) -> str:
    if line.undone_by is not None:
        return f"taken back by {line.undone_by}"
    return "newest" if line.newest else "newer ones follow"


def import_name(line: ImportLine) -> str:
    """An import as the heading of what is said of it."""
    return f"Import {line.batch}: {_file(line)}, into {line.dataset}, by {line.by}, {when(line.at)} UTC"


def why_not(line: ImportLine) -> str:
    """Why an import cannot be taken back; empty where it can."""
    if line.newest:
        return ""
    if line.undone_by is not None:
        return f"It was taken back by import {line.undone_by}. Take that back, and it stands again."
    return f"Only the newest import of a data set can be taken back: take back what came into {line.dataset} after it."


def effect_words(effect: UndoEffect) -> tuple[str, ...]:
    """What taking an import back would do, a sentence each."""
    removed, restored = _counted(effect.removed), _counted(effect.restored)
    words = [
        f"Leaves the current view: {removed}." if removed else "Nothing leaves the current view.",
        f"Stands again as before: {restored}." if restored else "Nothing older stands in its place.",
    ]
    kept = _counted(effect.kept)
    if kept:
        words.append(f"Hangs on what leaves, and stays on record: {kept}. It counts again when the data come again.")
    else:
        words.append("No label, judgement or decision of people hangs on what leaves.")
    words.append("Nothing is deleted: the undoing is an import of its own in the record and can be taken back too.")
    return tuple(words)


def undone_words(undone: UndoneImport) -> str:
    """What taking an import back did."""
    left = count(undone.removed, "fact")
    return (
        f"Import {undone.undone} into {undone.dataset} (as import {undone.batch}): {left} left the current view, "
        f"{undone.restored:,} stand again as before."
    )


_SINGULAR = {"evidence": "evidence item", "judgements": "judgement", "signed decisions": "signed decision"}


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(
        count(number, _SINGULAR.get(kind, kind.removesuffix("s")), *(() if kind == "evidence" else (kind,)))
        for kind, number in counts.items()
        if number
    )
