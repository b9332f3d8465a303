"""How inflated the claims are."""

import plotly.graph_objects as go

from dashboard.charts.theme import NAIVE, figure, literal
from dashboard.viewmodels.overview import HistogramView


def histogram_figure(view: HistogramView) -> go.Figure:
    """One bar per bin with its count."""
    counts = [n for _, n in view.bins]
    bars = {
        "type": "bar",
        "x": [literal(label) for label, _ in view.bins],
        "y": counts,
        "marker": {"color": NAIVE},
        "text": [f"{n:,}" if n else "" for n in counts],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertemplate": "inflation %{x}: %{y:,} claims<extra></extra>",
    }
    return figure(
        [bars],
        height=340,
        x={"title": {"text": "inflation ratio"}, "type": "category", "showgrid": False},
        y={"title": {"text": "claims"}, "rangemode": "tozero"},
    )
