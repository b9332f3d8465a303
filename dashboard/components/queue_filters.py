"""Which part of the queue: its parts with their counts, and the menus that narrow it down; all in the address."""

from collections.abc import Callable, Mapping
from typing import LiteralString

import streamlit as st

from core.work import QueueCounts
from dashboard import session
from dashboard.components.list_parts import part_switch
from dashboard.components.plain_text import block, line, prose
from dashboard.viewmodels.queue import AGES, MENUS, NOBODY, QueueView, menu, view_labels
from dashboard.wording import WORK_KIND

ANY = "any"


def queue_filters(view: QueueView, counts: QueueCounts, *, on_change: Callable[[], None]) -> None:
    """Draw the parts and the menus; the address says what is chosen, and nothing else does."""
    labels = view_labels(counts)

    def show(part: str) -> None:
        chosen = part or "all"
        session.write_address(show=None if chosen == "all" else chosen)
        on_change()

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        part_switch("Part of the queue", labels, view.show, key="queue-show", on_change=show)
        with st.popover("Filter", width="content"):
            _menus(view, counts, on_change)
        if view.active:
            words = [block(words, "small") for words in view.active]
            prose([line(*words)], key="queue-active")
            st.button("Clear", key="queue-clear", type="tertiary", on_click=_clear, args=(on_change,))
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="queue-refused")


def _menus(view: QueueView, counts: QueueCounts, on_change: Callable[[], None]) -> None:
    wanted = view.base
    left, right = st.columns(2, width=560)
    with left:
        _menu("dataset", "Data set", menu(counts.datasets, wanted.dataset), wanted.dataset, on_change)
        _menu("answer", "Answer", menu(counts.answers, wanted.answer_uid), wanted.answer_uid, on_change)
        _menu("publisher", "Publisher", menu(counts.publishers, wanted.publisher), wanted.publisher, on_change)
        _menu("rule", "Rule", menu(counts.rules, wanted.rule), wanted.rule, on_change)
    with right:
        _menu("band", "How likely the link is", menu(counts.bands, wanted.band), wanted.band, on_change)
        kinds = {kind.value: words for kind, words in WORK_KIND.items()}
        _menu("kind", "Kind", kinds, wanted.kind.value if wanted.kind else None, on_change)
        age = f"{wanted.min_age_days:.0f}" if wanted.min_age_days is not None else None
        _menu("age", "Waiting at least", AGES, age, on_change)
        given = NOBODY if wanted.assignee == "" else wanted.assignee
        people = {NOBODY: "nobody"} | {k: v for k, v in menu(counts.assignees, wanted.assignee).items() if k}
        _menu("assignee", "Given to", people, given, on_change)


def _menu(
    name: str, label: LiteralString, options: Mapping[str, str], chosen: str | None, on_change: Callable[[], None]
) -> None:
    key = f"queue-{name}"
    session.put(key, chosen or ANY)

    def changed() -> None:
        value = session.value(key)
        session.write_address(**{name: None if value == ANY else value})
        on_change()

    shown = {ANY: "any", **options}
    if chosen and chosen not in shown:
        shown[chosen] = chosen
    st.selectbox(label, list(shown), format_func=lambda value: shown.get(value, value), key=key, on_change=changed)


def _clear(on_change: Callable[[], None]) -> None:
    session.write_address(**dict.fromkeys((*MENUS, "age")))
    on_change()
