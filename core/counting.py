"""The items of a claim that count, and the graph they span, solved once."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.dossier import evidence_graph, why_not_counted
from core.lineage.content import own_content
from core.lineage.flow import document_weights
from core.lineage.graph import EvidenceGraph, Lineage, trace
from core.lineage.sensitivity import graph_eie
from core.model import Dossier, Evidence
from core.policy import Policy
from core.results import Reading
from core.scoring.confidence import aware_confidence, cluster_alert, independence_factor, required_evidence
from core.scoring.decision import decide
from core.states import Dependence, Stance


@dataclass(frozen=True, slots=True)
class Counted:
    """The counted items of a claim with the graph they span, solved once."""

    dossier: Dossier
    policy: Policy
    graph: EvidenceGraph
    lineages: tuple[Lineage, ...]
    items: tuple[Evidence, ...]
    """Counted: they speak for the claim, reach the floor, and their source is not retracted."""
    increments: tuple[float, ...]
    weights: Mapping[str, float]
    """Document -> increase of the flow."""
    found: tuple[float, ...]
    """EIE per lineage."""
    refuting_eie: float

    @property
    def eie(self) -> float:
        """Effective independent evidence of the claim."""
        return sum(self.found)

    @property
    def raw(self) -> float:
        """Sum of the counted increments."""
        return sum(self.increments)

    def reading(self, eie: float) -> Reading:
        """What the counted items would say if their EIE were this."""
        return read(self.policy, eie=eie, items=len(self.items), raw=self.raw, refuting_eie=self.refuting_eie)


def spanning_items(dossier: Dossier, policy: Policy) -> list[Evidence]:
    """Items that count or would, were their source not retracted: they span the graph."""
    return [item for item in dossier.evidence if not why_not_counted(item, policy, False)]


def count(dossier: Dossier, policy: Policy) -> Counted:
    """Pick the items that count and solve the graph they span."""
    retracted = {source.id for source in dossier.sources if source.retracted}
    spanning = spanning_items(dossier, policy)
    items = [item for item in spanning if item.source_id not in retracted]
    graph = evidence_graph(dossier, spanning, policy)
    lineages = trace(graph)
    weights: dict[str, float] = {}
    found = []
    for lineage in lineages:
        own = own_content(lineage, policy.alpha)
        if len(own) == 1:
            each = own
        else:
            each = document_weights(lineage, own, [vertex.retracted for vertex in lineage.vertices])
        weights.update(zip(lineage.ids, each, strict=True))
        found.append(sum(each))
    against = [
        item for item in dossier.evidence if item.stance is Stance.REFUTES and item.state.step >= policy.floor.step
    ]
    refuting = 0.0
    if against and policy.stances == "supports":
        refuting = graph_eie(evidence_graph(dossier, against, policy), policy.alpha)
    increments = tuple(policy.increment if item.increment is None else item.increment for item in items)
    return Counted(dossier, policy, graph, lineages, tuple(items), increments, weights, tuple(found), refuting)


def item_weights(counted: Counted) -> dict[str, float]:
    """Evidence id -> weight: the first item of a document by (rank, id) takes all of it."""
    first: dict[str, tuple[float, str]] = {}
    for item in counted.items:
        key = (math.inf if item.rank is None else float(item.rank), item.id)
        if item.source_id not in first or key < first[item.source_id]:
            first[item.source_id] = key
    return {
        item.id: counted.weights[item.source_id] if first[item.source_id][1] == item.id else 0.0
        for item in counted.items
    }


def read(policy: Policy, *, eie: float, items: int, raw: float, refuting_eie: float) -> Reading:
    """Gamma, aware confidence and decision that follow from an EIE."""
    gamma = gamma_of(policy, eie, items)
    aware = aware_confidence(prior=policy.prior, raw=raw, gamma=gamma)
    alert = cluster_alert(eie=eie, items=items, at_least=policy.alert_items, share=policy.alert_share)
    decision, _ = decide(policy, items=items, raw=raw, eie=eie, aware=aware, alert=alert, refuting_eie=refuting_eie)
    return Reading(eie, gamma, aware, decision)


def gamma_of(policy: Policy, eie: float, items: int) -> float | None:
    """Gamma under a policy, or None where K is "all" and nothing is counted."""
    required = required_evidence(policy.required, items)
    return None if required is None else independence_factor(eie, required)


def is_unknown(dossier: Dossier, source_id: str) -> bool:
    """True where nobody has said what the source depends on, or a partial label lacks its weight."""
    label = dossier.labels.get(source_id)
    if label is None or label.state is Dependence.UNKNOWN:
        return True
    return label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is None
