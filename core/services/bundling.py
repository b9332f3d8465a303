"""Bundles of a claim, the evidence to show under a budget, and its package: from a dossier, with or without a store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from core.bundles.calibrations import cohesion_limit
from core.bundles.choosing import Choice, ChoiceSettings, Need, Option, choose
from core.bundles.construction import BundleSettings, Construction, Told, construct
from core.bundles.embedders import DEFAULT, embedder_named
from core.bundles.embedders.types import Embedder
from core.bundles.facets import draft_facets, marks_of
from core.bundles.naming import names_of
from core.bundles.package import EvidencePackage, PackageSettings, evidence_block, evidence_package
from core.bundles.passages import pair_judgements, passages_of
from core.bundles.risk import RiskSettings
from core.bundles.tokens import token_counter
from core.bundles.types import Facet, Mark, Marks, PairJudgement, Passage, Touch, basis_of
from core.bundles.vectors import VectorCache, embed_texts
from core.model import Dossier, Judgement
from core.results import Assessment
from core.states import Stance

AGAINST = "against"
"""Id of the need to show what speaks against the claim, where something does."""
_READ, _EMBEDDED = 0.1, 0.5
"""Shares of the work that are done when passages are read, and when they are embedded."""
_SUPPORT = {Touch.DIRECT: 1.0, Touch.INDIRECT: 0.5, Touch.NONE: 0.0, Touch.CONTRADICTS: 0.0}


@dataclass(frozen=True, slots=True)
class BundleOptions:
    """Everything a person may set about the bundles of a claim."""

    embedder: str = DEFAULT
    profile: str | None = None
    """"paper-0.65" instead of the embedder's calibration."""
    own_limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Embedder id -> the team's own c_min."""
    settings: BundleSettings = field(default_factory=BundleSettings)
    risk: RiskSettings = field(default_factory=RiskSettings)
    facets: tuple[Facet, ...] | None = None
    """None drafts them from the claim's words."""
    marks: tuple[Mark, ...] = ()
    """By people; every other pair is drafted."""
    pairs: tuple[PairJudgement, ...] = ()
    """Judgements beside those that came with the data."""


@dataclass(frozen=True, slots=True)
class ClaimBundles:
    """A claim's bundles with everything they were made from."""

    claim_id: str
    claim: str
    passages: tuple[Passage, ...]
    facets: tuple[Facet, ...]
    marks: Marks
    facets_by: str
    pairs: tuple[PairJudgement, ...]
    construction: Construction
    risk: RiskSettings
    embedder: str
    """Id of the embedder."""
    embedder_digest: str
    embedded: int
    """Texts embedded now; the others were remembered."""
    seconds: float
    """For those: the cold time."""
    problems: tuple[str, ...]
    """Judgements that could not be used, and why."""


@dataclass(frozen=True, slots=True)
class ChosenEvidence:
    """The evidence to show, and its package."""

    choice: Choice
    package: EvidencePackage
    needs: tuple[Need, ...]
    counter: str


