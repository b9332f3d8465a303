"""What the lists and the overview show; every list is paged in the store."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.conclusions import Conclusion, Sufficiency
from core.results import AnswerFile, AnswerSummary, ClaimSummary, Dataset, Overview, Page
from core.services.stored_verdicts import AT_ONCE, Decider, in_view, tally
from core.services.workspace import Workspace
from core.verdicts import ListedVerdict

BINS: tuple[float, ...] = (1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, float("inf"))
"""Edges of the inflation histogram; the last bin is open."""
FEW = 50
"""Undecided claims that are decided before anything is counted or found by decision."""


def overview(workspace: Workspace) -> Overview:
    """The headline figures of everything under review, each with its own n, and what the rule in force says of it.

    Where the rule was not asked about a few claims it is asked first; where many are left, they are counted.
    """
    decider = Decider(workspace)
    found = workspace.store.overview(decider.rule)
    if not 0 < found.tally.undecided <= FEW:
        return found
    _decide_few(workspace, decider)
    return replace(found, tally=tally(workspace))


def _decide_few(workspace: Workspace, decider: Decider, dataset: str | None = None) -> None:
    """Decide what is left, where it is soon done."""
    if 0 < workspace.store.undecided_count(decider.rule, dataset) <= FEW:
        in_view(workspace, decider, workspace.store.undecided(decider.rule, dataset=dataset, limit=FEW))


def scatter(workspace: Workspace, limit: int = 2000) -> tuple[ClaimSummary, ...]:
    """Claims for the naive-against-aware picture; a stable sample where there are more than ``limit``."""
    return workspace.store.scatter(limit)


def inflation_histogram(workspace: Workspace) -> tuple[tuple[float, float, int], ...]:
    """Lower edge, upper edge and number of claims per bin of the inflation ratio."""
    counts: Sequence[int] = workspace.store.inflation_counts(BINS)
    return tuple(zip(BINS, BINS[1:], counts, strict=False))


def claims(
    workspace: Workspace,
    *,
    conclusion: Conclusion | None = None,
    state: Sufficiency | None = None,
    undecided: bool | None = None,
    decide: bool = True,
    **query: Any,
) -> Page[ClaimSummary]:
    """One page of claims, each with what the rule in force says of it.

    Claims in view are decided first, unless undecided ones are what is wanted. Claims that are wanted by what the rule
    says are found among those it was asked about: where a few are left it is asked about them first, where many are,
    ``tally`` says how many and ``decide_stored`` asks about them.

    Args:
        workspace: The open store.
        conclusion: Only claims of which the rule says this.
        state: Only claims that this state leads.
        undecided: Only claims the rule was not asked about since something changed, or only the others.
        decide: Whether claims in view are decided first; where nobody reads their decisions there is no need.
        query: The rest is that of ``Store.claims``.

    Raises:
        InvalidParameter: A setting outside its domain.
        UnknownId: There is no such answer.
    """
    decider = Decider(workspace)
    store = workspace.store
    wanted = {"rule": decider.rule, "conclusion": conclusion, "state": state, "undecided": undecided, **query}
    if conclusion is not None or state is not None or undecided is False:
        _decide_few(workspace, decider, query.get("dataset"))
    page = store.claims(**wanted)
    return page if undecided or not decide else replace(page, rows=_decided(workspace, decider, page.rows))


def answers(workspace: Workspace, **query: Any) -> Page[AnswerSummary]:
    """One page of answers, each with what the rule in force says of its claims; these are decided first.

    Args:
        workspace: The open store.
        query: That of ``Store.answers``.

    Raises:
        InvalidParameter: A setting outside its domain.
    """
    decider = Decider(workspace)
    page = workspace.store.answers(rule=decider.rule, **query)
    open_ = [row.uid for row in page.rows if row.tally.undecided]
    if not open_:
        return page
    left = workspace.store.undecided(decider.rule, answer_uids=open_, limit=AT_ONCE)
    found: dict[str, list[ListedVerdict]] = {}
    for claim, verdict in in_view(workspace, decider, left):
        if claim.dossier.answer is not None:
            uid = f"{claim.dossier.dataset}:{claim.dossier.answer.id}"
            found.setdefault(uid, []).append(verdict)
    return replace(page, rows=tuple(_with(row, found.get(row.uid, ())) for row in page.rows))


def _with(row: AnswerSummary, verdicts: Sequence[ListedVerdict]) -> AnswerSummary:
    held = {*row.states, *(state for verdict in verdicts for state in verdict.states)}
    states = tuple(sorted(held, key=lambda state: state.gravity))
    return replace(row, tally=row.tally.with_(verdicts), states=states)


def answer(workspace: Workspace, uid: str) -> AnswerFile:
    """An answer with its claims, each with what the rule in force says of it.

    Raises:
        UnknownId: There is no such answer.
    """
    decider = Decider(workspace)
    found, claims = workspace.store.answer(uid, decider.rule)
    return AnswerFile(uid, found, _decided(workspace, decider, claims))


def _decided(workspace: Workspace, decider: Decider, rows: Sequence[ClaimSummary]) -> tuple[ClaimSummary, ...]:
    """Lines with the verdicts they lack."""
    missing = [row.uid for row in rows if row.verdict is None]
    found = {claim.uid: verdict for claim, verdict in in_view(workspace, decider, missing)} if missing else {}
    return tuple(replace(row, verdict=found[row.uid]) if row.uid in found else row for row in rows)


def datasets(workspace: Workspace) -> tuple[Dataset, ...]:
    """Every data set under review."""
    return workspace.store.datasets()
