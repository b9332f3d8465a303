"""One page of a PDF: its text, its lines with their boxes, and what on it shows differently from how it reads."""

import ctypes
import re
from dataclasses import dataclass, field

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from core.verification.representation import HIDDEN, RAISED, RAISED_NUMBER, Box, Mark
from core.verification.vocabulary import Advisory

_LINE = re.compile(r"[^\r\n]+")
_NUMBER = re.compile(r"\d(?:[.,−–-]?\d)+")
_SCRIPT = re.compile(r"(?<=[^\W\d_])\d+|(?<=\))\d+")
_INVISIBLE_MODES = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)
_SIZE_CHANGE = 0.15
"""Share of the size by which a digit may differ from its neighbour before it counts as raised."""
_TINY = 60
"""Height of a line, in hundredths of a point, below which nobody reads it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page."""

    start: int
    end: int
    """Offsets in the page's text."""
    box: Box | None


@dataclass(slots=True)
class PageReading:
    """What was read of one page."""

    text: str
    width: int
    height: int
    rotation: int
    lines: list[Line] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    warnings: list[Advisory] = field(default_factory=list)
    image_only: bool = False


def read_page(page: pdfium.PdfPage) -> PageReading:
    """Read one page."""
    textpage = page.get_textpage()
    try:
        return _Reader(page, textpage).read()
    finally:
        textpage.close()


class _Reader:
    def __init__(self, page: pdfium.PdfPage, textpage: pdfium.PdfTextPage) -> None:
        self._page, self._chars = page, textpage
        self._width, self._height = (round(side * 100) for side in page.get_size())
        count = textpage.count_chars()
        self._text = textpage.get_text_range() if count > 0 else ""
        self._index = char_indices(textpage, self._text, count)

    def read(self) -> PageReading:
        reading = PageReading(self._text, self._width, self._height, self._page.get_rotation())
        images = 0
        hidden: set[int] = set()
        white: list[object] = []
        painted: list[tuple[float, float, float, float]] = []
        pictured = 0.0
        for item in self._objects():
            kind = raw.FPDFPageObj_GetType(item)
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                self._sort(item, hidden, white)
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                images += 1
                pictured += _area(_bounds(item))
                painted.append(_bounds(item))
            elif kind in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_SHADING) and len(painted) < 2000:
                painted.append(_bounds(item))
            elif kind == raw.FPDF_PAGEOBJ_FORM:
                images += 1
        blank = [item for item in white if not any(_within(_bounds(item), area) for area in painted)]
        if blank:
            reading.warnings.append(Advisory.LOW_CONTRAST_TEXT_DETECTED)
            hidden.update(_address(item) for item in blank)
        reading.lines = self._lines(reading)
        self._mark_raised(reading)
        if hidden:
            scanned = pictured > 0.5 * (self._width / 100) * (self._height / 100)
            self._mark_hidden(reading, hidden, scanned)
        reading.image_only = not self._text.strip() and images > 0
        if reading.image_only:
            reading.warnings.append(Advisory.IMAGE_ONLY_PAGE)
        if raw.FPDFPage_GetAnnotCount(self._page.raw) > 0:
            reading.warnings.append(Advisory.ANNOTATIONS_PRESENT)
        reading.marks.sort(key=lambda mark: (mark.start, mark.end))
        return reading

    def _objects(self) -> list[object]:
        count = raw.FPDFPage_CountObjects(self._page.raw)
        return [raw.FPDFPage_GetObject(self._page.raw, number) for number in range(count)]

    def _sort(self, item: object, hidden: set[int], white: list[object]) -> None:
        if raw.FPDFTextObj_GetTextRenderMode(item) in _INVISIBLE_MODES:
            hidden.add(_address(item))
            return
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        if raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha):
            if not alpha.value:
                hidden.add(_address(item))
            elif min(red.value, green.value, blue.value) > 250:
                white.append(item)

    def _lines(self, reading: PageReading) -> list[Line]:
        lines = []
        for match in _LINE.finditer(self._text):
            if not match[0].strip():
                continue
            box = self._box(match.start(), match.end())
            lines.append(Line(match.start(), match.end(), box))
            if box is None:
                continue
            outside = box[2] <= 0 or box[3] <= 0 or box[0] >= self._width or box[1] >= self._height
            tiny = min(box[2] - box[0], box[3] - box[1]) < _TINY and match.end() - match.start() > 3
            if outside or tiny:
                reading.marks.append(Mark(HIDDEN, match.start(), match.end()))
                warning = Advisory.OFF_PAGE_TEXT_DETECTED if outside else Advisory.HIDDEN_TEXT_DETECTED
                reading.warnings.append(warning)
        return lines

    def _box(self, start: int, end: int) -> Box | None:
        first, last = self._index(start), self._index(end - 1)
        boxes = []
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        for number in range(max(0, raw.FPDFText_CountRects(self._chars.raw, first, last - first + 1))):
            if raw.FPDFText_GetRect(self._chars.raw, number, left, top, right, bottom):
                boxes.append((left.value, bottom.value, right.value, top.value))
        if not boxes:
            return None
        return to_page(
            self._page, self._width, self._height,
            (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)),
        )  # fmt: skip

    def _mark_raised(self, reading: PageReading) -> None:
        for match in _NUMBER.finditer(self._text):
            digits = [at for at in range(match.start(), match.end()) if self._text[at].isdigit()]
            if self._uneven(digits):
                reading.marks.append(Mark(RAISED_NUMBER, match.start(), match.end()))
        for match in _SCRIPT.finditer(self._text):
            if self._uneven([match.start() - 1, match.start()]):
                reading.marks.append(Mark(RAISED, match.start(), match.end()))

    def _uneven(self, places: list[int]) -> bool:
        """Whether neighbouring characters differ in size or stand off one another's baseline."""
        matrix = raw.FS_MATRIX()
        x, y = ctypes.c_double(), ctypes.c_double()
        before: tuple[float, float, float, float, float] | None = None
        for place in places:
            number = self._index(place)
            if not raw.FPDFText_GetMatrix(self._chars.raw, number, matrix):
                continue
            raw.FPDFText_GetCharOrigin(self._chars.raw, number, x, y)
            scale = (matrix.c * matrix.c + matrix.d * matrix.d) ** 0.5
            size = raw.FPDFText_GetFontSize(self._chars.raw, number) * scale
            along = (matrix.a * matrix.a + matrix.b * matrix.b) ** 0.5 or 1.0
            here = (size, x.value, y.value, -matrix.b / along, matrix.a / along)
            if before is not None and before[0] > 0:
                shift = (here[1] - before[1]) * before[3] + (here[2] - before[2]) * before[4]
                if abs(size - before[0]) > _SIZE_CHANGE * before[0] or abs(shift) > _SIZE_CHANGE * before[0]:
                    return True
            before = here
        return False

    def _mark_hidden(self, reading: PageReading, hidden: set[int], scanned: bool) -> None:
        start: int | None = None
        found = 0
        for place, sign in enumerate(self._text):
            if sign.isspace():
                continue
            item = raw.FPDFText_GetTextObject(self._chars.raw, self._index(place))
            if item and _address(item) in hidden:
                start = place if start is None else start
                found = place + 1
            elif start is not None:
                reading.marks.append(Mark(HIDDEN, start, found))
                start = None
        if start is not None:
            reading.marks.append(Mark(HIDDEN, start, found))
        if any(mark.kind == HIDDEN for mark in reading.marks):
            reading.warnings.append(Advisory.OCR_TEXT_LAYER if scanned else Advisory.HIDDEN_TEXT_DETECTED)


