"""Scoring without a database: files in, figures out. The shapes here are what ``--json`` prints."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.assessment import assess
from core.dossier import claims_of
from core.errors import InvalidParameter
from core.importers.claim_graph import read_claim_graphs
from core.model import Case
from core.policy import ALL, Policy, policy_from_dict
from core.results import Assessment
from core.services.reading import read_whole


def score_claim_graphs(data: bytes, name: str) -> Iterator[dict[str, Any]]:
    """Score claims written as graphs, each with its own policy: ``{"id", "result"}`` per claim."""
    for graph in read_claim_graphs(data, name):
        yield {"id": graph.id, "result": figures(assess(graph.dossier, graph.policy))}


def score_case(case: Case, policy: Policy) -> dict[str, Any]:
    """Every claim of a case under one policy, with the means over all: what ``headwater score`` prints."""
    claims = []
    with_evidence = []
    for dossier in claims_of(case):
        found = assess(dossier, policy)
        claims.append(found)
        if dossier.evidence:
            with_evidence.append(found)
    return {
        "policy": policy.as_dict(),
        "summary": summary(claims, with_evidence),
        "claims": [claim_figures(found) for found in claims],
    }


def claim_figures(found: Assessment) -> dict[str, Any]:
    """Everything ``headwater score`` prints of one claim."""
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


def summary(claims: Iterable[Assessment], with_evidence: Iterable[Assessment]) -> dict[str, Any]:
    """Means over claims; naive and aware over those with evidence of any stance, the others where defined."""
    all_claims, evident = list(claims), list(with_evidence)
    inflations = [found.inflation.value for found in all_claims if found.inflation.value is not None]
    duplicates = [1 - found.sources / found.items for found in all_claims if found.items]
    return {
        "claims": len(all_claims),
        "claims_with_evidence": len(evident),
        "items": sum(found.items for found in all_claims),
        "mean_naive": _mean([found.naive for found in evident]),
        "mean_aware": _mean([found.aware for found in evident]),
        "mean_inflation": _mean(inflations),
        "claims_with_inflation": len(inflations),
        "mean_duplicate_fraction": _mean(duplicates),
        "claims_with_items": len(duplicates),
        "alerts": sum(found.alert for found in all_claims),
    }


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


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


def score_file(
    data: bytes, name: str, *, format: str | None = None, settings: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Score a file's claims under its own policy, changed by the settings given; notices come along.

    Raises:
        ImportFailed: The file has problems; all are named.
        InvalidParameter: A setting lies outside its domain.
    """
    imported = read_whole(data, name, format=format)
    policy = policy_from_dict(settings or {}, imported.case.policy)
    return {
        **score_case(imported.case, policy),
        "notices": [*(notice.message for notice in imported.case.notices), *imported.capability_limits],
    }


def read_required(text: str) -> float | str:
    """K as written on a command line or in a form: a number, or "all".

    Raises:
        InvalidParameter: Neither.
    """
    word = text.strip().casefold()
    if word == ALL:
        return ALL
    try:
        return float(word)
    except ValueError as error:
        raise InvalidParameter("k", text, 'a number > 0, or "all"') from error
