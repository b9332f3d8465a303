"""Overview: everything under review, each figure with its n, and the list of claims."""

import streamlit as st

from dashboard import caching, session
from dashboard.charts.histogram import histogram_figure
from dashboard.charts.scatter import scatter_figure
from dashboard.components import failure, reviewer
from dashboard.components.chart import chart, pickable_chart
from dashboard.components.claim_list import claim_list
from dashboard.components.figures import tiles_row
from dashboard.components.look import look
from dashboard.components.plain_text import block, line, prose
from dashboard.viewmodels.overview import (
    alert_words,
    decision_words,
    histogram_view,
    overview_tiles,
    scatter_view,
)

look()
reviewer.in_sidebar()
st.title("Overview")
found = caching.overview()
if not found.claims:
    st.info("Nothing is under review yet. Import a file: answers, claims and evidence in any format you have.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

uid = session.take_opening()
if uid is not None:
    st.switch_page("../pages/claim.py", query_params={"claim": uid})

tiles_row(overview_tiles(found), key="tiles", name="Headline figures")
decided = [block(words, "badge", tone=tone) for tone, words in decision_words(found)]
prose([line(*decided, block(alert_words(found), "quiet"))], key="decisions")

left, right = st.columns((6, 5), gap="medium")
with left, failure.shown():
    points = scatter_view(caching.scatter(), found.claims_with_evidence)
    prose([block("Naive against aware confidence", "heading"), block(points.words, "small")], key="scatter-words")
    pickable_chart(
        scatter_figure(points),
        key="scatter",
        alt="Naive against aware confidence, one point per claim; the claims are in the list below",
        on_pick=session.open_next,
    )
with right, failure.shown():
    bins = histogram_view(caching.inflation_histogram(), found)
    prose([block("How inflated", "heading"), block(bins.words, "small")], key="histogram-words")
    chart(histogram_figure(bins), key="histogram", alt="Number of claims by inflation ratio")

st.subheader("Claims")
with failure.shown():
    claim_list(caching.claims, caching.datasets())
