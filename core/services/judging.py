"""Judgements of meaning, beside the checks and never instead of them, and how good citations are by both."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.checked import Axis, CitationQuality, RecordedJudgement
from core.errors import InvalidParameter
from core.figures import Figure
from core.people import Person, Role
from core.services.permission import allow
from core.services.spoken import LONGEST_NAME, kept_reason, plain_text
from core.services.workspace import Workspace
from core.store import ClaimCitations, NewJudgement
from core.verification.dossier_states import support_of, word_in_force
from core.verification.promotion import verdict
from core.verification.vocabulary import CitationVerdict, ClaimSupport, Relevance, Synthesis

WORDS: Mapping[Axis, tuple[str, ...]] = MappingProxyType(
    {
        Axis.SUPPORT: tuple(word.value for word in ClaimSupport),
        Axis.RELEVANCE: tuple(word.value for word in Relevance),
        Axis.SYNTHESIS: tuple(word.value for word in Synthesis),
    }
)
"""The words of each axis."""


def judge(
    workspace: Workspace,
    *,
    claim_uid: str,
    axis: str,
    value: str,
    by: Person,
    citation_id: str | None = None,
    evidence_id: str | None = None,
    model: str | None = None,
    rubric: str = "",
    calibration: str = "",
    reason: str = "",
) -> RecordedJudgement:
    """Record what somebody says of meaning; an earlier word of the same person stays on record.

    Args:
        workspace: The open store.
        claim_uid: ``data set:id`` of the claim.
        axis: support, relevance or synthesis.
        value: A word of that axis: of ``ClaimSupport``, ``Relevance`` or ``Synthesis``.
        by: Who.
        citation_id: The citation judged; with neither this nor ``evidence_id`` it is the claim as a whole.
        evidence_id: The passage judged.
        model: The model that judged, where it was not the person.
        rubric: By what.
        calibration: How far the judge can be trusted, in words.
        reason: Why.

    Raises:
        InvalidParameter: The axis is grounding or unknown, or the value is no word of it.
        InvalidInput: A text is too long or holds control characters.
        UnknownId: There is no such claim, or it has no such citation or passage.
        PermissionDenied: A reader may not.
    """
    person = allow(workspace, by, Role.REVIEWER, "judge meaning")
    if axis not in tuple(Axis):
        expected = ", ".join(Axis) + "; grounding is what checks say"
        raise InvalidParameter("axis", axis, f"one of {expected}")
    words = WORDS[Axis(axis)]
    if value not in words:
        raise InvalidParameter("value", value, f"one of {', '.join(words)}")
    new = NewJudgement(
        claim_uid=claim_uid,
        citation_id=citation_id,
        evidence_id=evidence_id,
        axis=axis,
        value=value,
        model=plain_text("the model", model, LONGEST_NAME) or None if model is not None else None,
        rubric=plain_text("the rubric", rubric, LONGEST_NAME),
        calibration=plain_text("the calibration", calibration, LONGEST_NAME),
    )
    return workspace.store.judge(new, by=person, reason=kept_reason(reason))


def judgements(workspace: Workspace, claim_uid: str) -> tuple[RecordedJudgement, ...]:
    """Everything said of a claim's meaning, recorded here or imported, newest first.

    Raises:
        UnknownId: There is no such claim.
    """
    return workspace.store.judgements(claim_uid)[::-1]


def citation_quality(
    workspace: Workspace, *, claim_uid: str | None = None, answer_uid: str | None = None, dataset: str | None = None
) -> CitationQuality:
    """Citation precision and completeness of a claim, an answer or a data set; of everything where none is named.

    Formula:
        precision = supporting citations / citations
        completeness = supported claims that need evidence / claims that need evidence

    A citation supports where its check in force is grounded and its meaning was judged to carry the claim; a claim is
    supported where one of its citations is. What nobody judged supports nothing. A claim needs evidence unless the
    data say otherwise (``needs_evidence: false``).

    Returns:
        Both with their n. No number where the base is 0, or where nothing is known of any citation yet.

    Source: [TOUCH] citation precision and completeness.

    Raises:
        UnknownId: There is no such claim, answer or data set.
    """
    claims = workspace.store.claim_citations(claim_uid=claim_uid, answer_uid=answer_uid, dataset=dataset)
    return quality_of(claims)


def quality_of(claims: Sequence[ClaimCitations]) -> CitationQuality:
    """Citation precision and completeness of claims.

    Source: [TOUCH] citation precision and completeness.
    """
    verdicts = [list(verdicts_of(claim).values()) for claim in claims]
    total = sum(map(len, verdicts))
    known = sum(word is not CitationVerdict.NOT_EVALUATED for words in verdicts for word in words)
    supporting = sum(word is CitationVerdict.SUPPORTED for words in verdicts for word in words)
    needing = [words for claim, words in zip(claims, verdicts, strict=True) if claim.needs_evidence]
    supported = sum(CitationVerdict.SUPPORTED in words for words in needing)
    silent = "nobody has judged one of its citations" if total and not known else ""
    return CitationQuality(
        precision=_share(supporting, 0 if silent else total, silent or "there are no citations"),
        precision_n=total,
        completeness=_share(supported, 0 if silent else len(needing), silent or "no claim needs evidence"),
        completeness_n=len(needing),
        judged=sum(_is_judged(claim, *citation) for claim in claims for citation in claim.citations),
        total=total,
    )


def verdicts_of(claim: ClaimCitations) -> dict[str, CitationVerdict]:
    """What each citation of a claim is worth.

    Source: [TOUCH] verdict of a citation.
    """
    checks = {check.citation_id: word_in_force(check) for check in claim.checks}
    return {
        citation: verdict(checks.get(citation), support_of(claim.judgements, citation, passage))
        for citation, passage in claim.citations
    }


def _is_judged(claim: ClaimCitations, citation: str, passage: str | None) -> bool:
    return any(
        said.support is not ClaimSupport.NOT_EVALUATED for said in support_of(claim.judgements, citation, passage)
    )


def _share(part: int, base: int, otherwise: str) -> Figure:
    return Figure(part / base) if base else Figure(None, otherwise)
