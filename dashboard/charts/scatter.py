"""Naive against aware confidence, one point per claim."""

from typing import Any

import plotly.graph_objects as go

from dashboard.charts.theme import DECISION_COLOURS, QUIET, figure, literal
from dashboard.viewmodels.overview import Point, ScatterView

SYMBOLS = {"answer": "circle", "qualify": "diamond", "refuse": "x-thin-open"}


def scatter_figure(view: ScatterView) -> go.Figure:
    """Points below the diagonal lose confidence; decisions differ in shape and colour, alerts are larger."""
    diagonal = {"type": "line", "x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": {"color": QUIET, "width": 1, "dash": "dot"}}
    return figure(
        [_trace(decision, [p for p in view.points if p.decision == decision]) for decision in DECISION_COLOURS],
        height=340,
        x={"title": {"text": "naive"}, "range": [-0.03, 1.03], "tickformat": ".0%"},
        y={"title": {"text": "aware"}, "range": [-0.03, 1.03], "tickformat": ".0%"},
        shapes=[diagonal],
        showlegend=True,
        legend={"orientation": "h", "y": 1.08, "x": 0},
        clickmode="event+select",
        hovermode="closest",
    )


def _trace(decision: str, points: list[Point]) -> dict[str, Any]:
    colour = DECISION_COLOURS[decision]
    return {
        "type": "scatter",
        "x": [point.naive for point in points],
        "y": [point.aware for point in points],
        "mode": "markers",
        "name": f"{decision} ({len(points):,})",
        "marker": {
            "color": colour,
            "symbol": SYMBOLS[decision],
            "size": [12 if point.alert else 8 for point in points],
            "opacity": 0.75,
            "line": {"width": [2.5 if point.alert else 1 for point in points], "color": colour},
        },
        "customdata": [[point.uid, literal(point.text, 90)] for point in points],
        "hovertemplate": "%{customdata[1]}<br>naive %{x:.1%}, aware %{y:.1%}<extra></extra>",
    }
