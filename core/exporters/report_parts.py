"""Building blocks of a report: tables that read well aloud, chips, quotes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.exporters.graph_picture import hue_of
from core.exporters.markup import Markup, join, outside, tag
from core.verification.matching.context import reads_like_an_instruction

LONGEST = 1_500
"""Characters of a passage that are written out."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading and how its cells stand (n for numbers, w for wide text, k for words kept together)."""

    label: str
    kind: str = ""


def table(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[object]], **attributes: object) -> Markup:
    """A table with a caption, column headings and a heading for every row."""
    heads = (tag("th", column.label, scope="col", class_=column.kind or None) for column in columns)
    body = [_row(columns, row) for row in rows]
    made = tag("table", tag("caption", caption), tag("thead", tag("tr", *heads)), tag("tbody", *body), **attributes)
    return tag("div", made, class_="scroll", tabindex="0", role="group", aria_label=caption)


def _row(columns: Sequence[Column], row: Sequence[object]) -> Markup:
    first, *rest = row
    cells = [tag("th", first, scope="row", class_=columns[0].kind or None)]
    cells += [tag("td", cell, class_=column.kind or None) for column, cell in zip(columns[1:], rest, strict=True)]
    return tag("tr", *cells)


def chip(letter: str | None) -> Markup:
    """The letter of a lineage on its colour."""
    if not letter:
        return tag("span", "–", class_="quiet", title="in no counted lineage")
    return tag("span", letter, class_=f"chip c{hue_of(letter)}")


def quote(words: str) -> Markup:
    """Text of a source or an answer, verbatim; what is very long is cut, and says so."""
    if not words:
        return tag("span", "no text", class_="quiet")
    shown = outside(words[:LONGEST], "blockquote")
    more = over = None
    if len(words) > LONGEST:
        rest = f"… and {len(words) - LONGEST:,} more characters; the evidence package holds all of them."
        more = tag("p", rest, class_="quiet small")
    if reads_like_an_instruction(words):
        over = tag("p", "instruction-like text: shown as it is written, followed by nobody", class_="mark")
    return join(shown, more, over)


def when(at: str) -> str:
    """A moment to the second, as the record writes it."""
    return at[:19].replace("T", " ") if at[10:11] == "T" else at


def bullets(lines: Iterable[object]) -> Markup | None:
    """A list; nothing where there are no lines."""
    items = [tag("li", line) for line in lines]
    return tag("ul", *items) if items else None


def note(words: object) -> Markup:
    """Something not to be missed."""
    return tag("p", words, class_="note")
