"""Which document a named publisher's original is."""

from core.detection.collection import Collection
from core.detection.identity.addresses import read_address, resolve
from core.detection.identity.publishers import publisher_key
from core.detection.signals.names import trimmed
from core.detection.signals.stories import carries
from core.detection.types import Document
from core.detection.upstream import page_node, publisher_node
from core.model import Source


def original_of(collection: Collection, document: Document, name: str) -> tuple[str, Source | None]:
    """The id of the original a document names by its publisher, and a node for it where it is not at hand.

    A link in the page under the publisher's name gives the address; else the publisher's document with the same
    headline is taken; else there is a node for "the original at" that publisher, one per headline.
    """
    name = trimmed(name)
    key = publisher_key(name)
    for link in collection.page(document).links:
        if key and key in publisher_key(link.words):
            address = resolve(link.href, collection.base(document))
            own = collection.addresses.get(document.id)
            if address is not None and "/" in (address.key or "") and (own is None or address.site != own.site):
                at_hand = collection.at(address, other_than=document.id)
                return (at_hand.id, None) if at_hand is not None else (page_node(address).id, page_node(address))
    by_name = [one for one in collection.published_by(name) if one.id != document.id]
    if not by_name and "." in name and (address := read_address(name)).site is not None:
        by_name = [
            one for one in collection.documents if collection.site(one.id) == address.site and one.id != document.id
        ]
    title = collection.title(document)
    fitting = [one for one in by_name if carries(collection, document, one)]
    leader = collection.identities.leader
    if len({leader[one.id] for one in fitting}) == 1:
        return fitting[0].id, None
    node = publisher_node(name, title or f"named by {document.id}")
    return node.id, node
