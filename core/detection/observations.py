"""What must be said of a collection before anything is proposed: clashes, look-alikes, dates that cannot be."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.dates import days_of
from core.detection.identity.titles import is_disambiguation
from core.detection.types import Remark

_HYPHENS = re.compile("[\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d_-]")
_LISTED = 10


def observed(collection: Collection) -> Iterator[Remark]:
    """Remarks on who is who, before the rules speak."""
    yield from _clashes(collection)
    yield from _look_alike_ids(collection)
    yield from _publishers(collection)
    yield from _pages_that_are_no_evidence(collection)
    yield from _dates_ahead(collection)


def _clashes(collection: Collection) -> Iterator[Remark]:
    for clash in collection.identities.clashes:
        what = {"doi": "the DOI", "external": "the identifier", "canonical": "the canonical address"}[clash.kind]
        message = (
            f"{what} {clash.value} is stated by {len(clash.documents)} documents whose titles differ "
            f"({', '.join(clash.documents[:_LISTED])}); they are not merged; whether one depends on another is unknown"
        )
        yield Remark(f"clash-of-{clash.kind}", message, clash.documents)


def _look_alike_ids(collection: Collection) -> Iterator[Remark]:
    groups: dict[str, list[str]] = defaultdict(list)
    for document in collection.documents:
        plain = unicodedata.normalize("NFKC", document.id).casefold()
        groups["".join(_HYPHENS.sub("-", plain).split())].append(document.id)
    for members in groups.values():
        if len(members) > 1:
            named = ", ".join(repr(member) for member in members[:_LISTED])
            message = f"these ids differ only by case, blanks or the kind of hyphen: {named}; one document, or several?"
            yield Remark("look-alike-ids", message, tuple(members))


def _publishers(collection: Collection) -> Iterator[Remark]:
    documents = {family.key: family.documents for family in collection.families.families}
    for one, other in collection.families.offers:
        message = f"{one!r} and {other!r} may be one publisher; they are counted as two until somebody says so"
        yield Remark("look-alike-publishers", message, (*documents[one], *documents[other]))


def _pages_that_are_no_evidence(collection: Collection) -> Iterator[Remark]:
    for document in collection.documents:
        if is_disambiguation(collection.title(document)):
            message = f"{document.id}: a page that only tells namesakes apart is no evidence"
            yield Remark("no-evidence", message, (document.id,))


def _dates_ahead(collection: Collection) -> Iterator[Remark]:
    ahead = []
    for document in collection.documents:
        days = days_of(collection.published_at(document))
        if days is not None and collection.lies_ahead(days):
            ahead.append(document.id)
    if ahead:
        named = ", ".join(ahead[:_LISTED])
        message = f"{len(ahead)} dates of publication lie in the future ({named}); they do not say which came first"
        yield Remark("date-ahead", message, tuple(ahead))
