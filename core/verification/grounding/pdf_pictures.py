"""Pictures of PDF pages and the boxes around a stretch of their text, for showing where a quote stands."""

import ctypes
import io

import pypdfium2.raw as raw

from core.verification.grounding.pdf import open_document
from core.verification.grounding.pdf_page import char_indices, to_page
from core.verification.grounding.pdf_structure import gate
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.vocabulary import Reason

_MOST_PIXELS = 20_000_000


def picture(artifact: Artifact, number: int, scale: float) -> bytes:
    """One page as a PNG.

    Args:
        artifact: The PDF.
        number: 1-based position of the page.
        scale: Pixels a point.

    Raises:
        Unreadable: The page is not there, or the picture would be too large.
    """
    gate(artifact)
    document = open_document(artifact)
    try:
        if not 1 <= number <= len(document):
            raise Unreadable(Reason.PAGE_NOT_FOUND, f"there are {len(document)} pages")
        page = document[number - 1]
        width, height = page.get_size()
        if width * height * scale * scale > _MOST_PIXELS:
            raise too_much("the picture of the page has more pixels", _MOST_PIXELS)
        stream = io.BytesIO()
        page.render(scale=scale).to_pil().save(stream, "PNG")
        return stream.getvalue()
    finally:
        document.close()


def boxes(artifact: Artifact, number: int, start: int, end: int) -> list[tuple[int, int, int, int]]:
    """The boxes around a stretch of a page's text, in hundredths of a point from the top left.

    Args:
        artifact: The PDF.
        number: 1-based position of the page.
        start: First code point, counted within the page's text.
        end: The one after the last.
    """
    gate(artifact)
    document = open_document(artifact)
    try:
        if not 1 <= number <= len(document):
            return []
        page = document[number - 1]
        width, height = (round(side * 100) for side in page.get_size())
        textpage = page.get_textpage()
        count = textpage.count_chars()
        index = char_indices(textpage, textpage.get_text_range() if count > 0 else "", count)
        first, last = index(start), index(max(start, end - 1))
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        found = []
        for rect in range(max(0, raw.FPDFText_CountRects(textpage.raw, first, max(0, last - first + 1)))):
            if raw.FPDFText_GetRect(textpage.raw, rect, left, top, right, bottom):
                area = (left.value, bottom.value, right.value, top.value)
                found.append(to_page(page, width, height, area))
        textpage.close()
        return found
    finally:
        document.close()
