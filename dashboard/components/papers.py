"""Two documents side by side with the passages both have marked; a click on one shows it in the other."""

from pathlib import Path

import streamlit as st

from dashboard.components.scripts import script
from dashboard.viewmodels.documents import DocumentView

_HERE = Path(__file__).parent
PAPERS_CSS = (_HERE / "papers.css").read_text("utf-8")
"""Shared with the work place, whose script and sheet follow on these."""

_papers = st.components.v2.component(
    "papers",
    html='<div class="docs tall"></div>',
    css=PAPERS_CSS,
    js=script("nodes", "papers", "papers_alone"),
)


def papers(left: DocumentView, right: DocumentView | None, *, alone: str, key: str) -> None:
    """Draw two documents.

    Args:
        left: The one in question.
        right: The other, or None where there is none to show.
        alone: What stands in its place then.
        key: Their identity on the page.
    """
    beside = None if right is None else right.as_data()
    _papers(key=key, data={"left": left.as_data(), "right": beside, "alone": alone})
