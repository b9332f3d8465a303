"""Groups of documents that a rule holds to be one piece: each further member is held against the first."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.types import Document, Finding, Ground, Span
from core.states import Relation

Key = TypeVar("Key", bound=tuple[str, ...])


def each_against_the_first(
    collection: Collection,
    groups: Mapping[Key, Sequence[Document]],
    *,
    rule: str,
    relation: Relation,
    probability: float,
    says: Callable[[Key], str],
    read: Callable[[Document, Key], Span],
) -> Iterator[Finding]:
    """One finding per further member of a group; members that are one document by what they state give none.

    Args:
        collection: The documents.
        groups: What the members share -> the members, in order.
        rule: Name of the rule.
        relation: What it suspects.
        probability: Its expert prior.
        says: What the members share, in words.
        read: What the rule read of a member.
    """
    leader = collection.identities.leader
    for shared, members in sorted(groups.items()):
        first = members[0]
        for other in members[1:]:
            if leader[first.id] == leader[other.id]:
                continue
            yield Finding(
                rule=rule,
                from_id=other.id,
                to_id=first.id,
                relation=relation,
                directed=False,
                probability=probability,
                band=prior_band(probability),
                evidence=(Ground(rule, says(shared), read(other, shared), read(first, shared)),),
            )
