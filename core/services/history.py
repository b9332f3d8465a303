"""What was when: a claim on any past day, what moved its figures, and the record of everything with its proof."""

import dataclasses
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Literal

from core.assessment import assess, summarise
from core.errors import InvalidParameter
from core.model import Dossier
from core.policy import Policy
from core.results import ClaimFile, ClaimSummary, LabelEvent, Page
from core.services.workspace import Workspace
from core.store import Happening, Moment
from core.work import AuditFilter, AuditLine, ChainReport, HistoryPoint

Progress = Callable[[int, int | None], None]


def claim_as_of(workspace: Workspace, uid: str, at: str) -> ClaimFile:
    """A claim as it stood at a moment: facts, labels and policy of that time, figures as they were shown then.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        at: ISO 8601; a day without a time means its end, a time without a zone is UTC.

    Returns:
        The claim; ``previous`` and ``next`` are None, since the list of that day is not kept.

    Raises:
        UnknownId: There was no such claim then.
        InvalidParameter: The moment cannot be read.
    """
    return _file(workspace, uid, workspace.store.moment_at(read_moment(at)))


def claim_before(workspace: Workspace, uid: str, event: int) -> ClaimFile:
    """A claim as it stood when somebody was about to enter a label event: what stood on their screen.

    Raises:
        UnknownId: There was no such claim then, or the event does not concern it.
    """
    return _file(workspace, uid, workspace.store.moment_before(uid, event))


def _file(workspace: Workspace, uid: str, moment: Moment) -> ClaimFile:
    dossier, policy = workspace.store.dossier_then(uid, moment)
    events = workspace.store.claim_events_then(uid, moment)
    return ClaimFile(uid, dossier, assess(dossier, policy), policy, policy, None, None, events)


def read_moment(at: str) -> str:
    """A moment in the notation of the record.

    Raises:
        InvalidParameter: It is not ISO 8601.
    """
    return _moment("as-of", at, time.max)


def _moment(name: str, at: str, of_day: time) -> str:
    written = at.strip()
    try:
        if len(written) <= 10:
            when = datetime.combine(date.fromisoformat(written), of_day, UTC)
        else:
            when = datetime.fromisoformat(written)
            when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return when.astimezone(UTC).isoformat(timespec="microseconds")
    except (ValueError, OverflowError) as error:
        expected = "a day or a time in ISO 8601, as in 2026-11-01 or 2026-11-01T14:30+01:00"
        raise InvalidParameter(name, at, expected) from error


def claim_history(workspace: Workspace, uid: str, limit: int = 100) -> tuple[HistoryPoint, ...]:
    """Imports, labels, verdicts and policies that concern a claim, newest first, each with the figures from then on.

    An import or a policy that moved none of the claim's figures is left out.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        limit: At most so many happenings are looked at, the newest.

    Raises:
        UnknownId: There is no such claim.
    """
    if limit < 1:
        raise InvalidParameter("limit", limit, "a whole number from 1 on")
    found = workspace.store.happenings(uid)
    # One more at the front, so that the first one shown can say what it changed.
    shown = found[-limit - 1 :]
    states = workspace.store.states(uid, [happening.after for happening in shown])
    figures = [_figures(dossier, policy) for dossier, policy in states]
    points = []
    for number, (happening, now) in enumerate(zip(shown, figures, strict=True)):
        before = figures[number - 1] if number else None
        if now is None or (number == 0 and len(found) > limit):
            continue
        if happening.kind != "label" and before is not None and _numbers(before) == _numbers(now):
            continue
        points.append(_point(happening, before, now))
    return tuple(reversed(points))


def _figures(dossier: Dossier | None, policy: Policy) -> ClaimSummary | None:
    return None if dossier is None else next(iter(summarise([dossier], policy)))


def _numbers(found: ClaimSummary) -> tuple[object, ...]:
    return found.eie, found.gamma, found.naive, found.aware, found.decision


def _point(happening: Happening, before: ClaimSummary | None, now: ClaimSummary) -> HistoryPoint:
    event = happening.event
    return HistoryPoint(
        at=happening.at,
        kind=happening.kind if event is None else _kind(event),
        by=happening.by,
        what=_what(happening),
        reason=happening.reason,
        event=None if event is None else event.number,
        eie=now.eie,
        gamma=now.gamma,
        naive=now.naive,
        aware=now.aware,
        decision=now.decision,
        changed=before is None or _numbers(before) != _numbers(now),
        decision_changed=before is not None and before.decision is not now.decision,
    )


def _kind(event: LabelEvent) -> Literal["label", "edge", "merge", "retraction", "undo", "adjudication"]:
    for kind in ("edge", "merge", "retraction", "undo", "adjudication"):
        if event.kind == kind:
            return kind
    return "label"


def _what(happening: Happening) -> str:
    event = happening.event
    if event is None:
        return f"{happening.kind}: {happening.subject}"
    scope = "" if event.edge_key is not None else " everywhere" if event.claim_id is None else " for this claim"
    return f"{happening.about}{scope}: {happening.says}"


def audit(workspace: Workspace, wanted: AuditFilter | None = None, *, page: int = 1, size: int = 50) -> Page[AuditLine]:
    """One page of the record, newest first.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    asked = wanted or AuditFilter()
    if asked.since is not None:
        asked = dataclasses.replace(asked, since=_moment("since", asked.since, time.min))
    if asked.until is not None:
        asked = dataclasses.replace(asked, until=_moment("until", asked.until, time.max))
    return workspace.store.audit_lines(asked, page=page, size=size)


def audit_people(workspace: Workspace) -> tuple[str, ...]:
    """Everybody who is on record, by name: for the filter."""
    return workspace.store.people_on_record()


def verify(workspace: Workspace, progress: Progress | None = None) -> ChainReport:
    """Check every entry of the record; names each changed, missing, added or reordered one.

    Args:
        workspace: The open store.
        progress: Told how many entries are checked, of how many.
    """
    return workspace.store.chain_report(progress)
