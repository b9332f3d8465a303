"""Import / Export: drop a file, see what it is taken for, store it whole or not at all; take claims away as files."""

import streamlit as st

from dashboard import caching, exports, importing
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.components.table import table
from dashboard.components.take_away import take_away
from dashboard.viewmodels.importing import datasets_table

look()
reviewer.in_sidebar()
st.title("Import / Export")
asked = importing.file_part()

st.subheader("Data sets")
with failure.shown():
    table(datasets_table(caching.datasets()), key="datasets")

st.subheader("Imports")
with failure.shown():
    importing.imports_part(ask=not asked)

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
