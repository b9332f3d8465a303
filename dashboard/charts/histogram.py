"""How inflated the claims are."""

import plotly.graph_objects as go

from dashboard.charts.theme import NAIVE, literal, quiet
from dashboard.viewmodels.overview import HistogramView


def histogram_figure(view: HistogramView) -> go.Figure:
    """One bar per bin with its count."""
    labels = [literal(label) for label, _ in view.bins]
    counts = [n for _, n in view.bins]
    figure = go.Figure(
        go.Bar(
            x=labels,
            y=counts,
            marker={"color": NAIVE},
            text=[f"{n:,}" if n else "" for n in counts],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="inflation %{x}: %{y:,} claims<extra></extra>",
        )
    )
    figure.update_xaxes(title="inflation ratio", type="category", showgrid=False)
    figure.update_yaxes(title="claims", rangemode="tozero")
    return quiet(figure, height=340)
