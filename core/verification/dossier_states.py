"""How far each passage of a claim has come, by the checks in force of its citations and what people said of it. [ETH]

A passage whose citations were never checked keeps the state its data state: that is what the file says, here and on
the command line. Once one of its citations was checked here, checks and judgements alone say how far it has come: a
check that failed, or is not of what is there now, takes a stated ``verified`` back to ``cited``.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.checked import Axis, CheckInForce, JudgeKind, RecordedJudgement
from core.model import Dossier, Evidence
from core.states import EvidenceState
from core.verification.promotion import GroundingWord, PromotionPolicy, SemanticJudgement, promote
from core.verification.vocabulary import CheckStatus, ClaimSupport

HOUSE_POLICY = PromotionPolicy()
"""What each step asks for, where nobody has said otherwise."""

_CAUTION = (ClaimSupport.SUPPORTED, ClaimSupport.NOT_EVALUATED, ClaimSupport.UNSUPPORTED, ClaimSupport.CONTRADICTED)
"""From the word that promotes to the gravest."""


def with_states(
    dossier: Dossier,
    checks: Sequence[CheckInForce],
    judgements: Sequence[RecordedJudgement],
    policy: PromotionPolicy = HOUSE_POLICY,
) -> Dossier:
    """A claim with the states its checks and judgements give its passages.

    Args:
        dossier: The claim, with the states its data state.
        checks: The newest check of each of its citations that has one.
        judgements: Everything said of its meaning, oldest first.
        policy: What each step asks for.

    Source: [ETH] evidence states; fail closed.
    """
    of_passage: dict[str, list[CheckInForce]] = {}
    for check in checks:
        passage = passage_of(dossier.evidence, check)
        if passage is not None:
            of_passage.setdefault(passage, []).append(check)
    if not of_passage:
        return dossier
    evidence = tuple(
        replace(item, state=_state(item, of_passage[item.id], judgements, policy)) if item.id in of_passage else item
        for item in dossier.evidence
    )
    return replace(dossier, evidence=evidence)


def passage_of(evidence: Sequence[Evidence], check: CheckInForce) -> str | None:
    """The passage a citation stands for: the one it names, else the only one of its source."""
    if check.evidence_id is not None:
        return next((item.id for item in evidence if item.id == check.evidence_id), None)
    of_source = [item.id for item in evidence if item.source_id == check.source_id]
    return of_source[0] if len(of_source) == 1 else None


def _state(
    item: Evidence, checks: Sequence[CheckInForce], judgements: Sequence[RecordedJudgement], policy: PromotionPolicy
) -> EvidenceState:
    reached = max((state_of(check, item.id, judgements, policy) for check in checks), key=lambda state: state.step)
    if reached.step > EvidenceState.CITED.step:
        return reached
    return min(item.state, EvidenceState.CITED, key=lambda state: state.step)


def state_of(
    check: CheckInForce,
    evidence_id: str | None,
    judgements: Sequence[RecordedJudgement],
    policy: PromotionPolicy = HOUSE_POLICY,
) -> EvidenceState:
    """How far one citation has come by its newest check and the judgements of its meaning.

    Source: [ETH] evidence states.
    """
    counted = support_of(judgements, check.citation_id, evidence_id)
    return promote(word_in_force(check), counted, policy, reviewed_by=_looked(check, judgements)).evidence_state


def word_in_force(check: CheckInForce) -> GroundingWord:
    """The word of a stored check today: one that is not of what is there now says that the version is another.

    A text that only came with the data and is bound to no version can equal the quote and still prove nothing: such a
    check is grounded and promotes nothing.

    Source: [ETH] fail closed: a stale check is never leaned on, and a cached chunk proves nothing.
    """
    status = CheckStatus.STALE if check.stale else check.status
    grounded = status is CheckStatus.GROUNDED
    return GroundingWord(
        status,
        check.reason,
        grounded and check.bound and not (check.source_stale or check.meaning_open),
        check.pinned,
        check.warnings,
        f"check by {check.verifier}",
    )


def support_of(
    judgements: Sequence[RecordedJudgement], citation_id: str | None, evidence_id: str | None
) -> tuple[SemanticJudgement, ...]:
    """What counts on whether a citation carries its claim: the last one is the word in force.

    Only what was said of this citation or its passage counts, and each judge's newest word. Where a person has judged,
    no model counts; where judges differ, the most cautious word comes last. A word that is not one of ours says that
    the meaning was not evaluated.

    Args:
        judgements: Everything said of the claim, oldest first.
        citation_id: The citation.
        evidence_id: The passage it stands for.

    Source: [TOUCH] verdict of a citation; [HOUSE] who counts where several judged.
    """
    newest: dict[tuple[str, str | None], SemanticJudgement] = {}
    for said in judgements:
        about = said.citation_id == citation_id if said.citation_id is not None else said.evidence_id == evidence_id
        named = said.citation_id is not None or said.evidence_id is not None
        if said.axis == Axis.SUPPORT and named and about:
            newest[said.judge, said.model] = SemanticJudgement(
                read_support(said.value), said.judge, said.at, said.model, said.rubric or None, said.calibration or None
            )
    people = [said for said in newest.values() if said.model is None]
    return tuple(sorted(people or newest.values(), key=lambda said: _CAUTION.index(said.support)))


def read_support(word: str) -> ClaimSupport:
    """A word for support; what is none of ours is no evaluation."""
    plain = word.strip().casefold()
    return ClaimSupport(plain) if plain in tuple(ClaimSupport) else ClaimSupport.NOT_EVALUATED


def _looked(check: CheckInForce, judgements: Sequence[RecordedJudgement]) -> str | None:
    """Who has looked at this very check: a person who judged its citation afterwards."""
    for said in judgements:
        person = said.kind is JudgeKind.PERSON and said.model is None
        if person and said.citation_id == check.citation_id and said.at > check.at:
            return said.judge
    return None
