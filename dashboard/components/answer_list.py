"""The list of answers, and one answer with its claims."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.results import AnswerSummary, Dataset, Page
from dashboard import session
from dashboard.components.plain_text import block, flow, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.answers import AnswerView, answers_table
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
        download(view, key="answers-csv", name="answers")


def answer_text(view: AnswerView) -> None:
    """Question, text with its claims marked, corrected text, and the list of claims."""
    if view.question:
        prose([block(view.question, "title")], key="answer-question")
    tally = [block(words, "badge", tone=tone) for tone, words in view.decisions]
    prose([line(block(view.words, "strong"), *tally)], key="answer-tally")
    stretches = []
    for span in view.spans:
        stretches.append(block(span.text))
        if span.mark:
            stretches.append(block(span.mark, "badge", tone=span.tone))
    with st.container(border=True, key="answer-frame"):
        prose([flow(*stretches), *([block(view.unplaced, "small")] if view.unplaced else [])], key="answer-text")
    if view.corrected:
        with st.expander("Corrected text"):
            prose([block(view.corrected)], key="answer-corrected")

    def open_claim(uid: str) -> None:
        session.remember_queue(row.id for row in view.listing.rows)
        session.open_next(uid)

    table(view.listing, key="answer-claims", on_pick=open_claim)
    download(view.listing, key="answer-claims-csv", name="claims-of-answer")
