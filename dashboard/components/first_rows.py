"""A table that may be long: its first rows, how many there are, and all of them as CSV."""

import streamlit as st

from dashboard.components.table import SHORT, download, table
from dashboard.viewmodels.tables import TableView, part


def first_rows(view: TableView, *, key: str, name: str, height: int, sortable: bool = True) -> None:
    """Draw what a screen can hold; nothing is left out unsaid."""
    table(part(view, 1, SHORT), key=f"{key}-table", height=height, sortable=sortable)
    if len(view.rows) > SHORT:
        st.caption(f"The first {SHORT:d} of {len(view.rows):,} rows; the CSV holds all.")
    download(view, key=f"{key}-csv", name=name)
