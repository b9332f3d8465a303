"""The headline figures of everything under review, each with its n, and the list of claims."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.conclusions import Conclusion, Sufficiency
from core.results import AnswerSummary, ClaimSummary, Mean, Overview, Page
from core.verdicts import ListedVerdict, Tally
from dashboard.viewmodels.numbers import amount, count, over, percent, ratio
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import (
    CONCLUSION_TONE,
    CONFIDENCE_ALLOWS,
    DECISION,
    DECISION_SIGN,
    SUFFICIENCY,
    UNHINDERED,
    conclusion_words,
)


@dataclass(frozen=True, slots=True)
class Tile:
    """One headline figure with its denominator."""

    key: str
    label: str
    value: str
    note: str
    help: str


@dataclass(frozen=True, slots=True)
class Point:
    """One claim of the scatter."""

    uid: str
    naive: float
    aware: float
    text: str
    decision: str
    alert: bool


@dataclass(frozen=True, slots=True)
class ScatterView:
    """Naive against aware; claims on the diagonal lose nothing."""

    points: tuple[Point, ...]
    total: int
    words: str


@dataclass(frozen=True, slots=True)
class HistogramView:
    """Inflation in bins, and how many claims have none defined."""

    bins: tuple[tuple[str, int], ...]
    words: str


def overview_tiles(found: Overview) -> tuple[Tile, ...]:
    """Headline figures in reading order; a mean always says over how many."""
    return (
        Tile(
            "claims",
            "Claims under review",
            f"{found.claims:,}",
            f"in {count(found.answers, 'answer')}; {found.claims_with_evidence:,} with evidence",
            "Every claim of every data set. A claim without evidence is refused, not skipped.",
        ),
        Tile(
            "evidence",
            "Evidence items / sources",
            f"{found.evidence:,} / {found.sources:,}",
            f"{found.counted_items:,} items counted",
            "Items are passages; a source may give several. Counted: of the counted stance, from the floor on.",
        ),
        _mean("naive", "Mean naive confidence", found.mean_naive, percent, "Every item counts in full."),
        _mean("aware", "Mean aware confidence", found.mean_aware, percent, "Damped by what is independent."),
        _mean(
            "inflation",
            "Mean inflation",
            found.mean_inflation,
            ratio,
            "1 / gamma; not defined where nothing is independent. Scarce evidence inflates too.",
        ),
        _mean(
            "duplicates",
            "Mean duplicate share",
            found.mean_duplicate_fraction,
            percent,
            "1 - sources / items: passages that share a document.",
        ),
        Tile(
            "unknown",
            "Hangs on unknowns",
            percent(found.unknown_items / found.counted_items) if found.counted_items else "not defined",
            f"{found.unknown_items:,} of {found.counted_items:,} counted items",
            "Counted items whose document nobody has labelled; each counts alpha of its own content.",
        ),
        Tile(
            "labels",
            "Labels by people",
            f"{found.human_labels:,}",
            "labels and verdicts in force",
            "Given here, or by a named person in a file; what an import alone states is not among them.",
        ),
    )


def _mean(key: str, label: str, mean: Mean, write: Callable[[float], str], help_: str) -> Tile:
    value = "not defined" if mean.value is None else write(mean.value)
    return Tile(key, label, value, over(mean), help_)


def decision_words(tally: Tally) -> tuple[tuple[str, str], ...]:
    """Colour and words of each decision, with how many claims of how many; last what is not decided yet."""
    found = [
        (
            CONCLUSION_TONE[conclusion],
            f"{conclusion_words(conclusion)} {tally.conclusions[conclusion.value]:,} of {tally.claims:,}",
        )
        for conclusion in Conclusion
    ]
    if tally.undecided:
        found.append(("", f"{conclusion_words(None)} {tally.undecided:,} of {tally.claims:,}"))
    return tuple(found)


def undecided_words(tally: Tally, dataset: str | None = None) -> str:
    """How many claims the rule was not asked about, and what that means."""
    where = f" of data set {dataset}" if dataset else ""
    verb = "is" if tally.undecided == 1 else "are"
    return f"{count(tally.undecided, 'claim')}{where} {verb} not decided yet; a list by decision does not find them."


def state_words(tally: Tally) -> str:
    """Which states lead how many claims, the most first; a plain answer's is left out."""
    grave = [state for state in Sufficiency if state is not Sufficiency.SUFFICIENT and tally.states[state.value]]
    grave.sort(key=lambda state: -tally.states[state.value])
    return ", ".join(f"{SUFFICIENCY[state]} {tally.states[state.value]:,}" for state in grave)


