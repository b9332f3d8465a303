"""Two addresses on one site with the same article number and other words around it may be one article, rewritten.

The number has at least five digits and stands at the start or end of the last part of the path; the rest of the path
is the same. It is a likeness: offered, never merged.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.types import Document, Finding, Ground, Remark, Span
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
    leader = collection.identities.leader
    for (folder, number), members in sorted(groups.items()):
        first = members[0]
        for other in members[1:]:
            if leader[first.id] == leader[other.id]:
                continue
            note = f"both have the article number {number} on {folder.partition('/')[0]}"
            yield Finding(
                rule=NAME,
                from_id=other.id,
                to_id=first.id,
                relation=RELATION,
                directed=False,
                probability=PROBABILITY,
                band=prior_band(PROBABILITY),
                evidence=(Ground(NAME, note, _span(other, number), _span(first, number)),),
            )


def _span(document: Document, number: str) -> Span:
    url = document.url or ""
    start = url.find(number)
    return (
        Span(document.id, "url", number, start, start + len(number)) if start >= 0 else Span(document.id, "url", number)
    )
