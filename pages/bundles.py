"""Bundles: which passages of a claim belong together, how densely they answer for it, and what may be said then."""

import streamlit as st

from dashboard import bundling, caching, session
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.components.plain_text import heading

look("bundles")
reviewer.in_sidebar()
uid = session.address("claim") or session.last_opened() or caching.first_claim()
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Bundles", width="content")
    if uid is not None:
        st.page_link("../pages/claim.py", label="Open the claim", query_params={"claim": uid}, width="content")
        st.page_link("../pages/calibration.py", label="The rule in force", width="content")
if uid is None:
    st.info("No claim is under review yet. Import a file first; its passages are grouped here.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    bundling.choose_claim(uid)
    session.opened(uid)
    heading(caching.claim(uid).dossier.claim.text, key="bundles-claim-text")
    bundling.bundles(uid)
