"""How far people agree."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.results import Dataset
from core.work import Agreement
from dashboard.components.figures import tiles_row
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.agreement import agreement_tiles, agreement_words, pairs_table

ANY = "any"


@st.fragment(key="agreement")
def agreement(ask: Callable[[str | None, bool], Agreement], datasets: Sequence[Dataset]) -> None:
    """Draw kappa and alpha with their n, and every pair.

    Args:
        ask: The figures of a data set, of blind readings only or of all.
        datasets: What can be chosen.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        name = st.selectbox("Data set", [ANY, *(one.name for one in datasets)], key="agreement-dataset", width=280)
        blind = st.toggle("Only second readings given blind", key="agreement-blind")
    with st.spinner("Comparing readings"):
        found = ask(None if name == ANY else name, blind)
    prose([block(agreement_words(found), "strong")], key="agreement-words")
    tiles_row(agreement_tiles(found), key="agreement-tiles", name="Agreement")
    pairs = pairs_table(found)
    table(pairs, key="agreement-pairs")
    if pairs.rows:
        download(pairs, key="agreement-csv", name="agreement")
