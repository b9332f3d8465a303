"""A text that names another document's DOI cites it.

It counts as citing where the passage a claim leans on holds the DOI; elsewhere it is a mention, which changes no
figure. A DOI that no document at hand has is taken up where passages of two documents name it: they share it. A page's
own DOI says nothing.
"""

from collections import defaultdict
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.identity.addresses import read_address
from core.detection.identity.dois import dois_in
from core.detection.signals.citing import PROBABILITY as CITING, carried, citing
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import page_node
from core.states import Relation

NAME = "doi_mention"
RELATION = Relation.CITES
PROBABILITY = CITING

_MENTIONS = 200


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per document and DOI."""
    owners = _owners(collection)
    leader = collection.identities.leader
    unowned: dict[str, list[tuple[Document, Ground]]] = defaultdict(list)
    for document in collection.documents:
        text = collection.lead(document)
        seen: set[str] = set()
        for doi, start, end in dois_in(text)[:_MENTIONS]:
            if doi in seen or document.id in owners.get(doi, ()) or _is_own(document, doi):
                continue
            seen.add(doi)
            quote = text[start:end]
            ground = Ground(NAME, f"names the DOI {doi}", Span(document.id, "text", quote, start, end))
            in_use = carried(document, quote)
            target = next((one for one in owners.get(doi, ()) if leader[one] != leader[document.id]), None)
            if target is not None:
                yield citing(NAME, document, target, ground, in_use=in_use)
            elif doi not in owners and document.passages and in_use:
                unowned[doi].append((document, ground))
    for doi, named in unowned.items():
        if len({leader[document.id] for document, _ in named}) < 2:
            continue
        node = page_node(read_address(f"https://doi.org/{doi}"))
        for document, ground in named:
            yield citing(NAME, document, node.id, ground, in_use=True, upstream=node)


def _owners(collection: Collection) -> dict[str, list[str]]:
    owners: dict[str, list[str]] = defaultdict(list)
    for document in collection.documents:
        for kind, value in document.ids:
            if kind == "doi":
                owners[value].append(document.id)
        own = collection.addresses.get(document.id)
        if own is not None and own.doi is not None:
            owners[own.doi].append(document.id)
    return owners


def _is_own(document: Document, doi: str) -> bool:
    """True where the page's address ends like the DOI, as publishers write it."""
    return document.url is not None and doi.partition("/")[2] in document.url.lower()
