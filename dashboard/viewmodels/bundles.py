"""Bundles of a claim: the list, what stands in none, and how they were made."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from core.bundles.calibrations import PAPER_PROFILE
from core.bundles.construction import Bundle, Construction
from core.bundles.density import Consistency
from core.bundles.risk import PAPER, RiskSettings
from core.bundles.types import Facet, Marks, Passage
from core.figures import Figure, Interval
from dashboard.bundle_words import GATE, GATE_TONE
from dashboard.viewmodels.numbers import amount, count, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

PAPER_CURVE = (
    "The article's curve, fitted to other people's questions: a way to order bundles, and no probability of this "
    "system. Fit your own on the Calibration page."
)

OWN_CURVE_WORDS = "the curve of your own outcomes, put in force on the Calibration page."


class Made(Protocol):
    """A claim's bundles with what they were made from."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage of the claim."""

    @property
    def facets(self) -> tuple[Facet, ...]:
        """What the claim says."""

    @property
    def marks(self) -> Marks:
        """Which passage addresses which facet."""

    @property
    def facets_by(self) -> str:
        """Who stands behind facets and marks."""

    @property
    def construction(self) -> Construction:
        """The bundles."""

    @property
    def risk(self) -> RiskSettings:
        """The curve."""

    @property
    def embedder(self) -> str:
        """Id of the embedder."""

    @property
    def embedded(self) -> int:
        """Texts embedded for this."""

    @property
    def seconds(self) -> float:
        """How long that took."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Judgements that could not be used."""


def interval_words(range_: Interval) -> str:
    """A point, or both ends of what is open."""
    low, high = share(range_.low), share(range_.high)
    return low if low == high else f"{low} to {high}"


def figure_words(figure: Figure) -> str:
    """A figure, or why there is none."""
    return amount(figure.value, 3) if figure.value is not None else f"not defined: {figure.reason}"


def consistency_words(found: Consistency) -> str:
    """Consistency, said to be unjudged where nobody judged, and to be a bound where pairs are open."""
    if found.figure.value is None:
        return "unjudged" if found.total else found.figure.reason
    if found.complete:
        return share(found.figure.value)
    return f"at most {share(found.figure.value)}"


def bundles_table(made: Made) -> TableView:
    """Every bundle, the best first."""
    return TableView(
        "Bundles",
        (
            Column("rank", "Rank", "number", 4, "By density times relevance, at the low end of the density."),
            Column("type", "Type", "text", 8, "A guess by dates and cue words."),
            Column("passages", "Passages", "number", 6.5),
            Column("lineages", "Lineages", "number", 6, "Cohesion 1 with one lineage is an echo."),
            Column("density", "Density", "text", 10, "(coverage + consistency + completeness) / 3"),
            Column("coverage", "Coverage", "text", 7, "Facets of the claim that a passage addresses."),
            Column("consistency", "Consistency", "text", 8, "1 - the worst judged contradiction."),
            Column("completeness", "Completeness", "text", 8.5, "Facets with direct support."),
            Column("cohesion", "Cohesion", "text", 8, "Mean cosine of its pairs."),
            Column("relevance", "Relevance", "number", 6.5, "Mean cosine of its passages to the claim."),
            Column("says", "Gates", "word", 13),
        ),
        tuple(_row(rank, bundle) for rank, bundle in enumerate(made.construction.bundles, 1)),
        "No passage of this claim has a text here, so there is no bundle.",
    )