def bundles_of(
    dossier: Dossier,
    assessment: Assessment,
    options: BundleOptions | None = None,
    *,
    judgements: Sequence[Judgement] = (),
    embedder: Embedder | None = None,
    caches: Sequence[VectorCache] | None = None,
    progress: Told | None = None,
) -> ClaimBundles:
    """The bundles of a claim.

    Args:
        dossier: The claim with its evidence.
        assessment: Its figures, under the policy in force.
        options: What a person set.
        judgements: Of the claim, as imported; those on pairs of passages count for consistency.
        embedder: Ready to use; None makes the one the options name.
        caches: Where vectors are remembered; None takes this process's memory.
        progress: Called with what is done next, in words, and the share that is done, from 0 to 1.

    Raises:
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
        InvalidParameter: A setting lies outside its domain.
    """
    options, told = options or BundleOptions(), progress or _untold
    told("Reading passages", 0.0)
    maker = embedder or embedder_named(options.embedder)
    passages = passages_of(dossier, assessment)
    facets = draft_facets(dossier.claim.text) if options.facets is None else options.facets
    marks = marks_of(facets, passages, options.marks)
    given = pair_judgements(judgements, passages)
    pairs = (*given.judgements, *options.pairs)
    texts = [dossier.claim.text, *(passage.text for passage in passages)]
    vectors = embed_texts(maker, texts, caches, None if progress is None else partial(_embedding, progress))
    construction = construct(
        passages,
        vectors.rows[1:],
        vectors.rows[0],
        facets,
        marks,
        limit=cohesion_limit(maker.id, options.profile, options.own_limits),
        judgements=pairs,
        settings=options.settings,
        risk=options.risk,
        told=None if progress is None else lambda what, share: progress(what, _EMBEDDED + (1 - _EMBEDDED) * share),
    )
    told("Done", 1.0)
    return ClaimBundles(
        claim_id=dossier.claim.id,
        claim=dossier.claim.text,
        passages=passages,
        facets=facets,
        marks=marks,
        facets_by=basis_of([*(facet.by for facet in facets), *(mark.by for mark in marks.values())]),
        pairs=pairs,
        construction=construction,
        risk=options.risk,
        embedder=maker.id,
        embedder_digest=vectors.digest,
        embedded=vectors.made,
        seconds=vectors.seconds,
        problems=given.problems,
    )


def _untold(what: str, share: float) -> None:
    """Nobody watches."""


def _embedding(progress: Told, done: int, whole: int) -> None:
    progress(f"Embedding texts: {done:,} of {whole:,}", _READ + (_EMBEDDED - _READ) * done / whole)


def choose_evidence(
    bundles: ClaimBundles,
    budget: int,
    settings: ChoiceSettings | None = None,
    *,
    package: PackageSettings | None = None,
) -> ChosenEvidence:
    """The evidence of a claim to show under a budget of tokens, and its package.

    The needs are the claim's facets and, where something speaks against the claim, to show that too. A passage costs
    what its block costs in the package; the words around the blocks are not in the budget.

    Raises:
        InvalidParameter: A negative budget, or a setting outside its domain.
    """
    counter = token_counter()
    usable = [passage for passage in bundles.passages if passage.text.strip() or passage.table is not None]
    contra = {passage.id for passage in usable if passage.stance is Stance.REFUTES}
    contra |= {passage for (_, passage), mark in bundles.marks.items() if mark.touch is Touch.CONTRADICTS}
    needs = [Need(facet.id, facet.text, facet.weight) for facet in bundles.facets]
    if contra:
        mean = sum(need.weight for need in needs) / len(needs) if needs else 1.0
        needs.append(Need(AGAINST, "what speaks against it", mean))
    names = names_of((passage.id, passage.title, passage.source_id) for passage in usable)
    options = [
        Option(
            id=passage.id,
            tokens=counter.count(evidence_block(passage)),
            support={AGAINST: 1.0} if passage.id in contra else _support(bundles, passage),
            lineage=passage.lineage,
            risk=passage.risk,
            name=names[passage.id],
        )
        for passage in usable
    ]
    choice = choose(needs, options, budget, settings)
    taken = {chosen.id for chosen in choice.chosen}
    judged = {pair.pair for pair in bundles.pairs if pair.contradiction >= 0.5}
    written = evidence_package(
        [passage for passage in usable if passage.id in taken],
        package or PackageSettings(request=bundles.claim),
        count=counter.count,
        counter=counter.name,
        contradictions=judged,
    )
    return ChosenEvidence(choice, written, tuple(needs), counter.name)


def _support(bundles: ClaimBundles, passage: Passage) -> dict[str, float]:
    return {facet.id: _SUPPORT[bundles.marks[facet.id, passage.id].touch] for facet in bundles.facets}
