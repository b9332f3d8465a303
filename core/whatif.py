"""What would change if a source were withdrawn, a label given, or an open question settled."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from core.counting import Counted, count, gamma_of, is_unknown, read
from core.dossier import arcs_of, vertex_of
from core.errors import UnknownId
from core.lineage.graph import Arc, Lineage, Vertex, trace
from core.lineage.sampling import sample_eie
from core.lineage.sensitivity import eie_if_labelled, eie_if_withdrawn, lineage_eie, relabelled
from core.model import Dossier, Label
from core.policy import Policy
from core.results import LabelValue, Reading, Spread, Withdrawal
from core.scoring.confidence import aware_confidence
from core.states import Dependence, EdgeStatus


def withdrawals(counted: Counted) -> tuple[Withdrawal, ...]:
    """The claim without each of its sources in turn, largest loss of EIE first."""
    policy = counted.policy
    without = eie_if_withdrawn(counted.lineages, policy.alpha, counted.found)
    items: dict[str, int] = {}
    support: dict[str, float] = {}
    for item, increment in zip(counted.items, counted.increments, strict=True):
        items[item.source_id] = items.get(item.source_id, 0) + 1
        support[item.source_id] = support.get(item.source_id, 0.0) + increment
    found = []
    for node, eie in without.items():
        left, raw = len(counted.items) - items.get(node, 0), counted.raw - support.get(node, 0.0)
        raw = raw if left else 0.0
        then = read(policy, eie=eie, items=left, raw=raw, refuting_eie=counted.refuting_eie)
        found.append(Withdrawal(node, eie, left, raw, then.gamma, then.aware, then.decision))
    return tuple(sorted(found, key=lambda row: (row.eie, row.aware, row.source_id)))


def reading_with(
    dossier: Dossier, policy: Policy, source_id: str, state: Dependence, weight: float | None = None
) -> Reading:
    """The figures a claim would have if one source were labelled so.

    Raises:
        UnknownId: The claim has no such source.
    """
    if all(source.id != source_id for source in dossier.sources):
        raise UnknownId("source", source_id)
    labels = MappingProxyType({**dossier.labels, source_id: Label(state, weight)})
    counted = count(replace(dossier, labels=labels), policy)
    return counted.reading(counted.eie)


def readings_with(
    dossier: Dossier, policy: Policy, source_id: str, labels: Mapping[Dependence, Label]
) -> dict[Dependence, Reading]:
    """The figures a claim would have under several labels of one source; its graph is solved once, and then only the
    lineage in question.

    Raises:
        UnknownId: The claim has no such source.
    """
    source = next((source for source in dossier.sources if source.id == source_id), None)
    if source is None:
        raise UnknownId("source", source_id)
    counted = count(dossier, policy)
    for lineage, eie in zip(counted.lineages, counted.found, strict=True):
        if source_id in lineage.ids:
            others = counted.eie - eie
            found = {}
            for state, label in labels.items():
                vertices = relabelled(lineage, source_id, vertex_of(label, source.retracted))
                found[state] = counted.reading(max(0.0, others + lineage_eie(lineage, policy.alpha, vertices)))
            return found
    return dict.fromkeys(labels, counted.reading(counted.eie))


def reading_with_edge(
    dossier: Dossier, policy: Policy, edge_key: str, status: EdgeStatus, strength: float | None = None
) -> Reading:
    """The figures a claim would have if one edge had that status, and handed down that share where one is given.

    Raises:
        UnknownId: The claim has no such edge.
    """
    if all(edge.key != edge_key for edge in dossier.edges):
        raise UnknownId("edge", edge_key)
    edges = tuple(
        replace(edge, status=status, strength=edge.strength if strength is None else strength)
        if edge.key == edge_key
        else edge
        for edge in dossier.edges
    )
    counted = count(replace(dossier, edges=edges), policy)
    return counted.reading(counted.eie)


def label_values(dossier: Dossier, policy: Policy) -> tuple[LabelValue, ...]:
    """What settling each unknown source and suspected edge would change.

    Returns:
        Those that flip the decision first, then by the change in aware confidence.
    """
    values = values_of(count(dossier, policy))
    return tuple(sorted(values, key=lambda v: (not v.flips, -abs(v.difference), v.source_id, v.edge_key or "")))


def values_of(counted: Counted, also: Collection[str] = ()) -> list[LabelValue]:
    """What settling each unknown source and suspected edge would change, in no order.

    Args:
        counted: The claim, its graph solved.
        also: Ids of sources and keys of edges to value although they are settled or not counted.
    """
    dossier, policy = counted.dossier, counted.policy
    values = [*_source_values(counted), *_edge_values(counted)]
    left = set(also) - {value.edge_key or value.source_id for value in values}
    for source in dossier.sources:
        if source.id in left:
            states = (Dependence.INDEPENDENT, Dependence.DEPENDENT)
            values.append(_value(source.id, None, *(reading_with(dossier, policy, source.id, s) for s in states)))
    for edge in dossier.edges:
        if edge.key in left:
            left.remove(edge.key)
            said = (EdgeStatus.REJECTED, EdgeStatus.CONFIRMED)
            values.append(
                _value(edge.from_id, edge.key, *(reading_with_edge(dossier, policy, edge.key, s) for s in said))
            )
    return values


def _source_values(counted: Counted) -> list[LabelValue]:
    """Only the lineage of the source in question is solved again; lone documents of one standing are solved once."""
    values: list[LabelValue] = []
    lone: dict[float, tuple[Reading, Reading]] = {}
    for lineage, eie in zip(counted.lineages, counted.found, strict=True):
        open_ones = [
            place
            for place, (node, vertex) in enumerate(zip(lineage.ids, lineage.vertices, strict=True))
            if not vertex.retracted and is_unknown(counted.dossier, node)
        ]
        if len(lineage.ids) == 1 and open_ones:
            if eie not in lone:
                lone[eie] = _independent_and_dependent(counted, lineage, eie, open_ones)[0]
            found = [lone[eie]]
        else:
            found = _independent_and_dependent(counted, lineage, eie, open_ones)
        values.extend(_value(lineage.ids[place], None, *pair) for place, pair in zip(open_ones, found, strict=True))
    return values


def _independent_and_dependent(
    counted: Counted, lineage: Lineage, eie: float, places: Sequence[int]
) -> list[tuple[Reading, Reading]]:
    others = counted.eie - eie
    independent, dependent = (
        [
            counted.reading(max(0.0, others + found))
            for found in eie_if_labelled(lineage, counted.policy.alpha, places, Vertex(state))
        ]
        for state in (Dependence.INDEPENDENT, Dependence.DEPENDENT)
    )
    return list(zip(independent, dependent, strict=True))


def _edge_values(counted: Counted) -> list[LabelValue]:
    values = []
    nodes = {node for lineage in counted.lineages for node in lineage.ids}
    for edge in counted.dossier.edges:
        if edge.status is not EdgeStatus.SUSPECTED or edge.relation.weak or edge.from_id not in nodes:
            continue
        rejected = counted.reading(counted.eie)
        confirmed = counted.reading(_eie_with(counted, tuple(arcs_of([edge], counted.policy))))
        values.append(_value(edge.from_id, edge.key, rejected, confirmed))
    return values


def _eie_with(counted: Counted, arcs: Sequence[Arc]) -> float:
    return sum(lineage_eie(lineage, counted.policy.alpha) for lineage in trace(counted.graph, arcs))


def _value(source_id: str, edge_key: str | None, independent: Reading, dependent: Reading) -> LabelValue:
    return LabelValue(
        source_id=source_id,
        edge_key=edge_key,
        if_independent=independent,
        if_dependent=dependent,
        difference=independent.aware - dependent.aware,
        flips=independent.decision is not dependent.decision,
    )


def spread(dossier: Dossier, policy: Policy, *, draws: int = 1000, seed: int = 0) -> Spread:
    """5th, 50th and 95th percentile of EIE and aware confidence over what is not known."""
    counted = count(dossier, policy)
    sampled = sample_eie(counted.graph, policy.alpha, draws=draws, seed=seed)
    low, middle, high = (float(value) for value in np.percentile(sampled, (5, 50, 95)))
    aware = tuple(
        aware_confidence(prior=policy.prior, raw=counted.raw, gamma=gamma_of(policy, eie, len(counted.items)))
        for eie in (low, middle, high)
    )
    return Spread((low, middle, high), (aware[0], aware[1], aware[2]), draws, seed)
