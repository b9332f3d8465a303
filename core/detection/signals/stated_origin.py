"""The data or feed names the newsroom a piece came from: the outlet that carries it is the route, not the origin.

Read are origin fields of the data and the <source> element of a feed. A document that names its own publisher as its
origin says nothing.
"""

from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.identity.addresses import read_address
from core.detection.identity.publishers import publisher_key
from core.detection.signals.credits import Credit, credited
from core.detection.signals.spans import in_html
from core.detection.signals.wires import wire_name
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import wire_node
from core.states import Relation

NAME = "stated_origin"
RELATION = Relation.SYNDICATES
PROBABILITY = 0.85


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per document that came by way of another newsroom."""
    found = [credit for document in collection.documents if (credit := _credit(collection, document)) is not None]
    yield from credited(collection, found, rule=NAME, relation=RELATION, probability=PROBABILITY, node=wire_node)


def _credit(collection: Collection, document: Document) -> Credit | None:
    own = {publisher_key(document.publisher or ""), collection.family(document.id), collection.site(document.id)}
    for name, span in _named(collection, document):
        site = read_address(name).site if "." in name else None
        if publisher_key(name) not in own and (site is None or site not in own):
            route = collection.publisher(document) or collection.site(document.id)
            by_way = f", by way of {route}" if route else ""
            return Credit(document, wire_name(name), Ground(NAME, f"comes from {name}{by_way}", span))
    return None


def _named(collection: Collection, document: Document) -> Iterator[tuple[str, Span]]:
    stated = document.fields.get("origin_publisher", "").strip()
    if stated:
        yield stated, Span(document.id, "fields", stated)
    for tag in collection.page(document).named("rss:source"):
        name, _, url = tag.value.rpartition(" ")
        yield name or (read_address(url).site or url), in_html(document, tag)
