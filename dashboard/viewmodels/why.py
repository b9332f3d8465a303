"""From the prior to the aware confidence, step by step, as a waterfall and in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from core.model import Dossier
from core.results import Assessment, Step
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.numbers import amount, count, percent, points, share_of
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cells, cut

MOST_BARS = 24
"""Above this many items the bars are one per lineage."""

STEP_NAMES = {
    "prior": "Prior",
    "scarcity": "Too few items for K",
    "dependence": "Shared or unknown lineages",
    "cap": "Cap at 100 %",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the waterfall, from ``start`` to ``end``, both confidences."""

    label: str
    kind: str
    """prior, gain, loss or total."""
    start: float
    end: float
    text: str
    """Why, in words."""
    lineage: str | None = None


@dataclass(frozen=True, slots=True)
class WaterfallView:
    """The bars in order, and the same as a table."""

    bars: tuple[Bar, ...]
    listing: TableView
    summary: str


def waterfall_view(dossier: Dossier, found: Assessment) -> WaterfallView:
    """The steps of the aware estimate with the names of their sources."""
    estimate = next(estimate for estimate in found.estimates if estimate.key == "aware")
    items = {figure.evidence_id: figure for figure in found.figures}
    sources = {source.id: source for source in dossier.sources}
    bars = []
    for step in estimate.steps:
        figure = items.get(step.label)
        if figure is None:
            bars.append(_bar(STEP_NAMES.get(step.label, step.label), _worded(step, found), None))
        else:
            title = title_of(sources.get(figure.source_id), figure.source_id)
            bar = _bar(title, step, figure.lineage)
            bars.append(replace(bar, text=f"increment {amount(step.change, 3)}, in full"))
    if sum(1 for bar in bars if bar.kind == "gain") > MOST_BARS:
        bars = _by_lineage(bars)
    bars.append(Bar("Aware confidence", "total", 0.0, estimate.value, estimate.formula))
    losses = [step.label for step in estimate.steps if step.change < 0]
    return WaterfallView(tuple(bars), _table(bars), _summary(found, losses))


def _bar(label: str, step: Step, lineage: str | None) -> Bar:
    kind = "prior" if step.label == "prior" else "gain" if step.change >= 0 else "loss"
    start = 0.0 if kind == "prior" else step.running - step.change
    return Bar(label, kind, start, step.running, step.text, lineage)


def _by_lineage(bars: list[Bar]) -> list[Bar]:
    """One bar per lineage, in the order of their letters; what is not an item stays as it is."""
    items = sorted((bar for bar in bars if bar.lineage), key=lambda bar: (len(bar.lineage or ""), bar.lineage or ""))
    head = [bar for bar in bars if bar.kind == "prior"]
    running = head[0].end if head else 0.0
    merged = []
    for letter, group in groupby(items, key=lambda bar: bar.lineage):
        members = list(group)
        added = sum(bar.end - bar.start for bar in members)
        text = f"{count(len(members), 'item')} of lineage {letter}, every increment in full"
        merged.append(Bar(f"Lineage {letter}", "gain", running, running + added, text, letter))
        running += added
    return head + merged + [bar for bar in bars if bar.kind == "loss"]


def _summary(found: Assessment, losses: Sequence[str]) -> str:
    gone = found.naive - found.aware
    if found.items == 0:
        return f"No counted item: confidence stays at the prior, {percent(found.policy.prior)}."
    if gone <= 0:
        return f"Nothing is taken back: {percent(found.aware)} either way."
    taken = [STEP_NAMES[key] for key in losses if key != "cap"]
    first, *rest = taken or ["The cap"]
    why = " and ".join([first, *(name[0].lower() + name[1:] for name in rest)])
    return f"A flat list would say {percent(found.naive)}. {why} leave {percent(found.aware)}, {points(-gone)}."


def _worded(step: Step, found: Assessment) -> Step:
    if step.label != "dependence":
        return step
    gamma = share_of(found.gamma)
    carry = "carries" if found.items == 1 else "carry"
    return replace(step, text=f"{count(found.items, 'item')} {carry} EIE {amount(found.eie)}: gamma {gamma}")


def _table(bars: list[Bar]) -> TableView:
    rows = []
    for number, bar in enumerate(bars):
        change = bar.end - bar.start
        rows.append(
            Row(
                str(number),
                cells(
                    (
                        Cell(bar.lineage or ""),
                        Cell(cut(bar.label, 70), None, "", bar.label),
                        Cell("" if bar.kind in ("prior", "total") else points(change), change),
                        Cell(percent(bar.end), bar.end),
                        Cell(bar.text),
                    )
                ),
            )
        )
    return TableView(
        "Steps from the prior to the aware confidence",
        (
            Column("lineage", "", "quiet", 2.2, "Lineage"),
            Column("step", "Step", "text", 12),
            Column("change", "Change", "number", 6.6),
            Column("running", "Leads to", "number", 6),
            Column("why", "Why", "wrap", 12),
        ),
        tuple(rows),
    )
