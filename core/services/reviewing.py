"""Opening a claim, asking what a label would do, and giving it."""

from collections.abc import Mapping
from typing import Any

from core import whatif
from core.assessment import assess
from core.model import Dossier
from core.policy import policy_from_dict
from core.results import ClaimFile, LabelEvent, LabelValue, Reading, Spread
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus, Relation
from core.work import Person, Role


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
    stored = store.current_policy(dossier.dataset)
    policy = policy_from_dict(what_if, stored) if what_if else stored
    previous, following = store.neighbours(uid)
    number, of = _place(workspace, uid, dossier)
    return ClaimFile(
        uid=uid,
        dossier=dossier,
        assessment=assess(dossier, policy),
        policy=policy,
        stored_policy=stored,
        previous=previous,
        next=following,
        events=store.claim_events(uid),
        number=number,
        of=of,
    )


def _place(workspace: Workspace, uid: str, dossier: Dossier) -> tuple[int | None, int | None]:
    """Which claim of its answer this is, and of how many; nothing where it has no answer."""
    if dossier.answer is None:
        return None, None
    _, siblings = workspace.store.answer(f"{dossier.dataset}:{dossier.answer.id}")
    uids = [sibling.uid for sibling in siblings]
    return uids.index(uid) + 1, len(uids)


def spread(file: ClaimFile, draws: int = 1000, seed: int = 0) -> Spread:
    """Percentiles of a seeded Monte Carlo over what is not known about a claim."""
    return whatif.spread(file.dossier, file.policy, draws=draws, seed=seed)


def seen_of(file: ClaimFile, *, blind: bool = False) -> dict[str, Any]:
    """The figures on the screen, to be kept with a label given in front of them.

    Args:
        file: The claim as it was shown.
        blind: Whether the label is a second reading, given without knowing the first.
    """
    found = file.assessment
    figures = {
        "eie": found.eie,
        "gamma": found.gamma.value,
        "naive": found.naive,
        "aware": found.aware,
        "decision": found.decision.value,
        "digest": found.digest,
        "policy": found.policy.name,
    }
    return {**figures, "blind": True} if blind else figures


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


def relabel(
    workspace: Workspace,
    *,
    uid: str,
    source_id: str,
    state: Dependence,
    weight: float | None = None,
    reason: str = "",
    by: Person,
    everywhere: bool,
    seen: Mapping[str, Any],
    expected_event: int | None,
) -> LabelEvent:
    """Append a label for a source; every claim it moves has new figures when this returns.

    Args:
        workspace: The open store.
        uid: The claim in front of the reviewer.
        source_id: The source.
        state: What it depends on.
        weight: Own share of a partially dependent source, in [0, 1].
        reason: Why, in the reviewer's words.
        by: Who.
        everywhere: For every use of the source, else for this claim only.
        seen: The figures on the screen.
        expected_event: Number of the label the reviewer saw in force; None for the import's own or none.

    Raises:
        PermissionDenied: A reader may not.
        StaleVersion: Somebody else labelled it meanwhile.
        InvalidInput: The label cannot be given.
    """
    dataset, _, claim_id = uid.partition(":")
    return workspace.store.append_label(
        dataset=dataset,
        source_id=source_id,
        claim_id=None if everywhere else claim_id,
        state=state,
        weight=weight,
        reason=kept_reason(reason),
        by=allow(workspace, by, Role.REVIEWER, "label"),
        seen=seen,
        expected_event=expected_event,
    )


def relabel_edge(
    workspace: Workspace,
    *,
    uid: str,
    edge_key: str,
    status: EdgeStatus,
    relation: Relation | None = None,
    strength: float | None = None,
    reason: str = "",
    by: Person,
    seen: Mapping[str, Any],
    expected_event: int | None,
) -> LabelEvent:
    """Append a verdict on an edge: confirmed, rejected, or suspected again.

    Args:
        workspace: The open store.
        uid: The claim in front of the reviewer.
        edge_key: The edge.
        status: What the reviewer says of it.
        relation: What it really is; None leaves the relation as it was stated.
        strength: Share of the content that comes from upstream, in [0, 1]; None leaves it as it was stated.
        reason: Why, in the reviewer's words.
        by: Who.
        seen: The figures on the screen.
        expected_event: Number of the verdict the reviewer saw in force; None for none.

    Raises:
        PermissionDenied: A reader may not.
        StaleVersion: Somebody else judged it meanwhile.
        InvalidInput: The verdict cannot be given.
    """
    return workspace.store.append_verdict(
        dataset=uid.partition(":")[0],
        edge_key=edge_key,
        status=status,
        relation=relation,
        strength=strength,
        reason=kept_reason(reason),
        by=allow(workspace, by, Role.REVIEWER, "judge an edge"),
        seen=seen,
        expected_event=expected_event,
    )


def draw_edge(
    workspace: Workspace,
    *,
    uid: str,
    from_id: str,
    to_id: str,
    relation: Relation,
    strength: float | None = None,
    reason: str = "",
    by: Person,
    seen: Mapping[str, Any],
) -> LabelEvent:
    """Append an edge that the data do not state: one source of a claim depends on another. It counts as confirmed.

    From then on it is judged, re-typed, rejected and undone like any other edge.

    Raises:
        PermissionDenied: A reader may not.
        UnknownId: The claim has no such source.
        InvalidInput: Both ends are the same source, or there is such an edge already: judge that one.
        InvalidParameter: The strength is outside [0, 1].
    """
    return workspace.store.draw_edge(
        uid=uid,
        from_id=from_id,
        to_id=to_id,
        relation=relation,
        strength=strength,
        reason=kept_reason(reason),
        by=allow(workspace, by, Role.REVIEWER, "draw an edge"),
        seen=seen,
    )


def undo(workspace: Workspace, event_number: int, *, by: Person, reason: str = "") -> LabelEvent:
    """Take back one's own event by appending its undoing.

    Raises:
        PermissionDenied: A reader may not.
        InvalidInput: Somebody else entered it.
        StaleVersion: It is undone already.
    """
    return workspace.store.undo(
        event_number, by=allow(workspace, by, Role.REVIEWER, "undo a label"), reason=kept_reason(reason)
    )
