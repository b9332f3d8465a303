"""Release: what leads let out of answers, gravest first, each signed with a reason and kept with what was seen."""

import streamlit as st

from dashboard import asking, caching
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.release_desk import release_desk

look()
reviewer.in_sidebar(ask=True, role=asking.role(reviewer.acting()))
st.title("Release")
if not caching.overview().claims and not caching.overview().answers:
    st.info("Nothing is under review yet. Import a file first; its answers wait here for a decision.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    release_desk()
