"""Scenarios: the four published regimes, live, and the article's check on a file."""

import streamlit as st

from dashboard import caching
from dashboard.components import failure, reviewer
from dashboard.components.file_run import file_run
from dashboard.components.look import look
from dashboard.components.present_link import present_scenarios
from dashboard.components.scenario import scenario
from dashboard.components.table import download, table
from dashboard.viewmodels.scenarios import regime_table

look("scenario")
reviewer.in_sidebar()
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Scenarios", width="content")
    present_scenarios()
st.caption(
    "One variable at a time: what happens to confidence when supporting items are not independent. "
    "Left of each stroke our figure, right of it the one the article prints."
)
with failure.shown():
    published = regime_table(caching.published())
    table(published, key="regimes", sortable=False)
    download(published, key="regimes-csv", name="regimes")
st.subheader("Try it")
with failure.shown():
    scenario(caching.regimes(), caching.scenario, caching.sweep)
st.subheader("On a real file")
with failure.shown():
    file_run(caching.run_file)
