"""When two titles may head the same work."""

import re
import unicodedata

_ENOUGH = 0.6
_DISAMBIGUATION = re.compile(
    r"\((?:disambiguation|begriffsklärung|homonymie|desambiguación|disambigua|doorverwijspagina|ujednoznacznienie)\)",
    re.IGNORECASE,
)


def title_words(title: str) -> frozenset[str]:
    """The words of a title, case and accents aside."""
    plain = unicodedata.normalize("NFKD", title).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return frozenset(re.findall(r"\w+", plain))


def may_be_one(one: str, other: str) -> bool:
    """True where the titles are equal, one holds the other (a site's name added), or one is missing."""
    left, right = title_words(one), title_words(other)
    if not left or not right or left == right:
        return True
    shorter = min(len(left), len(right))
    if (left <= right or right <= left) and shorter >= 2:
        return True
    return len(left & right) / len(left | right) >= _ENOUGH


def is_disambiguation(title: str) -> bool:
    """True for a page that only tells namesakes apart: it is evidence for nothing."""
    return _DISAMBIGUATION.search(title) is not None
