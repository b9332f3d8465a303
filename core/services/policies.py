"""Policies: which one is in force, and what another would change."""

from collections.abc import Callable

from core.assessment import summarise
from core.policy import Policy
from core.results import PolicyEffect, PolicyVersion
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.workspace import Workspace
from core.work import Person, Role

Progress = Callable[[int, int | None], None]


def policies(workspace: Workspace) -> tuple[PolicyVersion, ...]:
    """Every saved policy, newest first."""
    return workspace.store.policies()


def current_policy(workspace: Workspace, dataset: str | None = None) -> Policy:
    """The policy in force: the one chosen, else the data set's own, else the defaults."""
    return workspace.store.current_policy(dataset)


def save_policy(
    workspace: Workspace, policy: Policy, *, by: Person, reason: str, progress: Progress | None = None
) -> int:
    """Keep a policy as a new version, put it in force and make every list anew; returns its number."""
    name = allow(workspace, by, Role.ADMIN, "save a policy")
    version = workspace.store.save_policy(policy, by=name, reason=kept_reason(reason))
    choose_policy(workspace, version, by=by, reason=reason, progress=progress)
    return version


def choose_policy(
    workspace: Workspace, version: int | None, *, by: Person, reason: str, progress: Progress | None = None
) -> None:
    """Put a saved policy in force; None gives each data set its own again.

    Raises:
        UnknownId: There is no such version.
    """
    name = allow(workspace, by, Role.ADMIN, "put a policy in force")
    workspace.store.set_current(version, by=name, reason=kept_reason(reason))
    workspace.store.rebuild_summaries(progress=progress)


def policy_effect(workspace: Workspace, policy: Policy, progress: Progress | None = None) -> PolicyEffect:
    """Which decisions would move if a policy were put in force; nothing is stored."""
    total = workspace.store.overview().claims
    in_force: dict[str, Policy] = {}
    moved = []
    done = 0
    for dossier in workspace.store.dossiers(texts=False):
        if dossier.dataset not in in_force:
            in_force[dossier.dataset] = workspace.store.current_policy(dossier.dataset)
        (now,) = summarise([dossier], in_force[dossier.dataset])
        (then,) = summarise([dossier], policy)
        if now.decision is not then.decision:
            moved.append((now.uid, now.text, now.decision, then.decision))
        done += 1
        if progress is not None and done % 500 == 0:
            progress(done, total)
    return PolicyEffect(tuple(moved), done, done - len(moved))
