"""What the pages of the work ask for: queue, items, people, history, the record. Made once per state of the store."""

from collections.abc import Callable
from typing import Any, cast

from core import ENGINE_VERSION, services
from core.results import ClaimFile, Page, Reading
from core.states import Dependence, EdgeStatus
from core.whatif import reading_with_edge
from core.work import (
    Agreement,
    AuditFilter,
    AuditLine,
    BulkPreview,
    BulkTargets,
    ChainReport,
    HistoryPoint,
    QueueCounts,
    QueueFilter,
    QueueItem,
    Reviewer,
    Role,
    WorkItem,
)
from dashboard import caching
from dashboard.viewmodels.relabel import EDGE_ANSWERS, PARTIAL, STATES

Progress = Callable[[int, int | None], None]


def now() -> tuple[str, int]:
    """What everything that is read from the store depends on."""
    return ENGINE_VERSION, caching.workspace().store.revision()


def work_item(key: str, name: str) -> WorkItem:
    """One item of the queue as a reviewer may see it; any change in the store makes a new one."""
    facts = (*now(), key, name)
    made = caching.once("work item", facts, lambda: services.work_item(caching.workspace(), key, by=name))
    return cast(WorkItem, made)


def queue(wanted: QueueFilter, page: int, size: int) -> Page[QueueItem]:
    """One page of open questions."""
    return services.queue(caching.workspace(), wanted, page=page, size=size)


def queue_counts(wanted: QueueFilter) -> QueueCounts:
    """How much is open under a filter, and what its menus offer."""
    facts = (*now(), repr(wanted))
    made = caching.once("counts", facts, lambda: services.queue_counts(caching.workspace(), wanted))
    return cast(QueueCounts, made)


def next_key(wanted: QueueFilter, after: str | None) -> str | None:
    """The open item that follows, or the first."""
    return services.next_key(caching.workspace(), wanted, after)


def readings(item: WorkItem, weight: float) -> tuple[Reading, ...]:
    """The figures for the answers 1 to 4, the partial one at a weight."""
    if item.edge is None:
        partial = caching.label_reading(item.file, item.left.id, PARTIAL, weight)
        return tuple(partial if state is PARTIAL else item.readings[state] for state in STATES)
    key = item.edge.key
    return tuple(
        _link_reading(item.file, key, weight) if partly else item.edge_readings[status]
        for status, partly, _, _ in EDGE_ANSWERS
    )


def _link_reading(file: ClaimFile, key: str, strength: float) -> Reading:
    facts = (ENGINE_VERSION, file.assessment.digest, key, strength)
    made = caching.once(
        "link", facts, lambda: reading_with_edge(file.dossier, file.policy, key, EdgeStatus.CONFIRMED, strength)
    )
    return cast(Reading, made)


def weight_of(item: WorkItem) -> float:
    """The weight in force: own share of a document, of a link the share it hands down; else a half."""
    if item.edge is not None:
        return 0.5 if item.edge.strength is None else item.edge.strength
    label = item.file.dossier.labels.get(item.left.id)
    return label.weight if label and label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is not None else 0.5


def person(name: str) -> Reviewer:
    """A reviewer with the role they have here."""
    return services.reviewer(caching.workspace(), name)


def role(name: str) -> Role | None:
    """What somebody may do, where people have roles; None on one's own machine."""
    return person(name).role if caching.workspace().team else None


def people() -> tuple[Reviewer, ...]:
    """Everybody who has worked here or was given a role."""
    return services.reviewers(caching.workspace())


def bulk_preview(targets: BulkTargets, **label: Any) -> BulkPreview:
    """What one label for many would change."""
    facts = (*now(), repr(targets), repr(sorted(label.items())))
    made = caching.once("bulk", facts, lambda: services.bulk_preview(caching.workspace(), targets=targets, **label))
    return cast(BulkPreview, made)


def agreement(dataset: str | None, *, blind_only: bool) -> Agreement:
    """How far people agree."""
    facts = (*now(), dataset, blind_only)
    made = caching.once(
        "agreement", facts, lambda: services.agreement(caching.workspace(), dataset, blind_only=blind_only)
    )
    return cast(Agreement, made)


def claim_history(uid: str) -> tuple[HistoryPoint, ...]:
    """What happened to a claim, with its figures from then on."""
    made = caching.once("history", (*now(), uid), lambda: services.claim_history(caching.workspace(), uid))
    return cast("tuple[HistoryPoint, ...]", made)


def claim_as_of(uid: str, at: str) -> ClaimFile:
    """A claim as it stood at a moment."""
    made = caching.once("as of", (*now(), uid, at), lambda: services.claim_as_of(caching.workspace(), uid, at))
    return cast(ClaimFile, made)


def audit(wanted: AuditFilter, page: int, size: int) -> Page[AuditLine]:
    """One page of the record."""
    return services.audit(caching.workspace(), wanted, page=page, size=size)


def audit_people() -> tuple[str, ...]:
    """Everybody who is on record."""
    return services.audit_people(caching.workspace())


def verify(progress: Progress) -> ChainReport:
    """Check every entry of the record."""
    return services.verify(caching.workspace(), progress)
