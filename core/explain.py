"""What stands beside a claim's figures: the other stances, conflicts, retractions, notices."""

from dataclasses import replace

from core.counting import Counted
from core.dossier import evidence_graph
from core.lineage.graph import EvidenceGraph, Lineage, trace
from core.lineage.sensitivity import graph_eie, lineage_eie
from core.model import Dossier, Notice
from core.policy import Policy
from core.results import Conflict, Side
from core.states import Dependence, EdgeStatus, Stance


def sides(dossier: Dossier, policy: Policy) -> tuple[Side, ...]:
    """The items of each other stance, scored on their own and never mixed in."""
    found = []
    for stance in (Stance.REFUTES, Stance.NEUTRAL, Stance.UNJUDGED):
        items = [item for item in dossier.evidence if item.stance is stance and item.state.step >= policy.floor.step]
        if not items:
            continue
        lineages = trace(evidence_graph(dossier, items, policy))
        retracted = {source.id for source in dossier.sources if source.retracted}
        counted = [item for item in items if item.source_id not in retracted]
        found.append(
            Side(
                stance=stance,
                items=len(counted),
                sources=len({item.source_id for item in counted}),
                eie=sum(lineage_eie(lineage, policy.alpha) for lineage in lineages),
                lineages=len(lineages),
            )
        )
    return tuple(found)


def conflicts_of(counted: Counted) -> tuple[Conflict, ...]:
    """Labels that claim more own content than the edges leave; the edges are obeyed."""
    found = []
    for lineage, eie in zip(counted.lineages, counted.found, strict=True):
        graph: EvidenceGraph | None = None
        for n, vertex in enumerate(lineage.vertices):
            stated = {Dependence.INDEPENDENT: 1.0, Dependence.PARTIALLY_DEPENDENT: vertex.weight}.get(vertex.state)
            if stated is None or vertex.retracted or stated <= lineage.rest[n] + 1e-9:
                continue
            # Only its own lineage can move, so that is all that is traced again.
            graph = graph or _graph_of(counted, lineage)
            right = counted.eie - eie + _eie_if_right(graph, lineage.ids[n], stated, counted.policy.alpha)
            found.append(Conflict(lineage.ids[n], lineage.rest[n], stated, counted.reading(right)))
    return tuple(sorted(found, key=lambda conflict: conflict.source_id))


def _graph_of(counted: Counted, lineage: Lineage) -> EvidenceGraph:
    """The part of the claim's graph that a lineage was made of, suspected arcs left out."""
    nodes = frozenset(lineage.ids)
    return EvidenceGraph(
        vertices=counted.graph.vertices,
        arcs=tuple(arc for arc in counted.graph.arcs if arc.from_id in nodes and arc.probability is None),
        carriers={node: rank for node, rank in counted.graph.carriers.items() if node in nodes},
    )


def _eie_if_right(graph: EvidenceGraph, node: str, stated: float, alpha: float) -> float:
    """EIE if a node had its stated share of its own: its arcs keep only the rest of it."""
    total = sum(arc.strength for arc in graph.arcs if arc.from_id == node)
    scale = (1.0 - stated) / total if total > 0 else 0.0
    arcs = (replace(arc, strength=arc.strength * scale) if arc.from_id == node else arc for arc in graph.arcs)
    return graph_eie(replace(graph, arcs=tuple(arcs)), alpha)


def upstream_retracted(dossier: Dossier, policy: Policy) -> frozenset[str]:
    """Sources that lean, directly or through others, on a retracted one."""
    gone = {source.id for source in dossier.sources if source.retracted}
    if not gone:
        return frozenset()
    leaning: dict[str, list[str]] = {}
    for edge in dossier.edges:
        counts = edge.status in (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED) and not edge.relation.weak
        if counts and edge.from_id != edge.to_id:
            leaning.setdefault(edge.to_id, []).append(edge.from_id)
    reached: set[str] = set()
    queue = list(gone)
    for node in queue:
        for below in leaning.get(node, ()):
            if below not in reached:
                reached.add(below)
                queue.append(below)
    return frozenset(reached - gone)


def notices_of(dossier: Dossier, policy: Policy) -> tuple[Notice, ...]:
    """What was read with care while scoring this claim."""
    found = []
    for edge in dossier.edges:
        if edge.from_id == edge.to_id:
            found.append(Notice("self_edge", f"{edge.from_id} names itself as its source; that edge is ignored"))
        if edge.status is EdgeStatus.SUSPECTED and edge.probability is None:
            found.append(
                Notice(
                    "no_probability",
                    f"the suspected edge {edge.from_id} -> {edge.to_id} states no probability; 0.5 is taken",
                )
            )
    for node, label in dossier.labels.items():
        if label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is None:
            found.append(Notice("no_weight", f"{node} is partially dependent without a weight; unknown meanwhile"))
    return tuple(found)
