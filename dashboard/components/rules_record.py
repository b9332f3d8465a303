"""How the rules of the detectors fared before people, and learning from it."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.kinship import RefitReport, RuleRecord
from core.results import Dataset
from dashboard import session
from dashboard.charts.reliability import reliability_figure
from dashboard.components import failure
from dashboard.components.chart import chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.rules import PRIORS, records_table, refit_words, reliability_view

ANY = "any"


@st.fragment(key="rules-record")
def rules_record(
    ask: Callable[[str | None], Sequence[RuleRecord]],
    datasets: Sequence[Dataset],
    refit: Callable[[str | None], RefitReport | None],
    *,
    may_refit: bool,
) -> None:
    """Draw every rule with its n, precision and interval, reliability over all, and the refit.

    Args:
        ask: The record of a data set, or of all.
        datasets: What can be chosen.
        refit: Learns from the verdicts.
        may_refit: Whether this person's role allows it.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        name = st.selectbox(
            "Data set",
            [ANY, *(one.name for one in datasets)],
            key="record-dataset",
            width=280,
            on_change=session.drop,
            args=("refitted",),
        )
        dataset = None if name == ANY else name

        def learn() -> None:
            report = refit(dataset)
            if report is not None:
                session.keep("refitted", refit_words(report))

        st.button("Refit from verdicts", key="refit", disabled=not may_refit, on_click=learn)
        if not may_refit:
            st.caption("Refitting takes an adjudicator.")
    failure.last()
    said = session.value("refitted")
    if said:
        prose([block(said, "strong")], key="refitted-words")
    records = ask(dataset)
    view = records_table(records)
    table(view, key="rules-record-table")
    download(view, key="rules-record-csv", name="rules")
    reliable = reliability_view(records)
    left, right = st.columns((6, 5), gap="medium")
    with left:
        prose([block("Do the probabilities hold?", "heading"), block(reliable.words, "small")], key="reliability-words")
        if reliable.points:
            chart(
                reliability_figure(reliable),
                key="reliability",
                alt="Share of confirmed proposals by the probability that was shown, with 95 % intervals",
            )
    with right:
        prose([block("What they rest on", "heading"), block(PRIORS, "small")], key="reliability-priors")
