"""The words of one PDF page with their boxes, in reading order; digits that are set off become raised digits."""

import ctypes
import re
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from core.verification.grounding.flow import as_script
from core.verification.representation import Box

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in points from the top left of the media box as shown, rotation included."""

_LEADERS = re.compile(r"\.{3,}|[-_—=]{4,}")


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands."""

    text: str
    bounds: Bounds

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the word."""
        return (self.bounds[0] + self.bounds[2]) / 2, (self.bounds[1] + self.bounds[3]) / 2


@dataclass(slots=True)
class _Sign:
    text: str
    bounds: Bounds
    size: float
    baseline: float
    """Downwards, as drawn."""
    along: float
    """Where it begins on its line, as drawn."""


class Frame:
    """From the coordinates a page is drawn in to those it is shown in; words and rulings must meet in one of them."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._media: Bounds = page.get_mediabox()
        self._rotation = page.get_rotation()
        self._crop = self.shown(*page.get_cropbox())

    def shown(self, left: float, bottom: float, right: float, top: float) -> Bounds:
        """A box of the page as drawn, as it is shown."""
        first, second = self._turned(left, bottom), self._turned(right, top)
        return (
            min(first[0], second[0]), min(first[1], second[1]), max(first[0], second[0]), max(first[1], second[1])
        )  # fmt: skip

    def box(self, bounds: Bounds) -> Box:
        """Shown bounds in hundredths of a point from the top left of what is visible of the page."""
        left, top = self._crop[0], self._crop[1]
        return (
            round((bounds[0] - left) * 100), round((bounds[1] - top) * 100),
            round((bounds[2] - left) * 100), round((bounds[3] - top) * 100),
        )  # fmt: skip

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        x0, y0, x1, y1 = self._media
        if self._rotation == 90:
            return y - y0, x - x0
        if self._rotation == 180:
            return x1 - x, y - y0
        if self._rotation == 270:
            return y1 - y, x1 - x
        return x - x0, y1 - y


def read_words(page: pdfium.PdfPage) -> list[Word]:
    """The words of a page; lines of dots and dashes are rulings, not words."""
    textpage = page.get_textpage()
    try:
        signs = _signs(page, textpage)
    finally:
        textpage.close()
    words: list[Word] = []
    run: list[_Sign] = []
    for sign in [*signs, None]:
        if sign is not None and sign.text.strip() and (not run or _joined(run[-1], sign)):
            run.append(sign)
            continue
        words += _words(run)
        run = [sign] if sign is not None and sign.text.strip() else []
    return words


def _joined(left: _Sign, right: _Sign) -> bool:
    """Two signs without a space between them are one word unless they stand on different lines or far apart."""
    height = max(left.size, 1.0)
    same_line = abs(left.baseline - right.baseline) < 0.6 * height
    return same_line and right.along - left.along < 3 * height


def _signs(page: pdfium.PdfPage, textpage: pdfium.PdfTextPage) -> list[_Sign]:
    frame = Frame(page)
    signs = []
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    x, y = ctypes.c_double(), ctypes.c_double()
    matrix = raw.FS_MATRIX()
    for number in range(max(0, textpage.count_chars())):
        code = raw.FPDFText_GetUnicode(textpage.raw, number)
        text = chr(code) if 0 < code < 0x110000 else " "
        if not raw.FPDFText_GetCharBox(textpage.raw, number, left, right, bottom, top):
            continue
        raw.FPDFText_GetCharOrigin(textpage.raw, number, x, y)
        size = raw.FPDFText_GetFontSize(textpage.raw, number)
        if raw.FPDFText_GetMatrix(textpage.raw, number, matrix):
            size *= (matrix.c * matrix.c + matrix.d * matrix.d) ** 0.5
        bounds = frame.shown(left.value, bottom.value, right.value, top.value)
        signs.append(_Sign("-" if text in "\ufffe\u0002" else text, bounds, size, -y.value, x.value))
    return signs


def _words(run: list[_Sign]) -> list[Word]:
    """The words of a run of signs: what stands between leaders, raised digits written as such."""
    if not run:
        return []
    text = "".join(sign.text for sign in run)
    words = []
    start = 0
    for match in [*_LEADERS.finditer(text), None]:
        stop = len(text) if match is None else match.start()
        if stop > start:
            words.append(_word(run[start:stop]))
        start = stop if match is None else match.end()
    return words


def _word(run: list[_Sign]) -> Word:
    size = max(sign.size for sign in run)
    line = max((sign.baseline for sign in run if sign.size >= 0.9 * size), default=run[0].baseline)
    parts = []
    for number, sign in enumerate(run):
        shift = line - sign.baseline
        set_off = sign.size < 0.85 * size or abs(shift) > 0.15 * size
        after_digit = number > 0 and run[number - 1].text.isdigit()
        parts.append(as_script(sign.text, shift < 0) if set_off and after_digit else sign.text)
    return Word(
        "".join(parts),
        (
            min(sign.bounds[0] for sign in run),
            min(sign.bounds[1] for sign in run),
            max(sign.bounds[2] for sign in run),
            max(sign.bounds[3] for sign in run),
        ),
    )
