"""Changes of a claim's parts that are not on record: said on every part of the page, with the way to save them."""

from collections.abc import Callable, Sequence

import streamlit as st

from dashboard.components import failure, reviewer
from dashboard.components.plain_text import Block, block, prose


def unsaved_bar(
    words: str,
    *,
    uid: str,
    meanwhile: str,
    unreadable: Sequence[str],
    save: Callable[[], None],
    discard: Callable[[], None],
) -> None:
    """Draw what is not saved yet, the reason, and both ways out.

    Args:
        words: What is changed; "" where nothing is, and then only the last failure is drawn.
        uid: Whose.
        meanwhile: Who stated something else since these changes were begun, in words; "" for nobody.
        unreadable: Facets without a word or number.
        save: Puts them on record.
        discard: Forgets them.
    """
    failure.last()
    if not words:
        return
    said: list[Block] = [
        block(f"Not saved yet: {words}. Bundles and decision here follow it; nobody else sees it.", "strong")
    ]
    if meanwhile:
        said.append(block(meanwhile, "caution"))
    said += [
        block(f"“{text}” has no word or number in it: change it, or it cannot be saved.", "caution")
        for text in unreadable
    ]
    with st.container(key="unsaved", border=True):
        prose(said, key="unsaved-words")
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input("Why (may stay empty)", key=f"parts-reason|{uid}", max_chars=4_000, width=420)
            reviewer.ask()
            st.button("Save", key="parts-save", type="primary", on_click=save, disabled=bool(unreadable))
            st.button("Discard the changes", key="parts-discard", type="tertiary", on_click=discard)


def saved_note(number: int, by: str) -> None:
    """Say that a statement is on record."""
    prose([block(f"On record as statement {number}, by {by}.", "small")], key="parts-saved-note")
