"""Attach files to sources: one for the source in hand, or many at once that find their sources themselves."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.checked import Attachment, AttachResult
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.attaching import attached_table, results_table, results_words

KINDS = "PDF, HTML, Markdown, text, DOCX, XLSX, CSV, or a grounding JSON"


def attach_one(key: str, *, on_attach: Callable[[str, bytes], None], results: Sequence[AttachResult]) -> None:
    """A file for one source; its citations are checked with it at once."""
    with st.expander("Attach a file to this source", expanded=bool(results)):
        _results(results)
        given = st.file_uploader(f"The artifact itself: {KINDS}", key=f"attach-one|{key}")
        if given is not None:
            st.button(
                "Attach it and check again",
                key=f"attach-one-go|{key}",
                type="primary",
                on_click=lambda: on_attach(given.name, given.getvalue()),
            )


def attach_form(
    key: str,
    *,
    on_attach: Callable[[Sequence[tuple[str, bytes]]], None],
    results: Sequence[AttachResult],
) -> None:
    """Many files at once, each to the source whose fingerprint or name it has."""
    given = st.file_uploader(
        f"Files for its sources: {KINDS}. Each goes to the source whose fingerprint, id, title or address it has.",
        accept_multiple_files=True,
        key=f"attach|{key}",
    )
    if given:
        st.button(
            f"Attach {len(given):,} and check their citations",
            key=f"attach-go|{key}",
            type="primary",
            on_click=lambda: on_attach([(one.name, one.getvalue()) for one in given]),
        )
    _results(results)


def _results(results: Sequence[AttachResult]) -> None:
    if results:
        prose([block(results_words(results), "strong")], key="attach-words")
        table(results_table(results), key="attach-results", sortable=False, height=300)


def attached_files(found: Sequence[Attachment], *, on_detach: Callable[[str], None]) -> None:
    """What is attached; one of them can be taken away again, and its reports stay."""
    st.subheader("Attached")
    table(attached_table(found), key="attached-files", height=420)
    if not found:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        titles = {one.source_id: f"{one.source_id} · {one.name}" for one in found}
        chosen = st.selectbox(
            "Take away the file of",
            list(titles),
            index=None,
            format_func=lambda source: titles.get(source, source),
            key="detach-source",
            placeholder="choose a source",
            width=420,
        )
        st.button(
            "Take it away",
            key="detach-go",
            disabled=chosen is None,
            help="Checks made with it stay on record and have to be made again.",
            on_click=lambda: on_detach(chosen or ""),
        )
