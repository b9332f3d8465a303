"""What was when: a claim on any past day, what moved its figures, and the record of everything with its proof."""

from collections.abc import Callable

from core.results import ClaimFile, Page
from core.services.workspace import Workspace
from core.work import AuditFilter, AuditLine, ChainReport, HistoryPoint

Progress = Callable[[int, int | None], None]


def claim_as_of(workspace: Workspace, uid: str, at: str) -> ClaimFile:
    """A claim as it stood at a moment: facts, labels and policy of that time, figures as they were shown then.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        at: ISO 8601; a day without a time means its end, a time without a zone is UTC.

    Raises:
        UnknownId: There was no such claim then.
        InvalidParameter: The moment cannot be read.
    """
    raise NotImplementedError


def claim_history(workspace: Workspace, uid: str, limit: int = 100) -> tuple[HistoryPoint, ...]:
    """Imports, labels, verdicts and policies that concern a claim, newest first, each with the figures from then on.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        limit: At most so many, the newest.

    Raises:
        UnknownId: There is no such claim.
    """
    raise NotImplementedError


def audit(workspace: Workspace, wanted: AuditFilter | None = None, *, page: int = 1, size: int = 50) -> Page[AuditLine]:
    """One page of the record, newest first.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    raise NotImplementedError


def audit_people(workspace: Workspace) -> tuple[str, ...]:
    """Everybody who is on record, by name: for the filter."""
    raise NotImplementedError


def verify(workspace: Workspace, progress: Progress | None = None) -> ChainReport:
    """Check every entry of the record; names each changed, missing, added or reordered one.

    Args:
        workspace: The open store.
        progress: Told how many entries are checked, of how many.
    """
    raise NotImplementedError
