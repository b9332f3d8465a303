"""A page that names another site's address as its own original republishes that page.

Read from rel=canonical and og:url. An address on the page's own registered domain, however it is written (relative,
http, www, mobile, AMP, with tracking marks), says nothing and is left out.
"""

from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.addresses import Address, resolve
from core.detection.signals.spans import in_html
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import page_node
from core.states import Relation

NAME = "cross_domain_canonical"
RELATION = Relation.REPUBLISHES
PROBABILITY = 0.95


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per page whose original is said to stand elsewhere."""
    for document in collection.documents:
        yield from _of(collection, document)


def _of(collection: Collection, document: Document) -> Iterator[Finding]:
    own = collection.addresses.get(document.id)
    if own is None:
        return
    stated = [(tag.name, tag.value, in_html(document, tag)) for tag in collection.page(document).canonical]
    if "canonical_url" in document.fields:
        value = document.fields["canonical_url"]
        stated.append(("canonical_url", value, Span(document.id, "fields", value)))
    for name, value, span in stated:
        there = resolve(value, collection.base(document))
        if there is None or not _elsewhere(own, there):
            continue
        original = collection.at(there, other_than=document.id)
        yield Finding(
            rule=NAME,
            from_id=document.id,
            to_id=original.id if original is not None else page_node(there).id,
            relation=RELATION,
            directed=True,
            probability=PROBABILITY,
            band=prior_band(PROBABILITY),
            evidence=(Ground(NAME, f"{name} names a page on {there.site}", span),),
            upstream=None if original is not None else page_node(there),
        )
        return


def _elsewhere(own: Address, there: Address) -> bool:
    # A bare domain names a site, not a page.
    return there.site is not None and there.site != own.site and there.key != own.key and "/" in (there.key or "")
