"""An archive's snapshot of a page at hand was copied from it; its origin is the page's publisher, not the archive.

Read from the address: web.archive.org, archive.today, national archives, search-engine caches, also one inside another.
"""

from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.signals.same_page import centre_of, is_copy_in_archive
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.states import Relation

NAME = "archive_copy"
RELATION = Relation.COPIED_FROM
PROBABILITY = 0.99


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per snapshot whose live page is at hand."""
    for identity in collection.identities.groups:
        centre = centre_of(collection, identity)
        if is_copy_in_archive(collection, centre):
            continue
        for member in identity.members:
            if is_copy_in_archive(collection, member):
                yield _finding(collection, collection.by_id[member], centre)


def _finding(collection: Collection, document: Document, centre: str) -> Finding:
    own = collection.addresses[document.id]
    when = f" of {own.snapshot}" if own.snapshot else ""
    url = document.url or own.raw
    live = collection.by_id[centre].url
    return Finding(
        rule=NAME,
        from_id=document.id,
        to_id=centre,
        relation=RELATION,
        directed=True,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY, "declared"),
        evidence=(
            Ground(
                NAME,
                f"a snapshot{when} of {own.key}",
                Span(document.id, "url", url, 0, len(url)),
                Span(centre, "url", live, 0, len(live)) if live else None,
            ),
        ),
    )
