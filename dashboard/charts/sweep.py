"""Confidence as one setting moves, a line per estimator."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, QUIET, literal, quiet
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
    figure = go.Figure()
    for key, name, points in view.lines:
        colour, dash = STYLES[key]
        figure.add_trace(
            go.Scatter(
                x=[x for x, _ in points],
                y=[y for _, y in points],
                mode="lines",
                name=literal(name),
                line={"color": colour, "dash": dash, "width": 3 if key == "aware" else 2},
                hovertemplate=f"{literal(name)}: %{{y:.1%}}<extra></extra>",
            )
        )
    figure.add_vline(x=view.at, line={"color": QUIET, "width": 1, "dash": "dot"})
    figure.update_xaxes(title=literal(view.setting))
    figure.update_yaxes(range=[0, 1.04], tickformat=".0%")
    quiet(figure, height=360)
    return figure.update_layout(showlegend=True, legend={"orientation": "h", "y": 1.1, "x": 0}, hovermode="x unified")
