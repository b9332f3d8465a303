"""What is known about one claim, gathered for the decision: each part from its own function, none guessed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from core.bundles.citation_sets import CitationSets, citation_sets
from core.bundles.construction import Bundle, Construction
from core.bundles.density import coverage, in_force_of
from core.bundles.items import Checked, Items, sort_items
from core.bundles.naming import names_of
from core.bundles.signals import Signal
from core.bundles.types import Facet, Judge, Marks, PairJudgement, Touch
from core.dossier import evidence_graph, why_not_counted
from core.figures import Assessment, Figure
from core.lineage.graph import Lineage, trace
from core.lineage.sensitivity import lineage_eie
from core.model import Dossier, Evidence, Judgement
from core.scoring.decision import held_confidence
from core.states import Stance

CONTRADICTS = 0.5
"""Judged contradiction from which two passages stand against each other."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything a decision rests on."""

    claim_id: str
    retrieved: int
    """Passages known for the claim, whatever their state and stance."""
    items: Items
    against: tuple[str, ...]
    """Ids of the items against it that count."""
    lineages_for: int
    """Lineages for the claim with content of their own that none on the other side shares."""
    lineages_against: int
    shared_lineages: int
    """Lineages that stand on both sides."""
    eie: float
    refuting_eie: float
    aware: float
    held: float
    """Aware confidence, but never more than at K = "all"."""
    unknown_share: Figure
    alert: bool
    construction: Construction | None
    """None where no passage has a text."""
    coverage: Figure
    """Of the items that count for the claim."""
    supported_facets: tuple[tuple[str, tuple[str, ...]], ...]
    """(facet, ids of the items that support it directly), without items that were judged or found not to."""
    missing_facets: tuple[str, ...]
    facets_by: str
    contradicting: tuple[tuple[str, str], ...] = ()
    """Pairs of passages of different lineages that were judged to contradict each other."""
    sufficiency: Signal | None = None
    """Whether the context suffices, as judged elsewhere."""
    generator: Signal | None = None
    """How sure the generator is of itself."""
    established: int = 0
    """Of the lineages for the claim, those with an item that stands in its source, was judged to support the claim and
    is not stale."""
    of_standing: int = 0
    """Of these, those that do not rest on sources of low authority alone."""
    citation_sets: CitationSets = field(default_factory=lambda: citation_sets((), ()))
    """Which set of its citations entails the claim, as far as whole sets were judged."""
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Passage id -> what a reader calls it."""

    @property
    def leading(self) -> Bundle | None:
        """The best bundle in which something that counts for the claim stands; None where none of it has a text."""
        if self.construction is None:
            return None
        stands_for = {repeated.passage_id: repeated.kept for repeated in self.construction.repeated}
        mine = {stands_for.get(item, item) for item in self.items.all}
        return next((bundle for bundle in self.construction.bundles if mine & set(bundle.passages)), None)


def gather(
    dossier: Dossier,
    assessment: Assessment,
    construction: Construction | None,
    facets: Sequence[Facet],
    marks: Marks,
    *,
    facets_by: str,
    checks: Mapping[str, Checked] | None = None,
    judgements: Sequence[Judgement] = (),
    pairs: Sequence[PairJudgement] = (),
    families: Mapping[str, str] | None = None,
    sufficiency: Signal | None = None,
    generator: Signal | None = None,
    today: date | None = None,
    fresh_days: int | None = None,
) -> Findings:
    """Gather what is known of a claim.

    Args:
        dossier: The facts.
        assessment: Its figures.
        construction: Its bundles.
        facets: Of the claim.
        marks: Every facet against every passage.
        facets_by: Who stands behind facets and marks.
        checks: Citation id -> how its check ended; a citation without one is not checked.
        judgements: Of the claim; those on support count, the latest on an item.
        pairs: Judgements of pairs of passages.
        families: Passage id -> its lineage; pairs of one lineage are no conflict between lineages.
        sufficiency: Context sufficiency.
        generator: The generator's own confidence.
        today: Day from which age is counted.
        fresh_days: Age from which a dated source is stale; None asks no age.

    Source: [TOUCH] sections 7 and 8; [HOUSE] a side counts only with a lineage the other side does not share.
    """
    policy = assessment.policy
    sources = {source.id: source for source in dossier.sources}
    gone = {source.id for source in dossier.sources if source.retracted}
    counted = [
        item
        for item in dossier.evidence
        if item.stance is Stance.SUPPORTS and not why_not_counted(item, policy, item.source_id in gone)
    ]
    against = [
        item
        for item in dossier.evidence
        if item.stance is Stance.REFUTES and item.state.step >= policy.floor.step and item.source_id not in gone
    ]
    fors, counters = (trace(evidence_graph(dossier, side, policy)) for side in (counted, against))
    mine, own_against, shared = _sides(fors, counters, policy.alpha)
    speaking = [item.id for item in counted]
    items = sort_items(dossier, counted, sources, checks or {}, judgements, today, fresh_days)
    sure = [
        item for item in counted if item.id in {*items.grounded} & {*items.supported} and item.id not in items.stale
    ]
    standing = [item for item in sure if item.id not in items.low_authority]
    doubtful = {*items.contradicted, *items.failed, *items.inaccessible}
    supporting = _supporting(facets, [item for item in speaking if item not in doubtful], marks)
    covered = coverage(facets, speaking, marks)
    reached = {facet.id for facet in facets if any(_touches(marks, facet.id, item) for item in speaking)}
    return Findings(
        claim_id=dossier.claim.id,
        retrieved=len(dossier.evidence),
        items=items,
        against=tuple(item.id for item in against),
        lineages_for=len(mine),
        lineages_against=own_against,
        shared_lineages=shared,
        eie=assessment.eie,
        refuting_eie=sum(lineage_eie(lineage, policy.alpha) for lineage in counters),
        aware=assessment.aware,
        held=held_confidence(
            policy, items=assessment.items, raw=assessment.raw, eie=assessment.eie, aware=assessment.aware
        ),
        unknown_share=assessment.unknown_share,
        alert=assessment.alert,
        construction=construction,
        coverage=covered,
        supported_facets=supporting,
        missing_facets=tuple(facet.text for facet in facets if facet.id not in reached),
        facets_by=facets_by,
        contradicting=_contradicting(pairs, families or {}),
        sufficiency=sufficiency,
        generator=generator,
        established=_reached(mine, sure),
        of_standing=_reached(mine, standing),
        citation_sets=citation_sets(
            [citation.evidence_id for citation in dossier.citations if citation.evidence_id is not None],
            [judgement for judgement in judgements if judgement.claim_id == dossier.claim.id],
        ),
        names=MappingProxyType(
            names_of(
                (item.id, sources[item.source_id].title if item.source_id in sources else "", item.source_id)
                for item in dossier.evidence
            )
        ),
    )


def _sides(fors: Sequence[Lineage], counters: Sequence[Lineage], alpha: float) -> tuple[tuple[Lineage, ...], int, int]:
    """The lineages of one side only, how many are of the other only, and how many of both."""
    for_ids = {node for lineage in fors for node in lineage.ids}
    against_ids = {node for lineage in counters for node in lineage.ids}

    def own(lineages: Sequence[Lineage], other: Collection[str]) -> tuple[Lineage, ...]:
        return tuple(
            lineage
            for lineage in lineages
            if lineage_eie(lineage, alpha) > 1e-9 and not any(node in other for node in lineage.ids)
        )

    shared = sum(any(node in against_ids for node in lineage.ids) for lineage in fors)
    return own(fors, against_ids), len(own(counters, for_ids)), shared


def _reached(lineages: Sequence[Lineage], items: Sequence[Evidence]) -> int:
    """In how many of these lineages one of the items stands."""
    sources = {item.source_id for item in items}
    return sum(any(node in sources for node in lineage.ids) for lineage in lineages)


def _contradicting(pairs: Sequence[PairJudgement], families: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    given: dict[tuple[str, str], list[PairJudgement]] = {}
    for judgement in pairs:
        left, right = (families.get(end, f"\x1f{end}") for end in judgement.pair)
        if left != right and judgement.kind is not Judge.STANCE:
            given.setdefault(judgement.pair, []).append(judgement)
    return tuple(sorted(pair for pair, said in given.items() if in_force_of(said).contradiction >= CONTRADICTS))


def _touches(marks: Marks, facet: str, item: str) -> bool:
    mark = marks.get((facet, item))
    return mark is not None and mark.touch.addresses


def _supporting(facets: Sequence[Facet], items: Sequence[str], marks: Marks) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    for facet in facets:
        by = tuple(i for i in items if (mark := marks.get((facet.id, i))) is not None and mark.touch is Touch.DIRECT)
        if by:
            found.append((facet.text, by))
    return tuple(found)
