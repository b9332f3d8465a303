"""Calibration: whose constants are in force, and what a team's own labelled outcomes say instead."""

import streamlit as st

from dashboard import calibration_asking, session
from dashboard.components import calibration, failure, reviewer
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
    if part == PARTS[0]:
        calibration.constants()
    elif part == PARTS[1]:
        calibration.risk(calibration_asking.risk)
    elif part == PARTS[2]:
        calibration.cohesion(calibration_asking.cohesion)
    else:
        calibration.coverage(calibration_asking.coverage)
