"""Quotations in an answer's text, whatever marks its language uses, each with the citation that holds its words."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.checked import CitationLine
from core.verification.config import TextNormalization
from core.verification.matching.profiles import normalized_text
from dashboard.check_words import CHECK_TONE, status_words, tone_of
from dashboard.viewmodels.citations import citation_link
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

PAIRS = (
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("«", "»"),
    ("»", "«"),
    ("‹", "›"),
    ("「", "」"),
    ("『", "』"),
    ("《", "》"),
    ('"', '"'),
)
"""Opening and closing marks: English, German, French, Danish, Swiss, Chinese and Japanese, typewriter."""
SHORTEST = 3
"""Characters from which on what stands between two marks is read as a quotation."""
_QUOTED = re.compile(
    "|".join(f"{re.escape(a)}([^{re.escape(a + b)}\n]{{{SHORTEST},2000}}){re.escape(b)}" for a, b in PAIRS)
)


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words an answer puts between marks, and the citation that holds them."""

    text: str
    line: CitationLine | None
    stands_in: str = ""
    """Title of a source of the answer that holds the words without being cited for them."""


def quotations(
    text: str, lines: Sequence[CitationLine], sources: Callable[[Sequence[str]], Mapping[str, str]] | None = None
) -> tuple[Quotation, ...]:
    """Every quotation of a text, in order, with the citation whose expected text holds it; None where none does.

    Args:
        text: The answer.
        lines: Its citations.
        sources: Looks for words in the texts of the answer's sources: words -> title of the source that holds them.
    """
    known = [(_plain(line.expected_text), line) for line in lines if line.expected_text]
    found = []
    for match in _QUOTED.finditer(text):
        words = next(group for group in match.groups() if group is not None)
        plain = _plain(words)
        found.append(Quotation(words, next((line for expected, line in known if plain in expected), None)))
    uncited = [one.text for one in found if one.line is None]
    places = sources(uncited) if sources is not None and uncited else {}
    return tuple(replace(one, stands_in=places.get(one.text, "")) if one.line is None else one for one in found)


def _plain(text: str | None) -> str:
    return normalized_text(text or "", TextNormalization.SAFE_V1).strip(" .,;:!?。，")


def quotations_table(found: Sequence[Quotation]) -> TableView:
    """The quotations of an answer with their checks."""
    return TableView(
        "Quotations in this text",
        (
            Column("words", "Quotation in the text", "prose", 26),
            Column("status", "Status", "word", 10),
            Column("source", "Source", "text", 14),
            Column("says", "What the check found", "prose", 24),
        ),
        tuple(_row(number, one) for number, one in enumerate(found)),
    )


def _row(number: int, one: Quotation) -> Row:
    if one.line is None:
        where = "The words stand there, but no citation names the source for them."
        nowhere = "No citation holds these words, and no text that came with the data has them at this length."
        cells = (
            Cell(cut(one.text, 300), None, "", one.text),
            Cell("· not cited", None, "qualify"),
            Cell(cut(one.stands_in, 80) or "–", None, "", one.stands_in),
            Cell(where if one.stands_in else nowhere),
        )
        return Row(f"quotation-{number}", cells)
    line = one.line
    tone = tone_of(line) if line.status is not None else CHECK_TONE["not_checked"]
    return Row(
        line.uid,
        (
            Cell(cut(one.text, 300), None, "", one.text),
            Cell(status_words(line), None, tone),
            Cell(cut(line.source_title or line.source_id, 80)),
            Cell(cut(line.summary, 200), None, "", line.summary),
        ),
        citation_link(line.uid),
    )
