"""How an expected text and the closest passage differ, word by word: for the reader, never for a status."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz

from core.verification.config import TextNormalization
from core.verification.matching.profiles import Normalized, normalized_text
from core.verification.vocabulary import Advisory

_WIDE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Kana and Han: written without spaces, so that every sign is a word of its own here."""
_LETTER = rf"(?![{_WIDE}])\w"
_TOKEN = re.compile(rf"[{_WIDE}]|(?:{_LETTER})+(?:[.,'’:/-](?:{_LETTER})+)*|[^\w\s]")
_NAME = re.compile(r"[^\W\d_a-z]\w*")
MOST_DIFFED = 4000
"""Characters of a text that are compared word by word; longer ones are shown without marks."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the texts part: what the citation says and what stands there."""

    expected: str
    observed: str
    expected_span: tuple[int, int]
    observed_span: tuple[int, int]
    flag: Advisory | None = None
    """``number_differs`` or ``name_differs`` where that is what parts them."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The closest passage to a text that was not found: a help for the reader, never a match."""

    text: str
    start: int
    end: int
    likeness: float
    """0 to 100."""
    differences: tuple[Difference, ...] = ()


def closest(expected: str, normal: Normalized, cutoff: int, text: str) -> Hint | None:
    """The passage of a text that is most like an expected one, or None below the cut-off.

    Args:
        expected: The text that was not found.
        normal: The target as normalised, in which likeness is measured.
        cutoff: Least likeness, 0 to 100.
        text: The target itself, from which the passage is shown.

    Source: [HOUSE] an alignment by edit distance (rapidfuzz); likeness never grounds.
    """
    wanted = normalized_text(expected, TextNormalization.SAFE_V1)
    if not wanted or not normal.text or len(wanted) > len(normal.text) * 2:
        return None
    found = fuzz.partial_ratio_alignment(wanted, normal.text, score_cutoff=cutoff)
    if found is None or found.dest_end <= found.dest_start:
        return None
    start, end = normal.source(*_to_words(normal.text, found.dest_start, found.dest_end))
    start, end = _without_strays(expected, text, start, end)
    passage = text[start:end]
    return Hint(passage, start, end, round(found.score, 1), differences(expected, passage))


def differences(expected: str, observed: str) -> tuple[Difference, ...]:
    """The places where two texts part, in order, with numbers and names named.

    Example:
        >>> [(d.expected, d.observed, str(d.flag)) for d in differences("rose 12 %", "rose 21 %")]
        [('12', '21', 'number_differs')]
    """
    if max(len(expected), len(observed)) > MOST_DIFFED:
        return ()
    left, right = list(_TOKEN.finditer(expected)), list(_TOKEN.finditer(observed))
    matcher = SequenceMatcher(None, _compared(left), _compared(right), autojunk=False)
    found = []
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            continue
        said, there = _stretch(left, i1, i2, len(expected)), _stretch(right, j1, j2, len(observed))
        before, after = expected[slice(*said)], observed[slice(*there)]
        found.append(Difference(before, after, said, there, _flag(before, after)))
    return tuple(found)


def _compared(tokens: list[re.Match[str]]) -> list[str]:
    """Tokens as they are compared: a ligature or a curly quote is no difference."""
    return [m[0] if m[0].isascii() else normalized_text(m[0], TextNormalization.SAFE_V1) for m in tokens]


def _flag(expected: str, observed: str) -> Advisory | None:
    if not expected or not observed:
        return None
    if re.search(r"\d", expected) and re.search(r"\d", observed):
        return Advisory.NUMBER_DIFFERS
    if _NAME.search(expected) and _NAME.search(observed):
        return Advisory.NAME_DIFFERS
    return None


def _stretch(tokens: list[re.Match[str]], start: int, stop: int, length: int) -> tuple[int, int]:
    if start < stop:
        return tokens[start].start(), tokens[stop - 1].end()
    at = tokens[start].start() if start < len(tokens) else length
    return at, at


def _without_strays(expected: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Leave off words at the edges of a passage that the expected text has nothing for."""
    found = differences(expected, text[start:end])
    if found and not found[-1].expected and found[-1].observed_span[1] == end - start:
        end = start + found[-1].observed_span[0]
    if found and not found[0].expected and found[0].observed_span[0] == 0:
        start += found[0].observed_span[1]
    passage = text[start:end]
    return start + len(passage) - len(passage.lstrip()), start + len(passage.rstrip())


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end
