"""The import half of the page: a file, what it is taken for, its problems, storing it; what came before and taking it
back."""

from collections.abc import Mapping
from typing import cast

import streamlit as st

from core import services
from core.deliveries import ImportLine, RememberedMapping, UndoEffect
from core.results import Preview
from core.services.streaming import preview_large
from dashboard import asking, caching, import_deeds, session
from dashboard.components import failure, long_work, reviewer
from dashboard.components.import_list import import_list
from dashboard.components.importing import (
    choose_format,
    choose_mapping,
    mapping_words,
    show_limits,
    show_preview,
    show_report,
    upload,
)
from dashboard.viewmodels.importing import report_view


def file_part() -> bool:
    """Take a file, show what it brings, store it.

    Returns:
        Whether there was a place for the reviewer's name.
    """
    asked = False
    if import_deeds.outcome():
        session.rerun_page()
    kept = upload(import_deeds.let_go)
    under_way = long_work.under_way(import_deeds.run_name(reviewer.acting()), doing="percent read and stored")
    done = session.value("import-report")
    if done is not None and kept is None:
        view = report_view(done)
        show_report(view, key="imported")
        show_limits(view, key="imported")
        st.page_link("../pages/overview.py", label="Look at the claims")
    if kept is not None:
        asked = _looked_at(*kept, under_way=under_way)
    failure.last()
    return asked


def _looked_at(name: str, data: bytes, *, under_way: bool) -> bool:
    asked = False
    left, right = st.columns(2)
    with left:
        format_ = choose_format(caching.formats())
    with right:
        dataset = st.text_input("Data set", key="import-dataset", placeholder="as the file says, else its name")
    with failure.shown():
        columns, suggested = caching.columns(name, data, format_)
        mapping: dict[str, str] = {}
        if columns:
            remembered = _remembered(columns)
            used = suggested if remembered is None else remembered.mapping
            with st.expander("Columns of the table", expanded=not used):
                mapping_words(remembered, reviewer.acting())
                mapping = choose_mapping(columns, caching.fields(), used, suggested)
        preview, part_only = _preview(name, data, format_, mapping)
        view = report_view(preview.report)
        show_report(view, key="dry-run", part_only=part_only)
        reviewer.ask()
        asked = True
        st.button(
            "Import" if view.clean else "Import the good rows",
            key="import-go",
            type="primary",
            disabled=not view.usable or under_way,
            on_click=import_deeds.start_import,
            kwargs={
                "format": format_,
                "dataset": dataset or None,
                "mapping": mapping or None,
                "good_rows": not view.clean,
            },
        )
        show_limits(view, key="dry-run")
        show_preview(preview)
    return asked


def _remembered(columns: tuple[str, ...]) -> RememberedMapping | None:
    facts = (*asking.now(), columns)
    made = caching.once("mapping", facts, lambda: services.remembered_mapping(caching.workspace(), columns))
    return cast("RememberedMapping | None", made)


def _preview(name: str, data: bytes, format_: str | None, mapping: Mapping[str, str]) -> tuple[Preview, bool]:
    """What a file brings; of a large one what its first part does."""
    path = import_deeds.upload_path(data, format_, mapping or None)
    if path is None:
        return caching.preview(name, data, format_, mapping), False
    facts = (path.name, name, format_, tuple(sorted(mapping.items())))
    made = caching.once("large", facts, lambda: preview_large(path, name, format=format_, mapping=mapping or None))
    return cast(Preview, made), True


def imports_part(*, ask: bool) -> None:
    """What was imported, and taking the newest of a data set back; asks for the name where it has to."""
    import_list(_imports(), effect=_effect, take_back=import_deeds.take_back, ask=ask)


def _imports() -> tuple[ImportLine, ...]:
    made = caching.once("imports", asking.now(), lambda: services.imports(caching.workspace()))
    return cast("tuple[ImportLine, ...]", made)


def _effect(batch: int) -> UndoEffect:
    facts = (*asking.now(), batch)
    return cast(UndoEffect, caching.once("undo", facts, lambda: services.undo_effect(caching.workspace(), batch)))
