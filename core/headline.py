"""The row of figures above the graph, each with its formula, this claim's numbers in it, source and caution."""

from collections.abc import Collection
from dataclasses import dataclass

from core.model import Dossier
from core.numbers import amount, between, count, percent, ratio_of, share, share_of
from core.policy import ALL
from core.results import Assessment, Figure
from core.states import EvidenceState

SHOWN_TERMS = 8
"""How many lineages a filled-in sum names before it adds up the rest."""


@dataclass(frozen=True, slots=True)
class FigureCard:
    """One figure: its value, a note, and what its help says."""

    key: str
    label: str
    value: str
    note: str
    formula: str
    filled: str
    """The formula with this claim's numbers."""
    source: str
    caution: str = ""
    width: float = 1.0
    """Its part of the row."""
    spoken: str = ""
    """The value in words, for screen readers, where signs alone would not do."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is known of a claim's citations."""

    at: int
    """How many somebody has looked at."""
    verified: int
    """How many stand for evidence whose grounding is verified."""
    rest: str
    """What is known of the others, in words."""


def verified_citations(dossier: Dossier, grounded: Collection[str]) -> int:
    """How many citations stand for evidence whose grounding is verified.

    Args:
        dossier: The claim, its evidence with the states that checks gave it.
        grounded: Ids of the citations with a grounded check that still holds; no other is counted, whatever another
            citation of the same passage has shown.
    """
    states: dict[str, int] = {}
    for item in dossier.evidence:
        for key in (f"item {item.id}", f"source {item.source_id}"):
            states[key] = max(states.get(key, 0), item.state.step)
    named = {c.id: f"item {c.evidence_id}" if c.evidence_id else f"source {c.source_id}" for c in dossier.citations}
    return sum(states.get(key, 0) >= EvidenceState.VERIFIED.step for one, key in named.items() if one in grounded)


def figure_cards(assessment: Assessment, citations: int, looked: Looked | None = None) -> tuple[FigureCard, ...]:
    """Every headline figure of a claim, in reading order.

    Args:
        assessment: Its figures.
        citations: How many citations it has.
        looked: What their checks say; None where none was made.
    """
    cards = [
        _counts(assessment),
        _eie(assessment),
        _gamma(assessment),
        _confidence(assessment),
        _inflation(assessment),
        _citations(citations, looked),
        _unknown(assessment),
    ]
    if assessment.sides:
        cards.append(_against(assessment))
    return tuple(cards)


def _counts(found: Assessment) -> FigureCard:
    left_out = len(found.figures) - found.items
    return FigureCard(
        "counts",
        "Items / sources / lineages",
        f"{found.items:,} / {found.sources:,} / {len(found.lineages):,}",
        f"{left_out:,} more not counted" if left_out else "all items counted",
        "items N: distinct passages that count; sources: their documents; "
        "lineages: families of documents that hang together upstream",
        f"N = {found.items:,}, in {count(found.sources, 'document')}, in {count(len(found.lineages), 'lineage')}",
        "[KON] N; [HOUSE] lineages as connected parts of the provenance graph",
        "Ten sources are not ten pieces of evidence: the first number is the one to trust least.",
        1.15,
        f"{count(found.items, 'item')}, {count(found.sources, 'source')}, {count(len(found.lineages), 'lineage')}",
    )


def _eie(found: Assessment) -> FigureCard:
    terms = [f"{lineage.letter} {amount(lineage.eie)}" for lineage in found.lineages[:SHOWN_TERMS]]
    rest = found.lineages[SHOWN_TERMS:]
    if rest:
        terms.append(f"{len(rest)} more {amount(sum(lineage.eie for lineage in rest))}")
    return FigureCard(
        "eie",
        "Independent evidence, EIE",
        amount(found.eie),
        between(found.eie_range),
        "EIE = the most distinct credited content the documents can carry at once (a maximum flow), "
        "summed over lineages",
        f"{' + '.join(terms)} = {amount(found.eie)}" if terms else "no counted item, so 0",
        "[HOUSE] flow, generalising [KON] EIE = sum of weights",
        f"The range takes alpha 0 and 1, each with every suspected edge dropped and confirmed: "
        f"{amount(found.eie_range.low)} to {amount(found.eie_range.high)}.",
    )


def _gamma(found: Assessment) -> FigureCard:
    required = _required(found)
    return FigureCard(
        "gamma",
        "Gamma",
        share_of(found.gamma),
        found.gamma.reason or f"scarcity {share_of(found.scarcity)} × dependence {share_of(found.dependence)}",
        "gamma = min(1, EIE / K); scarcity = min(1, N / K); dependence = gamma / scarcity",
        _filled(
            found.gamma,
            f"min(1, {amount(found.eie)} / {required}) = {share_of(found.gamma)}; "
            f"scarcity min(1, {found.items} / {required}) = {share_of(found.scarcity)}; "
            f"dependence {share_of(found.dependence)}",
        ),
        "[KON] gamma; [HOUSE] the split in two factors",
        "Scarcity is not dependence: one honest lone source and ten copies can have the same gamma.",
        1.1,
    )


