"""A table whose rows can be chosen by mouse and keyboard; what it shows is text, whatever it holds."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import streamlit as st

from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.tables import TableView, matching, page_with, part

SHORT = 100
"""Rows of a page; a table of no more has no pages."""

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
    ticked: Collection[str] = (),
    on_tick: Callable[[Sequence[str], bool], None] | None = None,
) -> None:
    """Draw a table.

    Args:
        view: What it shows.
        key: Its identity on the page.
        selected: Id of the chosen row.
        on_pick: Called with the id of a row that was clicked or entered; None makes rows plain.
        height: Above this many pixels the rows scroll under their headings.
        sortable: Whether a heading sorts the rows shown; off where the server pages them.
        ticked: Ids of the rows that are ticked.
        on_tick: Called with the ids of rows and whether they are ticked now, by click or the space bar on a row; None
            leaves the ticks out.
    """
    data = view.as_data(selected, height=height, sortable=sortable)
    data |= {"pick": on_pick is not None, "ticks": on_tick is not None, "ticked": sorted(ticked)}

    def picked() -> None:
        row, rows = session.picked(key), session.sent(key, "picked").get("ticked")
        if row is not None and on_pick is not None:
            on_pick(row)
        elif isinstance(rows, list) and on_tick is not None:
            on_tick([one for one in rows if isinstance(one, str)], session.sent(key, "picked").get("on") is True)

    _table(key=key, data=data, on_picked_change=picked)


def paged_table(
    view: TableView,
    *,
    key: str,
    name: str,
    selected: str | None,
    on_pick: Callable[[str], None],
    height: int,
) -> None:
    """Draw a table; a long one gets a filter over all its rows and pages, and its CSV holds every row that matches.

    The page follows the selection, so that what is chosen elsewhere is in sight here.
    """
    if len(view.rows) <= SHORT:
        table(view, key=f"{key}|rows", selected=selected, on_pick=on_pick, height=height)
        download(view, key=f"{key}|csv", name=name)
        return
    left, right = st.columns((2, 3), vertical_alignment="bottom")
    with left:
        words = st.text_input("Filter the rows", key=f"{key}|filter", placeholder="words of any column")
    found = matching(view, words or "")
    pages = max(1, -(-len(found.rows) // SHORT))
    with right, st.container(horizontal=True, vertical_alignment="center"):
        prose([block(f"{len(found.rows):,} of {len(view.rows):,} rows", "small")], key=f"{key}|count")
        # Another selection or filter is another pager, which starts where the chosen row is.
        number = st.pagination(
            pages, default=page_with(found, selected, SHORT) or 1, key=f"{key}|page|{selected}|{words}"
        )
        download(found, key=f"{key}|csv", name=name)
    table(part(found, number, SHORT), key=f"{key}|rows", selected=selected, on_pick=on_pick, height=height)


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
