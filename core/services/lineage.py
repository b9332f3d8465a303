"""Stored lineage: proposals listed, read and judged. What finds and teaches, and the registry, stand beside it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from core.errors import InvalidInput
from core.kinship import ProposalCounts, ProposalFile, ProposalFilter, ProposalLine, Turned
from core.model import Source
from core.people import Person, Role
from core.proposed import Proposal
from core.results import LabelEvent, Page
from core.services.learning import refit, rule_records
from core.services.permission import allow
from core.services.proposing import detect_stored
from core.services.registry import merge, retraction_effect, set_retracted, source, sources, unmerge
from core.services.shared_text import shared_passages
from core.services.spoken import kept_reason
from core.services.workspace import Workspace
from core.states import EdgeStatus, Relation
from core.store import UNSEEN, GivenProposal

__all__ = [
    "confirm",
    "detect_stored",
    "evidence",
    "merge",
    "proposal",
    "proposal_counts",
    "proposals",
    "refit",
    "reject",
    "reopen",
    "retraction_effect",
    "rule_records",
    "set_retracted",
    "source",
    "sources",
    "unmerge",
]

CLAIMS = 20
"""Claims named on the file of a proposal."""


def proposals(
    workspace: Workspace, wanted: ProposalFilter | None = None, *, page: int = 1, size: int = 50
) -> Page[ProposalLine]:
    """One page of proposals, the surest first.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    found = workspace.store.proposals(wanted or ProposalFilter(), page=page, size=size)
    return Page(tuple(line for line, _ in found.rows), found.total, found.number, found.size)


def proposal_counts(workspace: Workspace, wanted: ProposalFilter | None = None) -> ProposalCounts:
    """How many proposals a filter lets pass, and what its menus offer."""
    return workspace.store.proposal_counts(wanted or ProposalFilter())


def proposal(workspace: Workspace, key: str) -> ProposalFile:
    """One proposal with both documents and the text they share.

    Raises:
        UnknownId: There is no such proposal.
    """
    store = workspace.store
    line, found, history = store.proposal(key)
    documents = store.documents(line.dataset, (line.from_id, line.to_id))
    left, right = documents.get(line.from_id), documents.get(line.to_id)
    left_text, right_text = _text(left), _text(right)
    leaning = store.source_file(f"{line.dataset}:{line.from_id}", size=CLAIMS).claims.rows
    return ProposalFile(
        line=line,
        proposal=found,
        left=left[0] if left is not None else Source(line.from_id, line.from_title, retrieved=False),
        right=None if right is None else right[0],
        left_text=left_text,
        right_text=right_text,
        shared=shared_passages(left_text, right_text) if left_text and right_text else (),
        history=history,
        claims=tuple((claim.uid, claim.text) for claim in leaning),
    )


def _text(document: tuple[Source, tuple[str, ...]] | None) -> str:
    """A document's text, else the passages used from it."""
    if document is None:
        return ""
    found, passages = document
    return found.text or "\n\n".join(dict.fromkeys(passage for passage in passages if passage))


def evidence(workspace: Workspace, wanted: ProposalFilter | None = None) -> Iterator[tuple[ProposalLine, Proposal]]:
    """Every proposal that a filter lets pass, with all its evidence, the surest first.

    Raises:
        InvalidParameter: A setting outside its domain.
    """
    number = 1
    while True:
        page = workspace.store.proposals(wanted or ProposalFilter(), page=number, size=200)
        yield from page.rows
        if number * page.size >= page.total:
            return
        number += 1


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
    settings = {"status": EdgeStatus.CONFIRMED, "relation": relation, "direction": direction}
    return _judged(workspace, keys, settings, by, reason, expected, seen)


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
    return _judged(workspace, keys, {"status": EdgeStatus.REJECTED}, by, reason, expected, seen)


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
    return _judged(workspace, keys, {"status": None}, by, reason, expected, None)


def _judged(
    workspace: Workspace,
    keys: Sequence[str],
    settings: Mapping[str, Any],
    by: Person,
    reason: str,
    expected: Mapping[str, int | None] | None,
    seen: Mapping[str, Any] | None,
) -> tuple[LabelEvent, ...]:
    name, why = allow(workspace, by, Role.REVIEWER, "judge proposals"), kept_reason(reason)
    chosen = list(dict.fromkeys(keys))
    if not chosen:
        raise InvalidInput("nothing is ticked: choose at least one proposal")
    noted = {**(seen or {}), **({"bulk": len(chosen)} if len(chosen) > 1 else {})}
    known = expected or {}
    given = [
        GivenProposal(key, expected=known.get(key, UNSEEN), seen=MappingProxyType(noted), **settings) for key in chosen
    ]
    return workspace.store.judge_proposals(given, by=name, reason=why)
