"""Two documents side by side: what each is, its words, and the passages both have."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.model import Label, Source
from dashboard.viewmodels.evidence import label_words, title_of
from dashboard.viewmodels.inspector import safe_link
from dashboard.viewmodels.numbers import count, percent
from dashboard.wording import KIND

WHOLE = 24_000
"""Characters up to which a document is shown whole; of a longer one what surrounds the shared passages."""
AROUND = 700
"""Characters kept on either side of a shared passage, and at both ends, where a document is too long."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a document; ``mark`` numbers a passage that both have, ``left_out`` says what is not shown."""

    text: str
    mark: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class DocumentView:
    """One of the two documents. Everything in it but the words around it comes from outside."""

    role: str
    title: str
    byline: str
    date: str
    url: str
    link: str
    label: str
    pieces: tuple[Piece, ...]
    empty: str
    """What stands in place of a text that there is not."""

    def as_data(self) -> dict[str, Any]:
        """Plain JSON for the component."""
        return {
            "role": self.role,
            "title": self.title,
            "byline": self.byline,
            "date": self.date,
            "url": self.url,
            "link": self.link,
            "label": self.label,
            "empty": self.empty,
            "pieces": [[piece.text, piece.mark, piece.left_out] for piece in self.pieces],
        }


def document_view(
    source: Source, text: str, marks: Iterable[tuple[int, int, int]], *, role: str, label: Label | None, hidden: bool
) -> DocumentView:
    """One document with what it shares marked.

    Args:
        source: What it is.
        text: Its words.
        marks: Start, end and number of each shared passage in ``text``.
        role: What it is here: in question, upstream.
        label: The label in force.
        hidden: True in a blind reading, where the label is not shown.
    """
    about = [KIND[source.kind], source.publisher, source.author, source.language]
    if not source.retrieved:
        about.append("not retrieved: known only because others point to it")
    if source.retracted:
        about.append("retracted")
    link = safe_link(source.url)
    return DocumentView(
        role=role,
        title=title_of(source, source.id),
        byline=" · ".join(part for part in about if part),
        date=date_words(source.published_at),
        url=source.url or "",
        link=link or "",
        label="label not shown" if hidden else label_words(label),
        pieces=pieces(text, marks),
        empty="Nobody retrieved it; there is no text." if not source.retrieved else "The data brings no text of it.",
    )


def pieces(text: str, marks: Iterable[tuple[int, int, int]]) -> tuple[Piece, ...]:
    """A text in stretches, shared ones numbered; of a very long one only what surrounds them."""
    found, at = [], 0
    for start, end, number in sorted(marks):
        if start < at or end <= start or end > len(text):
            continue
        found += [Piece(text[at:start]), Piece(text[start:end], number)]
        at = end
    found.append(Piece(text[at:]))
    if len(text) > WHOLE:
        last = len(found) - 1
        found = [part for place, piece in enumerate(found) for part in _shortened(piece, place == 0, place == last)]
    return tuple(piece for piece in found if piece.text or piece.left_out)


def _shortened(piece: Piece, first: bool, last: bool) -> list[Piece]:
    """A long stretch cut in its middle; a long shared passage likewise, so that its both ends are seen."""
    most = AROUND * (1 if first or last else 2)
    if first and last:
        most = WHOLE
    if len(piece.text) <= most + AROUND:
        return [piece]
    head = 0 if first and not last else AROUND
    tail = 0 if last and not first else AROUND
    if first and last:
        head, tail = WHOLE - AROUND, AROUND
    out = len(piece.text) - head - tail
    return [
        Piece(piece.text[:head], piece.mark),
        Piece("", 0, out),
        Piece(piece.text[len(piece.text) - tail :] if tail else "", piece.mark),
    ]


def shared_words(lengths: Iterable[int], left: str, right: str) -> str:
    """How much two documents share, in words."""
    each = list(lengths)
    if not left.strip() or not right.strip():
        return ""
    if not each:
        return "They share no passage of any length."
    part = min(1.0, sum(each) / max(1, len(left)))
    return f"{count(len(each), 'shared passage')}, {percent(part, 0)} of the text on the left."


def older_words(left: str | None, right: str | None) -> str:
    """Which of two documents is older, and by how much; empty where a date is missing or cannot be read."""
    first, second = moment(left), moment(right)
    if first is None or second is None:
        return ""
    if (first.tzinfo is None) != (second.tzinfo is None):
        first, second = first.replace(tzinfo=None), second.replace(tzinfo=None)
    seconds = (second - first).total_seconds()
    if not seconds:
        return "Both have the same date."
    size = abs(seconds)
    days, hours, minutes = round(size / 86400), round(size / 3600), max(1, round(size / 60))
    length = count(days, "day") if days >= 2 else count(hours, "hour") if hours >= 2 else count(minutes, "minute")
    return f"The one on the {'left' if seconds > 0 else 'right'} is {length} older."


def moment(written: str | None) -> datetime | None:
    """A date of the data as a moment; None where it is missing or not in the common form."""
    try:
        return datetime.fromisoformat(written.strip()) if written else None
    except ValueError:
        return None


def date_words(written: str | None) -> str:
    """A date as the data has it, without idle seconds."""
    if not written:
        return "no date"
    return re.sub(r"^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?", r"\1 \2 ", written).strip()