def scatter_view(sample: Sequence[ClaimSummary], total: int) -> ScatterView:
    """The sampled claims as points."""
    chosen = tuple(
        Point(row.uid, row.naive, row.aware, row.text, row.decision.value, row.alert) for row in sample if row.items
    )
    words = f"{count(len(chosen), 'claim')} with counted items, of {total:,} with evidence"
    words += f"; a sample of {len(sample):,}" if len(sample) < total else ""
    return ScatterView(chosen, total, words)


def histogram_view(bins: Sequence[tuple[float, float, int]], found: Overview) -> HistogramView:
    """Inflation bins with their words; claims without a ratio are said, not dropped."""
    undefined = found.mean_inflation.of - found.mean_inflation.over
    words = f"{count(found.mean_inflation.over, 'claim')} with a ratio"
    if undefined:
        words += f"; {undefined:,} have none (nothing independent)"
    return HistogramView(tuple((_bin(low, high), n) for low, high, n in bins), words)


def _bin(low: float, high: float) -> str:
    if high == float("inf"):
        return f"{amount(low)} or more"
    return amount(low) if low == high else f"{amount(low)} to {amount(high)}"


CLAIM_COLUMNS = (
    Column("claim", "Claim", "prose", 24),
    Column("conclusion", "Decision", "word", 7.8, "What the rule in force says, on everything that is known."),
    Column("state", "State", "quiet", 8.4, "How the evidence stands; the gravest state."),
    Column("decision", CONFIDENCE_ALLOWS, "word", 7.8, "What confidence alone allows."),
    Column("items", "Items", "number", 4.4),
    Column("lineages", "Lineages", "number", 6.7),
    Column("eie", "EIE", "number", 4),
    Column("naive", "Naive", "number", 5.6),
    Column("aware", "Aware", "number", 5.8),
    Column("inflation", "Inflation", "number", 6.4, "Not defined where nothing is independent."),
    Column("unknown", "Unknown", "number", 6.6, "Counted items whose provenance is unknown."),
    Column("against", "Against", "number", 6, "Refuting items."),
    Column("alert", "Alert", "text", 4.4),
    Column("dataset", "Data set", "quiet", 8.6),
)


def claims_table(page: Page[ClaimSummary]) -> TableView:
    """One page of the claim list."""
    return TableView(
        "Claims",
        CLAIM_COLUMNS,
        tuple(_claim_row(row) for row in page.rows),
        "No claim matches. Widen the search or take a filter off.",
    )


def _claim_row(row: ClaimSummary) -> Row:
    return Row(
        row.uid,
        (
            Cell(cut(row.text, 160), None, "", row.text),
            *verdict_cells(row.verdict),
            Cell(f"{DECISION_SIGN[row.decision]} {DECISION[row.decision]}", None, row.decision.value),
            Cell(str(row.items), row.items),
            Cell(str(row.lineages), row.lineages),
            Cell(amount(row.eie), row.eie),
            Cell(percent(row.naive), row.naive),
            Cell(percent(row.aware), row.aware),
            Cell("n. d.", None, "", "not defined: no independent evidence")
            if row.inflation is None
            else Cell(ratio(row.inflation), row.inflation),
            Cell(str(row.unknown), row.unknown),
            Cell(str(row.refuting), row.refuting),
            Cell("alert" if row.alert else ""),
            Cell(row.dataset, None, "", row.dataset),
        ),
        claim_link(row.uid),
    )


def verdict_cells(verdict: ListedVerdict | None) -> tuple[Cell, Cell]:
    """Decision and leading state of a claim, each with its reasons on a longer look."""
    if verdict is None:
        return Cell(conclusion_words(None), None, "", "the rule was not asked since something changed"), Cell("")
    states = ", ".join(SUFFICIENCY[state] for state in verdict.states)
    why = verdict.why or UNHINDERED
    tone = CONCLUSION_TONE[verdict.conclusion]
    return (
        Cell(conclusion_words(verdict.conclusion), None, tone, why),
        Cell(SUFFICIENCY[verdict.leading], None, "", f"{states}: {why}"),
    )


def page_words(page: Page[ClaimSummary] | Page[AnswerSummary], word: str = "claim") -> str:
    """Which part of the list is shown: 51 to 100 of 343 claims."""
    if not page.total:
        return f"no {word}s"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {min(page.total, first + len(page.rows) - 1):,} of {count(page.total, word)}"


ORDERS = MappingProxyType(
    {
        "as imported": ("uid", False),
        "most inflated": ("inflation", True),
        "least confident": ("aware", False),
        "most confident": ("aware", True),
        "least independent": ("eie", False),
        "most independent": ("eie", True),
    }
)
"""Words of an order -> column of the list and whether it falls."""


def alert_words(found: Overview) -> str:
    """How many claims carry the cluster alert."""
    if not found.alerts:
        return f"No cluster alert on {count(found.claims, 'claim')}."
    verb = "carries" if found.alerts == 1 else "carry"
    return f"{count(found.alerts, 'claim')} {verb} a cluster alert: many items on little independent evidence."
