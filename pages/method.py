"""Method: formulas, sources, defaults with their origin, cautions, limits, glossary; from the code itself."""

import streamlit as st

from dashboard import caching, kin_asking
from dashboard.components import failure, reviewer
from dashboard.components.lineage_method import jury, lineage_method, overlap_of_a_claim
from dashboard.components.look import look
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.method import (
    CAUTIONS,
    LIMITS,
    defaults_table,
    formulas_table,
    glossary_table,
    references_table,
)
from dashboard.viewmodels.policy import strengths_table
from dashboard.viewmodels.remarks import INTRODUCTION, remarks_table

look("jury")
reviewer.in_sidebar()
st.title("Method")
st.caption("What is computed, from which source, and where it stops. [HOUSE] marks our own choice, published nowhere.")
formulas, defaults, lineage, limits, words = st.tabs(
    ["Formulas", "Defaults", "Lineage", "Cautions and limits", "Glossary"], key="part", bind="query-params"
)
if formulas.open:
    with formulas, failure.shown():
        table(formulas_table(caching.method_page()), key="formulas")
        st.subheader("Sources")
        table(references_table(caching.references()), key="references", sortable=False)
if defaults.open:
    with defaults, failure.shown():
        table(defaults_table(), key="defaults", sortable=False)
        st.subheader("Relation strengths")
        table(strengths_table(caching.current_policy(None)), key="strengths", sortable=False)
if lineage.open:
    with lineage, failure.shown():
        lineage_method(kin_asking.rule_texts(), kin_asking.measured_rules())
        overlap_of_a_claim(caching.claims, caching.claim, kin_asking.overlap_of)
        jury()
if limits.open:
    with limits:
        st.subheader("Cautions")
        prose([block(text, "item") for text in CAUTIONS], key="method-cautions")
        st.subheader("Limits")
        prose([block(text, "item") for text in LIMITS], key="method-limits")
        st.subheader("Where the article on bundles does not follow")
        prose([block(INTRODUCTION)], key="method-remarks")
        table(remarks_table(), key="remarks", sortable=False)
if words.open:
    with words:
        table(glossary_table(), key="glossary", sortable=False)
