"""The facets of a claim, which passage addresses which, and the form in which they are edited for this session."""

from collections.abc import Callable

import streamlit as st

from dashboard import session
from dashboard.components.first_rows import first_rows
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.bundles import Made
from dashboard.viewmodels.facets import (
    WIDEST,
    facets_as_lines,
    facets_from_lines,
    facets_table,
    facets_words,
    marks_table,
)


def bundle_facets(made: Made, uid: str, *, edited: bool, use: Callable[[tuple[str, ...] | None], None]) -> None:
    """Draw facets and marks.

    Args:
        made: The bundles.
        uid: Whose.
        edited: Whether the facets are a person's.
        use: Takes other facets; None goes back to the draft.
    """
    said = facets_words(made)
    prose([block(said[0], "strong"), *(block(words, "small") for words in said[1:])], key="facets-words")
    table(facets_table(made), key="facets-table", sortable=False)
    first_rows(marks_table(made), key="marks", name="facets", height=420)
    if len(made.facets) > WIDEST:
        st.caption(f"The first {WIDEST:d} facets have a column; the table above holds all.")
    key = f"facets-lines|{uid}|{session.value('facets-turn', 0)}"

    def take() -> None:
        use(facets_from_lines(session.value(key, "")) or None)

    with st.expander("Edit the facets", expanded=edited, key=f"facets-form|{uid}"):
        st.caption("One facet a line. They hold for you and this session; bundles and decision follow at once.")
        session.start(key, facets_as_lines(made))
        st.text_area("Facets", key=key, height=160, label_visibility="collapsed")
        with st.container(horizontal=True):
            st.button("Use these facets", key="facets-use", type="primary", on_click=take)
            st.button("Back to the draft", key="facets-draft", disabled=not edited, on_click=use, args=(None,))
