"""Sources: the registry of every document and upstream node, and one of them with all that hangs on it."""

import streamlit as st

from dashboard import asking, caching, kin_asking, session, sourcing
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.components.source_list import source_list
from dashboard.components.source_page import SIZE, claims_page, source_page

look()
reviewer.in_sidebar(ask=True, role=asking.role(reviewer.acting()))
opening = session.take_opening()
if opening is not None:
    st.switch_page("../pages/claim.py", query_params={"claim": opening})

uid = session.address("source")
if uid is not None:
    st.button("‹ all sources", key="all-sources", type="tertiary", on_click=lambda: session.write_address(source=None))
    with failure.shown():
        pager = claims_page(uid)
        number = max(1, int(session.value(pager, 1) or 1))
        source_page(kin_asking.source(uid, number, SIZE), sourcing.deeds(uid), pager=pager)
elif not caching.overview().sources:
    st.title("Sources")
    st.info("No source is here yet. Import a file that brings documents; each becomes one line of the registry.")
    st.page_link("../pages/import.py", label="Import a file")
else:
    st.title("Sources")
    st.caption("Every document once, with what it leans on and what leans on it. Merged documents are one line.")
    with failure.shown():
        source_list(kin_asking.sources, caching.datasets(), sourcing.merge)
