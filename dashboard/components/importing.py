"""What an uploaded file is taken for, its first rows as they would be stored, and its report."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.results import Preview
from dashboard import session
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.importing import ReportView, preview_names, preview_table

DETECT = "detect from the content"
NONE = "–"


def upload() -> tuple[str, bytes] | None:
    """The file under the hands: its bytes are kept in the session, whatever is clicked meanwhile."""
    sent = st.file_uploader(
        "Drop a file: traces, answers with citations, data sets, PROV, CSV, Excel, Parquet or an evidence package",
        key=f"upload-{session.uploads()}",
    )
    if sent is not None:
        session.keep_file(sent.name, sent.getvalue())
    kept = session.kept_file()
    if kept is not None:
        name, data = kept
        with st.container(horizontal=True, vertical_alignment="center"):
            prose([line(block(name, "strong"), block(f"{len(data):,} bytes, kept until you let go of it", "small"))],
                  key="file-name")  # fmt: skip
            st.button("Let go", key="file-forget", type="tertiary", on_click=session.forget_file)
    return kept


def choose_format(formats: Sequence[str]) -> str | None:
    """The format to read the file in; None detects it."""
    word = st.selectbox("Format", [DETECT, *formats], key="import-format")
    return None if word == DETECT else word


def choose_mapping(columns: Sequence[str], fields: Sequence[str], used: Mapping[str, str]) -> dict[str, str]:
    """Our fields and the columns that hold them; what is detected stands there at first."""
    mapping = {}
    st.caption("Which column holds what. Fields without a column are left empty; columns without a field are kept.")
    places = st.columns(4)
    choices = [NONE, *columns]
    for number, field in enumerate(fields):
        about = f"column|{'|'.join(columns)}|{field}"
        session.start(about, used.get(field, NONE))
        with places[number % 4]:
            prose([block(field, "small")], key=f"field-{number}")
            column = st.selectbox("Column", choices, key=about, label_visibility="collapsed")
        if column != NONE:
            mapping[field] = column
    return mapping


def show_report(view: ReportView, *, key: str) -> None:
    """What the file brings, and every problem."""
    prose([block(view.headline, "heading")], key=key)
    if not view.clean:
        prose([block(view.problem_words, "caution")], key=f"{key}-words")
        table(view.problems, key=f"{key}-problems", height=360)
        download(view.problems, key=f"{key}-csv", name="problems")


def show_limits(view: ReportView, *, key: str) -> None:
    """What the file does not carry, and what was read with care."""
    if view.limits:
        prose([block("What the file does not carry", "strong"), *(block(text, "item") for text in view.limits)],
              key=f"{key}-limits")  # fmt: skip
    if view.notices:
        prose([block("Read with care", "strong"), *(block(text, "item") for text in view.notices[:40])],
              key=f"{key}-notices")  # fmt: skip


def show_preview(preview: Preview) -> None:
    """The first rows of each table, as they would be stored."""
    reasons = [block(f"Read as {preview.format}", "strong"), *(block(reason, "small") for reason in preview.reasons)]
    prose([line(*reasons)], key="preview-format")
    names = preview_names(preview)
    if not names:
        return
    name = st.selectbox("First rows of", names, key="preview-table")
    table(preview_table(preview, name), key="preview-rows", height=340)
