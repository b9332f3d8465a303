"""Whether two documents carry one story, by what they state and by a glance at their words."""

import re
from datetime import timedelta

from core.detection.collection import Collection
from core.detection.identity.titles import title_words
from core.detection.types import Document

_WORDS = 40
"""Words both texts must have before they can be called different stories."""
_READ = 20_000
"""Characters of a text that are looked at."""


def may_be_one_story(collection: Collection, one: Document, other: Document) -> bool:
    """Whether two documents credited to one origin may carry one of its stories: nothing speaks against it."""
    stated = one.fields.get("story"), other.fields.get("story")
    if None not in stated:
        return stated[0] == stated[1]
    if plainly_different(collection, one, other):
        return False
    days = collection.days.get(one.id), collection.days.get(other.id)
    if days[0] is not None and days[1] is not None:
        gap = max(days[0][0] - days[1][1], days[1][0] - days[0][1])
        return gap <= timedelta(days=1)
    return (days[0] is None and days[1] is None) or alike(collection, one, other)


def carries(collection: Collection, one: Document, original: Document) -> bool:
    """Whether a document is plainly the story another carries: the same stated story, headline or words."""
    stated = one.fields.get("story"), original.fields.get("story")
    if None not in stated:
        return stated[0] == stated[1]
    return may_be_one_story(collection, one, original) and alike(collection, one, original)


def alike(collection: Collection, one: Document, other: Document) -> bool:
    """Whether headlines share half their words, or the texts five words in a row."""
    left, right = title_words(collection.title(one)), title_words(collection.title(other))
    if left and right and len(left & right) * 2 >= len(left | right):
        return True
    return bool(_fives(collection.text(one)) & _fives(collection.text(other)))


def plainly_different(collection: Collection, one: Document, other: Document) -> bool:
    """Whether two texts of some length share neither headline words nor five words in a row."""
    texts = collection.text(one), collection.text(other)
    if any(len(text[:_READ].split(None, _WORDS)) < _WORDS for text in texts):
        return False
    left, right = title_words(collection.title(one)), title_words(collection.title(other))
    if left and right and len(left & right) * 5 >= len(left | right):
        return False
    return not _fives(texts[0]) & _fives(texts[1])


def _fives(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text[:_READ].casefold())
    return {tuple(words[place : place + 5]) for place in range(len(words) - 4)}
