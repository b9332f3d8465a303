"""The way to the presentation of what a page shows."""

import streamlit as st

HELP = (
    "Large type, one step per key: right and left, PageDown and PageUp, Home and End, digits. F fills the screen, "
    "B makes it dark, Escape comes back. It needs no network once it is open, and prints one step a page."
)


def present_claim(uid: str) -> None:
    """A link to the story of a claim; a link, so that the way back restores the page with its choices."""
    st.page_link(
        "../pages/present.py",
        label="Present",
        icon=":material/slideshow:",
        query_params={"claim": uid},
        width="content",
        help=HELP,
    )


def present_scenarios() -> None:
    """A link to the story of the scenarios.

    Without values: the presentation takes the sliders from the session and writes them into its own address. Where a
    page has widgets in its address, Streamlit would first give the values of a link to that page.
    """
    st.page_link(
        "../pages/present_scenarios.py", label="Present", icon=":material/slideshow:", width="content", help=HELP
    )
