"""One claim out of a case, and the graph that its counted items span."""

import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from core.errors import UnknownId
from core.lineage.graph import Arc, EvidenceGraph, Vertex
from core.model import Case, Dossier, Edge, Evidence, Label, Source, StatedLabel
from core.policy import Policy
from core.states import Dependence, EdgeStatus, Stance

UNSTATED_PROBABILITY = 0.5
"""Probability of a suspected edge that states none [HOUSE]."""

NOT_SUPPORTING = "does not speak for the claim"
RETRACTED = "the source is retracted"


def stated_label(source: Source) -> Label | None:
    """The label the data give a source, or None where they give none."""
    if source.dependence is None:
        return None
    return Label(source.dependence, source.weight)


def claims_of(case: Case) -> Iterator[Dossier]:
    """Every claim of a case with all that belongs to it, in the order of the case."""
    answers = {answer.id: answer for answer in case.answers}
    sources = {source.id: source for source in case.sources}
    evidence: dict[str, list[Evidence]] = {}
    for item in case.evidence:
        evidence.setdefault(item.claim_id, []).append(item)
    citations: dict[str, list[int]] = {}
    for number, citation in enumerate(case.citations):
        citations.setdefault(citation.claim_id, []).append(number)
    leaving: dict[str, list[Edge]] = {}
    for edge in case.edges:
        leaving.setdefault(edge.from_id, []).append(edge)
    everywhere, for_claim = _given_labels(case)
    for claim in case.claims:
        items = tuple(evidence.get(claim.id, ()))
        reached = _reached((item.source_id for item in items), leaving)
        labels = {}
        for node in reached:
            stated = stated_label(sources[node]) if node in sources else None
            label = for_claim.get((claim.id, node)) or everywhere.get(node) or stated
            if label is not None:
                labels[node] = label
        yield Dossier(
            claim=claim,
            answer=answers.get(claim.answer_id) if claim.answer_id is not None else None,
            evidence=items,
            sources=tuple(sources[node] for node in reached if node in sources),
            edges=tuple(edge for node in reached for edge in leaving.get(node, ())),
            citations=tuple(case.citations[n] for n in citations.get(claim.id, ())),
            labels=MappingProxyType(labels),
            dataset=case.dataset,
        )


def _given_labels(case: Case) -> tuple[dict[str, Label], dict[tuple[str, str], Label]]:
    """Labels of people carried in the file: for every use of a source, and for one claim."""
    said: dict[tuple[str, str | None], dict[str, StatedLabel]] = {}
    for stated in sorted(case.labels, key=lambda label: moment_of(label.at)):
        # Everybody's latest word counts, and the newest stands last.
        words = said.setdefault((stated.source_id, stated.claim_id), {})
        words.pop(stated.by, None)
        words[stated.by] = stated
    alpha = (case.policy or Policy()).alpha
    everywhere: dict[str, Label] = {}
    for_claim: dict[tuple[str, str], Label] = {}
    for (source_id, claim_id), words in said.items():
        label = _standing(list(words.values()), alpha)
        if claim_id is None:
            everywhere[source_id] = label
        else:
            for_claim[claim_id, source_id] = label
    return everywhere, for_claim


def _standing(words: list[StatedLabel], alpha: float) -> Label:
    """What counts among people's latest words: the most cautious one where they differ, the newest of equals."""
    disputed = len({(word.state, word.weight) for word in words}) > 1
    own = {Dependence.INDEPENDENT: 1.0, Dependence.DEPENDENT: 0.0, Dependence.UNKNOWN: alpha}
    counts = min(reversed(words), key=lambda word: own.get(word.state, alpha if word.weight is None else word.weight))
    return Label(counts.state, counts.weight, counts.by, counts.at, counts.reason, counts.claim_id, disputed=disputed)


def moment_of(at: str) -> tuple[float, str]:
    """When something was said, to sort by; a time that cannot be read counts as the oldest, one without zone as UTC."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return float("-inf"), at
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp(), at


def _reached(start: Iterable[str], leaving: Mapping[str, list[Edge]]) -> list[str]:
    """The start nodes and everything upstream of them, along edges of any status."""
    order: dict[str, None] = dict.fromkeys(start)
    queue = list(order)
    for node in queue:
        for edge in leaving.get(node, ()):
            if edge.to_id not in order:
                order[edge.to_id] = None
                queue.append(edge.to_id)
    return queue


def dossier_of(case: Case, claim_id: str) -> Dossier:
    """One claim of a case.

    Raises:
        UnknownId: The case has no such claim.
    """
    for dossier in claims_of(case):
        if dossier.claim.id == claim_id:
            return dossier
    raise UnknownId("claim", claim_id)


def why_not_counted(item: Evidence, policy: Policy, retracted: bool) -> str:
    """The rule that leaves an item out, in words; empty where it counts."""
    if policy.stances == "supports" and item.stance is not Stance.SUPPORTS:
        return NOT_SUPPORTING
    if item.state.step < policy.floor.step:
        return f"only {item.state}; the policy counts from {policy.floor} on"
    return RETRACTED if retracted else ""


def vertex_of(label: Label | None, retracted: bool) -> Vertex:
    """What the graph needs to know of a source: a partial label without a weight is unknown."""
    if label is None:
        return Vertex(retracted=retracted)
    if label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is None:
        return Vertex(retracted=retracted)
    return Vertex(label.state, label.weight or 0.0, retracted)


def evidence_graph(dossier: Dossier, items: Iterable[Evidence], policy: Policy) -> EvidenceGraph:
    """The graph that some items of a dossier span: labels as nodes' states, strong edges as arcs."""
    carriers: dict[str, float] = {}
    for item in items:
        rank = math.inf if item.rank is None else float(item.rank)
        carriers[item.source_id] = min(rank, carriers.get(item.source_id, math.inf))
    retracted = {source.id for source in dossier.sources if source.retracted}
    vertices = {node: vertex_of(label, node in retracted) for node, label in dossier.labels.items()}
    for node in retracted - vertices.keys():
        vertices[node] = Vertex(retracted=True)
    return EvidenceGraph(vertices=vertices, arcs=tuple(arcs_of(dossier.edges, policy)), carriers=carriers)


def arcs_of(edges: Iterable[Edge], policy: Policy) -> Iterator[Arc]:
    """The edges that count or are suspected; weak words, rejected and self-edges are left out."""
    for edge in edges:
        if edge.relation.weak or edge.status is EdgeStatus.REJECTED or edge.from_id == edge.to_id:
            continue
        strength = policy.strength_of(edge.relation) if edge.strength is None else edge.strength
        probability = None
        if edge.status is EdgeStatus.SUSPECTED:
            probability = UNSTATED_PROBABILITY if edge.probability is None else edge.probability
        yield Arc(edge.from_id, edge.to_id, strength, probability)
