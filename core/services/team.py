"""Who may do what, how far people agree, and who settles it where they do not.

On one's own machine whoever uses it may do everything. In a team (``Workspace.team``) the role comes from the list of
reviewers, and somebody not on it is a reader.

reader       looks at everything
reviewer     labels, judges and draws edges, undoes their own, flags, assigns, imports files
adjudicator  settles disputes
admin        saves and chooses policies, gives roles
"""

from collections.abc import Mapping
from typing import Any

from core.errors import InvalidInput
from core.results import LabelEvent
from core.services.agreement import agreement
from core.services.permission import allow, reviewer
from core.services.spoken import kept_reason, person_name
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus, Relation
from core.work import Person, Reviewer, Role

__all__ = ["adjudicate", "adjudicate_edge", "agreement", "allow", "reviewer", "reviewers", "set_role"]


def reviewers(workspace: Workspace) -> tuple[Reviewer, ...]:
    """Everybody who has done something or was given a role, by name."""
    return workspace.store.reviewers()


def set_role(workspace: Workspace, name: str, role: Role, *, by: Person) -> None:
    """Give a person a role.

    Raises:
        PermissionDenied: Only an admin may.
        InvalidInput: The name cannot be used.
    """
    name_of_admin = allow(workspace, by, Role.ADMIN, "give roles")
    workspace.store.set_role(person_name(name), role, by=name_of_admin)


def adjudicate(
    workspace: Workspace,
    *,
    uid: str,
    source_id: str,
    state: Dependence,
    weight: float | None = None,
    reason: str,
    by: Person,
    everywhere: bool,
    seen: Mapping[str, Any],
    expected_event: int | None,
) -> LabelEvent:
    """Settle a dispute about a source: the adjudication counts, every label stays on record.

    A label given afterwards that differs opens the dispute again.

    Raises:
        PermissionDenied: Only an adjudicator or admin may.
        InvalidInput: There is no reason, or the label cannot be given.
        StaleVersion: Somebody else settled or changed it meanwhile.
    """
    dataset, _, claim_id = uid.partition(":")
    return workspace.store.append_label(
        dataset=dataset,
        source_id=source_id,
        claim_id=None if everywhere else claim_id,
        state=state,
        weight=weight,
        reason=_needed(reason),
        by=allow(workspace, by, Role.ADJUDICATOR, "settle a dispute"),
        seen=seen,
        expected_event=expected_event,
        adjudicates=True,
    )


def adjudicate_edge(
    workspace: Workspace,
    *,
    uid: str,
    edge_key: str,
    status: EdgeStatus,
    relation: Relation | None = None,
    strength: float | None = None,
    reason: str,
    by: Person,
    seen: Mapping[str, Any],
    expected_event: int | None,
) -> LabelEvent:
    """Settle a dispute about an edge; as ``adjudicate``."""
    return workspace.store.append_verdict(
        dataset=uid.partition(":")[0],
        edge_key=edge_key,
        status=status,
        relation=relation,
        strength=strength,
        reason=_needed(reason),
        by=allow(workspace, by, Role.ADJUDICATOR, "settle a dispute"),
        seen=seen,
        expected_event=expected_event,
        adjudicates=True,
    )


def _needed(reason: str) -> str:
    kept = kept_reason(reason)
    if not kept:
        raise InvalidInput("settling a dispute needs a reason: it goes against somebody's reading")
    return kept
