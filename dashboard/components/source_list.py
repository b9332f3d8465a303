"""The source registry as a list: filters and page in the address; ticked sources can be merged."""

from collections.abc import Callable, Sequence
from typing import LiteralString

import streamlit as st

from core.kinship import SourceFilter, SourceLine
from core.results import Dataset, Page
from dashboard import session
from dashboard.components import failure
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.sources import (
    FIRST_ORDER,
    ORDERS,
    SourcesView,
    merge_words,
    place_words,
    publishers_of,
    sources_table,
    sources_view,
)
from dashboard.wording import KIND

SIZE = 50
ANY = "any"
TICKED = "sources-ticked"
DONE = "sources-done"
Ask = Callable[[SourceFilter, int, int, str, bool], Page[SourceLine]]


@st.fragment(key="source-list")
def source_list(ask: Ask, datasets: Sequence[Dataset], merge: Callable[[str, Sequence[str], str], str | None]) -> None:
    """Draw filters and one page of the registry.

    Args:
        ask: One page under a filter: page, size, order, whether it descends.
        datasets: What can be chosen.
        merge: Says that sources of a data set are one, with a reason; gives what it did in words, or None.
    """
    view = sources_view(session.addressed())
    number = max(1, int(session.value("page", 1) or 1))
    column, descending = ORDERS[view.order]
    page = ask(view.wanted, number, SIZE, column, descending)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = ask(view.wanted, pages, SIZE, column, descending)
    _filters(view, page, datasets)
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="sources-refused")
    ticked = tuple(session.value(TICKED, ()))
    _merge(ticked, merge)
    listing = sources_table(page.rows)
    table(
        listing,
        key="sources",
        on_pick=lambda uid: _open(uid),
        sortable=False,
        ticked=ticked,
        on_tick=_tick,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        prose([block(place_words(page), "small")], key="sources-count")
        st.pagination(pages, key="page", bind="query-params")
        download(listing, key="sources-csv", name="sources")


def _open(uid: str) -> None:
    session.drop(DONE)
    session.write_address(source=uid)
    session.rerun_page()


def _tick(ids: Sequence[str], on: bool) -> None:
    session.drop(DONE)
    others = tuple(one for one in session.value(TICKED, ()) if one not in ids)
    session.keep(TICKED, (*others, *ids) if on else others)


def _merge(ticked: Sequence[str], merge: Callable[[str, Sequence[str], str], str | None]) -> None:
    """What can be done with the ticked ones, and what was done last."""
    failure.last()
    done = session.value(DONE)
    if done:
        prose([block(done, "strong")], key="sources-done-words")
    if not ticked:
        return
    dataset, words = merge_words(ticked)

    def give() -> None:
        ids = [uid.partition(":")[2] for uid in ticked]
        said = merge(dataset, ids, session.value("merge-reason") or "")
        if said is not None:
            session.keep(DONE, said)
            session.keep(TICKED, ())

    with st.container(border=True, key="merge-frame"):
        prose([block(f"{len(ticked):,} ticked", "strong"), block(words, "small")], key="merge-words")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input("Reason", key="merge-reason", placeholder="why they are one document", width=360)
            st.button("Merge the ticked", key="merge", type="primary", disabled=not dataset, on_click=give)
            st.button("Untick", key="untick-sources", type="tertiary", on_click=session.keep, args=(TICKED, ()))


def _filters(view: SourcesView, page: Page[SourceLine], datasets: Sequence[Dataset]) -> None:
    wanted = view.wanted
    words, publisher, kind, retracted, merged, dataset, order = st.columns((4, 3, 2.4, 2, 2, 2.8, 2.6), gap="small")
    with words:
        session.put("sources-q", wanted.search)
        st.text_input(
            "Search", key="sources-q", placeholder="id, title, publisher, address", on_change=_write, args=("q",)
        )
    with publisher:
        session.put("sources-publisher", wanted.publisher)
        st.selectbox(
            "Publisher",
            publishers_of(page.rows, wanted.publisher),
            index=None,
            accept_new_options=True,
            placeholder="any: choose, or type",
            key="sources-publisher",
            on_change=_write,
            args=("publisher",),
        )
    with kind:
        kinds = {one.value: words for one, words in KIND.items()}
        _menu("Kind", "kind", kinds, None if wanted.kind is None else wanted.kind.value)
    with retracted:
        said = None if wanted.retracted is None else "yes" if wanted.retracted else "no"
        _menu("Retracted", "retracted", {"yes": "yes", "no": "no"}, said)
    with merged:
        _menu("Merged", "merged", {"yes": "only merged"}, "yes" if wanted.merged_only else None)
    with dataset:
        _menu("Data set", "dataset", {one.name: one.name for one in datasets}, wanted.dataset)
    with order:
        session.put("sources-order", view.order)
        st.selectbox("Order", list(ORDERS), key="sources-order", on_change=_write, args=("order",))


def _menu(label: LiteralString, name: str, options: dict[str, str], chosen: str | None) -> None:
    key = f"sources-{name}"
    shown = {ANY: "any", **options}
    if chosen and chosen not in shown:
        shown[chosen] = chosen
    session.put(key, chosen or ANY)
    st.selectbox(
        label, list(shown), format_func=lambda one: shown.get(one, one), key=key, on_change=_write, args=(name,)
    )


def _write(name: str) -> None:
    value = session.value(f"sources-{name}")
    session.write_address(**{name: None if value in (None, "", ANY, FIRST_ORDER) else value})
    session.first_page()
