"""Two documents with one declared identity are one document: the same address, DOI, bytes or redirect target.

Addresses are compared in canonical form (www, mobile, AMP, print, tracking marks and archive wrappers aside; no other
query parameter is ever dropped). Chapters that share a book's DOI, and namesakes that share an identifier, are kept
apart by their titles. A merge can be undone.
"""

from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.registry import Claimed, Identity, Merge
from core.detection.types import Finding, Ground, Part, Remark, Span
from core.states import Relation

NAME = "same_page"
RELATION = Relation.COPIED_FROM
PROBABILITY = 0.99

_WORDS = {
    "address": "the same page",
    "canonical": "the same canonical address",
    "doi": "the same DOI",
    "bytes": "the same bytes",
    "external": "the same identifier and title",
}


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per further document of an identity, each towards the first."""
    for identity in collection.identities.groups:
        centre = centre_of(collection, identity)
        for member in identity.members:
            if member == centre or is_copy_in_archive(collection, member) != is_copy_in_archive(collection, centre):
                continue
            yield _finding(collection, identity, member, centre)


def centre_of(collection: Collection, identity: Identity) -> str:
    """The member the others are shown against: the first that is no archive copy."""
    return min(identity.members, key=lambda member: (is_copy_in_archive(collection, member), member))


def is_copy_in_archive(collection: Collection, document_id: str) -> bool:
    """True where the document's address is an archive's."""
    own = collection.addresses.get(document_id)
    return own is not None and "archive copy" in own.rules


def _finding(collection: Collection, identity: Identity, member: str, centre: str) -> Finding:
    merge, said, also = _merge(identity, member, centre)
    return Finding(
        rule=NAME,
        from_id=member,
        to_id=centre,
        relation=RELATION,
        directed=False,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY, "declared"),
        evidence=(Ground(NAME, _note(collection, merge, member), _span(said), _span(also) if also else None),),
    )


def _merge(identity: Identity, member: str, centre: str) -> tuple[Merge, Claimed, Claimed | None]:
    touching = [merge for merge in identity.merges if member in (merge.one, merge.other)]
    direct = [merge for merge in touching if centre in (merge.one, merge.other)]
    merge = (direct or touching)[0]
    said, also = (merge.by, merge.also) if merge.by.document_id == member else (merge.also, merge.by)
    return merge, said, also if direct else None


def _note(collection: Collection, merge: Merge, member: str) -> str:
    own = collection.addresses.get(member)
    rules = f" (read past: {', '.join(own.rules)})" if own is not None and own.rules else ""
    return f"{_WORDS[merge.by.kind]}: {merge.by.value}{rules}"


def _span(claim: Claimed) -> Span:
    part: Part = "url" if claim.kind == "address" else "html" if claim.kind == "canonical" else "fields"
    return Span(claim.document_id, part, claim.written[:300])
