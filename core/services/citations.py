"""Citations and the checks in force: lists, one citation with its history, what is stale, and the page it stands on."""

from collections.abc import Mapping

from core.checked import (
    CitationCounts,
    CitationFile,
    CitationFilter,
    CitationLine,
    PagePicture,
    StaleSource,
)
from core.results import Page
from core.services.workspace import Workspace


def citations(
    workspace: Workspace, wanted: CitationFilter | None = None, *, page: int = 1, size: int = 50
) -> Page[CitationLine]:
    """One page of citations with the checks in force, by data set, claim and place in the answer.

    Raises:
        InvalidParameter: A page or setting outside its domain.
        UnknownId: There is no such answer or claim.
    """
    raise NotImplementedError


def citation_counts(workspace: Workspace, wanted: CitationFilter | None = None) -> CitationCounts:
    """How many citations there are of each status and reason, whatever the filter says of these."""
    raise NotImplementedError


def citation(workspace: Workspace, uid: str) -> CitationFile:
    """One citation with its check, report, history and what would lift its limits.

    Raises:
        UnknownId: There is no such citation.
    """
    raise NotImplementedError


def claim_checks(workspace: Workspace, claim_uid: str) -> tuple[CitationLine, ...]:
    """Every citation of a claim, in order.

    Raises:
        UnknownId: There is no such claim.
    """
    raise NotImplementedError


def checks_by_source(workspace: Workspace, claim_uid: str) -> Mapping[str, str]:
    """What the checks of a claim's citations say of each cited source, in one word each.

    Returns:
        Source id -> the word of the gravest status of its citations, ``stale`` where the check is not of what is
        there now, ``not_checked`` where any was never checked.
    """
    raise NotImplementedError


def stale_sources(workspace: Workspace, dataset: str | None = None) -> tuple[StaleSource, ...]:
    """Sources of which something was cited, or checked, that is not what is attached now; most citations first."""
    raise NotImplementedError


def page_picture(workspace: Workspace, citation_uid: str) -> PagePicture | None:
    """The page of the attached PDF that the check in force looked at; None where there is none to show.

    Raises:
        UnknownId: There is no such citation.
    """
    raise NotImplementedError
