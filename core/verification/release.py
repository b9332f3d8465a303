"""What an answer may do with each of its claims: show, leave to a person, or block. [ETH]

Three axes stay apart: whether the citation is grounded, whether the claim answers the question, and how it came about.
Nothing here judges the last two; people and models do, and their records come in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import InvalidInput
from core.verification.proof import ProofSummary
from core.verification.vocabulary import ClaimSupport, ClaimType, ReleaseAction, ReleaseReason, Relevance


class InvalidJudgement(InvalidInput):
    """Labels of a claim contradict its checks, or name checks that do not exist."""


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim of an answer with what was judged about it."""

    id: str
    text: str
    relevance: Relevance
    claim_type: ClaimType
    check_ids: tuple[str, ...] = ()
    citation_grounded: bool | None = None
    """Needed where no checks are named; must agree with them where they are."""
    support: ClaimSupport | None = None
    """None: the application does not use this axis, as in the contract's first version."""


@dataclass(frozen=True, slots=True)
class ClaimRelease:
    """The decision about one claim."""

    claim: JudgedClaim
    citation_grounded: bool
    action: ReleaseAction
    reason: ReleaseReason


def release_decision(
    grounded: bool, relevance: Relevance, claim_type: ClaimType, support: ClaimSupport | None = None
) -> tuple[ReleaseAction, ReleaseReason]:
    """Decide about one claim.

    Args:
        grounded: Every check of the claim may be reused.
        support: Whether the evidence was judged to carry the meaning; None where that axis is not used.

    Returns:
        ``show_final`` only for a grounded source fact that answers the question and is not denied its support.

    Source: [ETH] application answer release.
    """
    if not grounded:
        if support is ClaimSupport.CONTRADICTED:
            return ReleaseAction.BLOCK, ReleaseReason.CONTRADICTED_CLAIM
        return ReleaseAction.BLOCK, ReleaseReason.CANNOT_ANSWER_FROM_SOURCES
    if support is ClaimSupport.CONTRADICTED:
        return ReleaseAction.BLOCK, ReleaseReason.CONTRADICTED_CLAIM
    if support is ClaimSupport.UNSUPPORTED or claim_type is ClaimType.UNSUPPORTED:
        return ReleaseAction.BLOCK, ReleaseReason.UNSUPPORTED_CLAIM
    if not relevance.answers:
        return ReleaseAction.BLOCK, ReleaseReason.GROUNDED_BUT_IRRELEVANT
    if claim_type is ClaimType.SYNTHESIS:
        return ReleaseAction.NEEDS_REVIEW, ReleaseReason.SUPPORTED_SYNTHESIS_NEEDS_REVIEW
    if support is ClaimSupport.NOT_EVALUATED:
        return ReleaseAction.NEEDS_REVIEW, ReleaseReason.CLAIM_SUPPORT_NOT_EVALUATED
    return ReleaseAction.SHOW_FINAL, ReleaseReason.CERTIFIED


def decide(claims: Sequence[JudgedClaim], proof: ProofSummary) -> tuple[ClaimRelease, ...]:
    """Decide about every claim of an answer.

    Raises:
        InvalidJudgement: A claim names an unknown check, says it is grounded where its checks say otherwise, is called
            unsupported though it is grounded, or two claims share an id.
    """
    if len({claim.id for claim in claims}) != len(claims):
        raise InvalidJudgement("claim ids must be unique")
    return tuple(_decided(claim, proof) for claim in claims)


def app_status(decided: Sequence[ClaimRelease]) -> str:
    """The contract's word for a whole answer."""
    actions = {item.action for item in decided}
    reasons = {item.reason for item in decided}
    if ReleaseAction.SHOW_FINAL in actions:
        return "certified" if actions == {ReleaseAction.SHOW_FINAL} else "partial_certified"
    if ReleaseReason.SUPPORTED_SYNTHESIS_NEEDS_REVIEW in reasons:
        return "supported_synthesis_needs_review"
    if ReleaseReason.CLAIM_SUPPORT_NOT_EVALUATED in reasons:
        return "claim_support_needs_review"
    if reasons & {ReleaseReason.UNSUPPORTED_CLAIM, ReleaseReason.CONTRADICTED_CLAIM}:
        return "claim_support_rejected"
    if ReleaseReason.GROUNDED_BUT_IRRELEVANT in reasons:
        return "grounded_but_irrelevant"
    return "cannot_answer_from_sources"


def release_as_dict(
    question: str,
    proof: ProofSummary,
    decided: Sequence[ClaimRelease],
    *,
    report_ref: str = "verification_report.json",
    notes: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The decision as the contract writes it."""
    envelope: dict[str, Any] = {
        "artifact_type": "ethos.app_answer_release_decision.v1",
        "schema_version": "1.0.0",
        "question": question,
        "grounding": {"verification_report_ref": report_ref, **proof.as_dict()},
        "app_status": app_status(decided),
        "claims": [_as_dict(item) for item in decided],
        "final_answer_claim_ids": _ids(decided, ReleaseAction.SHOW_FINAL),
        "review_claim_ids": _ids(decided, ReleaseAction.NEEDS_REVIEW),
        "blocked_claim_ids": _ids(decided, ReleaseAction.BLOCK),
    }
    if notes is not None:
        envelope["notes"] = list(notes)
    return envelope


def _decided(claim: JudgedClaim, proof: ProofSummary) -> ClaimRelease:
    known = {*proof.reusable, *proof.needs_review}
    unknown = [check for check in claim.check_ids if check not in known]
    if unknown:
        raise InvalidJudgement(f"claim {claim.id} names unknown checks: {', '.join(unknown)}")
    if not claim.check_ids and claim.citation_grounded is None:
        raise InvalidJudgement(f"claim {claim.id} names no checks and does not say whether it is grounded")
    grounded = bool(claim.citation_grounded)
    if claim.check_ids:
        grounded = set(claim.check_ids) <= set(proof.reusable)
        if claim.citation_grounded is not None and claim.citation_grounded != grounded:
            raise InvalidJudgement(
                f"claim {claim.id} says citation_grounded {claim.citation_grounded}; its checks do not"
            )
    if claim.claim_type is ClaimType.UNSUPPORTED and grounded and claim.support is None:
        raise InvalidJudgement(f"claim {claim.id} is called unsupported though its citations are grounded")
    action, reason = release_decision(grounded, claim.relevance, claim.claim_type, claim.support)
    return ClaimRelease(claim, grounded, action, reason)


def _as_dict(item: ClaimRelease) -> dict[str, Any]:
    claim = item.claim
    plain: dict[str, Any] = {
        "id": claim.id,
        "text": claim.text,
        "citation_grounded": item.citation_grounded,
        "question_relevance": claim.relevance.value,
        "claim_type": claim.claim_type.value,
        "release_action": item.action.value,
        "release_reason": item.reason.value,
    }
    if claim.check_ids:
        plain["check_ids"] = list(claim.check_ids)
    if claim.support is not None:
        plain["claim_support"] = claim.support.value
    return plain


def _ids(decided: Sequence[ClaimRelease], action: ReleaseAction) -> list[str]:
    return [item.claim.id for item in decided if item.action is action]
