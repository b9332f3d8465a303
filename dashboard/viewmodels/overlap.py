"""Figures that explain overlap and change no score: covered area, effective size, shared mistakes, the jury."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.detection.explanations import (
    CoveredArea,
    EffectiveSize,
    SharedWrong,
    effective_jurors,
    majority_right,
)
from dashboard.viewmodels.numbers import TINY, amount, count, percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

JURIES = (1, 3, 5, 7, 9, 11, 15, 21, 31, 41, 51, 71, 101)
CORRELATIONS = (0.0, 0.1, 0.3, 0.6, 1.0)

JURY_WORDS = (
    "The majority of unrelated voices that are right a little more often than not is nearly always right. The same "
    "voices that heard one another are soon worth no more than a few: an equally correlated jury never counts for more "
    "than 1 / ρ. It is a picture of why copies add little, and no confidence in anything."
)
CCA_WORDS = (
    "[PIEPER] CCA = (N − r) / (r·c − r), with N inclusions of r different studies in c "
    "documents. Up to 5 % slight, 10 % moderate, 15 % high, above very high. The whole hides a pair that is identical, "
    "so every pair is shown."
)
KISH_WORDS = "[KISH] n_eff = (Σ w)² / Σ w². It is how many equally weighted, unrelated items would carry as much."
WRONG_WORDS = (
    "[DONG] What is right may be found twice; what is wrong in the same way was found once. Two "
    "documents that both say 1,204 where it is 1,240 are shown as a pair. It is told where somebody established the "
    "right value; agreement on what is right says nothing."
)


class OverlapFigures(Protocol):
    """What overlap explains of a claim."""

    @property
    def area(self) -> CoveredArea:
        """The covered area of its documents."""

    @property
    def size(self) -> EffectiveSize:
        """The effective size of its weights."""

    @property
    def items(self) -> int:
        """Counted items."""

    @property
    def titles(self) -> Mapping[str, str]:
        """Source id -> what to call it."""


@dataclass(frozen=True, slots=True)
class JuryView:
    """How often the majority of a jury is right, by its size, a line per correlation of its votes."""

    competence: float
    lines: tuple[tuple[float, tuple[tuple[int, float], ...]], ...]
    """Correlation, and (jurors, share of right majorities)."""
    words: str


def jury_view(competence: float) -> JuryView:
    """The correlated jury at one competence.

    Args:
        competence: How often one juror is right, in [0, 1].
    """
    lines = tuple((rho, tuple((n, majority_right(n, competence, rho)) for n in JURIES)) for rho in CORRELATIONS)
    little, more = (amount(effective_jurors(101, rho), 1) for rho in (0.1, 0.3))
    return JuryView(
        competence,
        lines,
        f"One voice is right {percent(competence, 0)} of the time. At a correlation of 0.1 a jury of 101 is worth "
        f"{little} unrelated voices, at 0.3 {more}.",
    )


def jury_table(view: JuryView) -> TableView:
    """What the chart shows, as numbers."""
    return TableView(
        "How often the majority is right",
        (
            Column("n", "Jurors", "number", 6),
            *(Column(f"rho-{rho}", f"ρ = {amount(rho)}", "number", 7) for rho, _ in view.lines),
        ),
        tuple(
            Row(
                f"{jurors}",
                (
                    Cell(f"{jurors}", jurors),
                    *(Cell(percent(points[at][1]), points[at][1]) for _, points in view.lines),
                ),
            )
            for at, jurors in enumerate(JURIES)
        ),
    )


def covered_words(area: CoveredArea) -> str:
    """The covered area of a claim's documents in one sentence."""
    if area.value is None:
        return f"Not defined: {area.reason}."
    return (
        f"{percent(area.value)}, {area.grade}: {count(area.documents, 'document')} rest on "
        f"{count(area.studies, 'study', 'studies')}, {count(area.incidences, 'inclusion')} in all."
    )


def pairs_table(area: CoveredArea, titles: Mapping[str, str]) -> TableView:
    """Every pair of documents with the studies both rest on."""
    return TableView(
        "Pairs of documents and the studies both rest on",
        (
            Column("one", "Document", "prose", 15),
            Column("other", "and", "prose", 15),
            Column("value", "CCA", "number", 5),
            Column("shared", "Both rest on", "wrap", 17),
        ),
        tuple(
            Row(
                f"{number}",
                (
                    Cell(cut(titles.get(pair.one, pair.one), 120), None, "", titles.get(pair.one, pair.one)),
                    Cell(cut(titles.get(pair.other, pair.other), 120), None, "", titles.get(pair.other, pair.other)),
                    Cell(percent(pair.value), pair.value),
                    Cell("; ".join(titles.get(study, study) for study in pair.shared) or "none"),
                ),
            )
            for number, pair in enumerate(area.pairs)
        ),
        "There is no pair: fewer than two documents say which studies they rest on.",
    )


def kish_words(size: EffectiveSize, items: int) -> str:
    """The effective size of a claim's weights in one sentence."""
    if size.value is None:
        return f"Not defined: {size.reason}."
    equal = f"{amount(size.value)} equal {'one' if abs(size.value - 1) < TINY else 'ones'}"
    return f"{count(items, 'counted item')} {'weighs' if items == 1 else 'weigh'} as much as {equal}."


def overlap_table(found: OverlapFigures) -> TableView:
    """The three figures of a claim, each with what it is."""
    rows = (
        ("Corrected covered area", covered_words(found.area), CCA_WORDS),
        ("Kish's effective size", kish_words(found.size, found.items), KISH_WORDS),
        ("Shared wrong values", " ".join(wrong_words(())), WRONG_WORDS),
    )
    return TableView(
        "Overlap of this claim",
        (
            Column("figure", "Figure", "text", 10),
            Column("says", "Of this claim", "wrap", 18),
            Column("means", "What it is", "wrap", 34),
        ),
        tuple(Row(name, (Cell(name), Cell(says), Cell(means))) for name, says, means in rows),
    )


def wrong_words(found: Sequence[SharedWrong]) -> tuple[str, ...]:
    """Shared mistakes, a sentence each."""
    if not found:
        return ("None is known: the data state no right values to hold the documents against.",)
    return tuple(f"{pair.one.document_id} and {pair.other.document_id}: {pair.sentence}" for pair in found)
