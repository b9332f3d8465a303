"""The decision on a claim: in one band, and in full with its reasons and the three parts of an abstention."""

import streamlit as st

from dashboard.charts.theme import DECISION_COLOURS
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.verdict import ASKS, VerdictInShort, VerdictView


def verdict_line(view: VerdictInShort) -> Block:
    """The decision, its states and the gravest reasons."""
    return line(
        block(view.word, "badge", tone=view.tone), block(", ".join(view.states), "strong"), block(view.short, "quiet")
    )


def verdict_band(view: VerdictView, *, key: str) -> None:
    """The same in a band of its colour."""
    prose([verdict_line(view)], key=key, band=DECISION_COLOURS.get(view.tone, ""))


def verdict_in_full(view: VerdictView) -> None:
    """Every reason with its code, and what to say instead of the claim."""
    prose([block(ASKS, "small"), block(view.facts, "small")], key="verdict-words")
    table(view.reasons, key="verdict-reasons")
    download(view.reasons, key="verdict-csv", name="decision")
    if not view.text:
        return
    prose([block("What to say instead" if view.tone == "refuse" else "What to say beside it", "heading")],
          key="verdict-heading")  # fmt: skip
    for place, (title, parts) in zip(
        st.columns(3, gap="medium"),
        (
            ("What the sources support", view.supports),
            ("What is missing", view.missing),
            ("What one would have to assume", view.assumptions),
        ),
        strict=True,
    ):
        with place:
            prose([block(title, "strong"), *_items(parts)], key=f"verdict-{title.split()[-1]}")
    with st.expander("As one text"):
        st.code(view.text, language=None, wrap_lines=True)


def _items(parts: tuple[str, ...]) -> list[Block]:
    return [block(part, "item") for part in parts] or [block("nothing", "quiet")]
