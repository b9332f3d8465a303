"""The correlated jury: a line per correlation, how often the majority is right by the size of the jury."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, figure, literal
from dashboard.viewmodels.overlap import JuryView

STYLES = (
    (NAIVE, "dot"),
    ("#007a5a", "dashdot"),
    (AWARE, "solid"),
    ("#8a6100", "dash"),
    ("#b3261e", "longdash"),
)
"""Colour and dash: no line is told by its colour alone."""


def jury_figure(view: JuryView) -> go.Figure:
    """Lines from one juror to a hundred and one, each named at the top."""
    traces = []
    for (correlation, points), (colour, dash) in zip(view.lines, STYLES, strict=True):
        name = f"ρ = {correlation:g}"
        traces.append(
            {
                "type": "scatter",
                "x": [jurors for jurors, _ in points],
                "y": [right for _, right in points],
                "mode": "lines+markers",
                "name": literal(name),
                "line": {"color": colour, "dash": dash, "width": 2.5},
                "marker": {"size": 5},
                "hovertemplate": f"{literal(name)}, %{{x}} jurors: %{{y:.1%}}<extra></extra>",
            }
        )
    return figure(
        traces,
        height=320,
        x={"title": {"text": "jurors"}, "range": [0, 103]},
        y={"title": {"text": "majority is right"}, "tickformat": ".0%", "range": [0.45, 1.02]},
        showlegend=True,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )
