"""The pictures of the overview: naive against aware, how inflated the claims are, and what was signed when."""

import streamlit as st

from dashboard import session
from dashboard.charts.decisions import decisions_figure
from dashboard.charts.histogram import histogram_figure
from dashboard.charts.scatter import scatter_figure
from dashboard.components.chart import chart, pickable_chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.decisions import DecisionsView
from dashboard.viewmodels.overview import HistogramView, ScatterView


@st.fragment(key="charts")
def overview_charts(points: ScatterView, bins: HistogramView, signed: DecisionsView) -> None:
    """Draw them; a click on a point opens its claim."""
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
    _decisions(signed)


def _decisions(view: DecisionsView) -> None:
    said = [block("Decisions over time", "heading")]
    if not view.days:
        none = "Nothing is signed yet. What leads sign on the Release page is counted here by day."
        prose([*said, block(none, "quiet")], key="decided-words")
        st.page_link("../pages/release.py", label="Release", icon=":material/verified:")
        return
    prose([*said, block(view.words, "small")], key="decided-words")
    chart(decisions_figure(view), key="decided", alt="Signatures a day by decision; the numbers are in the table below")
    with st.expander("The numbers as a table"):
        table(view.numbers, key="decided-table")
        download(view.numbers, key="decided-csv", name="decisions-over-time")
