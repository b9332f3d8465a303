"""The evidence graph of one claim, cut into lineages that can be solved one by one."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import networkx as nx

from core.states import Dependence


@dataclass(frozen=True, slots=True)
class Vertex:
    """What is known about one node."""

    state: Dependence = Dependence.UNKNOWN
    weight: float = 0.0
    """Own share of a partially dependent node, in [0, 1]; ignored for the other states."""
    retracted: bool = False


UNLABELLED = Vertex()


@dataclass(frozen=True, slots=True)
class Arc:
    """``from_id`` takes a share of its content from ``to_id``."""

    from_id: str
    to_id: str
    strength: float = 1.0
    probability: float | None = None
    """None: the arc counts. Else it is suspected, with this probability."""


@dataclass(frozen=True, slots=True)
class EvidenceGraph:
    """Nodes, arcs that count or are suspected, and the nodes that carry evidence."""

    vertices: Mapping[str, Vertex]
    """A node without an entry is unknown."""
    arcs: tuple[Arc, ...]
    carriers: Mapping[str, float]
    """Evidence node -> best rank of its items, infinite where none has one."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """One weakly connected part of what lies upstream of the evidence, by local index.

    Indices run upstream first. Components, totals and shares do not depend on labels or
    retractions, so one lineage serves every scenario over the same arcs.
    """

    ids: tuple[str, ...]
    vertices: tuple[Vertex, ...]
    carries: tuple[bool, ...]
    upstream: tuple[tuple[tuple[int, float], ...], ...]
    """Per node, its upstream nodes with the share taken from each."""
    pull: tuple[float, ...]
    """Per node, the largest share any node downstream takes from it; 0 for leaves."""
    rest: tuple[float, ...]
    """Per node, 1 - min(1, sum of its strengths): the share that is its own."""
    circles: tuple[tuple[int, ...], ...]
    """Strongly connected components of two or more nodes, each in string order of the ids."""
    circle_of: tuple[int, ...]
    """Per node, the index of its circle, or -1."""
    closed: tuple[bool, ...]
    """Per circle, True where nothing lies upstream of it."""
    order: tuple[int, ...]
    """Evidence nodes in the order in which they are credited: that of the indices."""
    forest: bool
    """True where every node has at most one upstream and there is no circle."""

    @property
    def origins(self) -> tuple[str, ...]:
        """Nodes without upstream, in string order; empty for a closed circle."""
        return tuple(sorted(self.ids[n] for n, up in enumerate(self.upstream) if not up))


def trace(graph: EvidenceGraph, confirmed: Collection[Arc] = ()) -> tuple[Lineage, ...]:
    """Cut the graph into lineages, taking the suspected arcs in ``confirmed`` as true.

    Keeps the evidence nodes and everything upstream of them. Parallel arcs count once, with
    the largest strength; an arc from a node to itself is ignored.

    Args:
        graph: The claim's evidence graph.
        confirmed: Suspected arcs of the graph to be taken as true; the others are dropped.

    Returns:
        The lineages, by the smallest id of their nodes; () where nothing carries evidence.

    Source:
        [HOUSE] scoring, "EIE as a flow", steps 1 and 8; generalises [KON] sum of weights.
    """
    strengths = _upstream_of(graph, confirmed)
    parts: list[Lineage] = []
    for members in _weak_components(strengths):
        if len(members) == 1:
            parts.append(_lone(members[0], graph))
        else:
            parts.append(_part(members, strengths, graph))
    return tuple(parts)


def _upstream_of(graph: EvidenceGraph, confirmed: Collection[Arc]) -> dict[str, dict[str, float]]:
    """Node -> {upstream node: strength} for all nodes at or above the evidence, in string order."""
    taken = frozenset(confirmed)
    all_strengths: dict[str, dict[str, float]] = {}
    for arc in graph.arcs:
        if arc.from_id == arc.to_id or (arc.probability is not None and arc not in taken):
            continue
        up = all_strengths.setdefault(arc.from_id, {})
        if arc.strength > up.get(arc.to_id, -1.0):
            up[arc.to_id] = arc.strength
    reached: dict[str, dict[str, float]] = {}
    stack = sorted(graph.carriers)
    while stack:
        node = stack.pop()
        if node not in reached:
            reached[node] = dict(sorted(all_strengths.get(node, {}).items()))
            stack.extend(reached[node])
    return reached


def _weak_components(strengths: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    """Nodes that hang together, arrows ignored; members and components in string order."""
    root = {node: node for node in strengths}

    def find(node: str) -> str:
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for node, ups in strengths.items():
        for up in ups:
            a, b = find(node), find(up)
            if a != b:
                root[max(a, b)] = min(a, b)
    members: dict[str, list[str]] = {}
    for node in sorted(strengths):
        members.setdefault(find(node), []).append(node)
    return list(members.values())


def _lone(node: str, graph: EvidenceGraph) -> Lineage:
    """A lineage of one node; most claims consist of these."""
    return Lineage(
        ids=(node,),
        vertices=(graph.vertices.get(node, UNLABELLED),),
        carries=(True,),
        upstream=((),),
        pull=(0.0,),
        rest=(1.0,),
        circles=(),
        circle_of=(-1,),
        closed=(),
        order=(0,),
        forest=True,
    )


def _part(members: list[str], strengths: Mapping[str, Mapping[str, float]], graph: EvidenceGraph) -> Lineage:
    components = _components(members, strengths, graph.carriers)
    ids = [node for component in components for node in component]
    index = {node: n for n, node in enumerate(ids)}
    circles = tuple(tuple(sorted((index[node] for node in c), key=ids.__getitem__)) for c in components if len(c) > 1)
    circle_of = [-1] * len(ids)
    for number, circle in enumerate(circles):
        for n in circle:
            circle_of[n] = number
    upstream: list[tuple[tuple[int, float], ...]] = []
    rest: list[float] = []
    pull = [0.0] * len(ids)
    closed = [True] * len(circles)
    for n, node in enumerate(ids):
        shares = _shares(n, node, index, strengths[node], circle_of)
        for u, share in shares:
            pull[u] = max(pull[u], share)
            if circle_of[n] >= 0 and circle_of[u] != circle_of[n]:
                closed[circle_of[n]] = False
        upstream.append(shares)
        rest.append(1.0 - min(1.0, math.fsum(strengths[node].values())))
    carries = tuple(node in graph.carriers for node in ids)
    return Lineage(
        ids=tuple(ids),
        vertices=tuple(graph.vertices.get(node, UNLABELLED) for node in ids),
        carries=carries,
        upstream=tuple(upstream),
        pull=tuple(pull),
        rest=tuple(rest),
        circles=circles,
        circle_of=tuple(circle_of),
        closed=tuple(closed),
        order=tuple(n for n, carrying in enumerate(carries) if carrying),
        forest=not circles and all(len(up) <= 1 for up in upstream),
    )


def _components(
    members: list[str], strengths: Mapping[str, Mapping[str, float]], carriers: Mapping[str, float]
) -> list[list[str]]:
    """Strong components in lexicographic topological order, upstream first; members by (best rank, id)."""

    def key(node: str) -> tuple[float, str]:
        return carriers.get(node, math.inf), node

    whole: nx.DiGraph[str] = nx.DiGraph()
    whole.add_nodes_from(members)
    whole.add_edges_from((up, node) for node in members for up in strengths[node])
    condensed = nx.condensation(whole)
    inside = {c: sorted(found, key=key) for c, found in condensed.nodes(data="members")}
    order = nx.lexicographical_topological_sort(condensed, key=lambda c: key(inside[c][0]))
    return [inside[c] for c in order]


def _shares(
    n: int, node: str, index: Mapping[str, int], ups: Mapping[str, float], circle_of: list[int]
) -> tuple[tuple[int, float], ...]:
    """Inside a circle a strength is the share; to the outside the strengths are scaled to sum to at most 1."""
    circle = circle_of[n]
    outside = math.fsum(s for up, s in ups.items() if circle < 0 or circle_of[index[up]] != circle)
    scale = max(1.0, outside)
    return tuple(
        (index[up], s if circle >= 0 and circle_of[index[up]] == circle else s / scale) for up, s in ups.items()
    )
