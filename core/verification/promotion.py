"""From a retrieved candidate to a released claim, one step after the other, each by a record and a policy. [ETH]

A promotion is a function: the same checks, judgements and policy give the same state. Nothing is promoted by default,
by absence, or by a text that happens to be alike; an exception for low risk is a named rule and stands in the steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.states import EvidenceState
from core.verification.proof import reusable
from core.verification.records import Check, Report
from core.verification.release import release_decision
from core.verification.vocabulary import (
    Advisory,
    CheckStatus,
    CitationVerdict,
    ClaimSupport,
    ClaimType,
    Reason,
    ReleaseAction,
    Relevance,
    ReviewState,
)

EVIDENCE_STATES = MappingProxyType(
    {
        ReviewState.RETRIEVED_CANDIDATE: EvidenceState.RETRIEVED,
        ReviewState.CITATION_PROPOSED: EvidenceState.CITED,
        ReviewState.GROUNDING_VERIFIED: EvidenceState.VERIFIED,
        ReviewState.SEMANTICALLY_SUPPORTED: EvidenceState.SUPPORTED,
        ReviewState.RELEASE_APPROVED: EvidenceState.SUPPORTED,
    }
)
"""What each state counts as in a score."""


@dataclass(frozen=True, slots=True)
class SemanticJudgement:
    """A person's or model's word on meaning: its own record, it rewrites no check."""

    support: ClaimSupport
    judge: str
    at: str
    model: str | None = None
    rubric: str | None = None
    calibration: str | None = None


@dataclass(frozen=True, slots=True)
class GroundingWord:
    """What a promotion has to know of a check, whether it was just made or read back from a store."""

    status: CheckStatus
    reason: Reason | None
    reusable: bool
    """Grounded, nothing left to judge, and the source not stale."""
    pinned: bool
    """The citation names a version of its source."""
    warnings: tuple[Advisory, ...]
    by: str


def word_of(check: Check, report: Report) -> GroundingWord:
    """The word of a check as it stands in its report."""
    by = f"check {check.id} by {report.verifier.name} {report.verifier.version}"
    pinned = report.expected_fingerprint is not None
    return GroundingWord(check.status, check.reason, reusable(check, report), pinned, check.warnings, by)


@dataclass(frozen=True, slots=True)
class LowRiskRule:
    """A named exception: claims of a risk class may pass one step without its record."""

    name: str
    risk: str
    """The class of claims it holds for, as the application names them."""
    step: ReviewState
    """The state it lets them reach."""
    reason: str


@dataclass(frozen=True, slots=True)
class PromotionPolicy:
    """What each step asks for."""

    name: str = "default"
    blocking: tuple[Advisory, ...] = (
        Advisory.HIDDEN_TEXT_DETECTED,
        Advisory.SOURCE_NEWER_THAN_ANSWER,
        Advisory.MIXED_SCRIPT,
    )
    """Advisories that keep a grounded check from promoting until a person looked."""
    need_pin: bool = False
    """Whether a citation without a fingerprint may be verified."""
    human_support_only: bool = False
    """Whether a model's judgement is enough for semantic support."""
    exceptions: tuple[LowRiskRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step taken, and by what."""

    to: ReviewState
    by: str


@dataclass(frozen=True, slots=True)
class Promotion:
    """How far a citation has come, step by step, and what keeps it from the next."""

    state: ReviewState
    steps: tuple[Step, ...]
    blocked_by: str = ""

    @property
    def evidence_state(self) -> EvidenceState:
        """What it counts as in a score."""
        return EVIDENCE_STATES[self.state]


def promote(
    check: tuple[Check, Report] | GroundingWord | None,
    judgements: Sequence[SemanticJudgement],
    policy: PromotionPolicy,
    *,
    cited: bool = True,
    relevance: Relevance | None = None,
    claim_type: ClaimType | None = None,
    approved_by: str | None = None,
    reviewed_by: str | None = None,
    risk: str | None = None,
) -> Promotion:
    """Say how far a citation has come.

    Args:
        check: The latest check of it, with its report, or its word alone; None where there is none.
        judgements: Judgements of its meaning, oldest first.
        policy: What each step asks for.
        cited: False for what was retrieved and is not cited.
        relevance: What the claim does for the question, as judged; None where nobody did.
        claim_type: How the claim came about, as judged; None where nobody did.
        approved_by: Who approved the release; None where nobody did.
        reviewed_by: Who looked at a check that raises a blocking advisory.
        risk: The application's risk class of the claim, for exceptions.

    Returns:
        The state with the steps to it. Each state needs the one before; a missing record ends the way.

    Source: [ETH] evidence states; fail closed.
    """
    steps = [Step(ReviewState.RETRIEVED_CANDIDATE, "retrieval")]
    if not cited:
        return Promotion(steps[-1].to, tuple(steps), "it is not cited")
    steps.append(Step(ReviewState.CITATION_PROPOSED, "the answer"))
    asked = (
        (ReviewState.GROUNDING_VERIFIED, _grounding(check, policy, reviewed_by)),
        (ReviewState.SEMANTICALLY_SUPPORTED, _support(judgements, policy)),
        (ReviewState.RELEASE_APPROVED, _release(judgements, relevance, claim_type, approved_by)),
    )
    for state, (by, missing) in asked:
        if by is None:
            rule = next((r for r in policy.exceptions if r.step is state and risk is not None and r.risk == risk), None)
            if rule is None:
                return Promotion(steps[-1].to, tuple(steps), missing)
            by = f"exception {rule.name}: {rule.reason}"
        steps.append(Step(state, by))
    return Promotion(steps[-1].to, tuple(steps))


def _grounding(
    check: tuple[Check, Report] | GroundingWord | None, policy: PromotionPolicy, reviewed_by: str | None
) -> tuple[str | None, str]:
    if check is None:
        return None, "it was not checked"
    word = check if isinstance(check, GroundingWord) else word_of(*check)
    if word.status is not CheckStatus.GROUNDED:
        return None, f"its check ended in {word.status.value}" + (f" ({word.reason.value})" if word.reason else "")
    if not word.reusable:
        return None, "its check is stale or leaves meaning open"
    if policy.need_pin and not word.pinned:
        return None, "the citation names no version of the source"
    blocking = [warning for warning in word.warnings if warning in policy.blocking]
    if blocking and reviewed_by is None:
        return None, f"somebody has to look: {', '.join(warning.value for warning in blocking)}"
    return (f"{word.by}, seen by {reviewed_by}" if blocking else word.by), ""


def _support(judgements: Sequence[SemanticJudgement], policy: PromotionPolicy) -> tuple[str | None, str]:
    counted = [j for j in judgements if not (policy.human_support_only and j.model is not None)]
    if not counted:
        return None, "its meaning was not judged" + (" by a person" if judgements else "")
    last = counted[-1]
    if last.support is not ClaimSupport.SUPPORTED:
        return None, f"its meaning was judged {last.support.value}"
    return f"judgement of {last.judge} at {last.at}", ""


def _release(
    judgements: Sequence[SemanticJudgement],
    relevance: Relevance | None,
    claim_type: ClaimType | None,
    approved_by: str | None,
) -> tuple[str | None, str]:
    if relevance is None or claim_type is None:
        return None, "relevance or kind of the claim was not judged"
    support = judgements[-1].support if judgements else None
    action, reason = release_decision(True, relevance, claim_type, support)
    if action is ReleaseAction.BLOCK:
        return None, reason.value
    if approved_by is None:
        return None, "nobody approved the release"
    return f"approved by {approved_by}", ""


def verdict(check: Check | GroundingWord | None, judgements: Sequence[SemanticJudgement]) -> CitationVerdict:
    """What a citation of an answer is worth, in one word.

    Returns:
        ``not_evaluated`` until somebody judged its meaning; what a check alone shows goes first: ``inaccessible``,
        ``version_mismatched``, ``absent``.

    Source: [TOUCH] verdict of a citation.
    """
    if check is not None and check.status is CheckStatus.STALE:
        return CitationVerdict.VERSION_MISMATCHED
    unreachable = (CheckStatus.ERROR, CheckStatus.CAPABILITY_BLOCKED)
    missing = (Reason.SOURCE_MISSING, Reason.PARSE_FAILED, Reason.PASSWORD_REQUIRED, Reason.NO_TEXT_LAYER)
    if check is not None and check.status in unreachable and check.reason in missing:
        return CitationVerdict.INACCESSIBLE
    if check is not None and check.status in (CheckStatus.NOT_FOUND, CheckStatus.MISMATCH):
        return CitationVerdict.ABSENT
    if check is None or check.status is not CheckStatus.GROUNDED or not judgements:
        return CitationVerdict.NOT_EVALUATED
    return {
        ClaimSupport.SUPPORTED: CitationVerdict.SUPPORTED,
        ClaimSupport.CONTRADICTED: CitationVerdict.CONTRADICTED,
        ClaimSupport.UNSUPPORTED: CitationVerdict.MERELY_RELATED,
        ClaimSupport.NOT_EVALUATED: CitationVerdict.NOT_EVALUATED,
    }[judgements[-1].support]
