"""Opening a claim, asking what a label would do, and giving it."""

from collections.abc import Mapping
from typing import Any

from core import whatif
from core.assessment import assess
from core.policy import policy_from_dict
from core.results import ClaimFile, LabelValue, Reading, Spread
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus


def claim(workspace: Workspace, uid: str, *, what_if: Mapping[str, Any] | None = None) -> ClaimFile:
    """Everything the claim page shows.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        what_if: Settings tried on top of the stored policy; nothing is stored.

    Raises:
        UnknownId: There is no such claim.
        InvalidParameter: A setting lies outside its domain.
    """
    store = workspace.store
    dossier = store.dossier(uid)
    stored = store.policy_for(dossier.dataset)
    policy = policy_from_dict(what_if, stored) if what_if else stored
    previous, following = store.neighbours(uid)
    number, of = store.place(uid)
    return ClaimFile(
        uid=uid,
        dossier=dossier,
        assessment=assess(dossier, policy),
        policy=policy,
        stored_policy=stored,
        previous=previous,
        next=following,
        events=store.events_of(uid),
        number=number,
        of=of,
    )


def spread(file: ClaimFile, draws: int = 1000, seed: int = 0) -> Spread:
    """Percentiles of a seeded Monte Carlo over what is not known about a claim."""
    return whatif.spread(file.dossier, file.policy, draws=draws, seed=seed)


def label_values(file: ClaimFile) -> tuple[LabelValue, ...]:
    """What settling each open question of a claim would change, the most valuable first."""
    return whatif.label_values(file.dossier, file.policy)


def preview_label(file: ClaimFile, source_id: str, state: Dependence, weight: float | None = None) -> Reading:
    """The figures a claim would have if a source were labelled so.

    Raises:
        UnknownId: The claim has no such source.
    """
    return whatif.reading_with(file.dossier, file.policy, source_id, state, weight)


def preview_edge(file: ClaimFile, edge_key: str, status: EdgeStatus) -> Reading:
    """The figures a claim would have if an edge had that status.

    Raises:
        UnknownId: The claim has no such edge.
    """
    return whatif.reading_with_edge(file.dossier, file.policy, edge_key, status)
