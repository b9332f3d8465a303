"""Claim: where its evidence really comes from, how sure one may be, and what each label would change."""

import streamlit as st

from dashboard import actions, asking, bundling, caching, claim_decision, exports, session
from dashboard.claim_checks import claim_checks
from dashboard.components import failure, reviewer
from dashboard.components.claim_head import cautions
from dashboard.components.claim_tabs import claim_figures, claim_tabs
from dashboard.components.history import Past
from dashboard.components.look import look
from dashboard.components.workbench import workbench
from dashboard.viewmodels.claim import claim_view

look("tabs", graph=True)
reviewer.in_sidebar()
opening = session.take_opening()
if opening is not None:
    st.switch_page("../pages/citations.py", query_params={"citation": opening})
uid = session.address("claim") or session.last_opened() or caching.first_claim()
if uid is None:
    st.title("Claim")
    st.info("No claim is under review yet. Import a file first.")
    st.page_link("../pages/import.py", label="Import a file")
    st.stop()

with failure.shown():
    file = caching.claim(uid)
    session.opened(uid)
    checks = claim_checks(uid)
    view = claim_view(file, checks.tally)
    claim_decision.head(file, view)
    claim_figures(file, caching.tried, checks.tally)
    cautions(view)
    workbench(file, actions.deeds(file), checks)
    past = Past(asking.claim_history, asking.claim_as_of, exports.of_moment)
    claim_tabs(file, caching.tried, caching.spread, past, checks, exports.of_claim, bundling.in_short)
