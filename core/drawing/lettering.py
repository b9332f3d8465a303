"""Text beside a node: on one line, cut, wrapped, with the width its signs take."""

import re
import unicodedata
from collections.abc import Iterable

LINE_LENGTH = 16
LINES = 3


def one_line(text: str, limit: int = 90) -> str:
    """Text on one line, cut to a length.

    Wide signs (Chinese, Japanese, Korean) count twice. Controls and direction overrides are left out, so
    that a title cannot turn round what stands beside it.
    """
    return _plain(text, limit)


def wrapped(text: str, line: int = LINE_LENGTH, lines: int = LINES) -> str:
    """Text in at most ``lines`` lines of at most ``line`` places; the breaks it has are kept.

    Examples:
        >>> wrapped("Harbour Daily")
        'Harbour Daily'
        >>> wrapped("Report on the tides of the lower Orrin valley and beyond").splitlines()
        ['Report on the', 'tides of the', 'lower Orrin…']
        >>> wrapped("25 sources\\nEIE 3", line=24)
        '25 sources\\nEIE 3'
    """
    rows: list[str] = []
    for part in text.split("\n"):
        fresh = True
        for piece in (piece for word in part.split() for piece in _pieces(word, line)):
            if fresh or cells(rows[-1]) + 1 + cells(piece) > line:
                rows.append(piece)
            else:
                rows[-1] += " " + piece
            fresh = False
    if len(rows) > lines:
        rows = [*rows[: lines - 1], _cut(rows[lines - 1] + " " + rows[lines], line)]
    return "\n".join(rows)


def _plain(text: str, limit: int) -> str:
    # A title may be a whole book; what lies far beyond the limit is not looked at.
    shown = text[: 8 * limit]
    kept = "".join(" " if c.isspace() else c for c in shown if c.isspace() or c in _JOINERS or _seen(c))
    plain = re.sub(" +", " ", kept).strip()
    return _cut(plain, limit) if cells(plain) > limit or len(text) > len(shown) else plain


_JOINERS = frozenset("\u200c\u200d")
"""Persian words and composed signs need them."""


def _seen(sign: str) -> bool:
    return not unicodedata.category(sign).startswith("C")


def _cut(text: str, limit: int) -> str:
    used, end = 1, 0
    for end, sign in enumerate(text):  # noqa: B007 - the place of the first sign too many is wanted
        used += _width(sign)
        if used > limit:
            break
    else:
        end = len(text)
    kept = text[:end]
    space = kept.rfind(" ")
    if space > len(kept) * 0.6 and end < len(text) and text[end] != " ":
        kept = kept[:space]
    return kept.rstrip(" ,.;:–-") + "…"


def _pieces(word: str, line: int) -> Iterable[str]:
    piece, used = "", 0
    for sign in word:
        if piece and used + _width(sign) > line:
            yield piece
            piece, used = "", 0
        piece += sign
        used += _width(sign)
    yield piece


def _width(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def cells(text: str) -> int:
    """Places a text takes up; wide signs take two."""
    return len(text) if text.isascii() else sum(_width(sign) for sign in text)
