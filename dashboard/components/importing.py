"""What an uploaded file is taken for, its first rows as they would be stored, and its report."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.deliveries import RememberedMapping
from core.results import Preview
from dashboard import session
from dashboard.components.first_rows import first_rows
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import table
from dashboard.viewmodels.importing import ReportView, preview_names, preview_table
from dashboard.viewmodels.inspector import when

DETECT = "detect from the content"
NONE = "–"


def upload(let_go: Callable[[], None]) -> tuple[str, bytes] | None:
    """The file under the hands: its bytes are kept in the session, whatever is clicked meanwhile.

    Args:
        let_go: Forgets it.
    """
    sent = st.file_uploader(
        "Drop a file: traces, answers with citations, data sets, PROV, CSV, Excel, Parquet or an evidence package",
        key=f"upload-{session.uploads()}",
        help="A larger one is imported by the command line (headwater import FILE) or the inbox, in constant memory.",
    )
    if sent is not None:
        session.keep_file(sent.name, sent.getvalue())
    kept = session.kept_file()
    if kept is not None:
        name, data = kept
        with st.container(horizontal=True, vertical_alignment="center"):
            prose([line(block(name, "strong"), block(f"{len(data):,} bytes, kept until you let go of it", "small"))],
                  key="file-name")  # fmt: skip
            st.button("Let go", key="file-forget", type="tertiary", on_click=let_go)
    return kept


def choose_format(formats: Sequence[str]) -> str | None:
    """The format to read the file in; None detects it."""
    word = st.selectbox("Format", [DETECT, *formats], key="import-format")
    return None if word == DETECT else word


def mapping_words(remembered: RememberedMapping | None, name: str) -> None:
    """Whose the mapping is that stands there at first."""
    if remembered is not None:
        who = "you" if remembered.by == name else remembered.by
        words = f"As {who} mapped these columns on {when(remembered.at)} UTC (import {remembered.batch})."
        prose([block(words, "strong")], key="mapping-from")
    st.caption("Which column holds what. Fields without a column are left empty; columns without a field are kept.")


def choose_mapping(
    columns: Sequence[str], fields: Sequence[str], used: Mapping[str, str], suggested: Mapping[str, str]
) -> dict[str, str]:
    """Our fields and the columns that hold them; what was mapped before, else what is suggested, stands there at first.

    Returns:
        Field -> column, and an empty column for a field that is left out although one is suggested for it.
    """
    mapping = {}
    places = st.columns(4)
    choices = [NONE, *columns]
    for number, field in enumerate(fields):
        about = f"column|{'|'.join(columns)}|{field}"
        session.start(about, used.get(field) or NONE)
        with places[number % 4]:
            prose([block(field, "small")], key=f"field-{number}")
            column = st.selectbox("Column", choices, key=about, label_visibility="collapsed")
        if column != NONE:
            mapping[field] = column
        elif field in suggested:
            mapping[field] = ""
    return mapping


def show_report(view: ReportView, *, key: str, part_only: bool = False) -> None:
    """What the file brings, and every problem.

    Args:
        view: The report.
        key: Its identity on the page.
        part_only: It is of the first part of a large file.
    """
    words = [block(view.headline, "heading")]
    if part_only:
        more = "So far its first part alone: the whole file is checked before anything is stored, part by part."
        words.append(block(more, "small"))
    prose(words, key=key)
    if not view.clean:
        prose([block(view.problem_words, "caution")], key=f"{key}-words")
        first_rows(view.problems, key=f"{key}-problems", name="problems", height=360)


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
