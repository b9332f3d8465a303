"""The decision per claim and per answer: as much as every reason allows, and no more."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.abstention import Statement, statement
from core.bundles.findings import Findings
from core.bundles.reasons import DecisionSettings, Ground, grounds
from core.conclusions import Conclusion, Sufficiency
from core.model import Answer
from core.policy import Policy


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What may be done with one claim, and why not more."""

    claim_id: str
    decision: Conclusion
    states: tuple[Sufficiency, ...]
    """The gravest first; "sufficient" only where none of the others holds."""
    grounds: tuple[Ground, ...]
    """The gravest first; () for a plain answer."""
    findings: Findings
    statement: Statement | None
    """What to say instead of, or beside, the claim; None for a plain answer."""

    @property
    def leading(self) -> Sufficiency:
        """The gravest state."""
        return self.states[0]


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """What may be done with an answer, from the verdicts on its claims."""

    answer_id: str
    decision: Conclusion
    states: tuple[Sufficiency, ...]
    reasons: tuple[str, ...]
    claims: tuple[ClaimVerdict, ...]
    leave_out: tuple[str, ...]
    """Claims that no answer should carry."""
    qualify: tuple[str, ...]
    """Claims to be stated with their statement."""
    draft: str
    """As it came; never changed."""
    corrected: str | None
    """As somebody corrected it; None where nobody did."""


def decide_claim(found: Findings, policy: Policy, settings: DecisionSettings | None = None) -> ClaimVerdict:
    """What may be done with a claim: the least that any reason allows.

    Formula:
        decision = the most cautious of what each reason allows; "answer" where there is none

    Args:
        found: What is known.
        policy: Gives the two thresholds of confidence.
        settings: What a plain answer asks for beside them.

    Source:
        [TOUCH] answer, qualify or abstain; [MARIA] the caveat; [ETH] fail closed.
    """
    settings = settings or DecisionSettings()
    said = grounds(found, policy, settings)
    decision = max((ground.allows for ground in said), key=lambda c: c.caution, default=Conclusion.ANSWER)
    held = {ground.state for ground in said if ground.state is not None}
    states = tuple(sorted(held, key=lambda state: state.gravity)) or (Sufficiency.SUFFICIENT,)
    spoken = None if decision is Conclusion.ANSWER else statement(found, said, decision)
    return ClaimVerdict(found.claim_id, decision, states, said, found, spoken)


def decide_answer(answer: Answer, claims: Sequence[ClaimVerdict]) -> AnswerVerdict:
    """What may be done with an answer.

    Nothing is answered where no claim may be; where some may not, the answer is qualified: those are to be left out.

    Args:
        answer: Draft and correction, both kept.
        claims: The verdicts on its claims, in their order.

    Source: [TOUCH] section 7, unsupported material is revised or deleted; [HOUSE] an answer without claims that could
    be checked is no answer that can be given.
    """
    refused = tuple(claim.claim_id for claim in claims if claim.decision is Conclusion.ABSTAIN)
    qualified = tuple(claim.claim_id for claim in claims if claim.decision is Conclusion.QUALIFY)
    caveats = [claim for claim in claims if claim.decision is Conclusion.ANSWER_WITH_CAVEAT]
    reasons = []
    if not claims:
        decision = Conclusion.ABSTAIN
        reasons.append("it has no claim that could be checked")
    elif len(refused) == len(claims):
        decision = Conclusion.ABSTAIN
        reasons.append("none of its claims may be answered")
    elif refused or qualified:
        decision = Conclusion.QUALIFY
        if refused:
            reasons.append(f"{len(refused)} of {len(claims)} claims to be left out")
        if qualified:
            reasons.append(f"{len(qualified)} of {len(claims)} claims only with a qualification")
    elif caveats:
        decision = Conclusion.ANSWER_WITH_CAVEAT
        reasons.append(f"{len(caveats)} of {len(claims)} claims with a caveat")
    else:
        decision = Conclusion.ANSWER
    held = {state for claim in claims for state in claim.states} or {Sufficiency.NO_EVIDENCE}
    if len(held) > 1:
        held.discard(Sufficiency.SUFFICIENT)
    return AnswerVerdict(
        answer_id=answer.id,
        decision=decision,
        states=tuple(sorted(held, key=lambda state: state.gravity)),
        reasons=tuple(reasons),
        claims=tuple(claims),
        leave_out=refused,
        qualify=qualified,
        draft=answer.text,
        corrected=answer.corrected_text,
    )
