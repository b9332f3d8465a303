"""Stored lineage: proposals found, judged and learnt from; the source registry with its merges and retractions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.kinship import (
    DetectionRun,
    ProposalCounts,
    ProposalFile,
    ProposalFilter,
    ProposalLine,
    RefitReport,
    RetractionEffect,
    RuleRecord,
    SourceFile,
    SourceFilter,
    SourceLine,
    Turned,
)
from core.results import LabelEvent, Page
from core.services.workspace import Workspace
from core.states import Relation
from core.work import Person

Progress = Callable[[int, int | None], None]


def detect_stored(
    workspace: Workspace,
    dataset: str,
    *,
    by: Person,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> DetectionRun:
    """Look for lineage nobody declared among the documents of a data set, and keep what is proposed.

    Documents that are new or changed since the last run are compared with all others; the index they are matched
    against lies beside the store. Documents that state one identity are merged, on record.

    Args:
        workspace: The open store.
        dataset: Which data set.
        by: Who asked for it.
        progress: Told (steps done, steps in all).
        stop: Asked between steps; True ends the run, and the next one goes on from there.

    Raises:
        UnknownId: There is no such data set.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def proposals(
    workspace: Workspace, wanted: ProposalFilter | None = None, *, page: int = 1, size: int = 50
) -> Page[ProposalLine]:
    """One page of proposals, the surest first.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    raise NotImplementedError


def proposal_counts(workspace: Workspace, wanted: ProposalFilter | None = None) -> ProposalCounts:
    """How many proposals a filter lets pass, and what its menus offer."""
    raise NotImplementedError


def proposal(workspace: Workspace, key: str) -> ProposalFile:
    """One proposal with both documents and the text they share.

    Raises:
        UnknownId: There is no such proposal.
    """
    raise NotImplementedError


def confirm(
    workspace: Workspace,
    keys: Sequence[str],
    *,
    by: Person,
    reason: str = "",
    relation: Relation | None = None,
    direction: Turned | None = None,
    expected: Mapping[str, int | None] | None = None,
    seen: Mapping[str, Any] | None = None,
) -> tuple[LabelEvent, ...]:
    """Confirm proposals, all or none: from then on their edges count.

    Args:
        workspace: The open store.
        keys: Which.
        by: Who.
        reason: Why, in the reviewer's words; kept with every event.
        relation: What they really are; None leaves the relation as proposed.
        direction: Which way round; None leaves it as proposed. Turned round, the edge as proposed is rejected and the
            other one drawn.
        expected: key -> ``ProposalLine.expected_event`` as it was on the screen; a key that is absent is not checked.
        seen: The figures on the screen.

    Raises:
        UnknownId: There is no such proposal.
        StaleVersion: Somebody else judged one of them meanwhile; nothing was saved.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def reject(
    workspace: Workspace,
    keys: Sequence[str],
    *,
    by: Person,
    reason: str = "",
    expected: Mapping[str, int | None] | None = None,
    seen: Mapping[str, Any] | None = None,
) -> tuple[LabelEvent, ...]:
    """Reject proposals, all or none; they come back on new evidence only.

    Raises:
        UnknownId: There is no such proposal.
        StaleVersion: Somebody else judged one of them meanwhile; nothing was saved.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def reopen(
    workspace: Workspace,
    keys: Sequence[str],
    *,
    by: Person,
    reason: str = "",
    expected: Mapping[str, int | None] | None = None,
) -> tuple[LabelEvent, ...]:
    """Take verdicts back, all or none: one's own is undone, somebody else's is set against "suspected".

    Raises:
        UnknownId: There is no such proposal.
        InvalidInput: One of them is open.
        StaleVersion: Somebody else judged one of them meanwhile; nothing was saved.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def sources(
    workspace: Workspace,
    wanted: SourceFilter | None = None,
    *,
    page: int = 1,
    size: int = 50,
    order: str = "title",
    descending: bool = False,
) -> Page[SourceLine]:
    """One page of the source registry; ``order`` is one of ``kinship.SOURCE_ORDERS``.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    raise NotImplementedError


def source(workspace: Workspace, uid: str, *, page: int = 1, size: int = 50) -> SourceFile:
    """One source with its versions, addresses, merged documents, neighbours, and a page of the claims leaning on it.

    Raises:
        UnknownId: There is no such source.
    """
    raise NotImplementedError


def merge(
    workspace: Workspace, dataset: str, ids: Sequence[str], *, by: Person, reason: str = ""
) -> tuple[LabelEvent, ...]:
    """Say that documents are one: from then on they are one source under the first of their ids.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: Fewer than two, or they are one already.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def unmerge(
    workspace: Workspace, dataset: str, ids: Sequence[str], *, by: Person, reason: str = ""
) -> tuple[LabelEvent, ...]:
    """Take documents out of what they were merged into; detection does not merge them again.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: One of them is not merged.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def retraction_effect(workspace: Workspace, uid: str, retracted: bool = True) -> RetractionEffect:
    """What retracting a source, or taking that back, would do to every claim; nothing is saved.

    Raises:
        UnknownId: There is no such source.
    """
    raise NotImplementedError


def set_retracted(
    workspace: Workspace,
    uid: str,
    retracted: bool,
    *,
    by: Person,
    reason: str,
    expected: int | None = None,
) -> LabelEvent:
    """Say that a source is retracted, or that it is not; every claim it moves has new figures when this returns.

    Args:
        workspace: The open store.
        uid: The source.
        retracted: What is said of it.
        by: Who.
        reason: Why; it is needed.
        expected: ``RetractionEffect.expected`` or ``SourceFile.retraction_event`` as it was on the screen.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: It says so already, or no reason is given.
        StaleVersion: Somebody else changed it meanwhile.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def rule_records(workspace: Workspace, dataset: str | None = None) -> tuple[RuleRecord, ...]:
    """How every rule's proposals fared before people, in the order of the rules; each with its n and interval."""
    raise NotImplementedError


def refit(workspace: Workspace, dataset: str | None = None, *, by: Person) -> RefitReport:
    """Learn from the analysts' verdicts how likely proposals are; the next run of detection uses it.

    Raises:
        PermissionDenied: That takes an adjudicator.
    """
    raise NotImplementedError
