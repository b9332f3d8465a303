"""Audit: every label, verdict, import and policy, whether the record is whole, and any day as it was."""

import streamlit as st

from dashboard import asking, caching, session
from dashboard.components import failure, reviewer
from dashboard.components.audit_list import audit_list
from dashboard.components.look import look
from dashboard.components.plain_text import block, prose
from dashboard.components.replay import replay
from dashboard.components.table import table
from dashboard.viewmodels.audit import faults_table, report_words

look()
reviewer.in_sidebar()
opening = session.take_opening()
if opening is not None:
    st.switch_page("../pages/claim.py", query_params={"claim": opening, "tab": "history"})

st.title("Audit")
st.caption("Entries are only ever added, each sealed with the one before; a change from outside is found and named.")
with failure.shown(), st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    if st.button("Verify the record", key="verify", type="primary"):
        bar = st.progress(0.0, text="Checking every entry")
        report = asking.verify(
            lambda n, of: bar.progress(min(1.0, n / of) if of else 1.0, text=f"{n:,} entries checked")
        )
        bar.empty()
        session.keep("chain-report", report)
    checked = session.value("chain-report")
    if checked is not None:
        words, heads = report_words(checked)
        prose([block(words, "strong" if checked.whole else "caution"), block(heads, "small")], key="chain-words")
if checked is not None and not checked.whole:
    table(faults_table(checked), key="chain-faults", height=280, sortable=False)

with failure.shown():
    audit_list(asking.audit, asking.audit_people(), caching.datasets())
st.subheader("Replay a day")
with failure.shown():
    replay(caching.claims, asking.claim_as_of, caching.claim)
