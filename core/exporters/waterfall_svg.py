"""From the prior to the aware confidence as a waterfall: one bar a step, prior on top."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from core.drawing.lettering import one_line
from core.exporters.graph_picture import hue_of
from core.exporters.graph_svg import COLOURS, DARK_COLOURS, SPACE
from core.exporters.markup import Markup, tag
from core.exporters.types import Exhibit
from core.numbers import count, percent, points
from core.wording import title_of

MOST_BARS = 24
"""Above this many items the bars are one per lineage."""
LEFT, WIDE, RIGHT, ROW = 290, 480, 170, 24
"""Room for the words, the bars and the numbers; height of a row."""
LOSS_COLOURS = ("--loss:#c04f00;", "--loss:#f08a4b;")

STEP_NAMES = {
    "prior": "Prior",
    "scarcity": "Too few items for K",
    "dependence": "Shared or unknown lineages",
    "cap": "Cap at 100 %",
}

STYLE = (
    ".w text{font:12px system-ui,sans-serif;fill:var(--ink)}.w .name{text-anchor:end}.w .quiet{fill:var(--quiet);"
    "font-size:11px;text-anchor:middle}.w .grid{stroke:var(--line);stroke-opacity:.3}"
    ".w .bar{fill:var(--none)}.w .loss{fill:var(--loss)}.w .total{fill:var(--ink)}"
    + "".join(f".w .b{number}{{fill:var(--h{number})}}" for number in range(8))
)
"""Rules for everything inside a waterfall, in classes only."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One step: from where to where, and what it is."""

    name: str
    start: float
    end: float
    kind: str
    """prior, gain, loss or total."""
    lineage: str | None = None


def bars_of(exhibit: Exhibit) -> tuple[Bar, ...]:
    """The steps of the aware estimate; many items are drawn by lineage."""
    estimate = next(estimate for estimate in exhibit.found.estimates if estimate.key == "aware")
    items = {figure.evidence_id: figure for figure in exhibit.found.figures}
    sources = {source.id: source for source in exhibit.dossier.sources}
    bars = []
    for step in estimate.steps:
        figure = items.get(step.label)
        kind = "prior" if step.label == "prior" else "gain" if step.change >= 0 else "loss"
        name = STEP_NAMES.get(step.label, step.label)
        if figure is not None:
            name = title_of(sources.get(figure.source_id), figure.source_id)
        start = 0.0 if kind == "prior" else step.running - step.change
        bars.append(Bar(name, start, step.running, kind, figure.lineage if figure is not None else None))
    if sum(bar.kind == "gain" for bar in bars) > MOST_BARS:
        bars = list(_by_lineage(bars))
    return (*bars, Bar("Aware confidence", 0.0, estimate.value, "total"))


def _by_lineage(bars: list[Bar]) -> Iterable[Bar]:
    yield from (bar for bar in bars if bar.kind == "prior")
    running = bars[0].end
    gains = sorted(
        (bar for bar in bars if bar.kind == "gain"), key=lambda bar: (len(bar.lineage or "~"), bar.lineage or "~")
    )
    for letter, group in groupby(gains, key=lambda bar: bar.lineage):
        members = list(group)
        added = sum(bar.end - bar.start for bar in members)
        name = f"Lineage {letter}, {count(len(members), 'item')}" if letter else count(len(members), "item")
        yield Bar(name, running, running + added, "gain", letter)
        running += added
    yield from (bar for bar in bars if bar.kind == "loss")


def waterfall_svg(exhibit: Exhibit, name: str, *, alone: bool = False, about: Iterable[str] = ()) -> Markup:
    """The waterfall as an SVG element.

    Args:
        exhibit: The claim.
        name: Beginning of its ids, unique in the document.
        alone: Whether it is a document of its own, with its colours and style in it.
        about: Lines that say where it comes from.
    """
    bars = bars_of(exhibit)
    # What is taken back starts above 1 where increments add up to more: the scale reaches as far as the steps do.
    most = max(1.0, *(max(bar.start, bar.end) for bar in bars))
    height = ROW * len(bars) + 26
    found = exhibit.found
    says = f"Naive {percent(found.naive)}, aware {percent(found.aware)}. " + "; ".join(
        f"{one_line(bar.name, 60)}: {_number(bar)}" for bar in bars
    )
    style = None
    if alone:
        dark = f"@media(prefers-color-scheme:dark){{.w{{{DARK_COLOURS}{LOSS_COLOURS[1]}}}}}"
        style = tag("style", Markup(f".w{{{COLOURS}{LOSS_COLOURS[0]}background:var(--paper)}}{dark}{STYLE}"))
    return tag(
        "svg",
        tag("title", "From the prior to the aware confidence", id=f"{name}-t"),
        tag("desc", " ".join((says, *about)), id=f"{name}-d"),
        style,
        *_grid(most, height),
        *(_bar(bar, number, most) for number, bar in enumerate(bars)),
        class_="w",
        role="img",
        aria_labelledby=f"{name}-t {name}-d",
        viewBox=f"0 0 {LEFT + WIDE + RIGHT} {height}",
        width=LEFT + WIDE + RIGHT,
        height=height,
        xmlns=SPACE if alone else None,
    )


def _grid(most: float, height: int) -> Iterable[Markup]:
    for tick in range(0, int(most * 5 + 1e-9) + 1):
        x = round(LEFT + WIDE * tick / 5 / most, 1)
        yield tag("line", class_="grid", x1=x, y1=2, x2=x, y2=height - 20)
        yield tag("text", f"{tick * 20} %", class_="quiet", x=x, y=height - 6)


def _bar(bar: Bar, number: int, most: float) -> Markup:
    top = ROW * number + 4
    low, high = sorted((bar.start, bar.end))
    x, width = LEFT + WIDE * low / most, max(1.5, WIDE * (high - low) / most)
    hue = hue_of(bar.lineage)
    colour = bar.kind if bar.kind in ("loss", "total") else "bar" if hue is None else f"b{hue}"
    letter = f"{bar.lineage} · " if bar.lineage else ""
    return tag(
        "g",
        tag("title", f"{one_line(bar.name, 200)}: {_number(bar)}"),
        tag("text", f"{letter}{one_line(bar.name, 36)}", class_="name", x=LEFT - 10, y=top + 12),
        tag("rect", class_=colour, x=round(x, 1), y=top, width=round(width, 1), height=ROW - 8, rx=2),
        tag("text", _number(bar), x=round(x + width + 8, 1), y=top + 12),
    )


def _number(bar: Bar) -> str:
    if bar.kind in ("prior", "total"):
        return percent(bar.end)
    return f"{points(bar.end - bar.start)} → {percent(bar.end)}"
