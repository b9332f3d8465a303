"""Navigation only: which pages there are, how they are grouped, and what a refused request looks like."""

from pathlib import Path

import streamlit as st

from core.errors import HeadwaterError
from dashboard import session
from dashboard.contents import CONTENTS, FIRST, HIDDEN

PAGES = Path(__file__).resolve().parent.parent / "pages"
ICON = Path(__file__).resolve().with_name("icon.svg")

# Before the navigation is drawn, or the sidebar keeps its own width.
st.set_page_config(layout="wide", initial_sidebar_state=232)
page = st.navigation(
    {
        section: [
            st.Page(PAGES / f"{name}.py", title=title, default=True)
            if name == FIRST
            else st.Page(PAGES / f"{name}.py", title=title, url_path=name)
            for name, title in pages
        ]
        for section, pages in CONTENTS.items()
    }
    | {"": [st.Page(PAGES / f"{name}.py", title=title, url_path=name, visibility="hidden") for name, title in HIDDEN]},
    expanded=True,
)
# Without a file of our own the tab icon would be fetched from a font host.
st.set_page_config(page_title=f"{page.title} · Headwater", page_icon=str(ICON))
session.arrive()
try:
    page.run()
except HeadwaterError as error:
    st.error("This could not be shown. Nothing was changed.")
    st.text(str(error))
