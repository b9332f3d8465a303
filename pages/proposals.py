"""Lineage proposals: suspected links between documents, each with its evidence, to confirm or reject."""

import streamlit as st

from dashboard import asking, caching, kin_asking, kin_deeds, session
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.components.rules_record import rules_record
from dashboard.detection import ask_detection, detection
from dashboard.proposing import proposals

PARTS = ("Proposals", "Calibration")

look(*("rules-record",) if session.address("tab") else ())
role = asking.role(reviewer.acting())
reviewer.in_sidebar(ask=True, role=role)
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Lineage proposals", width="content")
    session.tab("proposals-part", PARTS)
    part = st.segmented_control(
        "Part",
        PARTS,
        required=True,
        key="proposals-part",
        label_visibility="collapsed",
        on_change=lambda: session.write_tab("proposals-part", PARTS),
    )
    if caching.overview().claims:
        ask_detection()
if not caching.overview().claims:
    st.info("Nothing is under review yet. Import a file first; detection looks for lineage among its documents.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    detection()
with failure.shown():
    if part == PARTS[0]:
        proposals()
    else:
        rules_record(kin_asking.rule_records, caching.datasets(), kin_deeds.refit, may_refit=kin_asking.may_refit(role))
