"""Which differences of writing count as none, with a map from every normalised character back to the source.

A profile is data: what is dropped, what is folded, which white space is one space. ``safe_v1`` holds only changes that
cannot change a meaning; compatibility folding as a whole (NFKC) can, and is in no profile: it reads 10² as 102.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from core.verification.config import TextNormalization

WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space, to the letter: str.strip also takes the separators U+001C to U+001F."""
ASCII_SPACE = "\t\n\x0c\r "

LINE_HYPHEN = "\ufffe"
"""What PDFium puts where a line ends in a hyphen; kept as a sign of its own until a match needs it."""

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_SINGLE_QUOTES = dict.fromkeys("‘’‚‛", "'")
_DOUBLE_QUOTES = dict.fromkeys("“”„‟", '"')
_HYPHENS = dict.fromkeys("‐‑", "-")
_DASHES = dict.fromkeys("‒–—―−", "-")
_SAFE = {
    **_LIGATURES,
    **_SINGLE_QUOTES,
    **_DOUBLE_QUOTES,
    **_HYPHENS,
    **dict.fromkeys("‹›", "'"),
    **dict.fromkeys("«»", '"'),
}
_WIDTH = {
    sign: narrow
    for start, stop in ((0xFF01, 0xFF5F), (0xFF66, 0xFF9E))
    for code in range(start, stop)
    if len(narrow := unicodedata.normalize("NFKC", sign := chr(code))) == 1
}
_FRACTIONS = {sign: unicodedata.normalize("NFKC", sign) for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}

Piece = tuple[int, int, str]
"""Start and end in the source, and what stands there instead."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One set of rules; ``fold`` maps a character to what it counts as, "" for nothing."""

    spaces: str
    """Characters of which a run counts as one space."""
    dropped: str
    fold: MappingProxyType[str, str]
    compose: bool = False
    """Canonical composition (NFC) of each cluster."""
    fractions: bool = False
    """A vulgar fraction that touches no digit counts as numerator, fraction slash, denominator."""
    trimmed: str = WHITE_SPACE


PROFILES = MappingProxyType(
    {
        TextNormalization.NONE: Profile("", "", MappingProxyType({}), trimmed=""),
        TextNormalization.COLLAPSE_WHITESPACE: Profile(ASCII_SPACE, "", MappingProxyType({})),
        TextNormalization.UNICODE_COMPAT_V1: Profile(
            WHITE_SPACE,
            "\u00ad\u200b\ufeff",
            MappingProxyType({**_LIGATURES, **_SINGLE_QUOTES, **_DOUBLE_QUOTES, **_HYPHENS, **_DASHES, "…": "..."}),
        ),
        TextNormalization.SAFE_V1: Profile(
            WHITE_SPACE, "\u00ad\u200b\u2060\ufeff", MappingProxyType(_SAFE), compose=True
        ),
        TextNormalization.TYPOGRAPHIC_V1: Profile(
            WHITE_SPACE,
            "\u00ad\u200b\u2060\ufeff",
            MappingProxyType({**_SAFE, **_DASHES, **_WIDTH, "…": "..."}),
            compose=True,
            fractions=True,
        ),
    }
)


