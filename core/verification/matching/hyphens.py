"""Words that a line end cuts: the hyphen may belong to the word or only to the line.

A line-end hyphen becomes a sign of its own; a text is then compared over it, with nothing or a hyphen in its place.
Both readings are tried, and where the document writes the same word the other way too, the match says so.
"""

import re

from core.verification.config import TextNormalization
from core.verification.matching.boundaries import split_at
from core.verification.matching.profiles import LINE_HYPHEN, Normalized, normalize

_LINE_END = re.compile(
    "[\ufffe\u0002][ \\t]*\\r?\\n?[ \\t]*|(?<=[^\\W\\d_])[-\u00ad\u2010][ \\t]*\\r?\\n[ \\t]*(?=[^\\W\\d_])"
)
_WORD_LEFT = re.compile(r"[^\W\d_]+\Z")
_WORD_RIGHT = re.compile(r"[^\W\d_]+")


class Hyphenated:
    """A text in which every line-end hyphen is one sign, and its squeezed form without signs and hyphens."""

    __slots__ = ("_map", "_marked", "_raw", "_squeezed", "present")

    def __init__(self, text: str, profile: TextNormalization) -> None:
        marks = list(_LINE_END.finditer(text))
        self.present = bool(marks)
        if not marks:
            return
        # The sign replaces a stretch of another length: positions are mapped in two steps, here and in the profile.
        out: list[str] = []
        self._raw: list[int] = []
        position = 0
        for mark in marks:
            self._raw.extend(range(position, mark.start() + 1))
            out.append(text[position : mark.start()] + LINE_HYPHEN)
            position = mark.end()
        self._raw.extend(range(position, len(text) + 1))
        out.append(text[position:])
        self._marked: Normalized = normalize("".join(out), profile)
        kept = [at for at, sign in enumerate(self._marked.text) if sign not in _SQUEEZED]
        self._map = kept
        self._squeezed = "".join(self._marked.text[at] for at in kept)

    def find(self, wanted: str) -> tuple[tuple[tuple[int, int], ...], bool]:
        """Every place of a normalised text that runs over at least one line-end hyphen.

        Returns:
            Stretches of the source, and whether a word read there is also written the other way in the text.
        """
        needle = "".join(sign for sign in wanted if sign not in _SQUEEZED)
        spans: list[tuple[int, int]] = []
        ambiguous = False
        text = self._marked.text
        at = self._squeezed.find(needle) if needle else -1
        while at >= 0 and len(spans) < 1000:
            start = self._map[at]
            while start and text[start - 1] == "-" and wanted.startswith("-"):
                start -= 1
            end, other = self._walk(wanted, start)
            if end is not None and split_at(text, start, end) is None:
                left, right = self._marked.source(start, end)
                spans.append((self._raw[left], self._raw[right - 1] + 1))
                ambiguous = ambiguous or other
            at = self._squeezed.find(needle, at + 1)
        return tuple(spans), ambiguous

    def _walk(self, wanted: str, start: int) -> tuple[int | None, bool]:
        """Compare sign by sign; a line-end hyphen matches nothing or a hyphen, anything else only itself."""
        text, at, crossed, other = self._marked.text, start, False, False
        position = 0
        while position < len(wanted):
            if at >= len(text):
                return None, False
            if text[at] == LINE_HYPHEN:
                crossed = True
                joined = wanted[position] != "-"
                other = other or self._written_otherwise(at, joined)
                position += not joined
                at += 1
                continue
            if text[at] != wanted[position]:
                return None, False
            at, position = at + 1, position + 1
        return (at, other) if crossed else (None, False)

    def _written_otherwise(self, at: int, joined: bool) -> bool:
        text = self._marked.text
        left, right = _WORD_LEFT.search(text, max(0, at - 40), at), _WORD_RIGHT.match(text, at + 1)
        if left is None or right is None:
            return False
        word = left[0] + ("-" if joined else "") + right[0]
        return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


_SQUEEZED = frozenset((LINE_HYPHEN, "-"))
