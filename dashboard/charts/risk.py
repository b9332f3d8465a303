"""The curve of risk over density: where bundles lie on it, both thresholds, and what outcomes say of it."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, LOSS, QUIET, figure, literal
from dashboard.viewmodels.bundle import Mark, RiskView

CLOSE = 0.02
"""Densities nearer than this would be written over one another."""


def risk_figure(view: RiskView) -> go.Figure:
    """A bundle is a mark on the curve, or a stretch of it while its density is open; refused to the left."""
    steps = [(x, y) for x, y in view.curve]
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": [x for x, _ in steps],
            "y": [y for _, y in steps],
            "mode": "lines",
            "line": {"color": QUIET, "width": 2},
            "hovertemplate": "density %{x:.2f}: %{y:.3f}<extra></extra>",
        },
        *(_mark(mark, steps, _names(mark, view.marks)) for mark in view.marks if not mark.chosen),
        *(_mark(mark, steps, f"{mark.rank}") for mark in view.marks if mark.chosen),
    ]
    limit = min(view.density_threshold, 1.0)
    line = {"type": "line", "line": {"color": LOSS, "width": 1, "dash": "dash"}}
    return figure(
        traces,
        height=320,
        x={"title": {"text": "density"}, "range": [-0.03, 1.05], "tickformat": ".1f"},
        y={"title": {"text": literal(view.label)}, "range": [0, None], "rangemode": "tozero", "tickformat": ".2f"},
        shapes=[
            {"type": "rect", "x0": -0.03, "x1": limit, "y0": 0, "y1": 1, "yref": "paper", "line": {"width": 0},
             "fillcolor": LOSS, "opacity": 0.07},
            {**line, "x0": limit, "x1": limit, "y0": 0, "y1": 1, "yref": "paper"},
            {**line, "x0": -0.03, "x1": limit, "y0": view.risk_threshold, "y1": view.risk_threshold},
            {**line, "x0": view.plain_from, "x1": view.plain_from, "y0": 0, "y1": 1, "yref": "paper",
             "line": {"color": QUIET, "width": 1, "dash": "dot"}},
        ],
        annotations=[
            _label(limit, 1.0, _refused(view.density_threshold), "right"),
            _label(view.plain_from, 1.0, f" no caveat from {view.plain_from:.2f}", "left"),
            {**_label(1.05, view.risk_threshold, f"H threshold {view.risk_threshold:.3f}", "right"), "yref": "y"},
        ],
        hovermode="closest",
    )  # fmt: skip


def _refused(threshold: float) -> str:
    return f"refused below {threshold:.3f} " if threshold <= 1.0 else "refused at every density "


def _label(x: float, y: float, text: str, anchor: str) -> dict[str, Any]:
    return {"x": x, "y": y, "yref": "paper", "text": text, "showarrow": False, "xanchor": anchor, "yanchor": "top",
            "font": {"size": 11, "color": QUIET}}  # fmt: skip


def _names(mark: Mark, marks: Sequence[Mark]) -> str:
    """The ranks of all that begin where this one does, written once."""
    same = [one.rank for one in marks if not one.chosen and abs(one.density.low - mark.density.low) < CLOSE]
    return ", ".join(f"{rank}" for rank in same) if same[0] == mark.rank else ""


def _mark(mark: Mark, curve: list[tuple[float, float]], name: str) -> dict[str, Any]:
    low, high = mark.density.low, mark.density.high
    inner = [(x, y) for x, y in curve if low < x < high]
    ends = [(low, mark.risk.low), *inner, (high, mark.risk.high)] if low < high else [(low, mark.risk.low)]
    colour = AWARE if mark.chosen else QUIET
    sizes = [10 if mark.chosen else 7, *([0] * (len(ends) - 2)), 10 if mark.chosen else 7][-len(ends) :]
    return {
        "type": "scatter",
        "x": [x for x, _ in ends],
        "y": [y for _, y in ends],
        "mode": "lines+markers+text",
        "text": [name, *([""] * (len(ends) - 1))],
        "textposition": "top right",
        "textfont": {"color": colour},
        "line": {"color": colour, "width": 6 if mark.chosen else 3},
        "marker": {"size": sizes, "color": colour, "symbol": "diamond" if mark.chosen else "circle"},
        "hovertemplate": f"bundle {mark.rank}: density %{{x:.3f}}, %{{y:.3f}}<extra></extra>",
    }
