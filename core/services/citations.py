"""Citations and the checks in force: lists, one citation with its history, what is stale, and the page it stands on."""

from collections.abc import Mapping
from types import MappingProxyType

from core.checked import (
    NOT_CHECKED,
    CheckStatus,
    CitationCounts,
    CitationFile,
    CitationFilter,
    CitationLine,
    PagePicture,
    StaleSource,
)
from core.results import Page
from core.services.judging import judgements
from core.services.page_pictures import picture_of
from core.services.workspace import Workspace
from core.verification.records import Check, Report
from core.verification.report_reading import report_from_dict
from core.verification.wording import LIMIT_REMEDIES, LIMIT_WORDS, REASON_WORDS, REMEDIES

GRAVEST_FIRST = (
    *(CheckStatus.MISMATCH.value, CheckStatus.NOT_FOUND.value, CheckStatus.STALE.value, CheckStatus.ERROR.value),
    *(CheckStatus.CAPABILITY_BLOCKED.value, CheckStatus.UNSUPPORTED_CLAIM_KIND.value, NOT_CHECKED),
    CheckStatus.GROUNDED.value,
)
"""Which word stands for a source where its citations ended differently."""


def citations(
    workspace: Workspace, wanted: CitationFilter | None = None, *, page: int = 1, size: int = 50
) -> Page[CitationLine]:
    """One page of citations with the checks in force: claims in the order of arrival, then the order of the file.

    Raises:
        InvalidParameter: A page or setting outside its domain.
        UnknownId: There is no such data set, answer or claim.
    """
    return workspace.store.citations(wanted or CitationFilter(), page=page, size=size)


def citation_counts(workspace: Workspace, wanted: CitationFilter | None = None) -> CitationCounts:
    """How many citations there are of each status and reason, whatever the filter says of these.

    Raises:
        UnknownId: There is no such data set, answer or claim.
    """
    return workspace.store.citation_counts(wanted or CitationFilter())


def citation(workspace: Workspace, uid: str) -> CitationFile:
    """One citation with its check, report, history and what would lift its limits.

    The report is the one its check stands in, with that check alone: the others are of other citations.

    Raises:
        UnknownId: There is no such citation.
    """
    found = workspace.store.citation(uid)
    report = None if found.report is None else report_from_dict(found.report)
    check = None if report is None else report.checks[0]
    return CitationFile(
        line=found.line,
        citation=found.citation,
        source=found.source,
        check=check,
        report=report,
        history=found.history,
        judgements=tuple(
            said
            for said in judgements(workspace, found.line.claim_uid)
            if said.citation_id in (None, found.citation.id)
            and (said.citation_id is not None or said.evidence_id in (None, found.citation.evidence_id))
        ),
        attachment=found.attachment,
        limits=_limits(check, report),
    )


def _limits(check: Check | None, report: Report | None) -> tuple[tuple[str, str], ...]:
    """What keeps the check from more, in words, each with what would lift it."""
    found: dict[str, str] = {}
    if check is not None and check.reason is not None and check.reason in REMEDIES:
        found[REASON_WORDS[check.reason]] = REMEDIES[check.reason]
    for limit in () if report is None else report.capability_limits:
        found.setdefault(LIMIT_WORDS[limit], LIMIT_REMEDIES.get(limit, ""))
    return tuple(found.items())


def claim_checks(workspace: Workspace, claim_uid: str) -> tuple[CitationLine, ...]:
    """Every citation of a claim, in order.

    Raises:
        UnknownId: There is no such claim.
    """
    return workspace.store.citation_lines(CitationFilter(claim_uid=claim_uid))


def checks_by_source(workspace: Workspace, claim_uid: str) -> Mapping[str, str]:
    """What the checks of a claim's citations say of each cited source, in one word each.

    Returns:
        Source id -> the gravest word of its citations: a word of ``CheckStatus``, ``stale`` also where the check is
        not of what is there now, or ``not_checked``. ``grounded`` only where all of them are.

    Raises:
        UnknownId: There is no such claim.
    """
    found: dict[str, str] = {}
    for line in claim_checks(workspace, claim_uid):
        word = NOT_CHECKED if line.status is None else CheckStatus.STALE.value if line.stale else line.status.value
        held = found.get(line.source_id, CheckStatus.GROUNDED.value)
        found[line.source_id] = min(held, word, key=GRAVEST_FIRST.index)
    return MappingProxyType(found)


def stale_sources(workspace: Workspace, dataset: str | None = None) -> tuple[StaleSource, ...]:
    """Sources of which something was cited, or checked, that is not what is there now; most citations first.

    Raises:
        UnknownId: There is no such data set.
    """
    return workspace.store.stale_sources(dataset)


def page_picture(workspace: Workspace, citation_uid: str) -> PagePicture | None:
    """The page of the attached PDF that the check in force looked at, with the boxes around what was found.

    Returns:
        None where there is none to show: no PDF is attached, the check names no page, or the file is not the one
        that was checked.

    Raises:
        UnknownId: There is no such citation.
    """
    return picture_of(workspace, citation(workspace, citation_uid))
