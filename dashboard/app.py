"""Navigation only: which pages there are, how they are grouped, and what a refused request looks like."""

from pathlib import Path

import streamlit as st

from core.errors import HeadwaterError

PAGES = Path(__file__).resolve().parent.parent / "pages"
ICON = Path(__file__).resolve().with_name("icon.svg")

# Before the navigation is drawn, or the sidebar keeps its own width.
st.set_page_config(layout="wide", initial_sidebar_state=232)
page = st.navigation(
    {
        "Review": [
            st.Page(PAGES / "overview.py", title="Overview", default=True),
            st.Page(PAGES / "answers.py", title="Answers", url_path="answers"),
            st.Page(PAGES / "claim.py", title="Claim", url_path="claim"),
        ],
        "Work": [st.Page(PAGES / "relabel.py", title="Relabel", url_path="relabel")],
        "Understand": [
            st.Page(PAGES / "scenarios.py", title="Scenarios", url_path="scenarios"),
            st.Page(PAGES / "method.py", title="Method", url_path="method"),
        ],
        "Library": [st.Page(PAGES / "import.py", title="Import", url_path="import")],
        "Records": [
            st.Page(PAGES / "audit.py", title="Audit", url_path="audit"),
            st.Page(PAGES / "policy.py", title="Policy", url_path="policy"),
        ],
    },
    expanded=True,
)
# Without a file of our own the tab icon would be fetched from a font host.
st.set_page_config(page_title=f"{page.title} · Headwater", page_icon=str(ICON))
try:
    page.run()
except HeadwaterError as error:
    st.error("This could not be shown. Nothing was changed.")
    st.text(str(error))
