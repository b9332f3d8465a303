"""Scoring without a database: files in, figures out. The shapes here are what ``--json`` prints."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.assessment import assess
from core.dossier import claims_of
from core.errors import InvalidParameter
from core.figure_values import claim_figures as claim_figures, figures as figures
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
