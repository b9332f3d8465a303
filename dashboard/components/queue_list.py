"""The queue as a list beside the work place: one click or arrow key away, with ticks for work in bulk."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import session
from dashboard.components.scripts import script

_HERE = Path(__file__).parent
_queue = st.components.v2.component(
    "queue",
    html='<div class="queue"></div>',
    css=(_HERE / "queue_list.css").read_text("utf-8"),
    js=script("nodes", "queue_list"),
)


def queue_list(
    rows: Sequence[dict[str, Any]],
    *,
    key: str,
    selected: str | None,
    empty: str,
    on_pick: Callable[[str], None],
    on_tick: Callable[[str, bool], None] | None = None,
    name: str = "Open questions",
) -> None:
    """Draw the lines of one page.

    Args:
        rows: As ``viewmodels.queue.queue_rows`` words them.
        key: Its identity on the page.
        selected: Key of the item in hand.
        empty: What stands there when nothing is open.
        on_pick: Called with the key of a line that was clicked or entered.
        on_tick: Called with the key of a line and whether it is ticked now; None leaves the ticks out.
        name: What the list is called for screen readers.
    """

    def picked() -> None:
        sent = session.sent(key, "picked")
        identifier, ticked = sent.get("id"), sent.get("ticked")
        if isinstance(identifier, str):
            on_pick(identifier)
        elif isinstance(ticked, str) and on_tick is not None:
            on_tick(ticked, sent.get("on") is True)

    data = {"name": name, "rows": list(rows), "selected": selected, "empty": empty, "ticks": on_tick is not None}
    _queue(key=key, data=data, on_picked_change=picked)
