"""PDF: pages, lines and paragraphs with their boxes, printed page numbers, and warnings about what is not visible."""

import ctypes
from importlib.metadata import version
from types import MappingProxyType

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from core.verification.grounding.pdf_page import Line, PageReading, read_page
from core.verification.grounding.pdf_structure import gate
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.representation import (
    Box,
    Capabilities,
    Element,
    Mark,
    Page,
    Parser,
    Representation,
    Span,
)
from core.verification.vocabulary import Advisory, CapabilityLimit, CoordinateOrigin, Reason

NAME = "pdf"
VERSION = "1"
PAGE_BREAK = "\n\f\n"
"""What stands between two pages in the text."""


def read(artifact: Artifact) -> Representation:
    """Read a PDF."""
    gate(artifact)
    document = open_document(artifact)
    try:
        return _Assembly(artifact, document).representation()
    finally:
        document.close()


def open_document(artifact: Artifact) -> pdfium.PdfDocument:
    """Open a PDF for rendering.

    Raises:
        Unreadable: It needs a password, or PDFium cannot open it.
    """
    try:
        return pdfium.PdfDocument(artifact.data, password=artifact.password)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            given = "the password given does not open it" if artifact.password else "it is encrypted with a password"
            raise Unreadable(Reason.PASSWORD_REQUIRED, given) from error
        raise Unreadable(Reason.PARSE_FAILED, f"the PDF cannot be opened: {error}") from error


class _Assembly:
    """Puts pages one after another into one text."""

    def __init__(self, artifact: Artifact, document: pdfium.PdfDocument) -> None:
        self._artifact, self._document = artifact, document
        self._parts: list[str] = []
        self._length = 0
        self._pages: list[Page] = []
        self._elements: list[Element] = []
        self._spans: list[Span] = []
        self._marks: list[Mark] = []
        self._warnings: dict[Advisory, None] = {}

    def representation(self) -> Representation:
        count = len(self._document)
        if not count:
            raise Unreadable(Reason.PARSE_FAILED, "the PDF has no pages")
        if count > self._artifact.limits.max_pages:
            raise too_much(f"the PDF has {count:,} pages", self._artifact.limits.max_pages)
        failed = 0
        for number in range(count):
            failed += not self._add(number)
        if failed == count:
            raise Unreadable(Reason.PARSE_FAILED, "no page of the PDF can be read")
        text = "".join(self._parts)
        if failed:
            self._warnings[Advisory.PARTIAL_PARSE] = None
        title = self._document.get_metadata_value("Title")
        return Representation(
            format=NAME,
            parser=Parser(
                "pypdfium2",
                version("pypdfium2"),
                "headwater-pdf",
                VERSION,
                MappingProxyType({"pdfium": str(pdfium.PDFIUM_INFO), "tables": f"pdfplumber {version('pdfplumber')}"}),
            ),
            capabilities=Capabilities(
                spans=True,
                char_offsets=True,
                tables=True,
                fingerprint=True,
                coordinate_origin=CoordinateOrigin.TOP_LEFT,
                crop_support=True,
            ),
            artifact=self._artifact.fingerprint,
            text=text,
            pages=tuple(self._pages),
            elements=tuple(self._elements),
            spans=tuple(self._spans),
            marks=tuple(self._marks),
            warnings=tuple(self._warnings),
            limits=() if text.strip() else (CapabilityLimit.NO_TEXT_LAYER,),
            title=title.strip() or None,
            tables_on_demand=True,
        )

    def _add(self, number: int) -> bool:
        """Add a page; False where it cannot be read."""
        if self._parts:
            self._parts.append(PAGE_BREAK)
            self._length += len(PAGE_BREAK)
        start = self._length
        try:
            page = self._document[number]
        except pdfium.PdfiumError:
            self._pages.append(Page(f"page-{number + 1}", number + 1, start=start, end=start))
            return False
        try:
            reading = read_page(page)
        finally:
            page.close()
        self._parts.append(reading.text)
        self._length += len(reading.text)
        if self._length > self._artifact.limits.max_text:
            raise too_much("the text is longer", self._artifact.limits.max_text)
        self._warnings.update(dict.fromkeys(reading.warnings))
        self._pages.append(
            Page(
                f"page-{number + 1}",
                number + 1,
                reading.width,
                reading.height,
                reading.rotation,
                _label(self._document, number),
                start,
                self._length,
                reading.image_only,
            )
        )
        self._marks += [Mark(mark.kind, start + mark.start, start + mark.end) for mark in reading.marks]
        self._place(reading, number + 1, start)
        return True

    def _place(self, reading: PageReading, number: int, offset: int) -> None:
        page = f"page-{number}"
        for block, lines in enumerate(_paragraphs(reading.lines), start=1):
            identity = f"p{number}e{block}"
            start, end = lines[0].start, lines[-1].end
            box = _around([line.box for line in lines if line.box is not None])
            text = reading.text[start:end]
            self._elements.append(Element(identity, "paragraph", text, page, box, offset + start, offset + end))
            for line in lines:
                self._spans.append(
                    Span(
                        f"p{number}l{len(self._spans) + 1}",
                        reading.text[line.start : line.end],
                        page,
                        line.box,
                        identity,
                        offset + line.start,
                        offset + line.end,
                    )
                )


def _paragraphs(lines: list[Line]) -> list[list[Line]]:
    """Lines that follow closely below one another, of like height; a guess that only names places."""
    paragraphs: list[list[Line]] = []
    for line in lines:
        before = paragraphs[-1][-1] if paragraphs else None
        if before is not None and _continues(before.box, line.box):
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return paragraphs


def _continues(above: Box | None, below: Box | None) -> bool:
    if above is None or below is None:
        return False
    height, other = above[3] - above[1], below[3] - below[1]
    close = -0.6 * height <= below[1] - above[3] <= 0.9 * max(height, other)
    like = 0.6 <= (other or 1) / (height or 1) <= 1.7
    return close and like and above[0] < below[2] and below[0] < above[2]


def _around(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _label(document: pdfium.PdfDocument, number: int) -> str | None:
    size = raw.FPDF_GetPageLabel(document.raw, number, None, 0)
    if size <= 2 or size > 400:
        return None
    buffer = ctypes.create_string_buffer(size)
    raw.FPDF_GetPageLabel(document.raw, number, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace").strip() or None
