"""How far EIE moves: one source withdrawn, the open questions settled one way or the other."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.lineage.content import originless, own_content, own_if
from core.lineage.flow import LargeFlow, document_weights
from core.lineage.forest import forest_eie
from core.lineage.graph import Arc, EvidenceGraph, Lineage, Vertex, trace

LARGE = 300
"""Lineages of more nodes are handed to scipy."""
BLOCK = 256
"""Scenarios solved at once, so that memory stays small."""


def lineage_eie(lineage: Lineage, alpha: float, vertices: Sequence[Vertex] | None = None) -> float:
    """EIE of one lineage, >= 0, in units of one independent item.

    Args:
        lineage: The lineage.
        alpha: Weight of an unknown, in [0, 1].
        vertices: Labels to use instead of the lineage's own, in its order.

    Source:
        [HOUSE] scoring, "EIE as a flow"; without edges it is [KON] sum of weights.
    """
    labels = vertices or lineage.vertices
    own = own_content(lineage, alpha, labels)
    if len(own) == 1:
        return own[0]
    retracted = [vertex.retracted for vertex in labels]
    if len(own) > LARGE and not lineage.forest:
        return LargeFlow(lineage).eie(own, retracted)
    return sum(document_weights(lineage, own, retracted))


def graph_eie(graph: EvidenceGraph, alpha: float, confirmed: Sequence[Arc] = ()) -> float:
    """EIE of a whole graph, the suspected arcs in ``confirmed`` taken as true.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 8: lineages add up.
    """
    return sum(lineage_eie(lineage, alpha) for lineage in trace(graph, confirmed))


def relabelled(lineage: Lineage, node: str, vertex: Vertex) -> tuple[Vertex, ...]:
    """The lineage's labels with one node's replaced.

    Source:
        [HOUSE] scoring, "Value of a label".
    """
    return tuple(vertex if name == node else old for name, old in zip(lineage.ids, lineage.vertices, strict=True))


def eie_range(graph: EvidenceGraph, lineages: Sequence[Lineage]) -> tuple[float, float]:
    """Smallest and largest EIE over alpha 0 and 1, suspected arcs all dropped and all confirmed.

    Args:
        graph: The claim's graph.
        lineages: ``trace(graph)``, so that it is not traced twice.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 10.
    """
    suspected = [arc for arc in graph.arcs if arc.probability is not None]
    cuts = [lineages, trace(graph, suspected)] if suspected else [lineages]
    found = [sum(lineage_eie(lineage, alpha) for lineage in cut) for cut in cuts for alpha in (0.0, 1.0)]
    return min(found), max(found)


def eie_if_withdrawn(lineages: Sequence[Lineage], alpha: float, found: Sequence[float]) -> Mapping[str, float]:
    """EIE of the claim with one node treated as retracted, for every node.

    Args:
        lineages: The claim's lineages.
        alpha: Weight of an unknown, in [0, 1].
        found: EIE of each lineage as it stands.

    Returns:
        Node id -> EIE without it, retracted nodes included.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 9.
    """
    total = sum(found)
    without: dict[str, float] = {}
    for lineage, eie in zip(lineages, found, strict=True):
        for node, rest in zip(lineage.ids, _parts_without(lineage, alpha, eie), strict=True):
            without[node] = max(0.0, total - eie + rest)
    return without


def eie_if_labelled(lineage: Lineage, alpha: float, nodes: Sequence[int], vertex: Vertex) -> list[float]:
    """EIE of one lineage with one of its nodes labelled so, for each of some nodes in turn.

    Args:
        lineage: The lineage.
        alpha: Weight of an unknown, in [0, 1].
        nodes: Places of the nodes in the lineage.
        vertex: The label, the same for each.

    Returns:
        One EIE per node asked for, >= 0.

    Source:
        [HOUSE] scoring, "Value of a label"; "Speed": a large forest is solved for many labels at once.
    """
    if not lineage.forest or len(lineage.ids) <= LARGE:
        return [lineage_eie(lineage, alpha, relabelled(lineage, lineage.ids[node], vertex)) for node in nodes]
    own = np.array(own_content(lineage, alpha))[:, None]
    alive = 1.0 - np.array([old.retracted for old in lineage.vertices], dtype=float)[:, None]
    found: list[float] = []
    for start in range(0, len(nodes), BLOCK):
        chosen = np.array(nodes[start : start + BLOCK])
        content, present = (np.repeat(column, len(chosen), axis=1) for column in (own, alive))
        content[chosen, np.arange(len(chosen))] = [own_if(lineage, node, vertex, alpha) for node in chosen]
        present[chosen, np.arange(len(chosen))] = float(not vertex.retracted)
        found.extend(forest_eie(lineage, content, present).tolist())
    return found


def _parts_without(lineage: Lineage, alpha: float, eie: float) -> list[float]:
    """EIE of one lineage without each of its nodes in turn."""
    count = len(lineage.ids)
    if count == 1:
        return [0.0]
    own = own_content(lineage, alpha)
    retracted = [vertex.retracted for vertex in lineage.vertices]
    if lineage.forest:
        return _forest_without(lineage, own, retracted)
    large = LargeFlow(lineage) if count > LARGE else None
    heads = {n: circle[0] for circle in originless(lineage, alpha) for n in circle}
    parts: list[float] = []
    for n in range(count):
        if retracted[n]:
            parts.append(eie)
            continue
        content, gone = list(own), list(retracted)
        content[n], gone[n] = 0.0, True
        # A circle with a retracted member is no longer granted an origin.
        content[heads.get(n, n)] = 0.0
        parts.append(large.eie(content, gone) if large else sum(document_weights(lineage, content, gone)))
    return parts


def _forest_without(lineage: Lineage, own: Sequence[float], retracted: Sequence[bool]) -> list[float]:
    count = len(own)
    content = np.array(own)[:, None]
    present = 1.0 - np.array(retracted, dtype=float)[:, None]
    parts: list[float] = []
    for start in range(0, count, BLOCK):
        gone = np.arange(start, min(start + BLOCK, count))
        keep = np.ones((count, len(gone)))
        keep[gone, np.arange(len(gone))] = 0.0
        parts.extend(forest_eie(lineage, content * keep, present * keep).tolist())
    return parts
