"""A link in the text to another document at hand cites it.

It counts as citing where the passage a claim leans on carries the link; elsewhere in the page it is a mention, which
changes no figure. Links in navigation, footers and sidebars, links to the own page, and bare domains are left out.
"""

import re
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.identity.addresses import resolve
from core.detection.signals.citing import PROBABILITY as CITING, carried, citing
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.states import Relation

NAME = "hyperlink"
RELATION = Relation.CITES
PROBABILITY = CITING

_WRITTEN = re.compile(r"https?://[^\s<>\"'()\[\]{}]+[^\s<>\"'()\[\]{}.,;:!?]")
_LINKS = 200


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per pair of documents, however often one links to the other."""
    for document in collection.documents:
        seen: set[str] = set()
        for href, words, span in _links(collection, document):
            address = resolve(href, collection.base(document))
            own = collection.addresses.get(document.id)
            if address is None or (own is not None and address.key == own.key):
                continue
            target = collection.at(address, other_than=document.id)
            if target is None or target.id in seen or _one_page(collection, document, target):
                continue
            seen.add(target.id)
            note = f"links to {address.canonical}"
            yield citing(NAME, document, target.id, Ground(NAME, note, span), in_use=carried(document, words))


def _links(collection: Collection, document: Document) -> Iterator[tuple[str, str, Span]]:
    for link in collection.page(document).links[:_LINKS]:
        end = link.start + len(link.href) if link.start is not None else None
        yield link.href, link.words, Span(document.id, "html", link.href, link.start, end)
    for count, found in enumerate(_WRITTEN.finditer(collection.lead(document))):
        if count == _LINKS:
            return
        yield found.group(), found.group(), Span(document.id, "text", found.group(), found.start(), found.end())


def _one_page(collection: Collection, one: Document, other: Document) -> bool:
    leader = collection.identities.leader
    return leader[one.id] == leader[other.id]
