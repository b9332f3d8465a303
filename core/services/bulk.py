"""One label for many sources, or one verdict for many edges: shown first, then all given or none."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.assessment import assess
from core.counting import count
from core.errors import InvalidInput, UnknownId
from core.model import Dossier, Label
from core.policy import in_unit
from core.results import LabelEvent
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus
from core.store import GivenLabel, GivenVerdict
from core.work import BulkChange, BulkPreview, BulkTarget, BulkTargets, Person, Role


def bulk_preview(
    workspace: Workspace,
    *,
    targets: BulkTargets,
    state: Dependence | None = None,
    weight: float | None = None,
    status: EdgeStatus | None = None,
) -> BulkPreview:
    """What a label (``state``) for sources or a verdict (``status``) for edges would change, everywhere they are used.

    Raises:
        InvalidInput: Targets and label do not fit, or no target is found.
        InvalidParameter: The weight is outside [0, 1].
        UnknownId: There is no such data set, claim, lineage or item.
    """
    weight = _fitting(state, weight, status)
    chosen, edges = _chosen(workspace, targets)
    if edges is not (state is None):
        raise InvalidInput("sources take a label, edges take a verdict: choose targets and label that fit")
    find = workspace.store.edge_standings if edges else workspace.store.source_standings
    found = find(targets.dataset, chosen)
    listed = tuple(target for target in found.targets if not (targets.open_only and _name(target) in found.settled))
    if not listed:
        raise InvalidInput("nothing is left to label there: every one of them has been labelled, or there is none")
    touched, dossiers = workspace.store.leaning_dossiers(targets.dataset, {target.source_id for target in listed})
    policy = workspace.store.current_policy(targets.dataset)
    names = {_name(target) for target in listed}
    changes = []
    for dossier in dossiers:
        before, after = count(dossier, policy), count(_changed(dossier, names, state, weight, status), policy)
        change = BulkChange(
            f"{dossier.dataset}:{dossier.claim.id}",
            dossier.claim.text,
            before.reading(before.eie),
            after.reading(after.eie),
        )
        if change.before != change.after:
            changes.append(change)
    changes.sort(key=lambda c: (c.before.decision is c.after.decision, -abs(c.after.aware - c.before.aware), c.uid))
    return BulkPreview(
        targets=listed,
        claims=tuple(changes),
        claims_touched=touched,
        decisions_moved=sum(change.before.decision is not change.after.decision for change in changes),
        expected=MappingProxyType({_name(target): target.expected_event for target in listed}),
    )


def _name(target: BulkTarget) -> str:
    return target.edge_key or target.source_id


def _fitting(state: Dependence | None, weight: float | None, status: EdgeStatus | None) -> float | None:
    """The weight, checked against the label; a label or a verdict is needed, not both."""
    if (state is None) == (status is None):
        raise InvalidInput("choose a label for sources or a verdict for edges")
    if state is Dependence.PARTIALLY_DEPENDENT:
        return in_unit("weight", weight)
    if weight is not None:
        raise InvalidInput(f"a weight belongs to {Dependence.PARTIALLY_DEPENDENT}, not to {state or status}")
    return None


def _chosen(workspace: Workspace, targets: BulkTargets) -> tuple[list[str], bool]:
    """Ids of sources, or keys of edges and True."""
    ways = (targets.publisher, targets.lineage, targets.rule, targets.keys)
    if sum(way is not None for way in ways) != 1:
        raise InvalidInput("choose one of publisher, lineage, rule and a selection")
    if targets.publisher is not None:
        return list(workspace.store.sources_of_publisher(targets.dataset, targets.publisher)), False
    if targets.rule is not None:
        return list(workspace.store.suspected_by_rule(targets.dataset, targets.rule)), True
    if targets.lineage is not None:
        return _nodes_of(workspace, *targets.lineage, targets.dataset), False
    found = [workspace.store.target_of(key) for key in targets.keys or ()]
    if any(uid.partition(":")[0] != targets.dataset for uid, _, _ in found):
        raise InvalidInput("a selection is labelled within one data set")
    edges = [edge_key for _, _, edge_key in found if edge_key is not None]
    if edges and len(edges) < len(found):
        raise InvalidInput("choose sources or edges, not both")
    return list(dict.fromkeys(edges or (source_id for _, source_id, _ in found))), bool(edges)


def _nodes_of(workspace: Workspace, uid: str, letter: str, dataset: str) -> list[str]:
    dossier = workspace.store.dossier(uid)
    if dossier.dataset != dataset:
        raise InvalidInput("the claim of that lineage is in another data set")
    for family in assess(dossier, workspace.store.current_policy(dataset)).lineages:
        if family.letter == letter:
            return list(family.nodes)
    raise UnknownId("lineage", letter)


def _changed(
    dossier: Dossier,
    names: Collection[str],
    state: Dependence | None,
    weight: float | None,
    status: EdgeStatus | None,
) -> Dossier:
    """The claim under the bulk label; a source that has a label of its own for this claim keeps it."""
    if status is not None:
        edges = (replace(edge, status=status) if edge.key in names else edge for edge in dossier.edges)
        return replace(dossier, edges=tuple(edges))
    labels = dict(dossier.labels)
    for source in dossier.sources:
        own = labels.get(source.id)
        if source.id in names and state is not None and (own is None or own.claim_id is None):
            labels[source.id] = Label(state, weight)
    return replace(dossier, labels=MappingProxyType(labels))


def bulk_relabel(
    workspace: Workspace,
    *,
    targets: BulkTargets,
    state: Dependence | None = None,
    weight: float | None = None,
    status: EdgeStatus | None = None,
    reason: str,
    by: Person,
    expected: Mapping[str, int | None],
    seen: Mapping[str, Any] | None = None,
) -> tuple[LabelEvent, ...]:
    """Give the label or verdict to every target of ``expected``, all of them or none.

    Args:
        workspace: The open store.
        targets: As for the preview.
        state: For sources.
        weight: Own share of partially dependent sources, in [0, 1].
        status: For edges.
        reason: Why, in the reviewer's words; kept with every event.
        by: Who.
        expected: ``BulkPreview.expected``, or the part of it that the reviewer left ticked.
        seen: Figures on the screen; the number of targets is added.

    Raises:
        StaleVersion: One of them was changed meanwhile; it is named, and nothing was saved.
        PermissionDenied: A reader may not.
    """
    name, why = allow(workspace, by, Role.REVIEWER, "label"), kept_reason(reason)
    weight = _fitting(state, weight, status)
    if not expected:
        raise InvalidInput("nothing is ticked: choose at least one source or edge")
    noted = {**(seen or {}), "bulk": len(expected)}
    given: list[GivenLabel | GivenVerdict] = []
    for target, event in expected.items():
        if state is not None:
            given.append(GivenLabel(targets.dataset, target, None, state, weight, why, name, noted, event))
        elif status is not None:
            given.append(GivenVerdict(targets.dataset, target, status, why, name, noted, event))
    return workspace.store.append_all(given)
