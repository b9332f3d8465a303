"""One bundle: its density in three parts, both gates, its passages, and its place on the curve of risk."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.bundles.construction import Bundle
from core.bundles.gates import UNCALIBRATED
from core.bundles.risk import RiskSettings, hallucination_rate, risk_curve
from core.bundles.types import Passage
from core.figures import Interval
from dashboard.bundle_words import GATE, GATE_TONE
from dashboard.viewmodels.bundles import (
    Made,
    consistency_words,
    figure_words,
    interval_words,
    letter,
    passage_words,
)
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import STANCE


@dataclass(frozen=True, slots=True)
class Mark:
    """A bundle on the curve."""

    rank: int
    density: Interval
    risk: Interval
    chosen: bool


@dataclass(frozen=True, slots=True)
class RiskView:
    """The curve of H with every bundle and both thresholds of density."""

    label: str
    curve: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]
    risk_threshold: float
    density_threshold: float
    plain_from: float


@dataclass(frozen=True, slots=True)
class BundleView:
    """One bundle in full."""

    title: str
    verdict: str
    tone: str
    gates: tuple[str, ...]
    notes: tuple[str, ...]
    parts: TableView
    passages: TableView
    candidates: TableView
    key: str
    """What statements call it: its passages."""
    alone: bool
    """One passage: it can only be about one thing."""


def risk_view(made: Made, rank: int) -> RiskView:
    """The curve with every bundle on it, the chosen one marked."""
    settings = made.risk
    marks = []
    for number, bundle in enumerate(made.construction.bundles, 1):
        ends = bundle.density.range
        rates = Interval(hallucination_rate(ends.low, settings), hallucination_rate(ends.high, settings))
        marks.append(Mark(number, ends, rates, number == rank))
    first = made.construction.bundles[0].gates
    return RiskView(
        label=settings.label,
        curve=risk_curve(settings, 61),
        marks=tuple(marks),
        risk_threshold=first.risk_threshold,
        density_threshold=first.density_threshold,
        plain_from=settings.plain_from,
    )


def bundle_view(made: Made, rank: int) -> BundleView:
    """One bundle with its parts, gates, passages and places to look at; ``rank`` 1 is the best."""
    bundle = made.construction.bundles[rank - 1]
    named = {passage.id: passage for passage in made.passages}
    return BundleView(
        title=f"Bundle {rank}: {bundle.kind.value}, {count(len(bundle.passages), 'passage')}, "
        f"{count(bundle.lineages, 'lineage')}",
        verdict=GATE[bundle.gates.verdict],
        tone=GATE_TONE[bundle.gates.verdict],
        gates=_gate_words(bundle, made.risk),
        notes=_effect_words(bundle),
        parts=_parts_table(bundle),
        passages=_passages_table(bundle, named),
        candidates=_candidates_table(bundle, named),
        key=" ".join(sorted(bundle.passages)),
        alone=len(bundle.passages) < 2,
    )


def threshold_words(density: float) -> str:
    """From which density on the risk is low enough, or that none is."""
    return f"{density:.3f}" if density <= 1.0 else "no density that is enough"


def _gate_words(bundle: Bundle, settings: RiskSettings) -> tuple[str, ...]:
    held = bundle.gates
    said = []
    fires = "fires" if "density" in held.fired else "passes"
    said.append(
        f"Density gate {fires}: {interval_words(held.density)} against {threshold_words(held.density_threshold)}; "
        f"{held.risk_label} {interval_words(held.risk)} against {held.risk_threshold:.3f}."
    )
    if "coverage" in held.fired:
        said.append(f"Coverage gate fires: below {settings.least_coverage:.2f}, it hardly speaks about the claim.")
    limit = held.cohesion_limit
    if held.cohesion_gate == UNCALIBRATED or limit.value is None:
        said.append("Cohesion gate: uncalibrated. Nobody set a limit for this embedder, so it refuses nothing.")
    elif held.cohesion.value is None:
        said.append(f"Cohesion gate: nothing to compare, {held.cohesion.reason}.")
    else:
        word = "fires" if held.cohesion_gate == "fired" else "passes"
        against = f"{amount(held.cohesion.value, 3)} against {amount(limit.value, 3)}"
        said.append(f"Cohesion gate {word}: {against} ({limit.profile}).")
    if not held.settled:
        said.append(f"If every open judgement turns out well: {GATE[held.verdict_high]}.")
    return tuple(said)


def _effect_words(bundle: Bundle) -> tuple[str, ...]:
    size = len(bundle.passages)
    if bundle.design_effect is None or bundle.effective is None:
        return (f"Design effect: not defined, {bundle.cohesion.reason or 'no cohesion'}.",)
    return (
        f"Design effect 1 + (m − 1)c² = {amount(bundle.design_effect)}: {count(size, 'passage')} that say alike are "
        f"worth m_eff = {amount(bundle.effective)} independent ones. Alike passages widen the variance of their mean.",
    )


def _parts_table(bundle: Bundle) -> TableView:
    density, consistent = bundle.density, bundle.density.consistency
    pairs = f"{consistent.judged} of {count(consistent.total, 'pair')} judged" if consistent.total else "no pair"
    rest = f", between {interval_words(consistent.range)}" if not consistent.complete else ""
    disputed = f"; judges differ on {len(consistent.disputed)}" if consistent.disputed else ""
    rows = (
        ("coverage", figure_words(density.coverage), "facets of the claim that at least one passage addresses"),
        ("consistency", consistency_words(consistent), f"{pairs}{rest}{disputed}"),
        ("completeness", figure_words(density.completeness), "facets that at least one passage supports directly"),
        ("density", interval_words(density.range), density.figure.reason or "the mean of the three"),
    )
    return TableView(
        "Density and its parts",
        (Column("part", "Part", "text", 9), Column("value", "Value", "text", 9), Column("says", "Of what", "wrap", 22)),
        tuple(Row(name, (Cell(name), Cell(value), Cell(says))) for name, value, says in rows),
    )


def _passages_table(bundle: Bundle, named: Mapping[str, Passage]) -> TableView:
    return TableView(
        "Passages of the bundle",
        (
            Column("lineage", "Lineage", "text", 4.5),
            Column("source", "Source", "prose", 17),
            Column("text", "Passage", "prose", 30),
            Column("stance", "Stance", "text", 7),
            Column("rest", "To the rest", "number", 7, "Mean cosine to the other passages of the bundle."),
        ),
        tuple(_passage(bundle, identifier, named.get(identifier)) for identifier in bundle.passages),
    )


def _passage(bundle: Bundle, identifier: str, passage: Passage | None) -> Row:
    near = bundle.mean_to_rest.get(identifier)
    far = identifier in bundle.outliers
    text = passage.text if passage is not None else ""
    return Row(
        identifier,
        (
            Cell(letter(passage)),
            Cell(passage_words(passage, identifier), None, "", identifier),
            Cell(cut(text, 400), None, "", text),
            Cell(STANCE[passage.stance] if passage is not None else ""),
            Cell(
                "–" if near is None else f"{amount(near, 3)}{' (far)' if far else ''}",
                near,
                "",
                "far below the limit: it may not belong here" if far else "" if near is not None else "one passage",
            ),
        ),
    )


def _candidates_table(bundle: Bundle, named: Mapping[str, Passage]) -> TableView:
    rows = []
    for number, found in enumerate(bundle.candidates):
        sides = (found.left, found.right)
        words = [f"{passage_words(named.get(s.passage_id), s.passage_id)}: {cut(s.text, 200)}" for s in sides]
        rows.append(Row(str(number), (Cell(found.signal.value.replace("_", " ")), *(Cell(one) for one in words))))
    return TableView(
        "Conflict candidates",
        (
            Column("signal", "What caught the eye", "text", 9),
            Column("left", "One passage", "wrap", 20),
            Column("right", "Another", "wrap", 20),
        ),
        tuple(rows),
        "No number, date, negation or opposite caught the eye. That is no judgement.",
    )