def to_page(page: pdfium.PdfPage, width: int, height: int, area: tuple[float, float, float, float]) -> Box:
    """From PDF coordinates to hundredths of a point from the top left of the page as shown, rotation included."""
    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for px, py in ((area[0], area[1]), (area[2], area[3])):
        raw.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, px, py, x, y)
        corners.append((x.value, y.value))
    (x0, y0), (x1, y1) = corners
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


class _Indices:
    """From a place in the text to PDFium's index of the character."""

    def __init__(self, table: list[int] | None) -> None:
        self._table = table

    def __call__(self, place: int) -> int:
        if self._table is None:
            return place
        return self._table[min(place, len(self._table) - 1)]


def char_indices(textpage: pdfium.PdfTextPage, text: str, count: int) -> _Indices:
    """From places in a page's text to PDFium's own count, which parts with it at emoji and the like."""
    if len(text) == count and text.isascii():
        return _Indices(None)
    if len(text) == count and all(sign <= "\uffff" for sign in text):
        return _Indices(None)
    table = []
    unit = 0
    for sign in text:
        table.append(max(0, raw.FPDFText_GetCharIndexFromTextIndex(textpage.raw, unit)))
        unit += 1 if sign <= "\uffff" else 2
    return _Indices(table or None)


def _bounds(item: object) -> tuple[float, float, float, float]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return (0.0, 0.0, 0.0, 0.0)
    return (left.value, bottom.value, right.value, top.value)


def _area(bounds: tuple[float, float, float, float]) -> float:
    return max(0.0, bounds[2] - bounds[0]) * max(0.0, bounds[3] - bounds[1])


def _within(inner: tuple[float, float, float, float], outer: tuple[float, float, float, float]) -> bool:
    return (
        inner[0] >= outer[0] - 1 and inner[1] >= outer[1] - 1 and inner[2] <= outer[2] + 1 and inner[3] <= outer[3] + 1
    )


def _address(item: object) -> int:
    return ctypes.addressof(item.contents)  # type: ignore[attr-defined]
