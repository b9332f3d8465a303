"""Citations: every check with its status in words, one citation in full, stale sources, and files to attach."""

import streamlit as st

from dashboard import asking, caching, citing, session
from dashboard.components import failure, reviewer
from dashboard.components.look import look

PARTS = ("Citations", "Stale sources", "Files")

look()
reviewer.in_sidebar(ask=True, role=asking.role(reviewer.acting()))
opening, node = session.take_opening(), session.take("opening-node")
if opening is not None:
    st.switch_page("../pages/claim.py", query_params={"claim": opening, **({"node": node} if node else {})})

uid = session.address("citation")
if uid is not None:
    with failure.shown():
        citing.one_citation(uid)
    st.stop()

with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Citations", width="content")
    session.tab("citations-part", PARTS)
    part = st.segmented_control(
        "Part",
        PARTS,
        required=True,
        key="citations-part",
        label_visibility="collapsed",
        on_change=lambda: session.write_tab("citations-part", PARTS),
    )
if not caching.overview().claims:
    st.info("Nothing is under review yet. Import a file that brings citations; their checks are listed here.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    citing.run_place()
with failure.shown():
    if part == PARTS[0]:
        failure.last()
        citing.citation_list()
    elif part == PARTS[1]:
        citing.stale_sources()
    else:
        citing.files()
