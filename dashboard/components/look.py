"""The page's margins, the moment from which there is time for charts, and the way back after a broken line."""

from pathlib import Path

import streamlit as st

from dashboard import session

_HERE = Path(__file__).parent
_look = st.components.v2.component(
    "look",
    css=(_HERE / "look.css").read_text("utf-8"),
    js=(_HERE / "look.js").read_text("utf-8"),
    isolate_styles=False,
)

_lifeline = st.components.v2.component(
    "lifeline", html="<span></span>", js=(_HERE / "lifeline.js").read_text("utf-8"), isolate_styles=False
)


def look(*fragments: str, graph: bool = False) -> None:
    """Apply the margins, and let charts wait until the rest is drawn; the element itself takes no room.

    Args:
        fragments: Parts of the page that hold charts: they are drawn again once there is time. A page without any
            asks for nothing, so that no run breaks into what its reader does first.
        graph: Whether the page has a graph, for which the charts wait.
    """

    with st.container(key="look"):
        _sheet(fragments, graph)
        _lifeline(key="lifeline", on_back_change=_nothing)


@st.fragment
def _sheet(fragments: tuple[str, ...], graph: bool) -> None:
    """In a fragment of its own: only a run of the whole page breaks into a click that is being worked on."""

    def settled() -> None:
        session.settle()
        session.rerun(*fragments)

    waiting = bool(fragments) and not session.settled()
    _look(key="look-sheet", data={"waiting": waiting, "graph": graph}, on_settled_change=settled)


def _nothing() -> None:
    """Streamlit names a trigger only where it has a callback; the run that follows is all that is wanted."""
