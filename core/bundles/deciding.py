"""The decision per claim and per answer: as much as every reason allows, and no more."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.bundles.abstention import Statement, statement
from core.bundles.findings import Findings
from core.bundles.reasons import DecisionSettings, Ground, grounds
from core.conclusions import Conclusion, Sufficiency
from core.model import Answer
from core.policy import Policy
from core.verdicts import Tally, tally_of


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

    @property
    def holding(self) -> tuple[str, ...]:
        """The reasons that hold it where it is, in words; () for a plain answer."""
        return tuple(ground.text for ground in self.grounds if ground.allows is self.decision)


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
    tally = tally_of([(claim.decision, claim.leading, 1) for claim in claims], len(claims))
    decision, states, reasons = decide_from_tally(tally, [state for claim in claims for state in claim.states])
    return AnswerVerdict(
        answer_id=answer.id,
        # None stands only where a claim is undecided, and here none is.
        decision=decision or Conclusion.ABSTAIN,
        states=states,
        reasons=reasons,
        claims=tuple(claims),
        leave_out=tuple(claim.claim_id for claim in claims if claim.decision is Conclusion.ABSTAIN),
        qualify=tuple(claim.claim_id for claim in claims if claim.decision is Conclusion.QUALIFY),
        draft=answer.text,
        corrected=answer.corrected_text,
    )


def decide_from_tally(
    tally: Tally, held: Iterable[Sufficiency] | None = None
) -> tuple[Conclusion | None, tuple[Sufficiency, ...], tuple[str, ...]]:
    """What may be done with an answer whose claims are decided: the rule that ``decide_answer`` follows.

    Formula:
        no claim, or none that may be answered -> abstain; one to be left out or qualified -> qualify;
        one with a caveat -> answer with a caveat; else answer

    Args:
        tally: How many of its claims the rule puts where.
        held: Every state that one of its claims is in; None takes those that lead one.

    Returns:
        The decision, None where a claim is not decided yet; the states, the gravest first; and why, in words.

    Source:
        [TOUCH] section 7, unsupported material is revised or deleted; [HOUSE] nothing is answered by default.
    """
    among = {state for state in Sufficiency if tally.states[state.value]} if held is None else set(held)
    if not tally.claims:
        among.add(Sufficiency.NO_EVIDENCE)
    if len(among) > 1:
        among.discard(Sufficiency.SUFFICIENT)
    states = tuple(sorted(among, key=lambda state: state.gravity))
    if tally.undecided:
        return None, states, (f"{tally.undecided} of {tally.claims} claims not decided yet",)
    conclusion, reasons = _least(tally)
    return conclusion, states, reasons


def _least(tally: Tally) -> tuple[Conclusion, tuple[str, ...]]:
    """What claims that are all decided leave of their answer."""
    if not tally.claims:
        return Conclusion.ABSTAIN, ("it has no claim that could be checked",)
    refused, qualified, caveats = (
        tally.conclusions[conclusion.value]
        for conclusion in (Conclusion.ABSTAIN, Conclusion.QUALIFY, Conclusion.ANSWER_WITH_CAVEAT)
    )
    if refused == tally.claims:
        return Conclusion.ABSTAIN, ("none of its claims may be answered",)
    if refused or qualified:
        said = [f"{refused} of {tally.claims} claims to be left out"] if refused else []
        said += [f"{qualified} of {tally.claims} claims only with a qualification"] if qualified else []
        return Conclusion.QUALIFY, tuple(said)
    if caveats:
        return Conclusion.ANSWER_WITH_CAVEAT, (f"{caveats} of {tally.claims} claims with a caveat",)
    return Conclusion.ANSWER, ()
