"""The desk: the queue beside the item in hand. One fragment, so that a keystroke draws this and nothing else."""

from typing import Any

import streamlit as st

from core.errors import UnknownId
from core.results import Page
from core.work import QueueItem, WorkItem
from dashboard import asking, relabelling, session, work_state
from dashboard.components import failure, reviewer
from dashboard.components.plain_text import block, prose
from dashboard.components.queue_filters import queue_filters
from dashboard.components.queue_list import queue_list
from dashboard.components.workplace import workplace
from dashboard.linking import link_form
from dashboard.viewmodels.queue import QueueView, nothing_words, place_words, queue_rows, queue_view
from dashboard.viewmodels.relabel import idle_data, work_data

SIZE = 50


@st.fragment(key="desk")
def desk() -> None:
    """Draw the item in hand first, then what is around it: the eyes are on the item."""
    me = reviewer.acting()
    view = queue_view(session.addressed(), me)
    head = st.container()
    left, right = st.columns((3, 8), gap="small")
    with right, failure.shown():
        _work(view, me)
    with left, failure.shown():
        _list(view)
    with head, failure.shown():
        queue_filters(view, asking.queue_counts(view.base), on_change=relabelling.start_over)


def _work(view: QueueView, me: str) -> None:
    item = _item(view, me)
    way = work_state.trail()
    around: dict[str, Any] = {
        "status": work_state.status(),
        "has_previous": way.previous is not None,
        "can_undo": relabelling.can_undo(item),
        "can_redo": bool(session.value("work-redo")),
    }
    if item is None:
        title, words = nothing_words(view, asking.queue_counts(view.base))
        data = idle_data(title, words, **around)
    else:
        weight = work_state.weight(item)
        role = asking.person(me).role
        conflict = work_state.conflict()
        readings = asking.readings(item, weight)
        data = work_data(item, readings, role=role, weight=weight, conflict=conflict, **around)
    data |= {"turn": work_state.turn(), **work_state.told()}
    workplace(data, key="workplace", on_deed=lambda sent: relabelling.handle(sent, item, view))
    if item is not None and data["may"] and not item.blind:
        link_form(item)


def _item(view: QueueView, me: str) -> WorkItem | None:
    key = relabelling.in_hand(view)
    if key is None:
        return None
    try:
        return asking.work_item(key, me)
    except UnknownId as error:
        key = relabelling.gone(error, view)
    return asking.work_item(key, me) if key is not None else None


def _list(view: QueueView) -> None:
    number = max(1, int(session.value("page", 1) or 1))
    page = asking.queue(view.wanted, number, SIZE)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = asking.queue(view.wanted, pages, SIZE)
    ticked = session.value("ticked", ())
    queue_list(
        queue_rows(page.rows, ticked),
        key="queue",
        selected=work_state.trail().current,
        empty="Nothing is open here.",
        on_pick=relabelling.pick,
        on_tick=relabelling.tick,
    )
    _foot(view, page, pages, len(ticked))


def _foot(view: QueueView, page: Page[QueueItem], pages: int, ticked: int) -> None:
    given = int(session.value("work-count", 0))
    words = place_words(page) + (f" · {given:,} answered since you came" if given else "")
    prose([block(words, "small")], key="queue-place")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if pages > 1:
            st.pagination(pages, key="page", bind="query-params", max_visible_pages=5)
        if ticked:
            st.button(f"{ticked:,} ticked: in bulk", key="to-bulk", on_click=_to_bulk)
            with st.popover("Give to"):
                _hand_out()
            st.button("Untick", key="untick", type="tertiary", on_click=session.drop, args=("ticked",))
        if view.show == "skipped" and page.total:
            st.button("Take all back", key="unskip", on_click=relabelling.unskip)


def _hand_out() -> None:
    names = [person.name for person in asking.people()]
    st.selectbox("Somebody", names, index=None, accept_new_options=True, key="give-to", placeholder="choose, or type")
    st.button("Give the ticked to them", type="primary", key="give", on_click=relabelling.assign)
    st.button("Give them to nobody", key="give-nobody", type="tertiary", on_click=relabelling.assign, args=(True,))


def _to_bulk() -> None:
    session.write_address(tab="in-bulk")
    session.keep("bulk-how", "ticked")
    session.rerun_page()
