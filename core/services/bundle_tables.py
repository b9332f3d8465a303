"""Bundles and choices as plain JSON values: what the command line prints, and pages may show."""

import math
from typing import Any

from core.bundles.choosing import Choice
from core.bundles.construction import Bundle
from core.bundles.density import Density
from core.bundles.facets import KAPPA, facets_as_data
from core.bundles.gates import Gates
from core.bundles.package import EvidencePackage
from core.bundles.risk import density_threshold, paper_cohesion_threshold, risk_threshold
from core.bundles.types import LEXICAL
from core.figures import Figure
from core.services.bundling import ChosenEvidence, ClaimBundles


def figure_as_dict(figure: Figure) -> dict[str, Any]:
    """A figure with its reason where there is none."""
    return {"value": figure.value, "reason": figure.reason or None}


def bundles_as_dict(made: ClaimBundles) -> dict[str, Any]:
    """Everything ``headwater bundles`` prints of a claim."""
    construction, risk = made.construction, made.risk
    return {
        "claim": {"id": made.claim_id, "text": made.claim},
        "embedder": {
            "id": made.embedder,
            "digest": made.embedder_digest,
            "embedded_now": made.embedded,
            "remembered": len({passage.text for passage in made.passages} | {made.claim}) - made.embedded,
            "seconds": round(made.seconds, 4),
        },
        "cohesion_limit": {"value": construction.limit.value, "profile": construction.limit.profile},
        "cut_at": construction.cut_at,
        "passages": len(made.passages),
        "all_cohesion": figure_as_dict(construction.all_cohesion),
        "facets": [
            {
                **row,
                "touched_by": {
                    passage.id: made.marks[facet.id, passage.id].touch.value
                    for passage in made.passages
                    if made.marks[facet.id, passage.id].touch.addresses
                },
            }
            for facet, row in zip(made.facets, facets_as_data(made.facets), strict=True)
        ],
        "facets_by": made.facets_by,
        "facets_note": (
            f"drafted from words alone; agreement with people's marks is only fair (kappa about {KAPPA})"
            if made.facets_by == LEXICAL
            else None
        ),
        "risk": {
            "label": risk.label,
            "h_base": risk.base,
            "lambda": risk.decay,
            "risk_threshold": risk_threshold(risk),
            "density_threshold": _finite(density_threshold(risk)),
            "paper_cohesion_threshold": _finite(paper_cohesion_threshold(risk)),
            "note": "the article's curve, fitted to other people's queries: no probability of this system"
            if risk.label == "H (paper)"
            else None,
        },
        "bundles": [{"rank": n, **bundle_as_dict(bundle)} for n, bundle in enumerate(construction.bundles, 1)],
        "repeated": [
            {"id": r.passage_id, "same_as": r.kept, "exact": r.exact, "same_lineage": r.same_lineage}
            for r in construction.repeated
        ],
        "left_out": [{"id": item.passage_id, "reason": item.reason} for item in construction.left_out],
        "judgements_not_used": list(made.problems),
    }


def bundle_as_dict(bundle: Bundle) -> dict[str, Any]:
    """One bundle with its parts and gates."""
    return {
        "passages": list(bundle.passages),
        "size": len(bundle.passages),
        "type": bundle.kind.value,
        "lineages": bundle.lineages,
        "cohesion": figure_as_dict(bundle.cohesion),
        **density_as_dict(bundle.density),
        "relevance": bundle.relevance,
        "rank_value": bundle.rank_value,
        "gates": gates_as_dict(bundle.gates),
        "design_effect": bundle.design_effect,
        "effective_passages": bundle.effective,
        "mean_cosine_to_rest": dict(bundle.mean_to_rest),
        "outliers": list(bundle.outliers),
        "conflict_candidates": [
            {
                "signal": candidate.signal.value,
                **{
                    side: {"id": span.passage_id, "start": span.start, "end": span.end, "text": span.text}
                    for side, span in (("left", candidate.left), ("right", candidate.right))
                },
            }
            for candidate in bundle.candidates
        ],
    }


def density_as_dict(density: Density) -> dict[str, Any]:
    """Density with its three parts."""
    return {
        "density": figure_as_dict(density.figure),
        "density_range": [density.range.low, density.range.high],
        "coverage": figure_as_dict(density.coverage),
        "consistency": {
            **figure_as_dict(density.consistency.figure),
            "judged": density.consistency.judged,
            "total": density.consistency.total,
            "range": [density.consistency.range.low, density.consistency.range.high],
            "worst": list(density.consistency.worst) if density.consistency.worst else None,
            "disputed": [list(pair) for pair in density.consistency.disputed],
        },
        "completeness": figure_as_dict(density.completeness),
    }


def gates_as_dict(gates: Gates) -> dict[str, Any]:
    """Both gates with what fired."""
    return {
        "verdict": gates.verdict.value,
        "verdict_if_open_judgements_turn_out_well": gates.verdict_high.value,
        "fired": list(gates.fired),
        "risk": [gates.risk.low, gates.risk.high],
        "risk_label": gates.risk_label,
        "risk_threshold": gates.risk_threshold,
        "density_threshold": _finite(gates.density_threshold),
        "cohesion_threshold": gates.cohesion_limit.value,
        "cohesion_gate": gates.cohesion_gate,
        "utility": [gates.utility.low, gates.utility.high],
        "reasons": list(gates.reasons),
    }


def choice_as_dict(choice: Choice) -> dict[str, Any]:
    """What was chosen, what was left out and why."""
    return {
        "budget": choice.budget,
        "tokens": choice.tokens,
        "value": choice.value,
        "bound": choice.bound,
        "at_least_of_best": choice.at_least,
        "exact": choice.exact,
        "objective": dict(choice.objective),
        "unmet": list(choice.unmet),
        "sentence": choice.sentence,
        "chosen": [
            {
                "id": row.id,
                "tokens": row.tokens,
                "support": row.support,
                "gain": row.gain,
                "support_per_token": row.per_token,
                "carries": list(row.carries),
            }
            for row in choice.chosen
        ],
        "left_out": [
            {
                "id": row.id,
                "tokens": row.tokens,
                "support": row.support,
                "reason": row.reason,
                "instead": list(row.instead),
            }
            for row in choice.left_out
        ],
    }


def package_as_dict(package: EvidencePackage) -> dict[str, Any]:
    """The evidence package with what is to be known about it."""
    return {
        "text": package.text,
        "order": list(package.order),
        "flagged": [{"id": identifier, "reads_like": list(found)} for identifier, found in package.flagged],
        "conflicts": [{"for": list(pro), "against": list(contra)} for pro, contra in package.conflicts],
        "characters_replaced": list(package.replaced),
        "tokens": package.tokens,
        "counter": package.counter,
    }


def evidence_as_dict(found: ChosenEvidence) -> dict[str, Any]:
    """The choice and its package."""
    return {
        "needs": [{"id": need.id, "text": need.text, "weight": need.weight} for need in found.needs],
        "choice": choice_as_dict(found.choice),
        "package": package_as_dict(found.package),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
