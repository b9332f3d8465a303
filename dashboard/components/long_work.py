"""Long work on the page: how far it is, and a stop; when it is over the whole page is drawn again."""

from typing import LiteralString

import streamlit as st

from dashboard import running, session
from dashboard.components.plain_text import block, prose

EVERY = 0.5
"""Seconds between two looks at how far it is."""


def under_way(name: str, *, doing: LiteralString) -> bool:
    """Draw the progress of a run; False where none is under way.

    Args:
        name: Kind of work, as it was started.
        doing: What it does, such as "citations checked".
    """
    run = running.current(name)
    if run is None or run.over:
        return False
    st.fragment(_progress, key=f"long-{name}", run_every=EVERY)(name, doing)
    return True


def _progress(name: str, doing: LiteralString) -> None:
    run = running.current(name)
    if run is None or run.over:
        session.rerun_page()
        return
    share = min(1.0, run.done / run.of) if run.of else 0.0
    left, right = st.columns((6, 1), vertical_alignment="bottom")
    with left:
        far = f"{run.done:,} of {run.of:,} {doing}" if run.of else f"{run.done:,} {doing}"
        st.progress(share, text=f"{far}; stopping after this one" if run.stopping else far)
    with right:
        st.button("Stop", key=f"stop-{name}", disabled=run.stopping, on_click=run.stop, width="stretch")
    prose([block(f"{run.about} · asked by {run.by}. What is done stays, whatever you do meanwhile.", "small")],
          key=f"long-{name}-about")  # fmt: skip
