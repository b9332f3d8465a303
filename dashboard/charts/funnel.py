"""From retrieved to independent, one bar per stage; a stage nobody has looked at has words instead of a bar."""

import plotly.graph_objects as go

from dashboard.charts.theme import AWARE, NAIVE, ROOM, figure, literal
from dashboard.viewmodels.funnel import FunnelView


def funnel_figure(view: FunnelView) -> go.Figure:
    """Bars from the left, widest first; the last one is what counts."""
    stages = view.stages
    last = len(stages) - 1
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": [stage.label for stage in stages],
        "x": [stage.value for stage in stages],
        "marker": {"color": [AWARE if number == last else NAIVE for number in range(len(stages))]},
        "text": [f"\u2002{literal(stage.text)}" for stage in stages],
        "textposition": "outside",
        "cliponaxis": False,
        "hoverinfo": "skip",
    }
    widest = max([1.0, *(stage.value for stage in stages if stage.value is not None)])
    unseen = [
        {"x": 0, "y": stage.label, "text": literal(stage.text), "showarrow": False, "xanchor": "left", "xshift": 6}
        for stage in stages
        if stage.value is None
    ]
    return figure(
        [bars],
        height=40 + 40 * len(stages),
        x={"range": [0, widest * 1.35], "visible": False},
        y={"autorange": "reversed", "showgrid": False, "title": ROOM},
        annotations=unseen,
    )
