"""A table whose rows can be chosen by mouse and keyboard; what it shows is text, whatever it holds."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dashboard import session
from dashboard.viewmodels.tables import TableView

_HERE = Path(__file__).parent
_table = st.components.v2.component(
    "table",
    html='<div class="table"></div>',
    css=(_HERE / "table.css").read_text("utf-8"),
    js=(_HERE / "table.js").read_text("utf-8"),
)


def table(
    view: TableView,
    *,
    key: str,
    selected: str | None = None,
    on_pick: Callable[[str], None] | None = None,
    height: int | None = None,
    sortable: bool = True,
) -> None:
    """Draw a table.

    Args:
        view: What it shows.
        key: Its identity on the page.
        selected: Id of the chosen row.
        on_pick: Called with the id of a row that was clicked or entered; None makes rows plain.
        height: Above this many pixels the rows scroll under their headings.
        sortable: Whether a heading sorts the rows shown; off where the server pages them.
    """
    data = view.as_data(selected, height=height, sortable=sortable)
    data["pick"] = on_pick is not None

    def picked() -> None:
        row = session.picked(key)
        if row is not None and on_pick is not None:
            on_pick(row)

    _table(key=key, data=data, on_picked_change=picked)


def download(view: TableView, *, key: str, name: str) -> None:
    """Offer what a table shows as CSV."""
    st.download_button(
        "CSV of what is shown",
        view.as_csv,
        file_name=f"{name}.csv",
        mime="text/csv",
        key=key,
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )
