"""A plotly figure that can be taken along, named for screen readers; the first one waits for the rest of the page."""

import re
from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard import session

SCALE = 2
"""Pixels of a picture for each on the screen."""


def chart(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a figure, or keep its room while the page is still being drawn."""
    if _waits(figure, key):
        return
    st.plotly_chart(figure, key=key, config=_config(key), alt=alt)


def pickable_chart(figure: go.Figure, *, key: str, alt: str, on_pick: Callable[[str], None]) -> None:
    """Draw a figure whose points carry an id first in their custom data; a click hands it on."""
    if _waits(figure, key):
        return

    def picked() -> None:
        identifier = session.picked_point(key)
        if identifier is not None:
            on_pick(identifier)

    st.plotly_chart(figure, key=key, config=_config(key), alt=alt, on_select=picked, selection_mode="points")


def _config(key: str) -> dict[str, Any]:
    """One tool, seen when the pointer is over the chart: the picture of it as a file."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", key).strip("-")
    return {
        "scrollZoom": False,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "png", "scale": SCALE, "filename": f"headwater-{name}"},
    }


def _waits(figure: go.Figure, key: str) -> bool:
    if session.settled():
        return False
    st.container(height=int(figure.layout.height), border=False, key=f"{key}-room")
    return True
