"""A drawing as PNG: light, on white, twice its size; the font comes with us, so that no text can vanish."""

import re
import struct
import unicodedata
import zlib
from functools import cache
from html import unescape
from importlib.resources import files

from core.errors import InvalidInput
from core.exporters.flat_style import flattened, letters_of

FAMILY = "Noto Sans"
ZOOM = 2.0
MOST_PIXELS = 12_000
"""Longest side; a larger drawing is made smaller."""
_STAND_INS = str.maketrans({"✓": "√", "✕": "×", "→": "›", "□": "◊", "◆": "◊"})
"""Marks of ours that the font does not have, and what stands for them."""
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)
_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([\d.]+)"[^>]*?\bheight="([\d.]+)"', re.DOTALL)
_FONT_HAS = 0x052F
"""The last letter of Cyrillic: up to here the font that comes with us has all."""
_NOBODY_HAS = "\U0010fffd"
"""A sign without a meaning, the last that may stand in a document."""
_HEAD = 33
"""Bytes of a PNG before its second chunk."""


def png_of(svg: str, about: tuple[str, ...] = ()) -> bytes:
    """A drawing of ours as PNG.

    Args:
        svg: A document that carries its own style.
        about: Lines that say where it comes from; they stand in the file.

    Raises:
        InvalidInput: It has letters that no font on this machine can draw, or no measure.
    """
    import resvg_py

    size = _SIZE.search(svg)
    if size is None:
        raise InvalidInput("a drawing without a width and a height cannot be made into a PNG")
    drawn = _TEXT.sub(lambda text: text[0].translate(_STAND_INS), svg)
    if why := undrawable(letters_of(unescape(text) for text in _TEXT.findall(drawn))):
        raise InvalidInput(why)
    longest = max(float(size[1]), float(size[2]))
    picture = resvg_py.svg_to_bytes(
        svg_string=flattened(drawn, FAMILY),
        background="#ffffff",
        zoom=min(ZOOM, MOST_PIXELS / longest),
        font_files=[_font()],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return picture[:_HEAD] + b"".join(_said("Description", line) for line in about) + picture[_HEAD:]


def undrawable(letters: str) -> str:
    """Why some letters cannot be drawn on this machine, in words; empty where they can."""
    scripts: dict[str, str] = {}
    for sign in letters:
        if unicodedata.category(sign)[0] in "LN" and ord(sign) > _FONT_HAS:
            scripts.setdefault(unicodedata.name(sign, "unnamed").split()[0], sign)
    missing = [script for script, sign in scripts.items() if not _drawable(script, sign)]
    if not missing:
        return ""
    named = ", ".join(script if script == "CJK" else script.capitalize() for script in missing)
    return (
        f"no font on this machine has the letters of {named}, so a PNG would show empty boxes; "
        "take the SVG, or install a font that has them"
    )


_known: dict[str, bool] = {}


def _drawable(script: str, sign: str) -> bool:
    """Whether some font has the letters of a script: one of them then looks different from what no font has."""
    if script not in _known:
        _known[script] = _alone(sign) != _alone(_NOBODY_HAS)
    return _known[script]


@cache
def _alone(sign: str) -> bytes:
    import resvg_py

    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<text x="4" y="28" font-size="20" font-family="{FAMILY}">&#{ord(sign)};</text></svg>'
    )
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=[_font()], font_family=FAMILY)


@cache
def _font() -> str:
    """Where the font lies.

    Raises:
        InvalidInput: It was not installed.
    """
    found = files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf"
    if not found.is_file():
        raise InvalidInput("the font for pictures is missing: install fontpkg-noto-sans again, or take the SVG")
    return str(found)


def _said(key: str, words: str) -> bytes:
    """A chunk of text in UTF-8."""
    body = key.encode("latin-1") + b"\0\0\0\0\0" + words.encode("utf-8", "replace")
    kind = b"iTXt"
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
