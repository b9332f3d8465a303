"""The list of answers."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.results import AnswerSummary, Dataset, Page
from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.answers import answers_file, answers_table
from dashboard.viewmodels.overview import page_words

SIZE = 50
ANY = "any"


@st.fragment(key="answer-list")
def answer_list(ask: Callable[..., Page[AnswerSummary]], datasets: Sequence[Dataset]) -> None:
    """Draw the list; search and data set are applied to all answers."""
    search, dataset = st.columns((3, 1))
    names = [ANY, *(dataset.name for dataset in datasets)]
    with search:
        words = st.text_input("Search", key="q", bind="query-params", placeholder="words", on_change=session.first_page)
    with dataset:
        name = st.selectbox("Data set", names, key="dataset", bind="query-params", on_change=session.first_page)
    asked = {"search": words or "", "dataset": None if name == ANY else name}
    number = max(1, int(session.value("page", 1) or 1))
    page = ask(page=number, size=SIZE, **asked)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = ask(page=pages, size=SIZE, **asked)

    def open_answer(uid: str) -> None:
        session.go(answer=uid)
        session.rerun_page()

    view = answers_table(page)
    table(view, key="answers", on_pick=open_answer, sortable=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        prose([block(page_words(page, "answer"), "small")], key="answers-count")
        st.pagination(pages, key="page", bind="query-params")
        download(answers_file(page), key="answers-csv", name="answers")
