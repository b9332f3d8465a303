"""Import / Export: drop a file, see what it is taken for, store it whole or not at all; take claims away as files."""

import streamlit as st

from dashboard import actions, caching, exports, session
from dashboard.components import failure, reviewer
from dashboard.components.importing import (
    choose_format,
    choose_mapping,
    show_limits,
    show_preview,
    show_report,
    upload,
)
from dashboard.components.look import look
from dashboard.components.table import table
from dashboard.components.take_away import take_away
from dashboard.viewmodels.importing import datasets_table, report_view

look()
reviewer.in_sidebar()
st.title("Import / Export")
kept = upload()
done = session.value("import-report")
if done is not None and kept is None:
    view = report_view(done)
    show_report(view, key="imported")
    show_limits(view, key="imported")
    st.page_link("../pages/overview.py", label="Look at the claims")

if kept is not None:
    name, data = kept
    left, right = st.columns(2)
    with left:
        format_ = choose_format(caching.formats())
    with right:
        dataset = st.text_input("Data set", key="import-dataset", placeholder="as the file says, else its name")
    with failure.shown():
        columns, suggested = caching.columns(name, data, format_)
        mapping = {}
        if columns:
            with st.expander("Columns of the table", expanded=not suggested):
                mapping = choose_mapping(columns, caching.fields(), suggested)
        preview = caching.preview(name, data, format_, mapping)
        view = report_view(preview.report)
        show_report(view, key="dry-run")
        reviewer.ask()
        label = "Import" if view.clean else "Import the good rows"
        st.button(label, key="import-go", type="primary", disabled=not view.usable, on_click=actions.ask_import)
        if session.take_asked_import():
            bar = st.progress(0.0, text="Importing")
            actions.import_kept(
                format=format_,
                dataset=dataset or None,
                mapping=mapping or None,
                good_rows=not view.clean,
                progress=lambda n, of: bar.progress(min(1.0, n / of) if of else 0.0, text=f"{n:,} records"),
            )
            st.rerun()
        show_preview(preview)
        show_limits(view, key="dry-run")
failure.last()

st.subheader("Data sets")
with failure.shown():
    table(datasets_table(caching.datasets()), key="datasets")

st.subheader("Export")
with failure.shown():
    take_away(
        caching.datasets(),
        everything=exports.of_everything,
        dataset=exports.of_dataset,
        answer=exports.of_answer,
        claim=exports.of_claim,
        listed=exports.of_list,
    )
