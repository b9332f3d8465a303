"""A claim's figures from entry to entry: confidence above, independent evidence below."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, DECISION_COLOURS, NAIVE, QUIET, figure, literal
from dashboard.viewmodels.history import HistoryView
from dashboard.viewmodels.numbers import amount, percent

SYMBOLS = {"answer": "circle", "qualify": "diamond", "refuse": "x"}
"""Decisions told apart by shape as well as colour."""

MOST_NAMED = 7
"""Moments named under the chart; all are in the table."""


def history_figure(view: HistoryView, at: int) -> go.Figure:
    """Steps, evenly spaced: many entries of one day would else be one stroke. ``at`` is the step looked at."""
    moments = view.moments
    x = list(range(len(moments)))
    told = [[literal(f"{moment.when} · {moment.what}", 120), moment.decision] for moment in moments]
    aware = {
        **_steps(x, [moment.aware for moment in moments], "aware", AWARE, 3, "solid"),
        "customdata": told,
        "mode": "lines+markers",
        "marker": {
            "size": [*(13 if moment.turned else 8 for moment in moments), 0],
            "symbol": [SYMBOLS.get(moment.decision, "circle") for moment in (*moments, moments[-1])],
            "color": [DECISION_COLOURS.get(moment.decision, QUIET) for moment in (*moments, moments[-1])],
        },
        "text": [percent(moment.aware) for moment in moments],
        "hovertemplate": "%{customdata[0]}<br>aware %{text}, %{customdata[1]}<extra></extra>",
    }
    naive = {
        **_steps(x, [moment.naive for moment in moments], "naive", NAIVE, 2, "dot"),
        "text": [percent(moment.naive) for moment in moments],
        "hovertemplate": "naive %{text}<extra></extra>",
    }
    eie = {
        **_steps(x, [moment.eie for moment in moments], "EIE", "#007a5a", 2, "solid"),
        "yaxis": "y2",
        "text": [amount(moment.eie) for moment in moments],
        "hovertemplate": "EIE %{text}<extra></extra>",
    }
    every = max(1, -(-len(moments) // MOST_NAMED))
    named = [number for number in x if number % every == 0]
    here = {"type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper"}
    return figure(
        [naive, aware, eie],
        height=340,
        x={
            "range": [-0.4, len(moments) - 0.3],
            "tickvals": named,
            "ticktext": [literal(moments[number].when) for number in named],
            "anchor": "y2",
        },
        y={"domain": [0.36, 1], "range": [0, 1.04], "tickformat": ".0%", "title": {"text": "confidence"}},
        yaxis2={
            "domain": [0, 0.26],
            "rangemode": "tozero",
            "title": {"text": "EIE"},
            "gridcolor": "rgba(128,128,128,0.22)",
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
            "nticks": 4,
        },
        shapes=[{**here, "line": {"color": QUIET, "width": 1, "dash": "dot"}}],
        showlegend=True,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )


def _steps(x: list[int], y: list[float], name: str, colour: str, width: int, dash: str) -> dict[str, object]:
    """A line whose last step goes on to today."""
    return {
        "type": "scatter",
        "x": [*x, x[-1] + 0.6],
        "y": [*y, y[-1]],
        "name": name,
        "mode": "lines",
        "line": {"shape": "hv", "color": colour, "width": width, "dash": dash},
    }
