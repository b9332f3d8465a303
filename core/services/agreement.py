"""How far people agree: every source that at least two have labelled, their latest labels side by side."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from core.figures import Figure
from core.services.workspace import Workspace
from core.states import Dependence
from core.work import Agreement, PairAgreement

NOBODY_TWICE = "no source has been read by two people yet"
ONE_LABEL = "everybody gave the same label every time: agreement by chance cannot be told from agreement"
FEW = 2
"""Targets below which a coefficient says nothing."""

Readings = Mapping[str, Mapping[str, Dependence]]
"""Target -> person -> label."""


def agreement(workspace: Workspace, dataset: str | None = None, *, blind_only: bool = False) -> Agreement:
    """How far people agree on the sources that at least two of them have labelled.

    Args:
        workspace: The open store.
        dataset: Only its sources.
        blind_only: Only readings after the first that were given without knowing it.
    """
    found = workspace.store.readings(dataset, blind_only=blind_only)
    several = {target: given for target, given in found.given.items() if len(given) > 1}
    people = sorted(
        {person for given in several.values() for person in given}, key=lambda name: (name.casefold(), name)
    )
    pairs = tuple(pair for one, other in combinations(people, 2) if (pair := _pair(several, one, other)).n)
    return Agreement(
        kappa=_mean_kappa(pairs),
        alpha=_alpha(several),
        n=len(several),
        words=sum(len(given) for given in several.values()),
        people=tuple(people),
        pairs=pairs,
        disputed=len(found.disputed & several.keys()),
        blind_only=blind_only,
    )


def _pair(readings: Readings, one: str, other: str) -> PairAgreement:
    both = [(given[one], given[other]) for given in readings.values() if one in given and other in given]
    agreed = sum(first is second for first, second in both)
    return PairAgreement(one, other, len(both), agreed, _kappa(both))


def _undefined(labels: Iterable[Dependence], n: int) -> str:
    """Why no coefficient can be given; empty where one can."""
    if n == 0:
        return NOBODY_TWICE
    if n < FEW:
        return f"too few: {n} source read by two people, at least {FEW} are needed"
    return ONE_LABEL if len(set(labels)) < 2 else ""


def _kappa(both: list[tuple[Dependence, Dependence]]) -> Figure:
    """Cohen's kappa of two people (J. Cohen, Educational and Psychological Measurement 20, 1960, p. 40)."""
    reason = _undefined((label for pair in both for label in pair), len(both))
    if reason:
        return Figure(None, reason)
    # Loaded only where somebody asks: it takes longer than the coefficient.
    from nltk.metrics.agreement import AnnotationTask

    data = [(person, str(n), pair[person == "b"]) for n, pair in enumerate(both) for person in "ab"]
    return Figure(float(AnnotationTask(data).kappa()))


def _mean_kappa(pairs: tuple[PairAgreement, ...]) -> Figure:
    """Cohen's kappa of the only pair; of several the mean (R. Light, Psychological Bulletin 76, 1971, p. 367)."""
    if not pairs:
        return Figure(None, NOBODY_TWICE)
    defined = [pair.kappa.value for pair in pairs if pair.kappa.value is not None]
    return Figure(sum(defined) / len(defined)) if defined else pairs[0].kappa


def _alpha(readings: Readings) -> Figure:
    """Krippendorff's alpha for nominal labels (K. Krippendorff, Content Analysis, 2004, chapter 11)."""
    reason = _undefined((label for given in readings.values() for label in given.values()), len(readings))
    if reason:
        return Figure(None, reason)
    from nltk.metrics.agreement import AnnotationTask

    data = [(person, target, label) for target, given in readings.items() for person, label in given.items()]
    return Figure(float(AnnotationTask(data).alpha()))