def _confidence(found: Assessment) -> FigureCard:
    prior, raw = share(found.policy.prior), amount(found.raw, 3)
    return FigureCard(
        "confidence",
        "Confidence",
        f"{percent(found.naive)} → {percent(found.aware)}",
        f"naive → aware, prior {percent(found.policy.prior)}",
        "naive = min(1, prior + raw); aware = min(1, prior + gamma × raw); raw = sum of the increments",
        f"naive min(1, {prior} + {raw}) = {percent(found.naive)}; "
        f"aware min(1, {prior} + {share_of(found.gamma) if found.gamma.value is not None else '0'} × {raw}) "
        f"= {percent(found.aware)}",
        "[KON] C_naive, C_aware",
        "Aware multiplies gamma by all increments, so with a fixed K more copies still raise it; "
        f"source-discounted, which they never raise, is {percent(found.source_discounted)}.",
        1.5,
        f"naive {percent(found.naive)}, aware {percent(found.aware)}",
    )


def _inflation(found: Assessment) -> FigureCard:
    repeated = sum(figure.increment for figure in found.figures if figure.counted and figure.weight <= 0)
    gamma = found.gamma.value or 0.0
    pays = any(caution.code == "repetition" for caution in found.cautions)
    note = found.inflation.reason or "naive support over aware support"
    if pays and repeated and gamma:
        note = f"copies still add {percent(gamma * repeated)}"
    return FigureCard(
        "inflation",
        "Inflation",
        ratio_of(found.inflation),
        note,
        "inflation ratio = raw / (gamma × raw) = 1 / gamma, before the cap at 1",
        _filled(found.inflation, f"1 / {share_of(found.gamma)} = {ratio_of(found.inflation)}"),
        "[KON] IR",
        "A lone source far below K is inflated too: look at scarcity before speaking of copies.",
    )


def _citations(citations: int, looked: Looked | None) -> FigureCard:
    if looked is not None and looked.at:
        return FigureCard(
            "citations",
            "Citations verified",
            f"{looked.verified:,} of {citations:,}",
            looked.rest,
            "k of n citations whose grounding is verified: the text stands in a source of a known version, by a check "
            "that still holds and that nothing about it asks a person to look at",
            f"{looked.verified:,} of {count(citations, 'citation')}; {looked.at:,} looked at",
            "[ETH] evidence states; [HOUSE] the count",
            "Verified says that the words stand there, not that they carry the claim.",
        )
    return FigureCard(
        "citations",
        "Citations",
        "not checked" if citations else "none",
        f"{citations:,} cited, none looked at" if citations else "the file names no citations",
        "grounded citations k of n",
        f"{count(citations, 'citation')}, none compared with its source" if citations else "nothing to check",
        "[HOUSE]",
        "Not checked says nothing about right or wrong.",
    )


def _unknown(found: Assessment) -> FigureCard:
    value = found.unknown_share.value
    unknown = round((value or 0.0) * found.items)
    return FigureCard(
        "unknown",
        "Provenance unknown",
        "not defined" if value is None else percent(value),
        found.unknown_share.reason or f"{unknown:,} of {count(found.items, 'item')}",
        "share of the counted items whose document has no label but unknown",
        _filled(found.unknown_share, f"{unknown} / {found.items} = {percent(value or 0.0)}"),
        "[HOUSE]; alpha [KON]",
        f"Each counts alpha = {share(found.policy.alpha)} of what upstream leaves it; unknown is not independent.",
    )


def _against(found: Assessment) -> FigureCard:
    parts = [f"{side.items} {side.stance.value}" for side in found.sides]
    filled = "; ".join(
        f"{side.stance.value}: {count(side.items, 'item')} of {count(side.sources, 'source')}, "
        f"EIE {amount(side.eie)} in {count(side.lineages, 'lineage')}"
        for side in found.sides
    )
    first = found.sides[0]
    return FigureCard(
        "sides",
        "Beside it",
        " · ".join(parts),
        f"{first.stance.value}: EIE {amount(first.eie)}",
        "the items of other stances, scored by the same flow, never mixed in",
        filled,
        "[HOUSE]",
        "None of this lowers the confidence above; weigh it yourself.",
    )


def _required(found: Assessment) -> str:
    return f"N = {found.items}" if found.policy.required == ALL else amount(float(found.policy.required))


def _filled(figure: Figure, text: str) -> str:
    return f"not defined: {figure.reason}" if figure.value is None else text
