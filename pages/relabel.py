"""Relabel: the open questions of every claim, most valuable first, each answered by one keystroke."""

import streamlit as st

from dashboard import asking, caching, session
from dashboard.bulk import bulk
from dashboard.components import failure, reviewer
from dashboard.components.agreement import agreement
from dashboard.components.look import look
from dashboard.desk import desk

PARTS = ("One by one", "In bulk", "Agreement")

look()
reviewer.in_sidebar(ask=True, role=asking.role(reviewer.acting()))
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Relabel", width="content")
    session.tab("part", PARTS)
    part = st.segmented_control(
        "Part",
        PARTS,
        required=True,
        key="part",
        label_visibility="collapsed",
        on_change=lambda: session.write_tab("part", PARTS),
    )
if not caching.overview().claims:
    st.info("Nothing is under review yet. Import a file first; its open questions are listed here.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    if part == PARTS[0]:
        desk()
    elif part == PARTS[1]:
        bulk()
    else:
        agreement(lambda name, blind: asking.agreement(name, blind_only=blind), caching.datasets())
