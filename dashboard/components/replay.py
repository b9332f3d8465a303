"""Replay a day: claims as they stood at its end, from the record alone."""

from collections.abc import Callable
from datetime import date

import streamlit as st

from core.errors import UnknownId
from core.results import ClaimFile, ClaimSummary, Page
from dashboard import session
from dashboard.components.table import download, table
from dashboard.viewmodels.audit import replay_table

SHOWN = 12
"""Claims replayed at once: each is scored anew from the facts and labels of that day."""


@st.fragment(key="replay")
def replay(
    ask: Callable[..., Page[ClaimSummary]],
    as_of: Callable[[str, str], ClaimFile],
    now: Callable[[str], ClaimFile],
) -> None:
    """Draw the day, the search and the claims then beside now."""
    day, words = st.columns((2, 5), vertical_alignment="bottom")
    with day:
        chosen = st.date_input("As of the end of", value=None, key="replay-day", format="YYYY-MM-DD")
    with words:
        search = st.text_input("Claims with these words", key="replay-q", placeholder="all; the most inflated first")
    if not isinstance(chosen, date):
        st.caption("Choose a day: figures, labels and policy of that time are worked out from the record.")
        return
    page = ask(page=1, size=SHOWN, search=search or "", order="inflation", descending=True)
    pairs = [(_then(as_of, row.uid, chosen.isoformat()), now(row.uid)) for row in page.rows]
    view = replay_table(pairs, chosen.isoformat())

    def open_claim(uid: str) -> None:
        session.open_next(uid)
        session.rerun_page()

    table(view, key="replay", on_pick=open_claim)
    if page.total > len(page.rows):
        st.caption(f"{len(page.rows):,} of {page.total:,} claims; search for others.")
    download(view, key="replay-csv", name="replay")


def _then(as_of: Callable[[str, str], ClaimFile], uid: str, day: str) -> ClaimFile | None:
    try:
        return as_of(uid, day)
    except UnknownId:
        return None
