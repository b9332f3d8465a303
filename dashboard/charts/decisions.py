"""What was signed on each day, stacked by what was decided."""

import plotly.graph_objects as go

from core.conclusions import Conclusion
from dashboard.charts.theme import DECISION_COLOURS, figure, literal
from dashboard.viewmodels.decisions import DecisionsView
from dashboard.wording import CONCLUSION_TONE, conclusion_words

PATTERNS = {
    Conclusion.ANSWER: "",
    Conclusion.ANSWER_WITH_CAVEAT: ".",
    Conclusion.QUALIFY: "/",
    Conclusion.ABSTAIN: "x",
}
"""Told apart by pattern as well as colour."""
FEW = 8
"""Signatures of a day up to which every whole number has a line: parts of one there are none."""
MOST_BARS = 14
"""Days up to which every bar says its day."""


def decisions_figure(view: DecisionsView) -> go.Figure:
    """One bar a day."""
    bars = [
        {
            "type": "bar",
            "name": conclusion_words(conclusion),
            "x": [literal(day) for day in view.days],
            "y": list(numbers),
            "width": min(0.65, 0.12 * len(view.days)),
            "marker": {
                "color": DECISION_COLOURS[CONCLUSION_TONE[conclusion]],
                "pattern": {"shape": PATTERNS[conclusion], "fgcolor": "#ffffff", "fillmode": "overlay", "size": 7},
            },
            "hovertemplate": f"%{{x}}: {conclusion_words(conclusion)} %{{y:,}}<extra></extra>",
        }
        for conclusion, numbers in view.series
    ]
    highest = max((sum(day) for day in zip(*(numbers for _, numbers in view.series), strict=True)), default=0)
    whole = {"dtick": 1} if highest <= FEW else {}
    every = max(1, -(-len(view.days) // MOST_BARS))
    return figure(
        bars,
        height=260,
        x={"type": "category", "showgrid": False, "tickvals": list(view.days[::every])},
        y={"title": {"text": "signatures"}, "rangemode": "tozero", "tickformat": ",d", **whole},
        barmode="stack",
        showlegend=True,
        legend={"orientation": "h", "y": 1.16, "x": 0, "traceorder": "normal"},
    )
