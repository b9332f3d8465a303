"""From prior to aware confidence as a waterfall, read from top to bottom."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, GAIN, LOSS, QUIET, ROOM, figure, lineage_colour, literal
from dashboard.viewmodels.numbers import percent, points
from dashboard.viewmodels.why import Bar, WaterfallView

ROW = 25
"""Height of one bar with its gap, in pixels."""


def waterfall_figure(view: WaterfallView) -> go.Figure:
    """One horizontal bar per step; losses are hatched, so that the sign does not hang on colour."""
    bars = view.bars
    rows = list(range(len(bars)))
    steps = {
        "type": "bar",
        "orientation": "h",
        "y": rows,
        "base": [min(bar.start, bar.end) for bar in bars],
        "x": [abs(bar.end - bar.start) for bar in bars],
        "marker": {
            "color": [_colour(bar) for bar in bars],
            "pattern": {"shape": ["/" if bar.kind == "loss" else "" for bar in bars], "size": 5, "solidity": 0.35},
        },
        "text": [_value(bar) for bar in bars],
        "textposition": "outside",
        "cliponaxis": False,
        "customdata": [[literal(bar.label, 200), literal(bar.text, 200)] for bar in bars],
        "hovertemplate": "%{customdata[0]}<br>%{text}: %{customdata[1]}<extra></extra>",
    }
    widest = max([1.0, *(max(bar.start, bar.end) for bar in bars)])
    return figure(
        [steps, _links(bars)],
        height=60 + ROW * len(bars),
        x={"range": [0, widest * 1.08], "tickformat": ".0%", "side": "top"},
        y={
            "tickvals": rows,
            "ticktext": [literal(_name(bar), 40) for bar in bars],
            "range": [len(bars) - 0.5, -0.5],
            "showgrid": False,
            "title": ROOM,
        },
    )


def _links(bars: tuple[Bar, ...]) -> dict[str, object]:
    """Thin lines from the end of each bar to the next, as one trace with gaps."""
    x: list[float | None] = []
    y: list[float | None] = []
    for row, bar in enumerate(bars[:-1]):
        x += [bar.end, bar.end, None]
        y += [row + 0.32, row + 0.68, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": QUIET, "width": 1},
        "hoverinfo": "skip",
    }


def _colour(bar: Bar) -> str:
    if bar.kind == "gain":
        return lineage_colour(bar.lineage) if bar.lineage else GAIN
    return {"prior": QUIET, "loss": LOSS, "total": AWARE}[bar.kind]


def _name(bar: Bar) -> str:
    return f"{bar.lineage} · {bar.label}" if bar.lineage and not bar.label.startswith("Lineage") else bar.label


def _value(bar: Bar) -> str:
    return percent(bar.end) if bar.kind in ("prior", "total") else points(bar.end - bar.start).removesuffix(" points")
