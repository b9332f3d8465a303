"""From prior to aware confidence as a waterfall, read from top to bottom."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, GAIN, LOSS, QUIET, lineage_colour, literal, quiet
from dashboard.viewmodels.numbers import percent, points
from dashboard.viewmodels.why import Bar, WaterfallView

ROW = 24
"""Height of one bar with its gap, in pixels."""


def waterfall_figure(view: WaterfallView) -> go.Figure:
    """One horizontal bar per step; losses are hatched, so that the sign does not hang on colour."""
    bars = view.bars
    rows = list(range(len(bars)))
    figure = go.Figure(
        go.Bar(
            orientation="h",
            y=rows,
            base=[min(bar.start, bar.end) for bar in bars],
            x=[abs(bar.end - bar.start) for bar in bars],
            marker={
                "color": [_colour(bar) for bar in bars],
                "pattern": {"shape": ["/" if bar.kind == "loss" else "" for bar in bars], "size": 5, "solidity": 0.35},
            },
            text=[_value(bar) for bar in bars],
            textposition="outside",
            cliponaxis=False,
            customdata=[[literal(bar.label, 200), literal(bar.text, 200)] for bar in bars],
            hovertemplate="%{customdata[0]}<br>%{text}: %{customdata[1]}<extra></extra>",
        )
    )
    for row, bar in enumerate(bars[:-1]):
        figure.add_shape(
            type="line", x0=bar.end, x1=bar.end, y0=row + 0.32, y1=row + 0.68, line={"color": QUIET, "width": 1}
        )
    widest = max([1.0, *(max(bar.start, bar.end) for bar in bars)])
    figure.update_xaxes(range=[0, widest * 1.08], tickformat=".0%", side="top")
    figure.update_yaxes(
        tickvals=rows, ticktext=[literal(_name(bar)) for bar in bars], autorange="reversed", showgrid=False
    )
    return quiet(figure, height=60 + ROW * len(bars))


def _colour(bar: Bar) -> str:
    if bar.kind == "gain":
        return lineage_colour(bar.lineage) if bar.lineage else GAIN
    return {"prior": QUIET, "loss": LOSS, "total": AWARE}[bar.kind]


def _name(bar: Bar) -> str:
    return f"{bar.lineage} · {bar.label}" if bar.lineage and not bar.label.startswith("Lineage") else bar.label


def _value(bar: Bar) -> str:
    return percent(bar.end) if bar.kind in ("prior", "total") else points(bar.end - bar.start).removesuffix(" points")
