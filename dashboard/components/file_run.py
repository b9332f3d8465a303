"""Score an uploaded file without storing it: the article's FEVER check, or any file of a known format."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from dashboard import session
from dashboard.components import failure
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.scenarios import run_table

Summary = Mapping[str, float | int | None]


@st.fragment(key="file-run")
def file_run(run: Callable[[str, bytes, int, Mapping[str, Any]], Summary]) -> None:
    """Draw the upload, the settings and the means they give."""
    st.caption(
        "Each evidence sentence is one item, items of one page share a document, pages are taken as independent "
        "of each other (alpha 1). The article printed its figures for another, unknown sample of 500 claims."
    )
    sent = st.file_uploader("FEVER file, or any file Headwater reads", key="run-upload")
    if sent is not None:
        session.keep("run-file", (sent.name, sent.getvalue()))
    kept = session.value("run-file")
    first, prior, increment, k, alpha = st.columns(5)
    with first:
        most = st.number_input("First claims with evidence (0: all)", 0, None, 500, step=100, key="run-most")
    with prior:
        st.number_input("Prior", 0.0, 1.0, 0.2, step=0.01, key="run-prior")
    with increment:
        st.number_input("Increment", 0.0, 0.49, 0.04, step=0.01, key="run-increment")
    with k:
        st.number_input("K", 0.1, None, 3.0, step=1.0, key="run-k")
    with alpha:
        st.number_input("Alpha", 0.0, 1.0, 1.0, step=0.05, key="run-alpha")
    if kept is None:
        st.caption("Choose a file to see its means. Nothing of it is stored.")
        return
    name, data = kept
    settings = {word: float(session.value(f"run-{word}")) for word in ("prior", "increment", "k", "alpha")}
    with failure.shown(), st.spinner("Scoring"):
        view = run_table(run(name, data, int(most), settings))
        prose([block(name, "strong")], key="run-name")
        table(view, key="run-table", sortable=False)
        download(view, key="run-csv", name="run")
