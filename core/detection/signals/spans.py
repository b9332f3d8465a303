"""Spans of what a page states."""

from core.detection.pages import Stated
from core.detection.types import Document, Span


def in_html(document: Document, stated: Stated) -> Span:
    """The span of a stated value in the page's source, with offsets where it stands there letter by letter."""
    start, end = stated.start, stated.end
    if start is None and document.html is not None:
        place = document.html.find(stated.value)
        if place >= 0:
            start, end = place, place + len(stated.value)
    quote = document.html[start:end] if document.html is not None and start is not None else stated.value
    return Span(document.id, "html", quote, start, end)
