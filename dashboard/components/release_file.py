"""What is to be read before a release is signed: decision, texts, claims, statement, and who signed what."""

from collections.abc import Callable, Sequence

import streamlit as st

from dashboard.charts.theme import DECISION_COLOURS
from dashboard.components.compared import two_texts
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.release import ReleaseView, SignatureView


def release_file(view: ReleaseView, *, answer_uid: str | None, on_pick: Callable[[str], None]) -> None:
    """Draw it.

    Args:
        view: What it shows.
        answer_uid: The answer's uid; None for a claim that belongs to none.
        on_pick: Called with the uid of a claim that was clicked.
    """
    prose([block(view.title, "title"), block(view.about, "small")], key="release-title")
    said = [
        block(view.word, "badge", tone=view.tone),
        block(", ".join(view.states), "strong"),
        block(view.why, "quiet"),
    ]
    status = block(view.status, "strong" if view.status_tone else "quiet", tone=view.status_tone)
    prose([line(*said), status], key="release-decision-band", band=DECISION_COLOURS.get(view.tone, ""))
    two_texts(
        ("Draft, as it came", view.draft),
        ("Corrected", view.corrected) if view.corrected else None,
        words=view.differences,
        key="release-texts",
    )
    table(view.claims, key="release-claims", on_pick=on_pick)
    if view.left_out or view.qualified:
        prose([*by_name("To be left out", view.left_out), *by_name("Only with a qualification", view.qualified)],
              key="release-named")  # fmt: skip
    prose([line(*(block(words, "small") for words in view.facts))], key="release-facts")
    with st.container(horizontal=True, vertical_alignment="center"):
        if answer_uid is not None:
            asked = {"answer": answer_uid}
            st.page_link("../pages/relabel.py", label="Open questions", icon=":material/label:", query_params=asked)
            st.page_link("../pages/answers.py", label="Answer in full", icon=":material/article:", query_params=asked)
        download(view.claims, key="release-claims-csv", name="claims-to-release")
    if view.statement:
        with st.expander("What may not be said plainly: supported, missing, assumed"):
            st.code(view.statement, language=None, wrap_lines=True)
    st.subheader("Signatures")
    signatures(view.history, key="release-history")


def by_name(title: str, texts: Sequence[str]) -> list[Block]:
    """Claims by their words under what is to be done with them."""
    return [block(title, "strong"), *(block(text, "item") for text in texts)] if texts else []


def signatures(history: Sequence[SignatureView], *, key: str) -> None:
    """Draw who signed what, when, why, and what they saw; the text let out by what stands, to copy."""
    if not history:
        prose([block("Nobody has signed it yet.", "quiet")], key=key)
        return
    said: list[Block] = []
    for one in history:
        marks = [block("against the rule", "badge", tone="refuse")] if one.against else []
        said += [
            line(block(one.says, "strong"), *marks),
            block(one.who, "small"),
            block(one.reason, "quote"),
            *([block(f"seen: {one.seen}", "small")] if one.seen else []),
        ]
    prose(said, key=key)
    if history[0].released:
        with st.expander("What is released by what stands"):
            st.code(history[0].released, language=None, wrap_lines=True)
            st.download_button(
                "Download as text",
                history[0].released,
                f"{key}.txt",
                "text/plain",
                key=f"{key}-text",
                on_click="ignore",
            )
