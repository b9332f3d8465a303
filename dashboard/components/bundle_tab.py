"""The bundles of a claim in short, on its own page, with the way to everything about them."""

from collections.abc import Callable

import streamlit as st

from core.results import ClaimFile
from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.components.verdict import verdict_band
from dashboard.viewmodels.bundles import Made, bundles_table, short_words
from dashboard.viewmodels.verdict import ASKS, VerdictView

Bundled = Callable[[str], tuple[Made, VerdictView]]
"""The bundles of a claim and the decision that follows, made when the tab is open."""


def bundle_tab(file: ClaimFile, ask: Bundled) -> None:
    """Draw the list, and what all that is known allows; a row opens its bundle."""
    chosen = session.take("open-bundle")
    if chosen is not None:
        st.switch_page("../pages/bundles.py", query_params={"claim": file.uid, "bundle": chosen})
    with st.spinner("Grouping the passages"):
        made, verdict = ask(file.uid)
    prose([block(short_words(made.construction.bundles), "strong")], key="bundle-tab-words")
    table(
        bundles_table(made),
        key="bundle-tab-table",
        on_pick=lambda rank: session.keep("open-bundle", rank),
        height=260,
    )
    verdict_band(verdict, key="bundle-tab-verdict")
    prose([block(ASKS, "small")], key="bundle-tab-note")
    st.page_link(
        "../pages/bundles.py",
        label="Parts, gates, facets, chosen evidence and the decision in full",
        icon=":material/arrow_forward:",
        query_params={"claim": file.uid},
    )
