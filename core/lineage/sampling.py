"""Seeded Monte Carlo over the open questions of a claim."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.lineage.content import originless, own_content
from core.lineage.flow import LargeFlow, document_weights
from core.lineage.forest import forest_eie
from core.lineage.graph import Arc, EvidenceGraph, Lineage, Vertex, trace
from core.lineage.sensitivity import LARGE
from core.states import Dependence

Draws = NDArray[np.float64]


def sample_eie(graph: EvidenceGraph, alpha: float, *, draws: int, seed: int) -> Draws:
    """EIE in each of ``draws`` random readings of what is not known.

    A suspected arc is true with its probability; an unknown node is independent with
    probability alpha, else dependent. A circle without origin counts as one unknown: the draw
    of its smallest id decides whether it stands on something.

    Args:
        graph: The claim's evidence graph.
        alpha: Weight of an unknown, read as a probability, in [0, 1].
        draws: How many readings, >= 1.
        seed: Equal seeds give equal draws, whatever the order of nodes and arcs.

    Returns:
        EIE per reading, shape (draws,), >= 0.

    Source:
        [HOUSE] scoring, "EIE as a flow", step 10.
    """
    random = np.random.default_rng(seed)
    suspected = sorted((arc for arc in graph.arcs if arc.probability is not None), key=_by_value)
    chance = np.array([arc.probability for arc in suspected], dtype=float)
    whole = trace(graph, suspected)
    coins = {node: random.random(draws) < alpha for node in sorted(node for lineage in whole for node in lineage.ids)}
    holds = random.random((draws, len(suspected))) < chance
    total = np.zeros(draws)
    for part in whole:
        members = frozenset(part.ids)
        arcs = [n for n, arc in enumerate(suspected) if arc.from_id in members]
        if not arcs:
            total += _lineage_draws(part, coins)
            continue
        own_graph = EvidenceGraph(
            vertices=graph.vertices,
            arcs=tuple(arc for arc in graph.arcs if arc.from_id in members),
            carriers={node: rank for node, rank in graph.carriers.items() if node in members},
        )
        patterns, which = np.unique(holds[:, arcs], axis=0, return_inverse=True)
        which = which.reshape(-1)
        for number, pattern in enumerate(patterns):
            rows = np.flatnonzero(which == number)
            true = [suspected[n] for n, yes in zip(arcs, pattern, strict=True) if yes]
            picked = {node: coins[node][rows] for node in part.ids}
            for lineage in trace(own_graph, true):
                total[rows] += _lineage_draws(lineage, picked)
    return total


def _by_value(arc: Arc) -> tuple[str, str, float, float]:
    return arc.from_id, arc.to_id, arc.strength, arc.probability or 0.0


def _lineage_draws(lineage: Lineage, coins: dict[str, NDArray[np.bool_]]) -> Draws:
    """EIE of one lineage per draw; only distinct readings are solved where there is no closed form."""
    heads = {circle[0] for circle in originless(lineage, 1.0)}
    asked = [n for n, vertex in enumerate(lineage.vertices) if n in heads or _open(vertex)]
    size = len(next(iter(coins.values())))
    # With alpha 0 every open node says nothing; the draws below give back what a reading grants.
    content = own_content(lineage, 0.0)
    if not asked:
        return np.full(size, _solve(lineage, content))
    grant = np.array([1.0 if n in heads else lineage.rest[n] for n in asked])
    flips = np.array([coins[lineage.ids[n]] for n in asked])
    if lineage.forest:
        own = np.repeat(np.array(content)[:, None], size, axis=1)
        own[asked] = flips * grant[:, None]
        alive = np.repeat(np.array([[0.0 if v.retracted else 1.0] for v in lineage.vertices]), size, axis=1)
        return forest_eie(lineage, own, alive)
    readings, which = np.unique(flips.T, axis=0, return_inverse=True)
    values = np.empty(len(readings))
    for number, reading in enumerate(readings):
        own_here = list(content)
        for n, yes, share in zip(asked, reading, grant, strict=True):
            own_here[n] = float(share) if yes else 0.0
        values[number] = _solve(lineage, own_here)
    return values[which.reshape(-1)]


def _open(vertex: Vertex) -> bool:
    return vertex.state is Dependence.UNKNOWN and not vertex.retracted


def _solve(lineage: Lineage, own: Sequence[float]) -> float:
    retracted = [vertex.retracted for vertex in lineage.vertices]
    if len(own) > LARGE and not lineage.forest:
        return LargeFlow(lineage).eie(own, retracted)
    return sum(document_weights(lineage, own, retracted))
