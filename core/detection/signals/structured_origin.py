"""A page's metadata names the piece or the house it is based on.

Read are original-source and syndication-source tags, and isBasedOn, sourceOrganization and citation of JSON-LD, also
inside a graph. A value that names the page itself, its own site, a bare start page, a node of its own graph or a
picture agency says nothing.
"""

from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.addresses import resolve
from core.detection.identity.publishers import publisher_key
from core.detection.pages import Stated
from core.detection.signals.credits import Credit, credited
from core.detection.signals.names import is_outlet_name
from core.detection.signals.spans import in_html
from core.detection.signals.structured import references_under, texts_under
from core.detection.signals.wires import credit_in_metadata
from core.detection.types import Document, Finding, Ground, Remark
from core.detection.upstream import page_node, wire_node
from core.states import Relation

NAME = "structured_origin"
RELATION = Relation.DERIVES_FROM
PROBABILITY = 0.7

_TAGS = ("original-source", "syndication-source", "og:original_source", "dc.source", "dcterms.source")
_PICTURES = (
    "getty",
    "shutterstock",
    "istock",
    "alamy",
    "imago",
    "photo",
    "picture alliance",
    "foto",
    "epa",
    "reuters connect",
)


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per page that names what it is based on."""
    houses: list[Credit] = []
    for document in collection.documents:
        page = collection.page(document)
        stated = [*page.named(*_TAGS), *references_under(page, ("isBasedOn", "isBasedOnUrl"))]
        finding = next((f for tag in stated if (f := _based_on(collection, document, tag)) is not None), None)
        if finding is not None:
            yield finding
            continue
        credit = _house(collection, document)
        if credit is not None:
            houses.append(credit)
    yield from credited(collection, houses, rule=NAME, relation=RELATION, probability=PROBABILITY, node=wire_node)


def _based_on(collection: Collection, document: Document, tag: Stated) -> Finding | None:
    there = resolve(tag.value, collection.base(document))
    own = collection.addresses.get(document.id)
    if there is None or "/" not in (there.key or "") or own is None or there.key == own.key:
        return None
    at_hand = collection.at(there, other_than=document.id)
    leader = collection.identities.leader
    if at_hand is not None and leader[at_hand.id] == leader[document.id]:
        return None
    if at_hand is None and there.site == own.site:
        return None
    return Finding(
        rule=NAME,
        from_id=document.id,
        to_id=at_hand.id if at_hand is not None else page_node(there).id,
        relation=RELATION,
        directed=True,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY),
        evidence=(_ground(document, tag, f"{tag.name} names {there.key}"),),
        upstream=None if at_hand is not None else page_node(there),
    )


def _house(collection: Collection, document: Document) -> Credit | None:
    own = {publisher_key(document.publisher or ""), collection.family(document.id)}
    site = (collection.site(document.id) or "").partition(".")[0]
    for tag in texts_under(collection.page(document), ("sourceOrganization",)):
        key = publisher_key(tag.value)
        plain = tag.value.casefold()
        picture = any(word in plain for word in _PICTURES) or "/" in tag.value
        if picture or key in own or key.replace(" ", "") == site or not is_outlet_name(tag.value):
            continue
        # A news agency is the business of the rule for wire credits.
        if credit_in_metadata(tag.value) is None:
            return Credit(document, tag.value, _ground(document, tag, f"{tag.name} names {tag.value}"))
    return None


def _ground(document: Document, tag: Stated, note: str) -> Ground:
    return Ground(NAME, note, in_html(document, tag))
