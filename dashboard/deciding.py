"""Asking the rule about claims it was not asked about: said on the page, begun by a button, with progress and stop."""

from collections.abc import Callable

import streamlit as st

from core import services
from core.verdicts import Tally
from dashboard import caching, running, session
from dashboard.components import failure, reviewer
from dashboard.components.long_work import under_way
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.overview import undecided_words

DECIDING = "deciding"
"""The name of the run."""


def decide(dataset: str | None) -> None:
    """Ask the rule in force about every undecided claim of a data set, or of all, beside the page."""
    workspace = caching.workspace()

    def work(tell: running.Progress, stop: Callable[[], bool]) -> int:
        def went_on(done: int, of: int) -> bool:
            tell(done, of)
            return not stop()

        tell(0, services.tally(workspace, dataset=dataset).undecided)
        return services.decide_stored(workspace, dataset=dataset, progress=went_on)

    running.put_away(DECIDING)
    running.start(DECIDING, work, about=dataset or "all data sets", by=reviewer.acting())


def undecided(found: Tally) -> None:
    """How many claims are not decided yet, and a button that has them decided; how far that is, or why it ended."""
    if under_way(DECIDING, doing="claims decided"):
        return
    run = running.current(DECIDING)
    if run is not None and run.error is not None:
        failure.failure(run.error)
    if found.undecided:
        with st.container(horizontal=True, vertical_alignment="center", key="decide-place"):
            st.button("Decide them", key="decide", on_click=decide, args=(None,))
            prose([block(undecided_words(found), "small")], key="decide-words")


def left_out(dataset: str | None) -> None:
    """The same of a data set beside a list that is filtered by decision; progress stands on top of the page."""
    run = running.current(DECIDING)
    if run is not None and not run.over:
        prose([block("Claims are being decided; those that are done are found here.", "small")], key="left-out-words")
        return
    found = services.tally(caching.workspace(), dataset=dataset)
    if found.undecided:
        with st.container(horizontal=True, vertical_alignment="center", key="left-out-place"):
            if st.button("Decide them", key="decide-listed"):
                decide(dataset)
                session.rerun_page()
            prose([block(undecided_words(found, dataset), "small")], key="left-out-words")
