"""The two pictures of the overview: naive against aware, and how inflated the claims are."""

import streamlit as st

from dashboard import session
from dashboard.charts.histogram import histogram_figure
from dashboard.charts.scatter import scatter_figure
from dashboard.components.chart import chart, pickable_chart
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.overview import HistogramView, ScatterView


@st.fragment(key="charts")
def overview_charts(points: ScatterView, bins: HistogramView) -> None:
    """Draw them side by side; a click on a point opens its claim."""
    uid = session.take_opening()
    if uid is not None:
        st.switch_page("../pages/claim.py", query_params={"claim": uid})
    left, right = st.columns((6, 5), gap="medium")
    with left:
        prose([block("Naive against aware confidence", "heading"), block(points.words, "small")], key="scatter-words")
        pickable_chart(
            scatter_figure(points),
            key="scatter",
            alt="Naive against aware confidence, one point per claim; the claims are in the list below",
            on_pick=session.open_next,
        )
    with right:
        prose([block("How inflated", "heading"), block(bins.words, "small")], key="histogram-words")
        chart(histogram_figure(bins), key="histogram", alt="Number of claims by inflation ratio")
