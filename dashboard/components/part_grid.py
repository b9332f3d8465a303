"""The facets of a claim and the grid of passages against them, edited in place; every change is told at once."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import session

_HERE = Path(__file__).parent
_grid = st.components.v2.component(
    "part_grid",
    html='<div class="parts"></div>',
    css=(_HERE / "part_grid.css").read_text("utf-8"),
    js=(_HERE / "part_grid.js").read_text("utf-8"),
)


def part_grid(data: Mapping[str, Any], *, key: str, on_edit: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw facets and marks.

    Args:
        data: As ``dashboard.viewmodels.part_edits.grid_data`` gives them.
        key: Its identity on the page.
        on_edit: Called with all facets and all stated marks after a change.
    """

    def edited() -> None:
        sent = session.sent(key, "edited")
        if sent:
            on_edit(sent)

    _grid(key=key, data=dict(data), on_edited_change=edited)
