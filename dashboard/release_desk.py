"""The release desk: the queue beside the line in hand and its form, in one fragment, so that a key draws this alone."""

from typing import Any, LiteralString

import streamlit as st

from core.conclusions import Conclusion
from core.errors import UnknownId
from core.releasable import ReleaseFile
from core.results import Page
from core.verdicts import ReleaseItem
from dashboard import asking, caching, checking, release_asking, releasing, session
from dashboard.components import failure, reviewer
from dashboard.components.list_parts import part_switch, search
from dashboard.components.plain_text import block, prose
from dashboard.components.queue_list import queue_list
from dashboard.components.release_file import release_file
from dashboard.components.release_form import release_form
from dashboard.releasing import Around
from dashboard.viewmodels.checks import quality_words
from dashboard.viewmodels.release import form_data, release_view
from dashboard.viewmodels.release_queue import (
    ReleaseQueueView,
    item_key,
    nothing_words,
    place_words,
    read_key,
    release_queue_view,
    release_rows,
    show_labels,
)
from dashboard.wording import CONCLUSION

SIZE = 50
ANY = "any"
DECISIONS: dict[str, LiteralString] = {ANY: "any", **{one.value: CONCLUSION[one] for one in Conclusion}}


@st.fragment(key="release-desk")
def release_desk() -> None:
    """Draw the line in hand first, then what is around it: the eyes are on the line."""
    opening = session.take_opening()
    if opening is not None:
        st.switch_page("../pages/claim.py", query_params={"claim": opening})
    view = release_queue_view(session.addressed())
    head = st.container()
    left, middle, right = st.columns((10, 22, 13), gap="medium")
    page = _page(view)
    file = _file(page)
    around = _around(view, page, file)
    with middle, failure.shown():
        _line(view, file)
    with right, failure.shown():
        _form(file, around)
    with left, failure.shown():
        _list(view, page, file)
    with head, failure.shown():
        _filters(view)


def _page(view: ReleaseQueueView) -> Page[ReleaseItem]:
    number = max(1, int(session.value("page", 1) or 1))
    page = release_asking.queue(view.wanted, number, SIZE)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = release_asking.queue(view.wanted, pages, SIZE)
    return page


def _file(page: Page[ReleaseItem]) -> ReleaseFile | None:
    """The line in hand: that of the address, else the first of the list."""
    asked = read_key(session.address("item"))
    if asked is not None:
        try:
            return release_asking.file(*asked)
        except UnknownId:
            releasing.say("What the address names is not here any more; this is the first of the list.", "bad")
            releasing.open_item(None)
    return release_asking.file(page.rows[0].kind, page.rows[0].uid) if page.rows else None


def _around(view: ReleaseQueueView, page: Page[ReleaseItem], file: ReleaseFile | None) -> Around:
    keys = [item_key(item.kind, item.uid) for item in page.rows]
    here = None if file is None else item_key(file.item.kind, file.item.uid)
    if here not in keys:
        return Around(None, keys[0] if keys else None)
    at = keys.index(here)
    before = keys[at - 1] if at else _edge(view, page.number - 1, -1)
    after = keys[at + 1] if at + 1 < len(keys) else _edge(view, page.number + 1, 0)
    return Around(before, after)


def _edge(view: ReleaseQueueView, number: int, at: int) -> str | None:
    """The nearest line of another page."""
    rows = release_asking.queue(view.wanted, number, SIZE).rows if number >= 1 else ()
    return item_key(rows[at].kind, rows[at].uid) if rows else None


def _line(view: ReleaseQueueView, file: ReleaseFile | None) -> None:
    if file is None:
        title, words = nothing_words(view, release_asking.counts(view.base))
        prose([block(title, "heading"), block(words)], key="release-nothing")
        return
    answer = file.item.kind == "answer"
    quality = checking.quality(**{"answer_uid" if answer else "claim_uid": file.item.uid})
    release_file(
        release_view(file, quality_words(quality) if quality.total else ()),
        answer_uid=file.item.uid if answer else None,
        on_pick=session.open_next,
    )


def _form(file: ReleaseFile | None, around: Around) -> None:
    role = asking.role(reviewer.acting())
    may = release_asking.may_sign(role)
    note = "" if may else "You may read everything here; to sign takes an adjudicator. An admin gives roles."
    data: dict[str, Any] = {
        "item": "" if file is None else item_key(file.item.kind, file.item.uid),
        "seen": "" if file is None else f"{file.newest} {file.item.conclusion} {file.rule_digest}",
        "turn": releasing.turn(),
        "status": releasing.status(),
        "done": releasing.done(),
        "note": note,
        "can": {
            "previous": around.previous is not None,
            "next": around.next is not None,
            "undo": may and releasing.can_undo(),
        },
    }
    if file is not None:
        data |= form_data(file, may=may, note=note)
    release_form(data, key="release-form", on_deed=lambda sent: releasing.handle(sent, file, around))


def _list(view: ReleaseQueueView, page: Page[ReleaseItem], file: ReleaseFile | None) -> None:
    title, words = nothing_words(view, release_asking.counts(view.base))
    queue_list(
        release_rows(page.rows),
        key="release-list",
        selected=None if file is None else item_key(file.item.kind, file.item.uid),
        empty=f"{title}. {words}",
        on_pick=releasing.pick,
        name="Release queue",
    )
    prose([block(place_words(page), "small")], key="release-place")
    pages = max(1, -(-page.total // SIZE))
    if pages > 1:
        st.pagination(pages, key="page", bind="query-params", max_visible_pages=5)


def _filters(view: ReleaseQueueView) -> None:
    labels = show_labels(release_asking.counts(view.base))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        part_switch(
            "Part of the queue",
            labels,
            view.show,
            key="release-show",
            on_change=lambda part: _again(show=part, otherwise="waiting"),
        )
        search(
            view.wanted.search,
            key="release-q",
            placeholder="words of an answer or claim",
            on_change=lambda found: _again(q=found),
        )
        with st.popover("Filter", width="content"):
            chosen = view.wanted.conclusion
            session.put("release-decision", ANY if chosen is None else chosen.value)
            st.selectbox(
                "The rule says",
                list(DECISIONS),
                format_func=DECISIONS.__getitem__,
                key="release-decision",
                on_change=lambda: _again(decision=session.value("release-decision")),
            )
            names = [ANY, *(one.name for one in caching.datasets())]
            wanted = view.wanted.dataset or ANY
            session.put("release-dataset", wanted)
            st.selectbox(
                "Data set",
                names if wanted in names else [*names, wanted],
                key="release-dataset",
                on_change=lambda: _again(dataset=session.value("release-dataset")),
            )
        if view.active:
            st.button("Clear", key="release-clear", type="tertiary", on_click=_clear)
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="release-refused")


def _again(otherwise: str = ANY, **chosen: str | None) -> None:
    """Another part of the queue: it starts at its first page and its first line."""
    releasing.say("")
    session.write_address(item=None, **{k: None if v in (None, "", otherwise) else v for k, v in chosen.items()})
    session.first_page()


def _clear() -> None:
    session.write_address(item=None, q=None, decision=None, dataset=None)
    session.first_page()
