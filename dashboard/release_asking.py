"""What the Release page asks for: the queue, its counts, one line in full. Made once per state of the store."""

from typing import Any, cast

from core import services
from core.people import Role
from core.releasable import ReleaseFile
from core.results import Page
from core.verdicts import DecisionDay, ReleaseCounts, ReleaseFilter, ReleaseItem, SignedDecision, Subject
from dashboard import asking, caching


def _once(what: str, facts: tuple[Any, ...], make: Any) -> Any:
    return caching.once(what, (*asking.now(), *facts), make)


def queue(wanted: ReleaseFilter, page: int, size: int) -> Page[ReleaseItem]:
    """One page of what waits for a signature, has moved since, or stands signed."""
    made = _once(
        "release queue",
        (repr(wanted), page, size),
        lambda: services.release_queue(caching.workspace(), wanted, page=page, size=size),
    )
    return cast("Page[ReleaseItem]", made)


def counts(wanted: ReleaseFilter) -> ReleaseCounts:
    """How many lines of each status there are under a filter."""
    made = _once("release counts", (repr(wanted),), lambda: services.release_counts(caching.workspace(), wanted))
    return cast(ReleaseCounts, made)


def file(kind: Subject, uid: str) -> ReleaseFile:
    """Everything to be seen of an answer or a claim before signing."""
    return cast(ReleaseFile, _once("release", (kind, uid), lambda: services.release(caching.workspace(), kind, uid)))


def signed(kind: Subject, uid: str) -> tuple[SignedDecision, ...]:
    """Every signature on an answer or a claim, newest first."""
    return services.signed(caching.workspace(), kind, uid)


def days() -> tuple[DecisionDay, ...]:
    """What was signed on each of the last days."""
    return cast("tuple[DecisionDay, ...]", _once("days", (), lambda: services.decisions_over_time(caching.workspace())))


def may_sign(role: Role | None) -> bool:
    """Whether somebody may sign: on one's own machine everybody, in a team an adjudicator or admin."""
    return role is None or role.includes(Role.ADJUDICATOR)
