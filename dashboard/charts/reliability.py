"""Probability shown against what people said of it."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, QUIET, figure
from dashboard.viewmodels.rules import ReliabilityView


def reliability_figure(view: ReliabilityView) -> go.Figure:
    """A mark per bin with its interval and its n; on the dotted line what is shown is what holds."""
    marks = {
        "type": "scatter",
        "x": [point.shown for point in view.points],
        "y": [point.observed for point in view.points],
        "mode": "markers+text",
        "text": [f"n = {point.n:,}" for point in view.points],
        "textposition": "top right",
        "cliponaxis": False,
        "marker": {"size": 10, "color": AWARE, "symbol": "diamond"},
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [point.high - point.observed for point in view.points],
            "arrayminus": [point.observed - point.low for point in view.points],
            "color": AWARE,
            "thickness": 1.5,
        },
        "hovertemplate": "shown %{x:.0%}, confirmed %{y:.0%}<extra></extra>",
    }
    return figure(
        [marks],
        height=300,
        x={"title": {"text": "probability shown"}, "tickformat": ".0%", "range": [0, 1.08]},
        y={"title": {"text": "confirmed"}, "tickformat": ".0%", "range": [0, 1.08]},
        shapes=[
            {"type": "line", "x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": {"color": QUIET, "width": 1, "dash": "dot"}}
        ],
    )
