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

from core.results import LabelEvent
from core.services.permission import allow, reviewer
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus, Relation
from core.work import Agreement, Person, Reviewer, Role

__all__ = ["adjudicate", "adjudicate_edge", "agreement", "allow", "reviewer", "reviewers", "set_role"]


def reviewers(workspace: Workspace) -> tuple[Reviewer, ...]:
    """Everybody who has done something or was given a role, by name."""
    raise NotImplementedError


def set_role(workspace: Workspace, name: str, role: Role, *, by: Person) -> None:
    """Give a person a role.

    Raises:
        PermissionDenied: Only an admin may.
        InvalidInput: The name cannot be used.
    """
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


def agreement(workspace: Workspace, dataset: str | None = None, *, blind_only: bool = False) -> Agreement:
    """How far people agree on the sources that at least two of them have labelled.

    Args:
        workspace: The open store.
        dataset: Only its sources.
        blind_only: Only readings after the first that were given without knowing it.
    """
    raise NotImplementedError
