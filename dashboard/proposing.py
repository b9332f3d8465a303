"""The work on proposals: the list beside the one in hand, in one fragment, so that a verdict draws nothing else."""

from collections.abc import Sequence
from typing import LiteralString

import streamlit as st

from core.errors import UnknownId
from core.kinship import ProposalLine
from core.results import Page
from dashboard import kin_asking, session
from dashboard.components import failure
from dashboard.components.list_parts import part_switch, search
from dashboard.components.plain_text import block, line, prose
from dashboard.components.queue_list import queue_list
from dashboard.verdicts import DONE, one_proposal, together
from dashboard.viewmodels.proposals import (
    MENUS,
    ProposalsView,
    counted_menu,
    nothing_words,
    place_words,
    proposal_rows,
    proposals_view,
    show_labels,
)
from dashboard.viewmodels.queue import menu

SIZE = 50
ANY = "any"
TICKED = "proposals-ticked"
MANY = "proposals-many"


@st.fragment(key="proposals")
def proposals() -> None:
    """Draw the list, and the proposal in hand or the ticked ones."""
    opening = session.take_opening()
    if opening is not None:
        st.switch_page("../pages/claim.py", query_params={"claim": opening})
    view = proposals_view(session.addressed())
    counts = kin_asking.proposal_counts(view.wanted)
    if not any(counts.by_status.values()) and not (view.active or view.wanted.search or view.refused):
        prose([block("Nothing is proposed yet", "heading"), block(nothing_words(view, counts))], key="proposals-none")
        return
    with failure.shown():
        _filters(view)
    left, right = st.columns((3, 8), gap="small")
    with left, failure.shown():
        page = _page(view)
        ticked = tuple(session.value(TICKED, ()))
        chosen = session.address("proposal") or (page.rows[0].key if page.rows else None)
        _list(view, page, ticked, chosen)
    with right, failure.shown():
        if ticked and session.value(MANY):
            shown = {row.key: row for row in page.rows}
            lines = [shown.get(key) or kin_asking.proposal(key).line for key in ticked]
            together(lines, on_close=_one_by_one, on_done=_done_together)
        elif chosen is None:
            prose([block(nothing_words(view, kin_asking.proposal_counts(view.wanted)))], key="proposals-nothing")
        else:
            _one(chosen, page)


def _one(chosen: str, page: Page[ProposalLine]) -> None:
    keys = [row.key for row in page.rows]
    at = keys.index(chosen) if chosen in keys else None
    before = keys[at - 1] if at else None
    after = keys[at + 1] if at is not None and at + 1 < len(keys) else None
    try:
        file = kin_asking.proposal(chosen)
    except UnknownId:
        if session.address("proposal") is None:
            raise
        st.error("There is no such proposal any more.")
        st.button("To the first of the list", key="proposal-first", on_click=_pick, args=(None,))
        return
    one_proposal(file, previous=before, following=after, on_pick=_pick)


def _page(view: ProposalsView) -> Page[ProposalLine]:
    number = max(1, int(session.value("page", 1) or 1))
    page = kin_asking.proposals(view.wanted, number, SIZE)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = kin_asking.proposals(view.wanted, pages, SIZE)
    return page


def _list(view: ProposalsView, page: Page[ProposalLine], ticked: Sequence[str], chosen: str | None) -> None:
    counts = kin_asking.proposal_counts(view.wanted)
    queue_list(
        proposal_rows(page.rows, ticked),
        key="proposal-list",
        selected=None if ticked and session.value(MANY) else chosen,
        empty=nothing_words(view, counts),
        on_pick=_pick,
        on_tick=_tick,
    )
    prose([block(place_words(page), "small")], key="proposals-place")
    pages = max(1, -(-page.total // SIZE))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if pages > 1:
            st.pagination(pages, key="page", bind="query-params", max_visible_pages=5)
        if page.rows and len(ticked) < len(page.rows):
            shown = [row.key for row in page.rows]
            st.button("Tick all shown", key="tick-shown", type="tertiary", on_click=_tick_all, args=(shown,))
        if ticked:
            st.button(f"{len(ticked):,} ticked: decide together", key="to-together", on_click=_together)
            st.button("Untick", key="untick-proposals", type="tertiary", on_click=_one_by_one, args=(True,))


def _filters(view: ProposalsView) -> None:
    counts = kin_asking.proposal_counts(view.wanted)
    labels = show_labels(counts)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        part_switch(
            "Part of the list",
            labels,
            view.show,
            key="proposals-show",
            on_change=lambda part: _again(show=part, otherwise="open"),
        )
        search(
            view.wanted.search,
            key="proposals-q",
            placeholder="title or id of a document",
            on_change=lambda found: _again(q=found),
        )
        with st.popover("Filter", width="content"):
            datasets = menu(counts.datasets, view.wanted.dataset)
            _menu("dataset", "Data set", datasets, view.wanted.dataset)
            _menu("rule", "Rule", counted_menu(counts.by_rule, view.wanted.rule), view.wanted.rule)
            _menu("band", "How likely", counted_menu(counts.by_band, view.wanted.band), view.wanted.band)
        if view.active:
            prose([line(*(block(words, "small") for words in view.active))], key="proposals-active")
            st.button("Clear", key="proposals-clear", type="tertiary", on_click=_clear)
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="proposals-refused")


def _menu(name: str, label: LiteralString, options: dict[str, str], chosen: str | None) -> None:
    key = f"proposals-{name}"
    session.put(key, chosen or ANY)
    shown = {ANY: "any", **options}
    if chosen and chosen not in shown:
        shown[chosen] = chosen
    st.selectbox(
        label,
        list(shown),
        format_func=lambda value: shown.get(value, value),
        key=key,
        width=320,
        on_change=lambda: _again(**{name: session.value(key)}),
    )


def _again(otherwise: str = ANY, **chosen: str | None) -> None:
    """Another part of the list: it starts at its first page and its first proposal."""
    session.drop(DONE)
    session.write_address(proposal=None, **{k: None if v in (None, "", otherwise) else v for k, v in chosen.items()})
    session.first_page()


def _clear() -> None:
    session.write_address(proposal=None, **dict.fromkeys(MENUS))
    session.first_page()


def _pick(key: str | None) -> None:
    session.keep(MANY, False)
    session.drop(DONE)
    session.write_address(proposal=key)


def _tick(key: str, on: bool) -> None:
    others = tuple(other for other in session.value(TICKED, ()) if other != key)
    session.keep(TICKED, (*others, key) if on else others)


def _tick_all(keys: Sequence[str]) -> None:
    session.keep(TICKED, tuple(dict.fromkeys([*session.value(TICKED, ()), *keys])))


def _together() -> None:
    session.keep(MANY, True)


def _one_by_one(untick: bool = False) -> None:
    session.keep(MANY, False)
    if untick:
        session.keep(TICKED, ())


def _done_together() -> None:
    _one_by_one(True)
    session.write_address(proposal=None)
