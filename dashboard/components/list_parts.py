"""The row above a list of work: which part of it is shown, and words to look for; both kept in the address."""

from collections.abc import Callable, Mapping
from typing import LiteralString

import streamlit as st

from dashboard import session


def part_switch(
    label: LiteralString, parts: Mapping[str, LiteralString], shown: str, *, key: str, on_change: Callable[[str], None]
) -> None:
    """A switch between the parts of a list.

    Args:
        label: Read to who does not see it.
        parts: Part -> its name with how many it holds.
        shown: The one that is open.
        key: Of the switch.
        on_change: Called with the part chosen.
    """
    session.put(key, shown)
    st.segmented_control(
        label,
        list(parts),
        format_func=parts.__getitem__,
        key=key,
        required=True,
        label_visibility="collapsed",
        on_change=lambda: on_change(session.value(key)),
    )


def search(words: str, *, key: str, placeholder: LiteralString, on_change: Callable[[str], None]) -> None:
    """A place for words to look for."""
    session.put(key, words)
    st.text_input(
        "Search",
        key=key,
        placeholder=placeholder,
        label_visibility="collapsed",
        width=240,
        on_change=lambda: on_change(session.value(key)),
    )
