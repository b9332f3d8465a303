"""The four estimators on one scale, with the range and the band of the aware one."""

from typing import Any

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, QUIET, ROOM, figure, literal
from dashboard.viewmodels.estimators import EstimatorsView
from dashboard.viewmodels.numbers import percent


def estimators_figure(view: EstimatorsView) -> go.Figure:
    """A dot per estimator; a thin line is the range of aware, a thick one its 5th to 95th percentile."""
    prior = {"x0": view.prior, "x1": view.prior, "y0": 0, "y1": 1, "yref": "paper"}
    said = {"x": view.prior, "y": 0, "yref": "paper", "yanchor": "bottom", "xanchor": "left", "xshift": 4}
    return figure(
        [*_open(view), _marks(view)],
        height=270,
        x={"range": [0, 1.04], "tickformat": ".0%"},
        y={
            "categoryorder": "array",
            "categoryarray": [mark.label for mark in view.marks][::-1],
            "showgrid": True,
            "title": ROOM,
        },
        shapes=[{"type": "line", "line": {"color": QUIET, "width": 1, "dash": "dot"}, **prior}],
        annotations=[{"text": f"prior {percent(view.prior)}", "showarrow": False, "font": {"color": QUIET}, **said}],
    )


def _open(view: EstimatorsView) -> list[dict[str, Any]]:
    """Range and band, drawn under the marks."""
    aware = next((mark.label for mark in view.marks if mark.key == "aware"), None)
    if aware is None:
        return []
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": [view.low, view.high],
            "y": [aware, aware],
            "mode": "lines+markers",
            "line": {"color": AWARE, "width": 1.5},
            "marker": {"symbol": "line-ns-open", "size": 12, "color": AWARE},
            "name": "range over the open questions",
            "hovertemplate": "range %{x:.1%}<extra></extra>",
        }
    ]
    if view.band is not None and view.band[0] < view.band[2]:
        traces.append(
            {
                "type": "scatter",
                "x": [view.band[0], view.band[2]],
                "y": [aware, aware],
                "mode": "lines",
                "line": {"color": "rgba(0,114,178,0.35)", "width": 12},
                "name": "nine in ten draws",
                "hovertemplate": "draws %{x:.1%}<extra></extra>",
            }
        )
    return traces


def _marks(view: EstimatorsView) -> dict[str, Any]:
    return {
        "type": "scatter",
        "x": [mark.value for mark in view.marks],
        "y": [mark.label for mark in view.marks],
        "mode": "markers+text",
        "text": [literal(mark.text) for mark in view.marks],
        "textposition": "top center",
        "cliponaxis": False,
        "marker": {
            "size": 13,
            "color": [AWARE if mark.key == "aware" else NAIVE for mark in view.marks],
            "symbol": ["diamond" if mark.key == "aware" else "circle" for mark in view.marks],
        },
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }
