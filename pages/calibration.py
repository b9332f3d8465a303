"""Calibration: the rule in force and whose it is, and what labelled outcomes say instead."""

import streamlit as st

from dashboard import calibrating, session
from dashboard.components import failure, reviewer
from dashboard.components.look import look

PARTS = ("Constants", "Risk", "Cohesion", "Risk and coverage")

look("cal-risk", "cal-coverage")
reviewer.in_sidebar()
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    st.title("Calibration", width="content")
    session.tab("calibration-part", PARTS)
    part = st.segmented_control(
        "Part",
        PARTS,
        required=True,
        key="calibration-part",
        label_visibility="collapsed",
        on_change=lambda: session.write_tab("calibration-part", PARTS),
    )
with failure.shown():
    calibrating.draw(PARTS.index(part or PARTS[0]))
