"""The work place: one item with two documents and four answers, worked by one keystroke each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import session
from dashboard.components.papers import PAPERS_CSS
from dashboard.components.scripts import script

_HERE = Path(__file__).parent
_workplace = st.components.v2.component(
    "workplace",
    html='<section class="work"></section>',
    css=PAPERS_CSS + (_HERE / "workplace.css").read_text("utf-8"),
    js=script("nodes", "papers", "desk_tools", "workplace"),
)


def workplace(data: dict[str, Any], *, key: str, on_deed: Callable[[dict[str, Any]], None]) -> None:
    """Draw an item; what is pressed or clicked comes back as plain values.

    Its rows have the same height for every item, so that no button moves when the next one comes; only the documents
    take what room the window has. It listens for its keys on the whole page, except in text fields, and lets go of them
    when it is taken off the page.

    Args:
        data: As ``viewmodels.relabel.work_data`` or ``idle_data`` words it, with the turn it belongs to.
        key: Its identity on the page.
        on_deed: Called with what was done, before the page is drawn again.
    """
    _workplace(key=key, data=data, on_did_change=lambda: on_deed(session.sent(key, "did")))
