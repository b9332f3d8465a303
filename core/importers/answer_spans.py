"""Citations that point into the ANSWER: which of its sentences each of them belongs to."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.importers.fields import Fields
from core.importers.sentences import sentences, touching
from core.importers.traced import Cited, Part


@dataclass(frozen=True, slots=True)
class AnswerCitation:
    """A citation with its place in a text that is a part of the answer."""

    cited: Cited
    start: int | None
    """From 0, in the text the citation came with; None where it has no place."""
    end: int | None
    """Before the end; None for a point."""
    fields: Fields
    length: int
    """Of the text it came with."""
    offset: int = 0
    """Where that text begins in the answer."""


def parts_by_place(text: str, citations: Iterable[AnswerCitation], fields: Fields) -> tuple[Part, ...]:
    """The sentences of an answer, each with the citations whose place lies in it.

    A citation without a place holds for the whole answer. A place outside the text is a problem: where it belongs
    cannot be told.
    """
    stretches = sentences(text)
    held: list[list[Cited]] = [[] for _ in stretches]
    for citation in citations:
        start = citation.start if citation.start is not None else citation.end
        if start is None:
            message = "a citation has no place in the answer; it is kept with every sentence"
            fields.findings.count("citation-without-place", message, example=f"row {fields.row}", row=fields.row)
            numbers = list(range(len(stretches)))
        else:
            end = citation.end if citation.end is not None else start
            if not 0 <= start <= end <= citation.length:
                expected = f"a stretch of the answer: 0 <= start <= end <= {citation.length}"
                message = "a citation points outside the answer"
                citation.fields.problem("start_index", expected, f"{start} to {end}", message)
                continue
            numbers = touching(stretches, start + citation.offset, end + citation.offset)
        for number in numbers:
            held[number].append(citation.cited)
    return tuple(Part(part.text, tuple(cited), sentence=part.text) for part, cited in zip(stretches, held, strict=True))
