"""The page's margins; everything else of the look is Streamlit's theme and each component's own sheet."""

from pathlib import Path

import streamlit as st

_look = st.components.v2.component(
    "look", css=(Path(__file__).with_name("look.css")).read_text("utf-8"), isolate_styles=False
)


def look() -> None:
    """Apply the margins; the element itself takes no room."""
    with st.container(key="look"):
        _look(key="look-sheet")
