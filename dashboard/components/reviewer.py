"""Under whose name labels are recorded: asked once, at the first save, and shown from then on."""

import streamlit as st

from dashboard import session

ASKED = "reviewer-name"


def unknown() -> bool:
    """Whether the name was not asked yet."""
    return session.reviewer() is None


def ask() -> None:
    """A field for the name, until there is one."""
    if unknown():
        st.text_input(
            "Your name, kept with every label",
            value=session.DEFAULT_NAME,
            key=ASKED,
            max_chars=80,
        )


def name() -> str:
    """The name to record; what stands in the field becomes it."""
    return session.reviewer() or session.set_reviewer(session.value(ASKED, session.DEFAULT_NAME))


def in_sidebar() -> None:
    """Show and change the name."""
    known = session.reviewer()
    if known is None:
        return
    with st.sidebar:
        st.text_input(
            "Reviewing as",
            value=known,
            key="reviewer-sidebar",
            max_chars=80,
            on_change=lambda: session.set_reviewer(session.value("reviewer-sidebar", "")),
        )
