"""Confidence as one setting moves, a line per estimator."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, QUIET, figure, literal
from dashboard.viewmodels.scenarios import SweepView

STYLES = {
    "naive": (NAIVE, "dot"),
    "bayesian": ("#8a6100", "dash"),
    "source_discounted": ("#007a5a", "dashdot"),
    "aware": (AWARE, "solid"),
}
"""Colour and dash: no line is told by its colour alone."""


def sweep_figure(view: SweepView) -> go.Figure:
    """Lines named at the top, and where the sliders stand."""
    traces = [
        {
            "type": "scatter",
            "x": [x for x, _ in points],
            "y": [y for _, y in points],
            "mode": "lines",
            "name": literal(name),
            "line": {"color": STYLES[key][0], "dash": STYLES[key][1], "width": 3 if key == "aware" else 2},
            "hovertemplate": f"{literal(name)}: %{{y:.1%}}<extra></extra>",
        }
        for key, name, points in view.lines
    ]
    here = {"type": "line", "x0": view.at, "x1": view.at, "y0": 0, "y1": 1, "yref": "paper"}
    return figure(
        traces,
        height=360,
        x={"title": {"text": literal(view.setting)}},
        y={"range": [0, 1.04], "tickformat": ".0%"},
        shapes=[{**here, "line": {"color": QUIET, "width": 1, "dash": "dot"}}],
        showlegend=True,
        legend={"orientation": "h", "y": 1.1, "x": 0},
        hovermode="x unified",
    )