class Normalized:
    """A normalised text and the way back: every stretch of it knows where it came from."""

    __slots__ = ("_ends", "_norm", "_src", "text")

    def __init__(self, text: str, norm: list[int], src: list[int], ends: list[int]) -> None:
        self.text = text
        self._norm, self._src, self._ends = norm, src, ends

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the source that ``text[start:end]`` came from; end is past the last code point."""
        if not self._norm:
            return start, end
        first = bisect_right(self._norm, start) - 1
        left = self._src[first] + (start - self._norm[first] if self._ends[first] < 0 else 0)
        last = bisect_right(self._norm, end - 1) - 1
        if self._ends[last] < 0:
            return left, self._src[last] + end - self._norm[last]
        return left, self._ends[last]


@lru_cache(maxsize=16)
def _pattern(by: TextNormalization) -> re.Pattern[str] | None:
    """What has to be rewritten; a single ordinary space between words has not."""
    profile = PROFILES[by]
    parts = []
    blank = re.escape(profile.spaces + profile.dropped)
    if profile.spaces:
        odd = re.escape((profile.spaces + profile.dropped).replace(" ", ""))
        parts.append(f"(?: [{blank}]|[{odd}])[{blank}]*")
    if profile.fractions:
        parts.append(f"(?<![0-9])[{''.join(_FRACTIONS)}](?![0-9])")
    if profile.fold:
        parts.append(f"[{re.escape(''.join(profile.fold))}]")
    return re.compile("|".join(parts)) if parts else None


def _pieces(text: str, by: TextNormalization) -> list[Piece]:
    profile, pattern = PROFILES[by], _pattern(by)
    pieces = []
    if pattern is not None:
        spaces = set(profile.spaces)
        for match in pattern.finditer(text):
            found = match[0]
            if len(found) == 1 and found in profile.fold:
                instead = profile.fold[found]
            elif found in _FRACTIONS:
                instead = _FRACTIONS[found]
            else:
                instead = " " if spaces.intersection(found) else ""
            pieces.append((match.start(), match.end(), instead))
    if profile.compose and not unicodedata.is_normalized("NFC", text):
        pieces = _with_composed(text, pieces)
    return pieces


def _with_composed(text: str, pieces: list[Piece]) -> list[Piece]:
    """Add the clusters whose canonical composition is not what stands in the text."""
    taken = {position for start, end, _ in pieces for position in range(start, end)}
    at, length = 0, len(text)
    while at < length:
        stop = at + 1
        while stop < length and (unicodedata.combining(text[stop]) or "\u1161" <= text[stop] <= "\u11ff"):
            stop += 1
        cluster = text[at:stop]
        composed = unicodedata.normalize("NFC", cluster)
        if composed != cluster and at not in taken:
            pieces.append((at, stop, composed))
        at = stop
    return sorted(pieces)


def rewrite(text: str, pieces: list[Piece]) -> Normalized:
    """Replace stretches of a text, keeping the map back; pieces are in order and do not overlap."""
    if not pieces:
        return Normalized(text, [], [], [])
    out: list[str] = []
    norm: list[int] = []
    src: list[int] = []
    ends: list[int] = []
    position = length = 0
    for start, end, instead in pieces:
        if start > position:
            norm.append(length)
            src.append(position)
            ends.append(-1)
            out.append(text[position:start])
            length += start - position
        if instead:
            norm.append(length)
            src.append(start)
            ends.append(end)
            out.append(instead)
            length += len(instead)
        position = end
    if position < len(text) or not norm:
        norm.append(length)
        src.append(position)
        ends.append(-1)
        out.append(text[position:])
    return Normalized("".join(out), norm, src, ends)


def normalize(text: str, by: TextNormalization, *, case_sensitive: bool = True) -> Normalized:
    """Normalise a text by a profile; its edges are kept, so that a place in it stays a place in the source.

    Example:
        >>> found = normalize("oﬃces", TextNormalization.SAFE_V1)
        >>> found.text, found.source(1, 4)
        ('offices', (1, 2))
    """
    normalized = rewrite(text, _pieces(text, by))
    if not case_sensitive:
        normalized.text = "".join(low if len(low := sign.lower()) == 1 else sign for sign in normalized.text)
    return normalized


def normalized_text(text: str, by: TextNormalization, *, case_sensitive: bool = True) -> str:
    """The normalised text alone, with white space at its edges taken off.

    Example:
        >>> normalized_text(" a\\r\\n  b ", TextNormalization.COLLAPSE_WHITESPACE)
        'a b'
    """
    text = normalize(text, by, case_sensitive=case_sensitive).text
    trimmed = PROFILES[by].trimmed
    return text.strip(trimmed) if trimmed else text


def folded(text: str, by: TextNormalization) -> tuple[str, ...]:
    """The characters of a text that a profile reads as something else, white space apart; each once, in order."""
    if text.isascii():
        return ()
    spaces = set(PROFILES[by].spaces)
    signs = (text[start:end] for start, end, _ in _pieces(text, by))
    return tuple(dict.fromkeys(sign for sign in signs if not spaces.issuperset(sign)))
