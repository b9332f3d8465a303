"""The four estimators on one scale, with the range and the band of the aware one."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, QUIET, literal, quiet
from dashboard.viewmodels.estimators import EstimatorsView
from dashboard.viewmodels.numbers import percent


def estimators_figure(view: EstimatorsView) -> go.Figure:
    """A dot per estimator; a thin line is the range of aware, a thick one its 5th to 95th percentile."""
    labels = [mark.label for mark in view.marks]
    figure = go.Figure()
    aware = next((mark.label for mark in view.marks if mark.key == "aware"), None)
    if aware is not None:
        figure.add_trace(
            go.Scatter(
                x=[view.low, view.high],
                y=[aware, aware],
                mode="lines+markers",
                line={"color": AWARE, "width": 1.5},
                marker={"symbol": "line-ns-open", "size": 12, "color": AWARE},
                name="range over the open questions",
                hovertemplate="range %{x:.1%}<extra></extra>",
            )
        )
        if view.band is not None and view.band[0] < view.band[2]:
            figure.add_trace(
                go.Scatter(
                    x=[view.band[0], view.band[2]],
                    y=[aware, aware],
                    mode="lines",
                    line={"color": "rgba(0,114,178,0.35)", "width": 12},
                    name="nine in ten draws",
                    hovertemplate="draws %{x:.1%}<extra></extra>",
                )
            )
    figure.add_trace(
        go.Scatter(
            x=[mark.value for mark in view.marks],
            y=labels,
            mode="markers+text",
            text=[literal(mark.text) for mark in view.marks],
            textposition="top center",
            cliponaxis=False,
            marker={
                "size": 13,
                "color": [AWARE if mark.key == "aware" else NAIVE for mark in view.marks],
                "symbol": ["diamond" if mark.key == "aware" else "circle" for mark in view.marks],
            },
            hovertemplate="%{y}: %{text}<extra></extra>",
        )
    )
    figure.add_vline(x=view.prior, line={"color": QUIET, "width": 1, "dash": "dot"})
    figure.add_annotation(
        x=view.prior, yref="paper", y=0, yanchor="bottom", xanchor="left", xshift=4,
        text=f"prior {percent(view.prior)}", showarrow=False, font={"color": QUIET},
    )  # fmt: skip
    figure.update_xaxes(range=[0, 1.04], tickformat=".0%")
    figure.update_yaxes(autorange="reversed", showgrid=True)
    return quiet(figure, height=270)
