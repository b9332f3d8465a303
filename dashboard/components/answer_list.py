"""The list of answers, and one answer with its claims."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.results import AnswerSummary, Dataset, Page
from dashboard import session
from dashboard.components.plain_text import Block, block, flow, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.answer_text import Span
from dashboard.viewmodels.answers import AnswerView, answers_file, answers_table
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


def answer_text(view: AnswerView, *, on_citation: Callable[[str], None]) -> None:
    """Question, text with its claims and citation markers marked, corrected text, and the list of claims."""
    if view.question:
        prose([block(view.question, "title")], key="answer-question")
    tally = [block(words, "badge", tone=tone) for tone, words in view.decisions]
    said = [line(block(view.words, "strong"), *tally)]
    if view.citations:
        said.append(line(block("Citations", "strong"), block(view.citations, "quiet")))
    said += [block(words, "small") for words in view.quality]
    prose(said, key="answer-tally")
    stretches = []
    for span in view.spans:
        if span.sign:
            stretches.append(_marker(span))
        elif span.text:
            stretches.append(block(span.text))
        if span.mark:
            stretches.append(block(span.mark, "badge", tone=span.tone))
    with st.container(border=True, key="answer-frame"):
        prose(
            [
                flow(*stretches),
                *([block(view.unplaced, "small")] if view.unplaced else []),
                *(block(words, "caution") for words in view.flaws),
            ],
            key="answer-text",
            on_pick=on_citation,
        )
    if view.corrected:
        with st.expander("Corrected text"):
            prose([block(view.corrected)], key="answer-corrected")
    if view.quotations is not None:
        st.subheader("Quotations in this text")
        table(view.quotations, key="answer-quotations", sortable=False)

    def open_claim(uid: str) -> None:
        session.remember_queue(row.id for row in view.listing.rows)
        session.open_next(uid)

    table(view.listing, key="answer-claims", on_pick=open_claim)
    download(view.listing, key="answer-claims-csv", name="claims-of-answer")


def _marker(span: Span) -> Block:
    """A citation marker as it is written, with the sign of its status; a click opens the citation."""
    return block(f"{span.text}{span.sign}", "marker", tone=span.tone, pick=span.pick, hint=span.hint)
