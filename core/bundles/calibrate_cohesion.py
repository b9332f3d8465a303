"""c_min of an embedder, from bundles that people called coherent or not."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from core.bundles.calibrate_risk import TooFewOutcomes
from core.errors import InvalidInput, InvalidParameter
from core.figures import Interval
from core.fingerprint import digest

LEAST_BUNDLES = 40
LEAST_EACH = 10
DRAWS = 500

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LabelledBundle:
    """A bundle with its cohesion, and whether people call it coherent."""

    cohesion: float
    coherent: bool
    group: str = ""
    """The question it was made for; bundles of one question are drawn together in the bootstrap."""


@dataclass(frozen=True, slots=True)
class CohesionFit:
    """From which cohesion on an embedder's bundles are coherent."""

    embedder: str
    limit: float
    """c_min."""
    interval: Interval
    """95 %, by resampling groups."""
    rule: str
    """"youden", or "precision >= 0.90"."""
    precision: float
    recall: float
    accuracy: float
    auc: float
    slope: float
    """Logistic: P(coherent | cohesion) = 1 / (1 + exp(-(intercept + slope * cohesion)))."""
    intercept: float
    bundles: int
    coherent: int
    groups: int
    data: str
    """SHA-256 of what was fitted."""
    notes: tuple[str, ...]


def fit_cohesion(
    bundles: Sequence[LabelledBundle],
    embedder: str,
    *,
    precision: float | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> CohesionFit:
    """Set c_min for an embedder.

    Formula:
        Youden: argmax over t of sensitivity(t) + specificity(t) - 1, coherent taken as cohesion >= t

    Args:
        bundles: Labelled by people.
        embedder: Id of the embedder the cohesions come from.
        precision: Take the smallest threshold of at least this precision instead, in (0, 1].
        draws: Bootstrap draws, of whole groups.
        seed: Of the draws.

    Raises:
        TooFewOutcomes: Below 40 bundles, or 10 of either kind.
        InvalidInput: All cohesions are equal, or no threshold reaches the precision.
        InvalidParameter: A cohesion outside [-1, 1], or a precision outside (0, 1].

    Source:
        [YOUDEN] threshold; [EFRON] interval; [HOUSE] the least sizes. Precision/recall break-even is not offered: it
        is not unique.
    """
    if precision is not None and not 0.0 < precision <= 1.0:
        raise InvalidParameter("precision", precision, "a number in (0, 1]")
    for bundle in bundles:
        if not (math.isfinite(bundle.cohesion) and -1.0 <= bundle.cohesion <= 1.0):
            raise InvalidParameter("cohesion", bundle.cohesion, "a number in [-1, 1]")
    values = np.array([bundle.cohesion for bundle in bundles], dtype=np.float64)
    labels = np.array([bundle.coherent for bundle in bundles], dtype=bool)
    good = int(labels.sum())
    if len(bundles) < LEAST_BUNDLES or min(good, len(bundles) - good) < LEAST_EACH:
        raise TooFewOutcomes(
            f"{len(bundles)} bundles, {good} of them coherent",
            f"{LEAST_BUNDLES} bundles with {LEAST_EACH} of either kind",
        )
    if float(values.min()) == float(values.max()):
        raise InvalidInput(f"every bundle has the cohesion {values[0]:g}: no threshold parts them")
    limit = _threshold(values, labels, precision)
    if limit is None:
        raise InvalidInput(f"no threshold reaches a precision of {precision:g}")
    names = {group: n for n, group in enumerate(dict.fromkeys(_groups(bundles)))}
    of = np.array([names[group] for group in _groups(bundles)])
    drawn = _bootstrap(values, labels, of, precision, draws, seed)
    above = values >= limit
    intercept, slope = _logistic(values, labels)
    auc = _auc(values, labels)
    hits = int((above & labels).sum())
    return CohesionFit(
        embedder=embedder,
        limit=limit,
        interval=Interval(*(float(x) for x in np.percentile(drawn, [2.5, 97.5]))) if drawn else Interval(-1.0, 1.0),
        rule="youden" if precision is None else f"precision >= {precision:.2f}",
        precision=hits / int(above.sum()) if above.any() else 0.0,
        recall=hits / good,
        accuracy=float((above == labels).mean()),
        auc=auc,
        slope=slope,
        intercept=intercept,
        bundles=len(bundles),
        coherent=good,
        groups=len(names),
        data=digest([(bundle.cohesion, bundle.coherent, bundle.group) for bundle in bundles]),
        notes=_notes(auc, len(names), len(drawn), draws),
    )


def _groups(bundles: Sequence[LabelledBundle]) -> list[str]:
    return [bundle.group or f"\x1f{n}" for n, bundle in enumerate(bundles)]


def _threshold(values: Numbers, labels: Flags, precision: float | None) -> float | None:
    """The threshold by the rule asked for: half-way between two neighbouring cohesions, or below the smallest."""
    order = np.argsort(-values, kind="stable")
    ranked, good = values[order], labels[order]
    hits, false = np.cumsum(good), np.cumsum(~good)
    last = np.append(ranked[1:] != ranked[:-1], True)
    if precision is None:
        score = hits / max(1, int(good.sum())) - false / max(1, int((~good).sum()))
        best = int(np.flatnonzero(last)[np.argmax(score[last])])
    else:
        reached = np.flatnonzero(last & (hits / (hits + false) >= precision - 1e-12))
        if not len(reached):
            return None
        best = int(reached[-1])
    below = ranked[best + 1] if best + 1 < len(ranked) else ranked[best]
    return float((ranked[best] + below) / 2.0)


def _bootstrap(
    values: Numbers, labels: Flags, of: npt.NDArray[np.int64], precision: float | None, draws: int, seed: int
) -> list[float]:
    generator = np.random.default_rng(seed)
    members = [np.flatnonzero(of == group) for group in range(int(of.max()) + 1)]
    found = []
    for _ in range(draws):
        rows = np.concatenate([members[group] for group in generator.integers(0, len(members), len(members))])
        drawn = labels[rows]
        if drawn.all() or not drawn.any():
            continue
        limit = _threshold(values[rows], drawn, precision)
        if limit is not None:
            found.append(limit)
    return found


def _auc(values: Numbers, labels: Flags) -> float:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    # Tied values share the mean of their ranks.
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[place]
    good = int(labels.sum())
    bad = len(labels) - good
    return float((ranks[labels].sum() - good * (good + 1) / 2.0) / (good * bad))


def _logistic(values: Numbers, labels: Flags) -> tuple[float, float]:
    """Intercept and slope of the likeliest logistic curve, held finite where the kinds part perfectly."""

    def loss(at: Numbers) -> float:
        logits = at[0] + at[1] * values
        return float(np.logaddexp(0.0, np.where(labels, -logits, logits)).sum() + 1e-4 * (at @ at))

    found = scipy.optimize.minimize(loss, np.array([0.0, 1.0]), method="L-BFGS-B")
    return float(found.x[0]), float(found.x[1])


def _notes(auc: float, groups: int, kept: int, draws: int) -> tuple[str, ...]:
    said = []
    if auc < 0.7:
        said.append(f"Cohesion hardly tells coherent bundles from others here (AUC {auc:.2f}).")
    if groups < 20:
        said.append(f"Only {groups} groups: the interval knows nothing of other questions.")
    if kept < draws:
        said.append(f"{draws - kept} of {draws} draws held one kind only, or reached no threshold, and were left out.")
    return tuple(said)
