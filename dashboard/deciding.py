"""Asking the rule about claims it was not asked about: said on the page, begun by a button, with progress and stop."""

from collections.abc import Callable

import streamlit as st

from core import services
from core.verdicts import Tally
from dashboard import caching, running
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

        return services.decide_stored(workspace, dataset=dataset, progress=went_on)

    running.put_away(DECIDING)
    running.start(DECIDING, work, about=dataset or "all data sets", by=reviewer.acting())


def undecided(found: Tally, dataset: str | None = None, *, key: str = "decide") -> None:
    """How many claims are not decided yet, and a button that has them decided; how far that is, or why it ended.

    Args:
        found: Of the data set, or of everything.
        dataset: Whose claims; None for all.
        key: Where on the page it stands.
    """
    if under_way(DECIDING, doing="claims decided"):
        return
    run = running.current(DECIDING)
    if run is not None and run.error is not None:
        failure.failure(run.error)
    if found.undecided:
        with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-place"):
            prose([block(undecided_words(found, dataset), "small")], key=f"{key}-words")
            st.button("Decide them", key=key, type="secondary", on_click=decide, args=(dataset,))


def left_out(dataset: str | None) -> None:
    """The same beside a list that is filtered by decision, which finds decided claims alone."""
    undecided(services.tally(caching.workspace(), dataset=dataset), dataset, key="decide-listed")
