"""Which documents are one: by declared identity only. Likeness proposes, it never merges."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.detection.identity.titles import may_be_one


@dataclass(frozen=True, slots=True)
class Claimed:
    """Something a document states that says who it is."""

    document_id: str
    kind: str
    """address, canonical, doi, bytes or external."""
    value: str
    """What is compared: equal values of one kind are one identity."""
    written: str
    """What the data says, verbatim."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Why two documents are one: both state the same."""

    one: str
    other: str
    by: Claimed
    also: Claimed


@dataclass(frozen=True, slots=True)
class Identity:
    """One document under several ids or addresses. Undoing it means leaving out a merge."""

    members: tuple[str, ...]
    addresses: tuple[str, ...]
    """Every address as written; none is thrown away."""
    merges: tuple[Merge, ...]
    snapshots: tuple[str, ...] = ()
    """When archives took their copies."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Documents that state the same identifier under different titles: shown, not merged."""

    kind: str
    value: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Identities:
    """The identities of a collection."""

    groups: tuple[Identity, ...]
    """Those with two or more members."""
    clashes: tuple[Clash, ...]
    leader: Mapping[str, str]
    """Document id -> the smallest id of its identity."""


GUARDED = frozenset({"doi", "external", "canonical"})
"""Kinds a title may contradict: chapters share a book's DOI, templates share a wrong canonical tag."""


def identities_of(
    claims: Iterable[Claimed],
    titles: Mapping[str, str],
    snapshots: Mapping[str, str],
    unmerged: Iterable[frozenset[str]] = (),
) -> Identities:
    """Merge what states the same identity.

    Args:
        claims: What the documents state.
        titles: Document id -> its title.
        snapshots: Document id -> when an archive copied it.
        unmerged: Pairs a person took apart; they are not merged again directly.
    """
    apart = set(unmerged)
    said: dict[tuple[str, str], list[Claimed]] = defaultdict(list)
    addresses: dict[str, list[str]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: (claim.kind, claim.value, claim.document_id)):
        said[claim.kind, claim.value].append(claim)
        if claim.kind == "address" or "://" in claim.written:
            addresses[claim.document_id].append(claim.written)
    merges: list[Merge] = []
    clashes: list[Clash] = []
    for (kind, value), group in said.items():
        parts = _by_title(group, titles) if kind in GUARDED else [group]
        if len(parts) > 1:
            clashes.append(Clash(kind, value, tuple(sorted(claim.document_id for claim in group))))
        for part in parts:
            first = part[0]
            for other in part[1:]:
                pair = frozenset((first.document_id, other.document_id))
                if len(pair) == 2 and pair not in apart:
                    merges.append(Merge(first.document_id, other.document_id, first, other))
    leader = _joined(titles, merges)
    groups: dict[str, list[str]] = defaultdict(list)
    for document, first_id in leader.items():
        groups[first_id].append(document)
    by_leader: dict[str, list[Merge]] = defaultdict(list)
    for merge in merges:
        by_leader[leader[merge.one]].append(merge)
    found = tuple(
        Identity(
            members=tuple(sorted(members)),
            addresses=tuple(dict.fromkeys(a for member in sorted(members) for a in addresses[member])),
            merges=tuple(by_leader[first_id]),
            snapshots=tuple(sorted({snapshots[member] for member in members if member in snapshots})),
        )
        for first_id, members in sorted(groups.items())
        if len(members) > 1
    )
    return Identities(found, tuple(clashes), leader)


def _by_title(group: Sequence[Claimed], titles: Mapping[str, str]) -> list[list[Claimed]]:
    """Members whose titles may head one work; a title that stands between two joins the first."""
    parts: list[list[Claimed]] = []
    for claim in sorted(group, key=lambda claim: (not titles[claim.document_id], claim.document_id)):
        title = titles[claim.document_id]
        fitting = [part for part in parts if may_be_one(titles[part[0].document_id], title)]
        if len(fitting) == 1 or (fitting and title):
            fitting[0].append(claim)
        else:
            # A document without a title fits several works: it is none of them until somebody says which.
            parts.append([claim])
    return parts


def _joined(titles: Mapping[str, str], merges: Iterable[Merge]) -> dict[str, str]:
    leader = {document: document for document in titles}

    def find(document: str) -> str:
        while leader[document] != document:
            leader[document] = leader[leader[document]]
            document = leader[document]
        return document

    for merge in merges:
        one, other = find(merge.one), find(merge.other)
        leader[max(one, other)] = min(one, other)
    return {document: find(document) for document in leader}
