"""Naive against aware confidence, one point per claim."""

import plotly.graph_objects as go

from dashboard.charts.theme import DECISION_COLOURS, QUIET, literal, quiet
from dashboard.viewmodels.overview import ScatterView

SYMBOLS = {"answer": "circle", "qualify": "diamond", "refuse": "x-thin-open"}


def scatter_figure(view: ScatterView) -> go.Figure:
    """Points below the diagonal lose confidence; decisions differ in shape and colour, alerts have a ring."""
    figure = go.Figure()
    figure.add_shape(type="line", x0=0, y0=0, x1=1, y1=1, line={"color": QUIET, "width": 1, "dash": "dot"})
    for decision, colour in DECISION_COLOURS.items():
        points = [point for point in view.points if point.decision == decision]
        figure.add_trace(
            go.Scatter(
                x=[point.naive for point in points],
                y=[point.aware for point in points],
                mode="markers",
                name=f"{decision} ({len(points):,})",
                marker={
                    "color": colour,
                    "symbol": SYMBOLS[decision],
                    "size": [12 if point.alert else 8 for point in points],
                    "opacity": 0.75,
                    "line": {"width": [2.5 if point.alert else 1 for point in points], "color": colour},
                },
                customdata=[[point.uid, literal(point.text, 90)] for point in points],
                hovertemplate="%{customdata[1]}<br>naive %{x:.1%}, aware %{y:.1%}<extra></extra>",
            )
        )
    figure.update_xaxes(title="naive", range=[-0.03, 1.03], tickformat=".0%")
    figure.update_yaxes(title="aware", range=[-0.03, 1.03], tickformat=".0%")
    quiet(figure, height=340)
    return figure.update_layout(
        showlegend=True, legend={"orientation": "h", "y": 1.08, "x": 0}, clickmode="event+select"
    )
