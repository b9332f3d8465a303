"""Cohesion and the three parts of density, each undefined where there is nothing to measure it on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.bundles.embedders.types import Vectors
from core.bundles.types import Facet, Judge, Marks, PairJudgement, Touch
from core.errors import InvalidParameter
from core.figures import Figure, Interval

ONE_PASSAGE = "one passage"
NO_PASSAGE = "no passage"
NO_FACETS = "the claim has no facets"
NOT_JUDGED = "no pair of passages was judged"


@dataclass(frozen=True, slots=True)
class Consistency:
    """What is known of contradictions inside a bundle."""

    figure: Figure
    """1 - the worst judged contradiction; None where nothing was judged. An upper bound while pairs are open."""
    judged: int
    total: int
    range: Interval
    """What it may still be, given the pairs nobody judged."""
    mean: float | None = None
    """Mean contradiction over the judged pairs: the worst of many noisy judgements is always bad."""
    worst: tuple[str, str] | None = None
    disputed: tuple[tuple[str, str], ...] = ()
    """Pairs on which judges of one rank differ by half or more, or a lower rank differs from a higher one."""

    @property
    def complete(self) -> bool:
        """True where no open pair can change it."""
        return self.range.low == self.range.high


@dataclass(frozen=True, slots=True)
class Density:
    """The mean of its three parts, with what the open judgements leave."""

    figure: Figure
    """None while it is an interval, with the reason."""
    range: Interval
    coverage: Figure
    consistency: Consistency
    completeness: Figure


def cohesion(vectors: Vectors) -> Figure:
    """How much the passages of a bundle are about the same thing: the mean cosine of its pairs.

    Formula:
        cohesion = 2 / (m (m - 1)) * sum over i < j of cos(p_i, p_j) = (|sum of unit rows|^2 - m) / (m (m - 1))

    Args:
        vectors: (m, d) unit rows.

    Returns:
        In [-1, 1]; undefined for no passage and for one.

    Source:
        [MARIA] definition 3. It sees no contradiction: "90 days" and "30 days" are close.

    Examples:
        >>> degrees = np.radians([0, 10, 20])
        >>> f"{cohesion(np.stack([np.cos(degrees), np.sin(degrees)], axis=1)).value:.6f}"
        '0.969769'
    """
    size = len(vectors)
    if size < 2:
        return Figure(None, ONE_PASSAGE if size else NO_PASSAGE)
    # Sums instead of products of matrices, in double precision without a copy of the rows.
    whole = float(np.square(np.sum(vectors, axis=0, dtype=np.float64)).sum())
    own = float(np.einsum("ij,ij->", vectors, vectors, dtype=np.float64))
    return Figure(float(np.clip((whole - own) / (size * (size - 1)), -1.0, 1.0)))


def mean_to_rest(vectors: Vectors) -> tuple[float, ...]:
    """Each passage's mean cosine to the others of its bundle; () for one passage.

    Source: [HOUSE] shows the passage that does not belong, which the mean of all pairs hides.
    """
    size = len(vectors)
    if size < 2:
        return ()
    rows = np.asarray(vectors, dtype=np.float64)
    each = ((rows * rows.sum(axis=0)).sum(axis=1) - np.square(rows).sum(axis=1)) / (size - 1)
    return tuple(float(value) for value in each)


def coverage(facets: Sequence[Facet], passages: Sequence[str], marks: Marks) -> Figure:
    """Share of the claim's facets that at least one passage addresses.

    Formula:
        coverage = addressed facets / facets

    Returns:
        In [0, 1]; 0 without passages, undefined without facets.

    Source:
        [MARIA] definition 2. With drafted marks it is lexical coverage.
    """
    if not facets:
        return Figure(None, NO_FACETS)
    reached = sum(any(_touch(marks, facet, passage).addresses for passage in passages) for facet in facets)
    return Figure(reached / len(facets))


def completeness(facets: Sequence[Facet], passages: Sequence[str], marks: Marks) -> Figure:
    """Share of the claim's facets that at least one passage supports directly.

    Formula:
        completeness = facets with direct support / facets

    Returns:
        In [0, 1]; 0 without passages, undefined without facets.

    Source:
        [HOUSE] [MARIA] says 1 - the share with only indirect support, under which a facet nobody addresses counts as
        complete.
    """
    if not facets:
        return Figure(None, NO_FACETS)
    direct = sum(any(_touch(marks, facet, passage) is Touch.DIRECT for passage in passages) for facet in facets)
    return Figure(direct / len(facets))


def _touch(marks: Marks, facet: Facet, passage: str) -> Touch:
    mark = marks.get((facet.id, passage))
    return mark.touch if mark is not None else Touch.NONE


def consistency(passages: Sequence[str], judgements: Iterable[PairJudgement]) -> Consistency:
    """Whether the passages of a bundle contradict each other, as far as anybody judged it.

    Formula:
        consistency = 1 - max over judged pairs of contradiction(p_i, p_j)

    A person's word counts before a language model's, that before an entailment model's, that before imported stances;
    within one kind the latest counts.

    Args:
        passages: Ids of the bundle.
        judgements: On any pairs; those within the bundle are used.

    Returns:
        Undefined while no pair is judged. The range is a point once every pair is judged, or one contradicts fully.

    Raises:
        InvalidParameter: A contradiction lies outside [0, 1].

    Source:
        [MARIA] definition 2; [HOUSE] only judgements count, never a signal computed from the words.
    """
    members = set(passages)
    total = len(members) * (len(members) - 1) // 2
    of_pair: dict[tuple[str, str], list[PairJudgement]] = {}
    for judgement in judgements:
        if judgement.left != judgement.right and {judgement.left, judgement.right} <= members:
            if not 0.0 <= judgement.contradiction <= 1.0:
                raise InvalidParameter("contradiction", judgement.contradiction, "a number in [0, 1]")
            of_pair.setdefault(judgement.pair, []).append(judgement)
    in_force = {pair: in_force_of(given).contradiction for pair, given in of_pair.items()}
    if total == 0:
        reason = ONE_PASSAGE if members else NO_PASSAGE
        return Consistency(Figure(None, reason), 0, 0, Interval(0.0, 1.0))
    if not in_force:
        return Consistency(Figure(None, NOT_JUDGED), 0, total, Interval(0.0, 1.0))
    worst = max(sorted(in_force), key=lambda pair: in_force[pair])
    value = 1.0 - in_force[worst]
    return Consistency(
        figure=Figure(value),
        judged=len(in_force),
        total=total,
        range=Interval(value if len(in_force) == total else 0.0, value),
        mean=sum(in_force.values()) / len(in_force),
        worst=worst if in_force[worst] > 0 else None,
        disputed=tuple(sorted(pair for pair, given in of_pair.items() if _disputed(given))),
    )


def in_force_of(given: Sequence[PairJudgement]) -> PairJudgement:
    """The judgement that counts for a pair: of the highest kind, there the latest.

    Source: [HOUSE] people before language models before entailment models before stances.
    """
    best = min(judgement.kind.precedence for judgement in given)
    return max((j for j in given if j.kind.precedence == best), key=lambda judgement: judgement.at or "")


def _disputed(given: Sequence[PairJudgement]) -> bool:
    said = [judgement.contradiction for judgement in given if judgement.kind is not Judge.STANCE]
    return len(said) > 1 and max(said) - min(said) >= 0.5


def density(passages: int, covered: Figure, consistent: Consistency, complete: Figure) -> Density:
    """How densely a bundle answers for the claim: the mean of coverage, consistency and completeness.

    Formula:
        density = (coverage + consistency + completeness) / 3; 0 for an empty bundle

    Args:
        passages: How many the bundle has, >= 0.
        covered: Its coverage.
        consistent: Its consistency.
        complete: Its completeness.

    Returns:
        In [0, 1]; an interval while a part is open.

    Source:
        [MARIA] definition 2; [HOUSE] 0 for an empty bundle, which the article's own definitions put at 0.667. An
        irrelevant but consistent bundle still reaches 0.333, so coverage is a gate of its own.

    Examples:
        >>> judged = Consistency(Figure(0.9), 1, 1, Interval(0.9, 0.9))
        >>> f"{density(2, Figure(0.75), judged, Figure(0.5)).figure.value:.6f}"
        '0.716667'
    """
    if passages == 0:
        return Density(Figure(0.0), Interval(0.0, 0.0), covered, consistent, complete)
    if covered.value is None or complete.value is None:
        reason = covered.reason or complete.reason
        return Density(Figure(None, reason), Interval(0.0, 1.0), covered, consistent, complete)
    low, high = (
        (covered.value + part + complete.value) / 3.0 for part in (consistent.range.low, consistent.range.high)
    )
    if consistent.complete:
        return Density(Figure(low), Interval(low, high), covered, consistent, complete)
    reason = consistent.figure.reason or f"{consistent.judged} of {consistent.total} pairs judged"
    return Density(Figure(None, reason), Interval(low, high), covered, consistent, complete)


def stance_judgements(sides: Mapping[str, bool]) -> tuple[PairJudgement, ...]:
    """Pairs of which one passage speaks for the claim and the other against it, as judged contradictions.

    Args:
        sides: Passage id -> True for, False against; others are left out by the caller.

    Source: [HOUSE] the stance came with the data; of all judgements it counts last.
    """
    pro = sorted(passage for passage, speaks_for in sides.items() if speaks_for)
    contra = sorted(passage for passage, speaks_for in sides.items() if not speaks_for)
    return tuple(
        PairJudgement(left, right, 1.0, Judge.STANCE, "the stances of the data") for left in pro for right in contra
    )
