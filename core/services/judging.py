"""Judgements of meaning, beside the checks and never instead of them, and how good citations are by both."""

from core.checked import CitationQuality, RecordedJudgement
from core.people import Person
from core.services.workspace import Workspace


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
        UnknownId: There is no such claim, or it has no such citation or passage.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def judgements(workspace: Workspace, claim_uid: str) -> tuple[RecordedJudgement, ...]:
    """Everything said of a claim's meaning, recorded here or imported, newest first.

    Raises:
        UnknownId: There is no such claim.
    """
    raise NotImplementedError


def citation_quality(
    workspace: Workspace, *, claim_uid: str | None = None, answer_uid: str | None = None, dataset: str | None = None
) -> CitationQuality:
    """Citation precision and completeness of a claim, an answer or a data set; of everything where none is named.

    Source: [TOUCH] precision = supporting citations / citations; completeness = supported claims / claims needing
    evidence.

    Raises:
        UnknownId: There is no such claim, answer or data set.
    """
    raise NotImplementedError
