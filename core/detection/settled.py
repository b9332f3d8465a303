"""What is known, confirmed or rejected already: such pairs are not proposed again."""

from collections import defaultdict
from collections.abc import Collection as Ids
from functools import lru_cache

from core.detection.types import Proposal
from core.model import Edge
from core.states import EdgeStatus, Relation

_STANDS = frozenset({EdgeStatus.KNOWN, EdgeStatus.CONFIRMED})
_WHOLE = 0.999
"""Strength from which an edge hands down everything."""
_ONE_ORIGIN = frozenset({Relation.SYNDICATES, Relation.REPUBLISHES, Relation.DERIVES_FROM, Relation.COPIED_FROM})
_LOOKED_AT = 1_000
"""Nodes upstream of one that are looked at for an origin two documents share."""


class Settled:
    """The edges in force, ready to be asked about pairs."""

    def __init__(self, existing: Ids[Edge]) -> None:
        standing = [edge for edge in existing if edge.status in _STANDS and not edge.relation.weak]
        self._pairs = {frozenset((edge.from_id, edge.to_id)) for edge in standing}
        self._parents: dict[str, set[str]] = defaultdict(set)
        self._children: dict[str, set[str]] = defaultdict(set)
        for edge in standing:
            # Citing hands down what is cited, not the words: two that cite one paper may still copy each other. So
            # may two that took a part from one origin.
            whole = edge.strength is None or edge.strength >= _WHOLE
            if whole and edge.relation is not Relation.CITES:
                self._parents[edge.from_id].add(edge.to_id)
                self._children[edge.to_id].add(edge.from_id)
        self._rejected: dict[frozenset[str], set[str | None]] = defaultdict(set)
        for edge in existing:
            if edge.status is EdgeStatus.REJECTED:
                self._rejected[frozenset((edge.from_id, edge.to_id))].add(edge.rule)
        self._named = {(edge.from_id, edge.relation) for edge in standing}
        self._downstream = lru_cache(maxsize=256)(self._below)

    def joins(self, one: str, other: str) -> bool:
        """True where a known or confirmed edge joins them, one took everything from the other, or both from a third."""
        if frozenset((one, other)) in self._pairs or self._parents[one] & self._parents[other]:
            return True
        if other in self._downstream(one) or one in self._downstream(other):
            return True
        return bool(self._upstream(one) & self._upstream(other))

    def names_an_origin(self, document: str, relation: Relation) -> bool:
        """True where an edge in force says already what a document syndicates, republishes or derives from.

        A node made for an origin nobody retrieved would then be a second name for the same thing.
        """
        return relation in _ONE_ORIGIN and (document, relation) in self._named

    def rejects(self, proposal: Proposal) -> bool:
        """True where the data holds this very edge as rejected, by the same rule or by a person."""
        return bool(self._rejected.get(proposal.pair, set()) & {None, proposal.rule})

    def _below(self, node: str) -> frozenset[str]:
        return self._reached(node, self._children, None)

    def _upstream(self, node: str) -> frozenset[str]:
        return self._reached(node, self._parents, _LOOKED_AT)

    @staticmethod
    def _reached(node: str, steps: dict[str, set[str]], most: int | None) -> frozenset[str]:
        if not steps.get(node):
            return frozenset()
        seen = {node}
        stack = [node]
        while stack and (most is None or len(seen) < most):
            for following in steps.get(stack.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
        return frozenset(seen - {node})
