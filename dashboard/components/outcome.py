"""How a claim turned out: everybody's word, and the place to say it."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.verdicts import Outcome
from dashboard import session
from dashboard.components import reviewer
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.outcome import outcome_words

RIGHT, WRONG, TAKE_BACK = "It was right", "It was wrong", "Take my word back"


def outcome(
    said: Sequence[Outcome], *, uid: str, by: str, on_say: Callable[[bool | None, str], None], ask: bool = True
) -> None:
    """Draw what is known of how a claim turned out, and the buttons to say so.

    Args:
        said: Each person's word, newest first.
        uid: Whose.
        by: Who would say it now.
        on_say: Called with True for wrong, False for right, None to take one's own word back, and the reason.
        ask: Whether the name is asked here where it is not known; False where another part of the page asks it.
    """
    head, *rest = outcome_words(said)
    prose([block("How it turned out", "heading"), block(head, "small"), *(block(one, "item") for one in rest)],
          key=f"outcome-words|{uid}")  # fmt: skip

    def say(wrong: bool | None) -> None:
        on_say(wrong, str(session.value(f"outcome-reason|{uid}") or ""))
        session.put(f"outcome-reason|{uid}", "")

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input("How you know (may stay empty)", key=f"outcome-reason|{uid}", max_chars=4_000, width=380)
        if ask:
            reviewer.ask()
        st.button(RIGHT, key=f"outcome-right|{uid}", on_click=say, args=(False,), icon=":material/check:")
        st.button(WRONG, key=f"outcome-wrong|{uid}", on_click=say, args=(True,), icon=":material/close:")
        if any(one.by == by for one in said):
            st.button(TAKE_BACK, key=f"outcome-back|{uid}", type="tertiary", on_click=say, args=(None,))
