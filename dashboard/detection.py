"""Looking for undeclared lineage in a data set: asked for here, beside the page, with progress and a stop."""

import streamlit as st

from core.kinship import DetectionRun
from dashboard import caching, kin_deeds, running, session
from dashboard.components import failure
from dashboard.components.long_work import under_way
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.proposals import run_words

BEGUN = "detections-begun"
MOST = 6
"""Sentences of a run that are shown at once."""


def ask_detection() -> None:
    """A button that asks for the data set and begins."""
    run = running.current(kin_deeds.DETECTION)
    busy = run is not None and not run.over
    # Under a new key it is closed again once it has done its work.
    key = f"detect-popover-{session.value(BEGUN, 0)}"
    with st.popover("Run detection", type="secondary", icon=":material/search:", disabled=busy, key=key):
        names = [dataset.name for dataset in caching.datasets()]
        st.selectbox("Data set", names, key="detect-dataset", width=320)
        st.caption("New and changed documents are compared with all others; what is found is only proposed.")
        st.button("Begin", key="detect", type="primary", on_click=_begin)


def _begin() -> None:
    session.keep(BEGUN, session.value(BEGUN, 0) + 1)
    kin_deeds.detect(session.value("detect-dataset"))


def detection() -> None:
    """How far the run is, or what it brought until somebody has read it."""
    if under_way(kin_deeds.DETECTION, doing="steps done"):
        return
    run = running.current(kin_deeds.DETECTION)
    if run is None:
        return
    left, right = st.columns((10, 1), vertical_alignment="top", gap="small")
    with left:
        _outcome(run)
    with right:
        st.button(
            "Put away", key="detect-away", type="tertiary", on_click=running.put_away, args=(kin_deeds.DETECTION,)
        )


def _put_away() -> None:
    running.put_away(kin_deeds.DETECTION)


def _outcome(run: running.Run) -> None:
    if run.error is not None:
        failure.failure(run.error)
    elif isinstance(run.result, DetectionRun):
        first, *rest = run_words(run.result)
        more = [f"and {len(rest) - MOST:,} more remarks"] if len(rest) > MOST else []
        lines = [block(first, "strong"), *(block(words, "small") for words in (*rest[:MOST], *more))]
        prose(lines, key="detect-outcome")
    else:
        st.error("The run ended unexpectedly; the log of the server says why. What it had found is kept.")