def _row(rank: int, bundle: Bundle) -> Row:
    parts, consistent = bundle.density, bundle.density.consistency
    judged = f"{consistent.judged} of {count(consistent.total, 'pair')} judged"
    return Row(
        str(rank),
        (
            Cell(str(rank), rank, "", f"density times relevance {share(bundle.rank_value)}"),
            Cell(bundle.kind.value),
            Cell(f"{len(bundle.passages):,}", len(bundle.passages)),
            Cell(f"{bundle.lineages:,}", bundle.lineages),
            Cell(interval_words(parts.range), parts.range.low, "", parts.figure.reason),
            _part(parts.coverage),
            Cell(consistency_words(consistent), None, "", judged if consistent.total else consistent.figure.reason),
            _part(parts.completeness),
            _part(bundle.cohesion),
            Cell(amount(bundle.relevance, 3), bundle.relevance),
            Cell(GATE[bundle.gates.verdict], None, GATE_TONE[bundle.gates.verdict], "; ".join(bundle.gates.reasons)),
        ),
    )


def _part(figure: Figure) -> Cell:
    if figure.value is None:
        return Cell(figure.reason, None, "", f"not defined: {figure.reason}")
    return Cell(amount(figure.value, 3), figure.value)


def passage_words(passage: Passage | None, identifier: str) -> str:
    """What to call a passage: its source's title, else its id."""
    return cut(passage.title, 70) if passage is not None and passage.title.strip() else identifier


def letter(passage: Passage | None) -> str:
    """The letter of a passage's lineage; a dash where it has none in the figures."""
    name = passage.lineage if passage is not None else ""
    return name if name.isalpha() and name.isupper() else "–"


def outside_table(made: Made) -> TableView:
    """Passages that stand in no bundle, each with the reason."""
    named = {passage.id: passage for passage in made.passages}
    rows = []
    for again in made.construction.repeated:
        kind = "word for word" if again.exact else "nearly word for word"
        family = "the same lineage" if again.same_lineage else "another lineage"
        reason = f"says {kind} what {passage_words(named.get(again.kept), again.kept)} says ({family})"
        rows.append(_outside(again.passage_id, named, reason))
    rows += [_outside(item.passage_id, named, item.reason) for item in made.construction.left_out]
    return TableView(
        "In no bundle",
        (Column("passage", "Passage", "text", 18), Column("why", "Why", "wrap", 30)),
        tuple(rows),
        "Every passage stands in a bundle.",
    )


def _outside(identifier: str, named: Mapping[str, Passage], reason: str) -> Row:
    words = passage_words(named.get(identifier), identifier)
    return Row(identifier, (Cell(words, None, "", identifier), Cell(reason)))


def made_words(made: Made) -> tuple[str, ...]:
    """How the bundles were made, and what could not be used."""
    limit = made.construction.limit
    cold = (
        f"{count(made.embedded, 'text')} embedded in {amount(made.seconds, 2)} s (cold)"
        if made.embedded
        else "every text was remembered"
    )
    held = f"cut at cohesion {amount(made.construction.cut_at, 3)} ({limit.profile})"
    said = [f"{made.embedder}: {cold}; {held}. Everything retrieved, as one list: {_all(made.construction)}."]
    if limit.profile == PAPER_PROFILE:
        said.append("0.65 belongs to the article's own embedder and means nothing for another one.")
    if made.risk.label == PAPER:
        said.append(f"{PAPER}: {PAPER_CURVE}")
    else:
        said.append(f"{made.risk.label}: {OWN_CURVE_WORDS} {_fit(made.risk)}")
    return (*said, *(f"Not used: {problem}" for problem in made.problems))


def _fit(risk: RiskSettings) -> str:
    return f"H_base {amount(risk.base, 4)}, lambda {amount(risk.decay, 4)}."


def _all(construction: Construction) -> str:
    found = construction.all_cohesion
    return f"cohesion {amount(found.value, 3)}" if found.value is not None else f"no cohesion, {found.reason}"


def short_words(bundles: Sequence[Bundle]) -> str:
    """How many bundles, and what the best one says."""
    if not bundles:
        return "No passage of this claim has a text here, so there is no bundle."
    best = bundles[0]
    return (
        f"{count(len(bundles), 'bundle')}; the best holds {count(len(best.passages), 'passage')} of "
        f"{count(best.lineages, 'lineage')}, density {interval_words(best.density.range)}: {GATE[best.gates.verdict]}."
    )
