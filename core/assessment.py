"""All figures of one claim, from its dossier and a policy."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from core import ENGINE_VERSION
from core.counting import Counted, count, gamma_of, is_unknown, item_weights
from core.explain import conflicts_of, notices_of, sides, upstream_retracted
from core.families import family_of, item_figures, lineage_figures
from core.fingerprint import digest
from core.lineage.sensitivity import eie_range
from core.model import Dossier
from core.policy import Policy
from core.results import Assessment, ClaimSummary, Figure, Interval, LabelValue, LineageFigure
from core.scoring import ESTIMATORS
from core.scoring.cautions import cautions
from core.scoring.confidence import (
    NO_EVIDENCE,
    aware_confidence,
    cluster_alert,
    independence_factor,
    inflation_ratio,
    naive_confidence,
    required_evidence,
    scarcity_factor,
)
from core.scoring.decision import decide
from core.scoring.sentence import sentence
from core.scoring.types import Support
from core.states import SourceKind, Stance
from core.whatif import values_of, withdrawals


def assess(dossier: Dossier, policy: Policy) -> Assessment:
    """Every figure of a claim under a policy, each with the reason where there is none."""
    counted = count(dossier, policy)
    weights = item_weights(counted)
    items, raw, eie = len(counted.items), counted.raw, counted.eie
    required = required_evidence(policy.required, items)
    gamma = None if required is None else independence_factor(eie, required)
    scarcity = None if required is None else scarcity_factor(items, required)
    dependence = gamma / scarcity if gamma is not None and scarcity else None
    support = Support(
        prior=policy.prior,
        increments=counted.increments,
        weights=tuple(weights[item.id] for item in counted.items),
        names=tuple(item.id for item in counted.items),
        eie=eie,
        scarcity=scarcity,
        gamma=gamma,
    )
    estimates = {name: estimator(support) for name, estimator in ESTIMATORS.items()}
    aware = estimates["aware"].value
    alert = cluster_alert(eie=eie, items=items, at_least=policy.alert_items, share=policy.alert_share)
    decision, reasons = decide(
        policy,
        items=items,
        raw=raw,
        eie=eie,
        aware=aware,
        alert=alert,
        refuting_eie=counted.refuting_eie,
    )
    low, high = eie_range(counted.graph, counted.lineages)
    families = lineage_figures(counted)
    spoken = [family_of(family, counted.items, dossier) for family in families]
    unknown = sum(1 for item in counted.items if is_unknown(dossier, item.source_id))
    tainted = upstream_retracted(dossier, policy)
    return Assessment(
        claim_id=dossier.claim.id,
        policy=policy,
        digest=assessment_digest(dossier, policy),
        items=items,
        sources=len({item.source_id for item in counted.items}),
        raw=raw,
        eie=eie,
        eie_range=Interval(low, high),
        aware_range=Interval(counted.reading(low).aware, counted.reading(high).aware),
        gamma=_figure(gamma),
        scarcity=_figure(scarcity),
        dependence=_figure(dependence),
        naive=estimates["naive"].value,
        aware=aware,
        bayesian=estimates["bayesian"].value,
        source_discounted=estimates["source_discounted"].value,
        inflation=inflation_ratio(raw=raw, gamma=gamma, items=items),
        estimates=tuple(estimates.values()),
        figures=item_figures(counted, weights, families),
        lineages=families,
        withdrawals=withdrawals(counted),
        sides=sides(dossier, policy),
        conflicts=conflicts_of(counted),
        cautions=cautions(
            policy,
            items=items,
            eie=eie,
            scarcity=scarcity,
            dependence=dependence,
            gamma=gamma,
            repeated_support=aware - _aware_of_weighted(counted, weights),
            circular=sum(family.circular for family in families),
            unknown=unknown,
            retracted_upstream=sum(item.source_id in tainted for item in counted.items),
            model_origins=_model_origins(dossier, families),
        ),
        notices=notices_of(dossier, policy),
        upstream_retracted=tainted,
        unknown_share=Figure(unknown / items) if items else Figure(None, NO_EVIDENCE),
        alert=alert,
        decision=decision,
        reasons=reasons,
        sentence=sentence(
            items=items,
            sources=len({item.source_id for item in counted.items}),
            eie=eie,
            families=[family for family in spoken if family.documents],
        ),
    )


def _aware_of_weighted(counted: Counted, weights: Mapping[str, float]) -> float:
    """Aware confidence had the items of weight 0 never been there."""
    left = [i for item, i in zip(counted.items, counted.increments, strict=True) if weights[item.id] > 0]
    gamma = gamma_of(counted.policy, counted.eie, len(left))
    return aware_confidence(prior=counted.policy.prior, raw=sum(left), gamma=gamma)


def _figure(value: float | None) -> Figure:
    return Figure(value) if value is not None else Figure(None, NO_EVIDENCE)


def _model_origins(dossier: Dossier, families: Sequence[LineageFigure]) -> int:
    made = {source.id for source in dossier.sources if source.kind is SourceKind.MODEL_OUTPUT}
    return sum(bool(family.origins) and set(family.origins) <= made for family in families)


def assessment_digest(dossier: Dossier, policy: Policy) -> str:
    """SHA-256 over engine version, policy and every fact and label a figure depends on."""
    return digest(
        {
            "engine": ENGINE_VERSION,
            "policy": policy.digest,
            "claim": dossier.claim.id,
            "evidence": [
                (item.id, item.source_id, item.stance, item.state, item.increment, item.rank)
                for item in dossier.evidence
            ],
            "edges": [
                (edge.from_id, edge.to_id, edge.relation, edge.status, edge.strength, edge.probability)
                for edge in dossier.edges
            ],
            "labels": {node: (label.state, label.weight) for node, label in dossier.labels.items()},
            "retracted": sorted(source.id for source in dossier.sources if source.retracted),
        }
    )


def summarise(dossiers: Iterable[Dossier], policy: Policy) -> Iterator[ClaimSummary]:
    """One list line per claim: the same figures as ``assess``, without what a list does not show."""
    for dossier in dossiers:
        yield summary_of(count(dossier, policy))


def appraise(dossier: Dossier, policy: Policy, also: Collection[str] = ()) -> tuple[ClaimSummary, list[LabelValue]]:
    """A claim's list line and what settling each of its open questions would change, its graph solved once.

    Args:
        dossier: The claim.
        policy: The settings in force.
        also: Ids of sources and keys of edges to value although they are settled or not counted.
    """
    counted = count(dossier, policy)
    return summary_of(counted), values_of(counted, also)


def summary_of(counted: Counted) -> ClaimSummary:
    """The list line of a claim whose graph is solved."""
    dossier, policy = counted.dossier, counted.policy
    items, eie, raw = len(counted.items), counted.eie, counted.raw
    found = counted.reading(eie)
    return ClaimSummary(
        uid=f"{dossier.dataset}:{dossier.claim.id}",
        dataset=dossier.dataset,
        claim_id=dossier.claim.id,
        text=dossier.claim.text,
        answer_uid=f"{dossier.dataset}:{dossier.answer.id}" if dossier.answer else None,
        items=items,
        sources=len({item.source_id for item in counted.items}),
        lineages=len(counted.lineages),
        eie=eie,
        gamma=found.gamma,
        naive=naive_confidence(prior=policy.prior, raw=raw),
        aware=found.aware,
        inflation=inflation_ratio(raw=raw, gamma=found.gamma, items=items).value,
        unknown=sum(1 for item in counted.items if is_unknown(dossier, item.source_id)),
        refuting=sum(item.stance is Stance.REFUTES for item in dossier.evidence),
        alert=cluster_alert(eie=eie, items=items, at_least=policy.alert_items, share=policy.alert_share),
        decision=found.decision,
    )
