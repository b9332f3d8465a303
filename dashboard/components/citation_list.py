"""The list of citations: what narrows it stands in the address; rows can be opened and ticked."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import LiteralString

import streamlit as st

from core.checked import CitationCounts, CitationLine
from core.results import Page
from dashboard import session
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.citations import (
    SETTINGS,
    CitationsView,
    citations_table,
    counts_words,
    lines_words,
    outcome_words,
    part_labels,
    reasons_menu,
)
from dashboard.viewmodels.numbers import count

ANY = "any"


def citation_filters(view: CitationsView, counts: CitationCounts, datasets: Sequence[str]) -> None:
    """Draw what narrows the list; the address says what is chosen, and nothing else does."""
    wanted = view.wanted
    labels = part_labels(counts, wanted.status)
    session.put("cite-status", wanted.status or "all")

    def narrow() -> None:
        chosen = session.value("cite-status") or "all"
        _write("status", None if chosen == "all" else chosen)

    st.pills(
        "Status",
        list(labels),
        format_func=labels.__getitem__,
        key="cite-status",
        label_visibility="collapsed",
        on_change=narrow,
    )
    words, reason, dataset, outdated = st.columns((4, 5, 3, 2.4), gap="small", vertical_alignment="bottom")
    with words:
        session.put("cite-q", wanted.search)
        st.text_input(
            "Search",
            key="cite-q",
            placeholder="words of the claim, the source or the text",
            on_change=lambda: _write("q", session.value("cite-q") or None),
        )
    with reason:
        _menu("reason", "Reason", reasons_menu(counts, wanted.reason), wanted.reason)
    with dataset:
        names = dict.fromkeys((*datasets, wanted.dataset) if wanted.dataset else datasets)
        _menu("dataset", "Data set", {name: name for name in names}, wanted.dataset)
    with outdated:
        session.put("cite-outdated", wanted.stale_only)
        st.checkbox(
            "Stale only",
            key="cite-outdated",
            help="Citations of another version than is here, and checks made with something else than is here now.",
            on_change=lambda: _write("outdated", "yes" if session.value("cite-outdated") else None),
        )
    if counts.total or view.active:
        said = [block(counts_words(counts), "quiet"), *(block(words, "strong") for words in view.active)]
        prose([line(*said)], key="cite-counts")
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="cite-refused")


def _menu(name: str, label: LiteralString, options: Mapping[str, str], chosen: str | None) -> None:
    key = f"cite-{name}"
    session.put(key, chosen or ANY)
    shown = {ANY: "any", **options}

    def changed() -> None:
        value = session.value(key)
        _write(name, None if value == ANY else value)

    st.selectbox(label, list(shown), format_func=lambda value: shown.get(value, value), key=key, on_change=changed)


def _write(name: str, value: str | None) -> None:
    session.write_address(**{name: value})
    session.first_page()


def clear_filters() -> None:
    """Draw the button that lets every citation pass again, where something narrows the list."""
    if any(session.address(name) for name in SETTINGS):
        st.button("Clear the filters", key="cite-clear", type="tertiary", on_click=_clear)


def _clear() -> None:
    session.write_address(**dict.fromkeys(SETTINGS))
    session.first_page()


def citation_rows(
    page: Page[CitationLine],
    *,
    ticked: Collection[str],
    on_open: Callable[[str], None],
    on_tick: Callable[[Sequence[str], bool], None],
) -> None:
    """Draw one page of the list with its pager."""
    listing = citations_table(page)
    table(listing, key="citations", on_pick=on_open, height=640, sortable=False, ticked=ticked, on_tick=on_tick)
    with st.container(horizontal=True, vertical_alignment="center"):
        prose([block(lines_words(page), "small")], key="cite-place")
        st.pagination(max(1, -(-page.total // page.size)), key="page", bind="query-params")
        download(listing, key="cite-csv", name="citations")


def outcomes(counts: CitationCounts) -> None:
    """What the checks of all citations say, each outcome a way into the list."""
    status = session.take("open-status")
    if status is not None:
        st.switch_page("../pages/citations.py", query_params={"status": status})
    if not counts.total:
        return
    said = [block(words, "badge", tone=tone, pick=key) for key, tone, words in outcome_words(counts)]
    again = f"{counts.stale:,} stale" if counts.stale else ""
    prose(
        [line(block(count(counts.total, "citation"), "strong"), *said, block(again, "quiet"))],
        key="outcomes",
        on_pick=lambda key: session.keep("open-status", key),
    )
