"""Names of a claim that its evidence does not have: a flag for a person, never a contradiction."""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_LOOKALIKE = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "he",
        "her",
        "his",
        "i",
        "in",
        "into",
        "is",
        "it",
        "its",
        "no",
        "not",
        "of",
        "on",
        "or",
        "our",
        "she",
        "so",
        "some",
        "such",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "with",
        "you",
        "your",
    ]
)


def names(text: str) -> tuple[str, ...]:
    """Words that look like names: capitalised, and not only because a sentence begins there."""
    found: dict[str, None] = {}
    for match in _WORD.finditer(text):
        word = match[0].rstrip(".'’-")
        if word.endswith(("'s", "’s")):
            word = word[:-2]
        if not word[:1].isupper() or word.casefold() in _COMMON:
            continue
        before = text[: match.start()].rstrip(" \t\r\n\"'“”‘’(")
        begins = not before or before[-1] in ".!?:"
        if not begins or any(sign.isupper() for sign in word[1:]):
            found[word] = None
    return tuple(found)


def name_differences(expected: str, observed: str) -> tuple[str, ...]:
    """Names of ``expected`` that stand nowhere in ``observed``; folded in case, never in letters."""
    there = {word.casefold() for word in _WORD.findall(observed)}
    there |= {word.rstrip(".'’-").removesuffix("'s").removesuffix("’s") for word in there}
    return tuple(name for name in names(expected) if name.casefold() not in there)


def mixed_scripts(text: str) -> tuple[str, ...]:
    """Words that mix Latin with Cyrillic or Greek letters: they read like another word than they are."""
    if _LOOKALIKE.search(text) is None:
        return ()
    found = []
    for word in dict.fromkeys(_WORD.findall(text)):
        scripts = {unicodedata.name(sign, "").split(" ")[0] for sign in word if sign.isalpha()}
        if "LATIN" in scripts and scripts & {"CYRILLIC", "GREEK"}:
            found.append(word)
    return tuple(found)
