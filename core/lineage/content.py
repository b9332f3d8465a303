"""What each node of a lineage says itself, and what may be credited to it."""

from collections.abc import Sequence

from core.lineage.graph import Lineage, Vertex
from core.states import Dependence

EMPTY = 1e-9
"""A circle whose own content sums to less than this has no origin."""


def own_content(lineage: Lineage, alpha: float, vertices: Sequence[Vertex] | None = None) -> list[float]:
    """Content that a node adds itself and that may be credited, per node, each in [0, 1].

    Formula:
        own = rest (independent), alpha * rest (unknown), 0 (dependent, retracted),
        min(weight, rest) (partially dependent); rest = 1 - min(1, sum of strengths).
        A circle with nothing upstream, nothing of its own and nobody labelled dependent or
        retracted has alpha on its smallest id.

    Args:
        lineage: The lineage.
        alpha: Weight of an unknown, in [0, 1].
        vertices: Labels to use instead of the lineage's own, in its order.

    Source:
        [KON] weights 1, alpha, 0 and the explicit weight; [HOUSE] steps 2 and 3.
    """
    labels = vertices or lineage.vertices
    own = [_own(vertex, rest, alpha) for vertex, rest in zip(labels, lineage.rest, strict=True)]
    for circle in originless(lineage, alpha, labels):
        own[circle[0]] = alpha
    return own


def own_if(lineage: Lineage, node: int, vertex: Vertex, alpha: float) -> float:
    """Content that one node outside circles would add under another label, in [0, 1].

    Source:
        [KON] weights 1, alpha, 0 and the explicit weight; [HOUSE] step 2.
    """
    return _own(vertex, lineage.rest[node], alpha)


def _own(vertex: Vertex, rest: float, alpha: float) -> float:
    if vertex.retracted or vertex.state is Dependence.DEPENDENT:
        return 0.0
    if vertex.state is Dependence.INDEPENDENT:
        return rest
    if vertex.state is Dependence.PARTIALLY_DEPENDENT:
        return min(vertex.weight, rest)
    return alpha * rest


def originless(lineage: Lineage, alpha: float, vertices: Sequence[Vertex] | None = None) -> list[tuple[int, ...]]:
    """Circles in which sources cite each other and no origin is found.

    Args:
        lineage: The lineage.
        alpha: Weight of an unknown, in [0, 1].
        vertices: Labels to use instead of the lineage's own.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 3.
    """
    labels = vertices or lineage.vertices
    return [
        circle
        for circle, closed in zip(lineage.circles, lineage.closed, strict=True)
        if closed
        and sum(_own(labels[n], lineage.rest[n], alpha) for n in circle) < EMPTY
        and not any(labels[n].retracted or labels[n].state is Dependence.DEPENDENT for n in circle)
    ]


def credits(lineage: Lineage, own: Sequence[float], retracted: Sequence[bool]) -> list[float]:
    """Credited content per unit of a node's content, each in [0, 1].

    Formula:
        credit(n) = min(1, own(n) + sum of share * credit(upstream)); all members of a circle
        have min(1, all their own + all inflow from outside); retracted nodes have 0.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 4.
    """
    credit = [0.0] * len(lineage.ids)
    done = -1
    for n, ups in enumerate(lineage.upstream):
        circle = lineage.circle_of[n]
        if circle < 0:
            if not retracted[n]:
                total = own[n]
                for u, share in ups:
                    total += share * credit[u]
                credit[n] = min(1.0, total)
        elif circle > done:
            # Members of a circle are neighbours in the order, so it is settled when its first is met.
            done = circle
            members = lineage.circles[circle]
            total = sum(own[m] for m in members) + sum(
                share * credit[u] for m in members for u, share in lineage.upstream[m] if lineage.circle_of[u] != circle
            )
            for m in members:
                credit[m] = 0.0 if retracted[m] else min(1.0, total)
    return credit
