"""Bundles of a claim: duplicates collapsed, clustered, pruned, measured, typed and ranked; nothing vanishes unsaid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from core.bundles.calibrations import PAPER_LIMIT
from core.bundles.candidates import Candidate, conflict_candidates
from core.bundles.clustering import Linkage, clusters, duplicates
from core.bundles.density import (
    Density,
    cohesion,
    completeness,
    consistency,
    coverage,
    density,
    mean_to_rest,
    stance_judgements,
)
from core.bundles.embedders.types import Vectors
from core.bundles.gates import CohesionLimit, Gates, gates
from core.bundles.kinds import BundleKind, kind_of
from core.bundles.risk import RiskSettings, design_effect, effective_passages
from core.bundles.types import Facet, Marks, PairJudgement, Passage
from core.bundles.words import TOKEN, fold, number_of
from core.errors import InvalidParameter
from core.figures import Figure
from core.states import Stance

NEGATIONS = frozenset({"no", "not", "never", "none", "neither", "nor", "without", "cannot"})
_OFTEN = 50
OUTLIER = 0.15
"""How far below the limit a passage's mean cosine to its bundle may lie before it is flagged."""


@dataclass(frozen=True, slots=True)
class BundleSettings:
    """How bundles are made."""

    linkage: Linkage = Linkage.AVERAGE
    most: int = 10
    """m_max, passages a bundle keeps, >= 2."""
    shown: int = 4
    """Bundles shown first; the article speaks of two to four [MARIA]."""

    def __post_init__(self) -> None:
        for name, value, least in (("m_max", self.most, 2), ("bundles shown", self.shown, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InvalidParameter(name, value, f"a whole number >= {least}")


Told = Callable[[str, float], None]
"""Told what is done next, in words, and which share is done."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A passage that is in no bundle, and why."""

    passage_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """A passage that stands for itself in no bundle: another one says the same."""

    passage_id: str
    kept: str
    exact: bool
    same_lineage: bool


@dataclass(frozen=True, slots=True)
class Bundle:
    """Passages about one thing, with every figure of theirs."""

    passages: tuple[str, ...]
    """By relevance, the best first."""
    kind: BundleKind
    cohesion: Figure
    density: Density
    relevance: float
    """Mean cosine of its passages to the claim."""
    gates: Gates
    lineages: int
    """How many lineages say it, those of collapsed repetitions included: cohesion 1 with one lineage is an echo."""
    design_effect: float | None
    effective: float | None
    mean_to_rest: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    outliers: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()

    @property
    def rank_value(self) -> float:
        """Density times relevance, at the low end of the density and with relevance at least 0."""
        return self.density.range.low * max(self.relevance, 0.0)


@dataclass(frozen=True, slots=True)
class Construction:
    """The bundles of a claim and everything that is in none."""

    bundles: tuple[Bundle, ...]
    """Best first; single passages are bundles of one, without a cohesion."""
    repeated: tuple[Repeated, ...]
    left_out: tuple[LeftOut, ...]
    limit: CohesionLimit
    cut_at: float
    """The cohesion the clusters were cut at."""
    all_cohesion: Figure
    """Of everything that was retrieved, as one flat list."""


def construct(
    passages: Sequence[Passage],
    vectors: Vectors,
    claim_vector: Vectors,
    facets: Sequence[Facet],
    marks: Marks,
    *,
    limit: CohesionLimit,
    judgements: Iterable[PairJudgement] = (),
    settings: BundleSettings | None = None,
    risk: RiskSettings | None = None,
    told: Told | None = None,
) -> Construction:
    """Make the bundles of a claim.

    Args:
        passages: Retrieved for the claim.
        vectors: One unit row a passage; a row of zeros leaves its passage out, and that is said.
        claim_vector: One row, the claim's.
        facets: Of the claim.
        marks: Every facet against every passage.
        limit: c_min of the embedder; where it has none clusters are cut at the article's 0.65, and nothing is refused.
        judgements: Of pairs of passages.
        settings: Linkage and sizes.
        risk: Curve and utilities of the gates.
        told: Called with what is done next and the share that is done, from 0 to 1.

    Returns:
        Bundles by density times relevance at the low end of the density, ties by the smallest passage id.

    Raises:
        InvalidParameter: Another number of vectors than of passages, or too many passages.

    Source:
        [MARIA] section 6; [HOUSE] duplicates are collapsed first, single passages are kept, cohesion is computed again
        after pruning, and ranking uses what is certain of a density.
    """
    settings, risk, told = settings or BundleSettings(), risk or RiskSettings(), told or _untold
    if len(vectors) != len(passages):
        raise InvalidParameter("vectors", len(vectors), f"one a passage ({len(passages)})")
    order = sorted(
        range(len(passages)), key=lambda n: (passages[n].rank is None, passages[n].rank or 0, passages[n].id)
    )
    filled = np.any(vectors, axis=1) if len(vectors) else np.zeros(0, dtype=bool)
    usable = [n for n in order if filled[n] and passages[n].text.strip()]
    taken = set(usable)
    left_out = [LeftOut(passages[n].id, _why_empty(passages[n])) for n in order if n not in taken]
    told(f"Comparing {len(usable):,} passages word by word", 0.0)
    repeated = _repeated(passages, usable)
    gone = {duplicate.passage_id for duplicate in repeated}
    kept = sorted((n for n in usable if passages[n].id not in gone), key=lambda n: passages[n].id)
    rows = np.asarray(vectors[kept], dtype=np.float32) if kept else np.zeros((0, 1), dtype=np.float32)
    cut_at = limit.value if limit.value is not None else PAPER_LIMIT
    towards = _towards(rows, claim_vector)
    pairs = list(judgements)
    behind = {passage.id: {passage.family} for passage in passages}
    for duplicate in repeated:
        behind[duplicate.kept] |= behind[duplicate.passage_id]
    told(f"Clustering {len(kept):,} passages", 0.15)
    groups = clusters(rows, cut_at, settings.linkage)
    bundles = []
    for number, group in enumerate(groups):
        if number % _OFTEN == 0:
            told(f"Measuring bundles: {number:,} of {len(groups):,}", 0.5 + 0.5 * number / len(groups))
        members = sorted(group, key=lambda n: (-towards[n], passages[kept[n]].id))
        left_out += [
            LeftOut(passages[kept[n]].id, f"beyond the {settings.most} most relevant of its bundle")
            for n in members[settings.most :]
        ]
        members = members[: settings.most]
        chosen = [passages[kept[n]] for n in members]
        families = {family for passage in chosen for family in behind[passage.id]}
        made = _bundle(chosen, rows[members], towards[members], facets, marks, pairs, limit, risk, len(families))
        bundles.append(made)
    bundles.sort(key=lambda bundle: (-bundle.rank_value, min(bundle.passages)))
    everything = vectors if len(usable) == len(vectors) else vectors[usable]
    return Construction(tuple(bundles), repeated, tuple(left_out), limit, cut_at, cohesion(everything))


def _bundle(
    chosen: Sequence[Passage],
    rows: Vectors,
    towards: Vectors,
    facets: Sequence[Facet],
    marks: Marks,
    judgements: Sequence[PairJudgement],
    limit: CohesionLimit,
    risk: RiskSettings,
    lineages: int,
) -> Bundle:
    ids = [passage.id for passage in chosen]
    speaking = [passage.id for passage in chosen if passage.stance is not Stance.REFUTES]
    measured = density(
        len(ids),
        coverage(facets, ids, marks),
        consistency(ids, [*judgements, *_stances(chosen)]),
        completeness(facets, speaking, marks),
    )
    whole = cohesion(rows)
    to_rest = mean_to_rest(rows)
    least = limit.value - OUTLIER if limit.value is not None else None
    return Bundle(
        passages=tuple(ids),
        kind=kind_of(chosen),
        cohesion=whole,
        density=measured,
        relevance=float(np.mean(towards)),
        gates=gates(measured.range, whole, limit, risk, measured.coverage),
        lineages=lineages,
        design_effect=design_effect(len(ids), whole.value) if whole.value is not None else None,
        effective=effective_passages(len(ids), whole.value) if whole.value is not None else None,
        mean_to_rest=MappingProxyType(dict(zip(ids, to_rest, strict=False))),
        outliers=tuple(i for i, mean in zip(ids, to_rest, strict=False) if least is not None and mean < least),
        candidates=conflict_candidates(chosen),
    )


def _untold(what: str, share: float) -> None:
    """Nobody watches."""


def _why_empty(passage: Passage) -> str:
    return "its vector is zero: nothing in it to compare" if passage.text.strip() else "it has no text"


def _towards(rows: Vectors, claim_vector: Vectors) -> Vectors:
    """Cosine of each passage to the claim; 0 where the claim has no vector of its own."""
    claim = np.asarray(claim_vector, dtype=np.float32).reshape(-1)
    if not len(rows) or rows.shape[1] != len(claim):
        return np.zeros(len(rows), dtype=np.float32)
    return np.asarray(rows @ claim, dtype=np.float32)


def _stances(passages: Sequence[Passage]) -> tuple[PairJudgement, ...]:
    sides = {p.id: p.stance is Stance.SUPPORTS for p in passages if p.stance in (Stance.SUPPORTS, Stance.REFUTES)}
    return stance_judgements(sides)


def _repeated(passages: Sequence[Passage], usable: Sequence[int]) -> tuple[Repeated, ...]:
    """Duplicates among the usable passages; two of opposite stance are never one."""
    words = [[token for token in TOKEN.findall(fold(passages[n].text)) if token[0].isalnum()] for n in usable]
    guards = [
        frozenset(
            number_of(token) or token
            for token in set(tokens)
            if token in NEGATIONS or token.endswith("n't") or number_of(token) is not None
        )
        | {f"\x1f{passages[n].stance.value}"}
        for n, tokens in zip(usable, words, strict=True)
    ]
    found = []
    for duplicate in duplicates(words, guards):
        gone, kept = passages[usable[duplicate.passage]], passages[usable[duplicate.kept]]
        found.append(Repeated(gone.id, kept.id, duplicate.exact, gone.family == kept.family))
    return tuple(found)
