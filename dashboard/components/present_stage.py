"""The stage of a presentation: all steps at once in the browser, so that a key needs no round trip to the server."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dashboard.components.scripts import script
from dashboard.viewmodels.present_values import Story

_HERE = Path(__file__).parent
_room = st.components.v2.component(
    "present_room", css=(_HERE / "present_room.css").read_text("utf-8"), isolate_styles=False
)
_stage = st.components.v2.component(
    "present",
    html='<div class="present"></div>',
    css=(_HERE / "present.css").read_text("utf-8"),
    js=script("present_places", "present_pictures", "present"),
)


def stage(story: Story, *, on_leave: Callable[[], None]) -> None:
    """Draw a story over the whole window.

    Args:
        story: Its steps.
        on_leave: Called where the browser has no page to go back to.
    """
    _room(key="present-room")
    _stage(key="present", data=story.as_data(), on_leave_change=on_leave)
