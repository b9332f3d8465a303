"""Fits against outcomes: the curve of risk over density, and risk over coverage."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, LOSS, QUIET, figure, literal
from dashboard.viewmodels.calibration import FitFigure
from dashboard.viewmodels.risk_coverage import CoverageView

STROKES = (
    (AWARE, "solid"),
    ("#8a6100", "dash"),
    ("#007a5a", "dashdot"),
    ("#a1488e", "dot"),
    ("#c04f00", "longdash"),
    (QUIET, "longdashdot"),
)
"""Colour and dash: no curve is told by its colour alone."""


def fit_figure(view: FitFigure) -> go.Figure:
    """The fitted curve over the article's; a mark a band of densities with its interval and its n."""
    seen = view.observed
    return figure(
        [
            {"type": "scatter", "x": [x for x, _ in view.paper], "y": [y for _, y in view.paper], "mode": "lines",
             "name": "H (paper)", "line": {"color": QUIET, "width": 2, "dash": "dot"}, "hoverinfo": "skip"},
            {"type": "scatter", "x": [x for x, _ in view.yours], "y": [y for _, y in view.yours], "mode": "lines",
             "name": "H (yours)", "line": {"color": AWARE, "width": 3},
             "hovertemplate": "%{x:.2f}: %{y:.3f}<extra></extra>"},
            {"type": "scatter", "x": [one.density for one in seen], "y": [one.observed for one in seen],
             "mode": "markers+text", "name": "observed", "text": [f"n = {one.n:,}" for one in seen],
             "textposition": "top right", "cliponaxis": False,
             "marker": {"size": 9, "color": AWARE, "symbol": "diamond"},
             "error_y": {"type": "data", "symmetric": False, "thickness": 1.5, "color": AWARE,
                         "array": [one.interval.high - one.observed for one in seen],
                         "arrayminus": [one.observed - one.interval.low for one in seen]},
             "hovertemplate": "density %{x:.2f}: %{y:.1%}<extra></extra>"},
        ],
        height=340,
        x={"title": {"text": "density"}, "range": [-0.03, 1.08]},
        y={"title": {"text": "hallucinated"}, "tickformat": ".0%", "rangemode": "tozero"},
        shapes=[{"type": "line", "x0": -0.03, "x1": 1.08, "y0": view.threshold, "y1": view.threshold,
                 "line": {"color": LOSS, "width": 1, "dash": "dash"}}],
        showlegend=True,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )  # fmt: skip


def coverage_figure(view: CoverageView) -> go.Figure:
    """A line per signal; the diamond is where the harm is least."""
    traces = []
    for curve, (colour, dash) in zip(view.curves, STROKES, strict=False):
        name = literal(curve.name, 24)
        traces.append(
            {"type": "scatter", "x": [x for x, _ in curve.points], "y": [y for _, y in curve.points],
             "mode": "lines" if len(curve.points) > 1 else "markers", "name": name,
             "line": {"color": colour, "dash": dash, "width": 2.5},
             "hovertemplate": f"{name}: %{{x:.0%}} answered, %{{y:.1%}} wrong<extra></extra>"}
        )  # fmt: skip
        if curve.chosen is not None:
            traces.append(
                {"type": "scatter", "x": [curve.chosen[0]], "y": [curve.chosen[1]], "mode": "markers",
                 "showlegend": False, "marker": {"size": 12, "color": colour, "symbol": "diamond"},
                 "hovertemplate": f"{name}, least harm: %{{x:.0%}} answered, %{{y:.1%}} wrong<extra></extra>"}
            )  # fmt: skip
    return figure(
        traces,
        height=340,
        x={"title": {"text": "answered"}, "tickformat": ".0%", "range": [0, 1.03]},
        y={"title": {"text": "wrong among the answered"}, "tickformat": ".0%", "rangemode": "tozero"},
        showlegend=True,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )
