"""Overview: everything under review, each figure with its n, and the list of claims."""

import streamlit as st

from dashboard import caching, checking, deciding, release_asking
from dashboard.components import failure, reviewer
from dashboard.components.citation_list import outcomes
from dashboard.components.claim_list import claim_list
from dashboard.components.figures import tiles_row
from dashboard.components.look import look
from dashboard.components.overview_charts import overview_charts
from dashboard.components.plain_text import block, line, prose
from dashboard.viewmodels.decisions import decisions_view
from dashboard.viewmodels.overview import alert_words, decision_words, histogram_view, overview_tiles, scatter_view

look("charts")
reviewer.in_sidebar()
st.title("Overview")
found = caching.overview()
if not found.claims:
    st.info("Nothing is under review yet. Import a file: answers, claims and evidence in any format you have.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

tiles_row(overview_tiles(found), key="tiles", name="Headline figures")
decided = [block(words, "badge", tone=tone) for tone, words in decision_words(found.tally)]
prose([line(*decided, block(alert_words(found), "quiet"))], key="decisions")
deciding.undecided(found.tally)
# Filled last: counting all citations is no reason to let the list wait.
checks = st.container(key="outcomes-place")
with failure.shown():
    points = scatter_view(caching.scatter(), found.claims_with_evidence)
    signed = decisions_view(release_asking.days())
    overview_charts(points, histogram_view(caching.inflation_histogram(), found), signed)

st.subheader("Claims")
with failure.shown():
    claim_list(caching.claims, caching.datasets(), deciding.left_out)
with checks, failure.shown():
    outcomes(checking.counts(checking.EVERY))
