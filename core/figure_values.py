"""The figures of a claim as plain values: what the command line prints and a package states, under one set of names."""

from typing import Any

from core.results import Assessment


def claim_figures(found: Assessment) -> dict[str, Any]:
    """Everything ``headwater score`` prints of one claim, and every export states."""
    return {
        "id": found.claim_id,
        **figures(found),
        "items": found.items,
        "sources": found.sources,
        "alert": found.alert,
        "decision": found.decision.value,
        "reasons": list(found.reasons),
        "undefined": undefined(found),
        "cautions": [{"code": caution.code, "text": caution.text} for caution in found.cautions],
        "sentence": found.sentence,
    }


def figures(found: Assessment) -> dict[str, Any]:
    """The figures of one claim under the names of the golden cases."""
    return {
        "eie": found.eie,
        "eie_range": [found.eie_range.low, found.eie_range.high],
        "gamma": found.gamma.value,
        "scarcity": found.scarcity.value,
        "dependence": found.dependence.value,
        "raw_increment": found.raw,
        "naive": found.naive,
        "aware": found.aware,
        "bayesian_independence": found.bayesian,
        "source_discounted": found.source_discounted,
        "inflation_ratio": found.inflation.value,
        "weights": {figure.evidence_id: figure.weight for figure in found.figures if figure.lineage},
        "lineages": [
            {"eie": family.eie, "items": list(family.items), "origins": list(family.origins)}
            for family in sorted(found.lineages, key=lambda family: family.items)
        ],
        "eie_if_withdrawn": {row.source_id: row.eie for row in sorted(found.withdrawals, key=lambda r: r.source_id)},
    }


def undefined(found: Assessment) -> dict[str, str]:
    """Figure -> why there is none, for those that are null."""
    named = {
        "gamma": found.gamma,
        "scarcity": found.scarcity,
        "dependence": found.dependence,
        "inflation_ratio": found.inflation,
    }
    return {name: figure.reason for name, figure in named.items() if figure.value is None}
