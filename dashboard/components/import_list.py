"""The imports on record, and taking one back: first what it would remove and what stays, then the deed."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.deliveries import ImportLine, UndoEffect
from dashboard import session
from dashboard.components import failure, reviewer
from dashboard.components.plain_text import block, prose
from dashboard.components.table import SHORT, download, table
from dashboard.viewmodels.imports import effect_words, import_name, imports_table, undone_words, why_not
from dashboard.viewmodels.tables import part

CHOSEN = "import-chosen"


def import_list(
    lines: Sequence[ImportLine],
    *,
    effect: Callable[[int], UndoEffect],
    take_back: Callable[[int], None],
    ask: bool = True,
) -> None:
    """Draw the list; a chosen import shows what taking it back would do.

    Args:
        lines: The imports, newest first.
        effect: What taking one back would do.
        take_back: Does it.
        ask: Whether to ask for the name where it is not known; not where the page has asked already.
    """
    undone = session.value("taken-back")
    if undone is not None:
        st.success("Taken back.")
        prose([block(undone_words(undone))], key="taken-back-words")
    chosen = session.value(CHOSEN)
    view = imports_table(lines)
    table(part(view, 1, SHORT), key="imports", selected=chosen, on_pick=_choose, height=340)
    if len(view.rows) > SHORT:
        st.caption(f"The newest {SHORT:d} of {len(view.rows):,} imports; the CSV holds all.")
    if lines:
        download(view, key="imports-csv", name="imports")
    line = next((line for line in lines if str(line.batch) == chosen), None)
    if line is not None:
        _chosen(line, effect, take_back, ask)
    elif lines:
        st.caption("Choose an import to see what taking it back would remove, and what stays.")


def _choose(batch: str) -> None:
    session.keep(CHOSEN, None if session.value(CHOSEN) == batch else batch)
    session.drop("taken-back")


def _chosen(line: ImportLine, effect: Callable[[int], UndoEffect], take_back: Callable[[int], None], ask: bool) -> None:
    refused = why_not(line)
    if refused:
        prose([block(import_name(line), "strong"), block(refused, "small")], key="undo-about", band="quiet")
        return
    with failure.shown():
        words = effect_words(effect(line.batch))
        prose([block(import_name(line), "strong"), *(block(word, "item") for word in words)], key="undo-about")
        if ask:
            reviewer.ask()
        sure = st.checkbox("Yes, take this import back", key=f"undo-sure-{line.batch}")
        st.button(
            "Take it back",
            key="undo-go",
            type="primary",
            disabled=not sure,
            on_click=take_back,
            args=(line.batch,),
        )
