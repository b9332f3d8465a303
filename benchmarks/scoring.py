"""Targets of the scoring specification."""

import random
from collections.abc import Iterator

import numpy as np

from benchmarks.rows import Row, at_least, at_most, seconds
from core.assessment import assess
from core.lineage.content import own_content
from core.lineage.flow import document_weights
from core.lineage.graph import Arc, EvidenceGraph, Vertex, trace
from core.lineage.sampling import sample_eie
from core.lineage.sensitivity import eie_if_withdrawn, eie_range, lineage_eie
from core.model import Edge
from core.policy import Policy
from core.scoring.columns import score_columns
from core.states import Dependence, EdgeStatus, Relation
from core.testing import claim_with

AREA = "scoring"


def rows() -> Iterator[Row]:
    """Measure every target."""
    yield _columns()
    yield from _chain()
    yield from _random_graph()
    yield from _typical()


def _columns(items: int = 1_000_000) -> Row:
    random_numbers = np.random.default_rng(7)
    claims = items // 10
    claim = np.repeat(np.arange(claims), 10)
    document = random_numbers.integers(0, 50_000, items)
    content = random_numbers.choice([0.0, 0.4, 0.5, 1.0], items)
    increment = np.full(items, 0.05)
    took = seconds(
        lambda: score_columns(claim, document, content, increment, claims=claims, prior=0.2, required=5.0), runs=3
    )
    return at_least(AREA, "label-only claims, columnwise", 1_000_000, items / took, "items/s")


def solve(graph: EvidenceGraph, *, withdrawn: bool) -> None:
    """All item weights and, where asked, the withdrawn list."""
    lineages = trace(graph)
    found = []
    for lineage in lineages:
        own = own_content(lineage, 0.5)
        found.append(sum(document_weights(lineage, own, [vertex.retracted for vertex in lineage.vertices])))
    if withdrawn:
        eie_if_withdrawn(lineages, 0.5, found)


def _chain(length: int = 5000) -> Iterator[Row]:
    names = [f"s{n}" for n in range(length)]
    graph = EvidenceGraph({}, tuple(map(Arc, names[1:], names)), {name: float(rank) for rank, name in enumerate(names)})
    yield at_most(AREA, "5,000-node chain, all item weights", 0.5, seconds(lambda: solve(graph, withdrawn=False)))
    took = seconds(lambda: solve(graph, withdrawn=True), runs=3)
    yield Row(AREA, "5,000-node chain, with the withdrawn list", "-", f"{took:.3g} s", None)


def _random_graph(nodes: int = 2000, edges: int = 8000) -> Iterator[Row]:
    draw = random.Random(1)
    names = [f"n{n}" for n in range(nodes)]
    labels = {name: Vertex(draw.choice(list(Dependence)), draw.random()) for name in names}
    arcs = tuple(Arc(*draw.sample(names, 2), draw.choice([0.25, 0.5, 1.0])) for _ in range(edges))
    graph = EvidenceGraph(labels, arcs, {name: float(n) for n, name in enumerate(draw.sample(names, nodes // 2))})
    took = seconds(lambda: solve(graph, withdrawn=True), runs=1)
    yield at_most(AREA, "2,000 nodes, 8,000 edges: weights and withdrawn list", 5, took)


def _typical() -> Iterator[Row]:
    draw = random.Random(3)
    documents = [f"d{n}" for n in range(20)]
    origins = [f"u{n}" for n in range(10)]
    edges = [
        Edge(name, draw.choice(origins), Relation.DERIVES_FROM, strength=draw.choice([0.5, 1.0]))
        for name in documents[:14]
    ]
    edges += [Edge(name, draw.choice(origins), Relation.CITES, strength=0.5) for name in documents[:6]]
    edges += [
        Edge(documents[n], documents[19 - n], Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.6)
        for n in range(3)
    ]
    states = [Dependence.UNKNOWN, Dependence.UNKNOWN, Dependence.INDEPENDENT, Dependence.DEPENDENT]
    labels = {name: draw.choice(states) for name in (*documents, *origins)}
    dossier = claim_with(documents, edges=edges, labels=labels)
    graph = EvidenceGraph(
        {name: Vertex(state) for name, state in labels.items()},
        tuple(
            Arc(e.from_id, e.to_id, e.strength or 1.0, e.probability if e.status is EdgeStatus.SUSPECTED else None)
            for e in edges
        ),
        {name: float(rank) for rank, name in enumerate(documents)},
    )
    lineages = trace(graph)
    took = seconds(lambda: solve(graph, withdrawn=True), repeat=50)
    yield at_most(AREA, "typical claim (20 items, 30 nodes): weights and withdrawn list", 3, took * 1e3, "ms")
    took = seconds(lambda: eie_range(graph, lineages), repeat=50)
    yield at_most(AREA, "typical claim: range", 3, took * 1e3, "ms")
    took = seconds(lambda: sample_eie(graph, 0.5, draws=1000, seed=0), repeat=3)
    yield at_most(AREA, "typical claim: 1,000 Monte Carlo draws", 0.4, took)
    took = seconds(lambda: assess(dossier, Policy()), repeat=20)
    yield Row(AREA, "typical claim: every figure of the page", "-", f"{took * 1e3:.3g} ms", None)
    took = seconds(lambda: sum(lineage_eie(lineage, 0.5) for lineage in lineages), repeat=50)
    yield Row(AREA, "typical claim: EIE alone", "-", f"{took * 1e3:.3g} ms", None)
