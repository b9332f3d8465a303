"""What the lists and the overview show; every list is paged in the store."""

from collections.abc import Sequence
from typing import Any

from core.model import Answer
from core.results import AnswerFile, AnswerSummary, ClaimSummary, Dataset, Overview, Page
from core.services.workspace import Workspace

BINS: tuple[float, ...] = (1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, float("inf"))
"""Edges of the inflation histogram; the last bin is open."""


def overview(workspace: Workspace) -> Overview:
    """The headline figures of everything under review, each with its own n."""
    return workspace.store.overview()


def scatter(workspace: Workspace, limit: int = 2000) -> tuple[ClaimSummary, ...]:
    """Claims for the naive-against-aware picture; a stable sample where there are more than ``limit``."""
    return workspace.store.scatter(limit)


def inflation_histogram(workspace: Workspace) -> tuple[tuple[float, float, int], ...]:
    """Lower edge, upper edge and number of claims per bin of the inflation ratio."""
    counts: Sequence[int] = workspace.store.inflation_counts(BINS)
    return tuple(zip(BINS, BINS[1:], counts, strict=False))


def claims(workspace: Workspace, **query: Any) -> Page[ClaimSummary]:
    """One page of claims; the query is that of ``Store.claims``."""
    return workspace.store.claims(**query)


def answers(workspace: Workspace, **query: Any) -> Page[AnswerSummary]:
    """One page of answers; the query is that of ``Store.answers``."""
    return workspace.store.answers(**query)


def answer(workspace: Workspace, uid: str) -> AnswerFile:
    """An answer with its claims.

    Raises:
        UnknownId: There is no such answer.
    """
    found: tuple[Answer, tuple[ClaimSummary, ...]] = workspace.store.answer(uid)
    return AnswerFile(uid, *found)


def datasets(workspace: Workspace) -> tuple[Dataset, ...]:
    """Every data set under review."""
    return workspace.store.datasets()
