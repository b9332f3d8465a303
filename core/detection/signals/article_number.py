"""Two addresses on one site with the same article number and other words around it may be one article, rewritten.

The number has at least five digits and stands at the start or end of the last part of the path; the rest of the path
is the same. It is a likeness: offered, never merged.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.signals.first_of_group import each_against_the_first
from core.detection.types import Document, Finding, Remark, Span
from core.states import Relation

NAME = "article_number"
RELATION = Relation.COPIED_FROM
PROBABILITY = 0.8

_NUMBERED = re.compile(
    r"^(?:(?P<lead>\d{5,})[-_.](?P<after>[^\d/][^/]*)|(?P<before>[^/]*[^\d/])[-_.]?(?P<tail>\d{6,})(?:\.html?)?)$"
)


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per further address of an article number, each towards the first."""
    groups: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for document in collection.documents:
        own = collection.addresses.get(document.id)
        if own is None or own.key is None or own.doi is not None or "?" in own.key:
            continue
        folder, _, last = own.key.rpartition("/")
        found = _NUMBERED.match(last)
        if folder and found is not None:
            groups[folder, found["lead"] or found["tail"]].append(document)
    yield from each_against_the_first(
        collection,
        groups,
        rule=NAME,
        relation=RELATION,
        probability=PROBABILITY,
        says=lambda shared: f"both have the article number {shared[1]} on {shared[0].partition('/')[0]}",
        read=lambda document, shared: _span(document, shared[1]),
    )


def _span(document: Document, number: str) -> Span:
    url = document.url or ""
    start = url.find(number)
    return (
        Span(document.id, "url", number, start, start + len(number)) if start >= 0 else Span(document.id, "url", number)
    )
