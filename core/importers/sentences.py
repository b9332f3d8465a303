"""Where the sentences of an answer begin and end, and the citation markers in them.

An answer that its format does not split is split here, cautiously: a full stop ends a sentence only where no small
letter follows and no abbreviation or initial stands before it, and markers behind a full stop belong to the sentence
they follow. Nothing is changed: a sentence is a stretch of the answer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_END = re.compile(
    r"""(?P<stop>[.!?…]+|[。！？]+)(?P<tail>["'”’»)\]]*(?:[ \t]*\[\^?\d{1,3}(?:[ ]*[-–,;][ ]*\d{1,3})*\^?\])*)|\n"""
)
_WORD = re.compile(r"(\S+)$")
_MARKER = re.compile(r"\[\^?(\d{1,3}(?:\s*[-–,;]\s*\d{1,3})*)\^?\]")
_SHORTENED = """
mr mrs ms dr prof st sr jr vs etc e.g i.e eg ie cf fig figs no nos vol pp p ch sec eq al inc ltd co corp dept gov gen
col lt sgt rev hon jan feb mar apr jun jul aug sep sept oct nov dec approx ca bzw z.b d.h u.a nr bd hrsg s
"""
_ABBREVIATIONS = frozenset(_SHORTENED.split())
_ACRONYM = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
_BEGINNINGS = """
The A An This That These Those It Its He She They His Her Their We Our You I In On At By For From To With As If When
While After Before Since But And Or However Because Although Both Some Many Most No Not There Here What Who How Why
"""
_BEGIN = frozenset(_BEGINNINGS.split())
"""Words that begin a sentence behind U.S. and the like; before another word the points are part of a name."""
_MOST_IN_RANGE = 50
"""A marker such as [1-400] names no citations."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text."""

    start: int
    """Place of the first letter, counted from 0 in code points."""
    end: int
    """Place behind the last letter."""
    text: str


def sentences(text: str) -> tuple[Stretch, ...]:
    """The sentences of a text in their order, without the blanks between them.

    Examples:
        >>> [part.text for part in sentences("Dr. Orr built it.[1] It held [2]. Why?")]
        ['Dr. Orr built it.[1]', 'It held [2].', 'Why?']
    """
    found = []
    start = 0
    for end in (*_ends(text), len(text)):
        part = _trimmed(text, start, end)
        if part is not None:
            found.append(part)
        start = end
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker and the numbers it names, as written: their base belongs to the format."""

    start: int
    text: str
    numbers: tuple[int, ...]


def markers(text: str) -> Iterator[Marker]:
    """The citation markers of a text: [3], [1, 2], [1-3], [^4^].

    Examples:
        >>> [marker.numbers for marker in markers("One [1][2, 4]. Two [5-7], in [2019].")]
        [(1,), (2, 4), (5, 6, 7)]
    """
    for match in _MARKER.finditer(text):
        numbers = _numbers(match.group(1))
        if numbers:
            yield Marker(match.start(), match.group(), numbers)


def touching(parts: tuple[Stretch, ...], start: int, end: int) -> list[int]:
    """Which parts a stretch from ``start`` to before ``end`` lies in; an empty one is in the part it follows.

    A stretch in the blanks between two parts belongs to the one before it, in those before the first to the first.
    """
    held = [number for number, part in enumerate(parts) if part.start < end and start < part.end]
    if held or not parts:
        return held
    before = [number for number, part in enumerate(parts) if part.start < start]
    return [before[-1] if before else 0]


def _ends(text: str) -> Iterator[int]:
    for match in _END.finditer(text):
        if match.group("stop") is None or _ends_sentence(text, match):
            yield match.end()


def _ends_sentence(text: str, match: "re.Match[str]") -> bool:
    stop, after = match.group("stop"), text[match.end() : match.end() + 1]
    if stop[0] in "。！？":
        return True
    if after and not after.isspace():
        return False
    following = text[match.end() :].lstrip()[:1]
    if following.islower():
        return False
    if stop != ".":
        return True
    before = _WORD.search(text, max(0, match.start() - 40), match.start())
    word = before.group(1).lstrip("(\"'“‘[") if before is not None else ""
    if word.casefold() in _ABBREVIATIONS or (len(word) == 1 and word.isupper()):
        return False
    if _ACRONYM.fullmatch(word):
        next_word = text[match.end() : match.end() + 40].split(maxsplit=1)
        return not next_word or next_word[0] in _BEGIN
    at_line_start = before is not None and text[: before.start()].rpartition("\n")[2].strip() == ""
    return not (word.isdigit() and len(word) < 4 and at_line_start)


def _trimmed(text: str, start: int, end: int) -> Stretch | None:
    part = text[start:end]
    inner = part.strip()
    if not inner:
        return None
    begin = start + len(part) - len(part.lstrip())
    return Stretch(begin, begin + len(inner), inner)


def _numbers(written: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for piece in re.split(r"\s*[,;]\s*", written):
        ends = [int(end) for end in re.split(r"\s*[-–]\s*", piece)]
        if len(ends) == 1:
            numbers.append(ends[0])
        elif len(ends) == 2 and 0 <= ends[1] - ends[0] < _MOST_IN_RANGE:
            numbers.extend(range(ends[0], ends[1] + 1))
    return tuple(dict.fromkeys(numbers))
