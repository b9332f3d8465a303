"""One answer with the decision on it and its claims."""

from collections.abc import Callable

import streamlit as st

from dashboard import session
from dashboard.charts.theme import DECISION_COLOURS
from dashboard.components.compared import two_texts
from dashboard.components.plain_text import Block, block, flow, line, prose
from dashboard.components.release_file import by_name, signatures
from dashboard.components.table import download, table
from dashboard.viewmodels.answer import AnswerView
from dashboard.viewmodels.answer_text import Span


def answer_detail(view: AnswerView, *, on_citation: Callable[[str], None]) -> None:
    """Draw the decision with its reasons, the text with its claims and citation markers, and who signed what."""
    if view.question:
        prose([block(view.question, "title")], key="answer-question")
    word = block(view.word, "badge", tone=view.tone)
    reasons = [word, block(", ".join(view.states), "strong"), block(view.why, "quiet")]
    prose([line(*reasons)], key="answer-decision", band=DECISION_COLOURS.get(view.tone, ""))
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
    if view.left_out or view.qualified:
        prose([*by_name("To be left out", view.left_out), *by_name("Only with a qualification", view.qualified)],
              key="answer-named")  # fmt: skip
    if view.corrected:
        two_texts(
            ("Draft, as it came", view.draft), ("Corrected", view.corrected), words=view.differences,
            key="answer-corrected",
        )  # fmt: skip
    if view.quotations is not None:
        st.subheader("Quotations in this text")
        table(view.quotations, key="answer-quotations", sortable=False)

    def open_claim(uid: str) -> None:
        session.remember_queue(row.id for row in view.listing.rows)
        session.open_next(uid)

    table(view.listing, key="answer-claims", on_pick=open_claim)
    download(view.listing, key="answer-claims-csv", name="claims-of-answer")
    st.subheader("Signatures")
    signatures(view.signed, key="answer-signatures")


def _marker(span: Span) -> Block:
    """A citation marker as it is written, with the sign of its status; a click opens the citation."""
    return block(f"{span.text}{span.sign}", "marker", tone=span.tone, pick=span.pick, hint=span.hint)
