"""Saved policies: the list, two of them side by side, and an older one put in force again."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.results import PolicyVersion
from dashboard import session
from dashboard.components.table import table
from dashboard.viewmodels.policy import difference_table, version_names, versions_table


@st.fragment(key="policy-versions")
def policy_versions(
    versions: Sequence[PolicyVersion],
    *,
    on_try: Callable[[PolicyVersion], None],
    on_own: Callable[[str], None],
) -> None:
    """Draw the list and, from two on, what two of them differ in.

    Args:
        versions: Saved policies, newest first.
        on_try: Shows what putting a version in force would change, before it is.
        on_own: Gives each data set its own policy again, for the reason typed.
    """
    table(versions_table(versions), key="policy-list")
    if any(version.current for version in versions):
        _give_back(on_own)
    if len(versions) < 2:
        return
    names = version_names(versions)
    by_number = {version.version: version for version in versions}
    left, right, act = st.columns((3, 3, 4), vertical_alignment="bottom")
    numbers = list(names)
    with left:
        first = st.selectbox(
            "Difference of", numbers, index=1, format_func=lambda number: names[number], key="policy-first"
        )
    with right:
        second = st.selectbox("and", numbers, format_func=lambda number: names[number], key="policy-second")
    with act:

        def again() -> None:
            on_try(by_number[session.value("policy-first")])
            session.rerun_page()

        st.button("See what putting the first in force would change", key="policy-again", on_click=again)
    table(difference_table(by_number[first].policy, by_number[second].policy), key="policy-difference", sortable=False)


def _give_back(on_own: Callable[[str], None]) -> None:
    def own() -> None:
        on_own(str(session.value("policy-own-reason", "")))
        session.rerun_page()

    with st.popover("Give each data set its own policy again"):
        st.caption("Nothing saved is deleted. Every claim is scored anew under the policy that came with its data.")
        st.text_input("Why", key="policy-own-reason", placeholder="what speaks for the data sets' own")
        st.button("Give back", key="policy-own", type="primary", on_click=own)
