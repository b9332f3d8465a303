"""Words as facets compare them: folded, cut to a stem, number words as figures."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\w\s]")
_FIGURES = {
    word: str(number)
    for number, word in enumerate(
        [
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
        ]
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90"}
ALIKE = 90
"""Likeness (0 to 100) from which two words of five letters or more count as one."""
_LONG = 5


@dataclass(frozen=True, slots=True)
class Words:
    """What a passage holds: stems and numbers, and its words in order for the verbatim test."""

    stems: frozenset[str]
    numbers: frozenset[str]
    running: str
    """Folded words with single spaces between and around."""


def words_in(text: str) -> Words:
    """The stems, numbers and running words of a text.

    Source: [HOUSE] lexical matching: it sees words, not meaning.
    """
    stems: set[str] = set()
    numbers: set[str] = set()
    running = []
    for token in TOKEN.findall(fold(text)):
        number = number_of(token)
        if number is not None:
            numbers.add(number)
            running.append(number)
        elif token[0].isalpha():
            stems.add(stem(token))
            running.append(token)
    return Words(frozenset(stems), frozenset(numbers), f" {' '.join(running)} ")


def fold(text: str) -> str:
    """A text in one case and composition.

    Source: [HOUSE] only to compare subjects; a quote is never compared like this.
    """
    return unicodedata.normalize("NFC", text).casefold().replace("’", "'")


@lru_cache(maxsize=50_000)
def number_of(token: str) -> str | None:
    """The figure a token stands for, written one way; None for other words.

    Examples:
        >>> number_of("1,250"), number_of("ninety"), number_of("3.50"), number_of("day")
        ('1250', '90', '3.5', None)

    Source: [HOUSE] a comma before exactly three digits separates thousands.
    """
    if token in _FIGURES:
        return _FIGURES[token]
    if not token[0].isdigit():
        return None
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", token).replace(",", ".")
    if plain.count(".") == 1:
        plain = plain.rstrip("0").rstrip(".")
    return plain.lstrip("0") or "0"


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A folded English word without its commonest endings.

    Examples:
        >>> stem("approved") == stem("approving") == stem("approve")
        True
        >>> stem("companies") == stem("company")
        True

    Source: [HOUSE] a few suffix rules; likeness of letters makes up for some of the rest.
    """
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "ches", "shes", "xes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "aeiouls":
                word = word[:-1]
            break
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 2 and word.endswith("y") else word


def holds(words: Words, lemma: str) -> bool:
    """Whether a passage has a stem, or one of five letters or more that is nearly the same.

    Source: [HOUSE] likeness 90 of 100 by edit distance, for long words only.
    """
    return not alike(lemma, words.stems).isdisjoint(words.stems)


def alike(lemma: str, stems: Iterable[str]) -> frozenset[str]:
    """The stem itself, and those of the given ones that count as the same word.

    Asked once for the words of all passages together, it spares a comparison with every word of every passage.

    Source: [HOUSE] likeness 90 of 100 by edit distance, for long words only.
    """
    if len(lemma) < _LONG:
        return frozenset((lemma,))
    near = [other for other in stems if other[0] == lemma[0] and len(other) >= _LONG]
    found = process.extract(lemma, near, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
    return frozenset((lemma, *(other for other, _, _ in found)))
