"""Verdicts as plain JSON values: what ``headwater decide`` prints, with ids where the words have titles."""

from collections.abc import Sequence
from typing import Any

from core.bundles.citation_sets import CitationSets
from core.bundles.deciding import AnswerVerdict, ClaimVerdict
from core.conclusions import Conclusion, Sufficiency
from core.policy import Policy
from core.services.bundle_tables import density_as_dict, figure_as_dict, gates_as_dict


def verdicts_as_dict(
    claims: Sequence[ClaimVerdict], answers: Sequence[AnswerVerdict], policy: Policy
) -> dict[str, Any]:
    """What ``headwater decide`` prints."""
    return {
        "policy": policy.as_dict(),
        "summary": {
            "claims": len(claims),
            "answers": len(answers),
            "decisions": {c.value: sum(claim.decision is c for claim in claims) for c in Conclusion},
            "states": {s.value: sum(s in claim.states for claim in claims) for s in Sufficiency},
        },
        "claims": [claim_verdict_as_dict(claim) for claim in claims],
        "answers": [answer_verdict_as_dict(answer) for answer in answers],
    }


def claim_verdict_as_dict(verdict: ClaimVerdict) -> dict[str, Any]:
    """One claim's decision with states, reasons and the figures it rests on."""
    found = verdict.findings
    leading = found.leading
    spoken = verdict.statement
    return {
        "id": verdict.claim_id,
        "decision": verdict.decision.value,
        "states": [state.value for state in verdict.states],
        "reasons": [
            {
                "code": ground.code.value,
                "allows": ground.allows.value,
                "state": ground.state.value if ground.state is not None else None,
                "text": ground.text,
                "passages": list(ground.items),
            }
            for ground in verdict.grounds
        ],
        "figures": {
            "retrieved": found.retrieved,
            "items": len(found.items.all),
            "against": len(found.against),
            "lineages_for": found.lineages_for,
            "lineages_against": found.lineages_against,
            "lineages_established": found.established,
            "lineages_of_standing": found.of_standing,
            "eie": found.eie,
            "refuting_eie": found.refuting_eie,
            "aware": found.aware,
            "held": found.held,
            "grounded": len(found.items.grounded),
            "failed": len(found.items.failed),
            "unchecked": len(found.items.unchecked),
            "supported": len(found.items.supported),
            "judged_otherwise": len(found.items.contradicted),
            "unjudged": len(found.items.unjudged),
            "stale": len(found.items.stale),
            "inaccessible": len(found.items.inaccessible),
            "coverage": figure_as_dict(found.coverage),
            "facets_by": found.facets_by,
            "missing_facets": list(found.missing_facets),
            "cohesion": figure_as_dict(leading.cohesion) if leading else None,
            **(density_as_dict(leading.density) if leading else {"density": None}),
            "gates": gates_as_dict(leading.gates) if leading else None,
        },
        "citation_sets": sets_as_dict(found.citation_sets),
        "statement": None
        if spoken is None
        else {
            "supports": list(spoken.supports),
            "missing": list(spoken.missing),
            "assumptions": list(spoken.assumptions),
            "text": spoken.text,
        },
    }


def answer_verdict_as_dict(verdict: AnswerVerdict) -> dict[str, Any]:
    """One answer's decision; its claims stand in their own list."""
    return {
        "id": verdict.answer_id,
        "decision": verdict.decision.value,
        "states": [state.value for state in verdict.states],
        "reasons": list(verdict.reasons),
        "claims": [claim.claim_id for claim in verdict.claims],
        "leave_out": list(verdict.leave_out),
        "qualify": list(verdict.qualify),
        "draft": verdict.draft,
        "corrected": verdict.corrected,
    }


def sets_as_dict(sets: CitationSets) -> dict[str, Any]:
    """Which set of a claim's citations entails it, and which citation is redundant, as far as anybody judged it."""
    return {
        "cited": list(sets.attached),
        "entailed": sets.entailed,
        "entailing": [list(members) for members in sets.entailing],
        "redundant": list(sets.redundant),
        "needed": list(sets.needed),
        "not_judged": list(sets.open),
        "judgements_not_used": list(sets.problems),
    }
