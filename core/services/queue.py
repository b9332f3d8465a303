"""The queue of open questions and the work place: what is worth most, one item after the other."""

from collections.abc import Collection, Iterable

from core.results import Page
from core.services.workspace import Workspace
from core.work import Person, QueueCounts, QueueFilter, QueueItem, WorkItem


def queue(workspace: Workspace, wanted: QueueFilter | None = None, *, page: int = 1, size: int = 50) -> Page[QueueItem]:
    """One page of open questions: those that flip a decision first, then by change in aware confidence, then by key.

    Raises:
        InvalidParameter: A page or setting outside its domain.
        UnknownId: There is no such answer.
    """
    raise NotImplementedError


def queue_counts(workspace: Workspace, wanted: QueueFilter | None = None) -> QueueCounts:
    """How much is open under a filter, and what the filter menus offer.

    Each menu counts under all other settings of the filter, so that choosing another entry shows that many.
    """
    raise NotImplementedError


def work_item(workspace: Workspace, key: str, *, by: Person) -> WorkItem:
    """One item as the work place shows it to a reviewer, open or answered by now.

    Raises:
        UnknownId: The key names no question of any claim.
        NoLongerThere: The newest data no longer has the claim, source or edge.
    """
    raise NotImplementedError


def next_key(
    workspace: Workspace, wanted: QueueFilter | None = None, after: str | None = None, skipped: Collection[str] = ()
) -> str | None:
    """The open item that follows ``after`` in the order of value, and after the last one the first.

    Args:
        workspace: The open store.
        wanted: Which items.
        after: The item in hand, answered or not; None for the first of all.
        skipped: Keys not to show again, beside ``after`` itself and what ``wanted.reviewer`` skipped.

    Returns:
        None where nothing is left.
    """
    raise NotImplementedError


def skip(workspace: Workspace, key: str, *, by: Person) -> None:
    """Leave an item out of one's own queue until ``unskip``; ``QueueFilter.skipped`` lists them."""
    raise NotImplementedError


def unskip(workspace: Workspace, keys: Iterable[str] | None = None, *, by: Person) -> int:
    """Take skipped items back into one's own queue, all of them where no keys are given; returns how many."""
    raise NotImplementedError


def flag_second_opinion(workspace: Workspace, key: str, *, by: Person, reason: str = "") -> None:
    """Ask for a second reading by somebody else, who will not be shown the first.

    Raises:
        UnknownId: The key names no question of any claim.
        InvalidInput: The reason cannot be kept.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def withdraw_second_opinion(workspace: Workspace, key: str, *, by: Person) -> None:
    """Take back one's own request for a second reading.

    Raises:
        InvalidInput: One has not asked for it.
    """
    raise NotImplementedError


def assign(workspace: Workspace, keys: Iterable[str], *, to: str | None, by: Person) -> int:
    """Give items to somebody, or to nobody; returns how many.

    Raises:
        UnknownId: A key names no question of any claim.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError
