"""A text that names a news agency as its author carries that agency's story of the day.

Read in the dateline or byline (the first 700 characters), in the sign-off, and in the page's own metadata for author,
publisher and source. Two papers with the same credit on the same day are taken to carry one story unless their words
and headlines plainly differ. Picture credits are left out, and so is the agency's own copy.
"""

from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.identity.publishers import publisher_key
from core.detection.signals.credits import Credit, credited
from core.detection.signals.spans import in_html
from core.detection.signals.structured import texts_under
from core.detection.signals.wires import credit_in_metadata, credits_in
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import wire_node
from core.states import Relation

NAME = "wire_credit"
RELATION = Relation.SYNDICATES
PROBABILITY = 0.85

_META = (
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "byl",
    "article:publisher",
    "source",
)
_JSON = ("author", "creator", "publisher", "provider", "sourceOrganization")


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per credited document."""
    found = [credit for document in collection.documents if (credit := _credit(collection, document)) is not None]
    yield from credited(collection, found, rule=NAME, relation=RELATION, probability=PROBABILITY, node=wire_node)


def _credit(collection: Collection, document: Document) -> Credit | None:
    own = {publisher_key(document.publisher or ""), collection.family(document.id)}
    for wire, ground in _read(collection, document):
        site = (collection.site(document.id) or "").partition(".")[0]
        if publisher_key(wire) not in own and site != publisher_key(wire).replace(" ", ""):
            return Credit(document, wire, ground)
    return None


def _read(collection: Collection, document: Document) -> Iterator[tuple[str, Ground]]:
    text = collection.text(document)
    for credit in credits_in(text):
        quote = text[credit.start : credit.end]
        span = Span(document.id, "text", quote, credit.start, credit.end)
        yield credit.wire, Ground(NAME, f"{credit.how} names {credit.wire}", span)
    if document.author is not None and (wire := credit_in_metadata(document.author)) is not None:
        span = Span(document.id, "author", document.author, 0, len(document.author))
        yield wire, Ground(NAME, f"the author given is {wire}", span)
    page = collection.page(document)
    for stated in (*page.named(*_META), *page.bylines, *texts_under(page, _JSON)):
        if (wire := credit_in_metadata(stated.value)) is not None:
            span = in_html(document, stated)
            yield wire, Ground(NAME, f"{stated.name} names {wire}", span)
