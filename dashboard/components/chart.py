"""A plotly figure without its bar of tools, named for screen readers; the first one waits for the rest of the page."""

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from dashboard import session

CONFIG = {"displayModeBar": False, "scrollZoom": False}


def chart(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a figure, or keep its room while the page is still being drawn."""
    if _waits(figure, key):
        return
    st.plotly_chart(figure, key=key, config=CONFIG, alt=alt)


def pickable_chart(figure: go.Figure, *, key: str, alt: str, on_pick: Callable[[str], None]) -> None:
    """Draw a figure whose points carry an id first in their custom data; a click hands it on."""
    if _waits(figure, key):
        return

    def picked() -> None:
        identifier = session.picked_point(key)
        if identifier is not None:
            on_pick(identifier)

    st.plotly_chart(figure, key=key, config=CONFIG, alt=alt, on_select=picked, selection_mode="points")


def _waits(figure: go.Figure, key: str) -> bool:
    if session.settled():
        return False
    st.container(height=int(figure.layout.height), border=False, key=f"{key}-room")
    return True
