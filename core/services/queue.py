"""The queue of open questions and the work place: what is worth most, one item after the other."""

from collections.abc import Collection, Iterable

from core.results import Page
from core.services.permission import allow
from core.services.spoken import kept_reason, person_name
from core.services.work_place import work_item
from core.services.workspace import Workspace
from core.work import Person, QueueCounts, QueueFilter, QueueItem, Role

__all__ = [
    "assign",
    "flag_second_opinion",
    "next_key",
    "queue",
    "queue_counts",
    "skip",
    "unskip",
    "withdraw_second_opinion",
    "work_item",
]


def queue(workspace: Workspace, wanted: QueueFilter | None = None, *, page: int = 1, size: int = 50) -> Page[QueueItem]:
    """One page of open questions: those that flip a decision first, then by change in aware confidence, then by key.

    Raises:
        InvalidParameter: A page or setting outside its domain.
        UnknownId: There is no such answer.
    """
    return workspace.store.questions(wanted or QueueFilter(), page=page, size=size)


def queue_counts(workspace: Workspace, wanted: QueueFilter | None = None) -> QueueCounts:
    """How much is open under a filter, and what the filter menus offer.

    Each menu counts under all other settings of the filter, so that choosing another entry shows that many.
    """
    return workspace.store.question_counts(wanted or QueueFilter())


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
    return workspace.store.question_after(wanted or QueueFilter(), after, skipped)


def skip(workspace: Workspace, key: str, *, by: Person) -> None:
    """Leave an item out of one's own queue until ``unskip``; ``QueueFilter.skipped`` lists them."""
    workspace.store.skip(key, by=allow(workspace, by, Role.REVIEWER, "skip items"))


def unskip(workspace: Workspace, keys: Iterable[str] | None = None, *, by: Person) -> int:
    """Take skipped items back into one's own queue, all of them where no keys are given; returns how many."""
    return workspace.store.unskip(keys, by=allow(workspace, by, Role.REVIEWER, "skip items"))


def flag_second_opinion(workspace: Workspace, key: str, *, by: Person, reason: str = "") -> None:
    """Ask for a second reading by somebody else, who will not be shown the first.

    Raises:
        UnknownId: The key names no question of any claim.
        InvalidInput: The reason cannot be kept.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "ask for a second opinion")
    workspace.store.ask_second_opinion(key, by=name, reason=kept_reason(reason))


def withdraw_second_opinion(workspace: Workspace, key: str, *, by: Person) -> None:
    """Take back one's own request for a second reading.

    Raises:
        InvalidInput: One has not asked for it.
    """
    name = allow(workspace, by, Role.REVIEWER, "withdraw a second opinion")
    workspace.store.withdraw_second_opinion(key, by=name)


def assign(workspace: Workspace, keys: Iterable[str], *, to: str | None, by: Person) -> int:
    """Give items to somebody, or to nobody; returns how many.

    Raises:
        UnknownId: A key names no question of any claim.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "hand out items")
    return workspace.store.assign(keys, to=None if to is None else person_name(to), by=name)
