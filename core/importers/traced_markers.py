"""Markers in an answer as citations of what was retrieved for it."""

from collections.abc import Mapping

from core.importers.sentences import markers, sentences
from core.importers.traced import Cited, Part


def marked_parts(text: str, places: Mapping[int, int]) -> tuple[Part, ...]:
    """The sentences of an answer as claims, each with the passages that its markers name.

    Args:
        text: The answer.
        places: Number in a marker -> which of the answer's passages, from 0; the format's index base is in here.
            A number that is not in it leads to nothing, and is kept as a citation that does.
    """
    return tuple(Part(part.text, marked(part.text, places), sentence=part.text) for part in sentences(text))


def marked(text: str, places: Mapping[int, int]) -> tuple[Cited, ...]:
    """The citations that the markers of a text make."""
    made = []
    for marker in markers(text):
        for number in marker.numbers:
            place = places.get(number)
            missing = None if place is not None else f"[{number}]"
            made.append(Cited(place, missing=missing, marker=f"[{number}]"))
    return tuple(made)
