"""Files that stand for sources: what is attached, and what became of the files that were given."""

from collections.abc import Sequence
from urllib.parse import quote

from core.checked import Attachment, AttachResult
from dashboard.check_words import MATCHED
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut


def attached_table(found: Sequence[Attachment]) -> TableView:
    """What is attached in a data set."""
    return TableView(
        "Attached files",
        (
            Column("source", "Source", "text", 11),
            Column("file", "File", "text", 13),
            Column("media", "Kind", "quiet", 5),
            Column("size", "Bytes", "number", 5.5),
            Column("fingerprint", "Fingerprint", "quiet", 14),
            Column("matched", "Matched", "quiet", 8),
            Column("at", "Attached (UTC)", "quiet", 8.5),
            Column("by", "By", "quiet", 6),
        ),
        tuple(
            Row(
                one.source_id,
                (
                    Cell(cut(one.source_id, 60), None, "", one.source_id),
                    Cell(cut(one.name, 80), None, "", one.name),
                    Cell(one.media),
                    Cell(f"{one.size:,}", one.size),
                    Cell(one.fingerprint, None, "", one.fingerprint),
                    Cell(MATCHED[one.matched_by]),
                    Cell(when(one.attached_at), one.attached_at),
                    Cell(one.by),
                ),
                f"citations?dataset={quote(one.dataset, safe='')}&source={quote(one.source_id, safe='')}",
            )
            for one in found
        ),
        "Nothing is attached. Citations are checked against the text that came with the data, where there is one.",
    )


def results_table(found: Sequence[AttachResult]) -> TableView:
    """One line for each file that was given."""
    return TableView(
        "What became of the files",
        (
            Column("file", "File", "text", 14),
            Column("outcome", "Outcome", "word", 7),
            Column("source", "Source", "text", 11),
            Column("why", "Why", "wrap", 24),
        ),
        tuple(
            Row(
                f"{number}",
                (
                    Cell(cut(one.name, 80), None, "", one.name),
                    Cell("refused", None, "qualify") if one.refused else Cell("attached"),
                    Cell(one.source_id or "–"),
                    Cell(one.refused or (MATCHED[one.attachment.matched_by] if one.attachment else "")),
                ),
            )
            for number, one in enumerate(found)
        ),
    )


def results_words(found: Sequence[AttachResult]) -> str:
    """How many files were attached and refused."""
    refused = sum(bool(one.refused) for one in found)
    kept = len(found) - refused
    return f"{count(kept, 'file')} attached" + (f", {refused:,} refused" if refused else "") + "."
