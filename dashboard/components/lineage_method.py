"""How undeclared lineage is looked for: every rule, what its probability rests on, and the figures of overlap."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.proposed import Measured
from core.results import ClaimFile, ClaimSummary, Page
from dashboard.charts.jury import jury_figure
from dashboard.components import failure
from dashboard.components.chart import chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.overlap import (
    JURY_WORDS,
    OverlapFigures,
    jury_table,
    jury_view,
    overlap_table,
    pairs_table,
)
from dashboard.viewmodels.rules import MEASURED, NO_RULE_SAYS, PRIORS, RuleText, measured_table, rules_table


def lineage_method(rules: Sequence[RuleText], measured: Sequence[Measured]) -> None:
    """Draw every rule with its help text, what the probabilities rest on, and how often the rules were right."""
    prose([block(PRIORS), block(NO_RULE_SAYS)], key="rules-words")
    table(rules_table(rules), key="rules", sortable=False)
    st.subheader("How often the rules were right")
    prose([block(MEASURED, "small")], key="measured-words")
    table(measured_table(measured), key="measured", sortable=False)


@st.fragment(key="overlap")
def overlap_of_a_claim(
    claims: Callable[..., Page[ClaimSummary]],
    claim: Callable[[str], ClaimFile],
    overlap: Callable[[ClaimFile], OverlapFigures],
) -> None:
    """Draw the figures of overlap for a claim that is chosen here; they change no score."""
    st.subheader("Overlap, as explanation and not as score")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input("Find a claim", key="overlap-q", placeholder="words of the claim", width=260)
        page = claims(page=1, size=20, search=words or "", order="inflation", descending=True)
        texts = {row.uid: row.text for row in page.rows}
        uid = st.selectbox(
            "Claim", list(texts), format_func=lambda one: texts.get(one, one), key="overlap-claim", width=620
        )
    if uid is None:
        st.caption("No claim has these words." if words else "No claim is under review yet.")
        return
    with failure.shown():
        found = overlap(claim(uid))
        table(overlap_table(found), key="overlap-figures", sortable=False)
        if found.area.pairs:
            table(pairs_table(found.area, found.titles), key="overlap-pairs", height=260)


@st.fragment(key="jury")
def jury() -> None:
    """Draw how often the majority of a correlated jury is right."""
    st.subheader("The correlated jury")
    prose([block(JURY_WORDS, "small")], key="jury-words")
    competence = st.slider("How often one voice is right", 0.5, 0.95, 0.6, step=0.05, key="jury-competence", width=420)
    view = jury_view(float(competence))
    prose([block(view.words)], key="jury-says")
    left, right = st.columns((6, 5), gap="medium")
    with left:
        chart(jury_figure(view), key="jury-chart", alt="How often the majority is right by the size of a jury")
    with right:
        table(jury_table(view), key="jury-table", height=320, sortable=False)
