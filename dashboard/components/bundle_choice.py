"""The evidence to show under a budget, and its package as literal text to copy or take away."""

from collections.abc import Callable

import streamlit as st

from dashboard import session
from dashboard.components.first_rows import first_rows
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bundles import Made
from dashboard.viewmodels.choice import STEP, Picked, budget_of, choice_view, most, whole

KEY = "bundle-budget"


def bundle_choice(made: Made, uid: str, ask: Callable[[int], Picked], changed: Callable[[int], None]) -> None:
    """Draw the budget, what it buys, and the package.

    Args:
        made: The bundles.
        uid: Whose.
        ask: Evidence under a budget of tokens.
        changed: Takes another budget.
    """
    largest = most(whole(ask(0)))
    key = f"{KEY}|{uid}"
    budget = budget_of(session.address("budget"), largest)
    session.put(key, budget)
    st.slider(
        "Budget in tokens",
        0,
        largest,
        step=STEP,
        key=key,
        width=520,
        help="What the blocks of the evidence may cost; the words around them are not in it.",
        on_change=lambda: changed(int(session.value(key))),
    )
    view = choice_view(ask(budget), made.passages)
    said = [block(view.sentence, "lead"), *(block(words, "small") for words in view.words)]
    prose([*said, *(block(words, "caution") for words in view.cautions)], key="choice-words")
    table(view.chosen, key="choice-table")
    download(view.chosen, key="choice-csv", name="chosen-evidence")
    if view.left_out.rows:
        prose([block(f"Left out ({len(view.left_out.rows):,})", "heading")], key="left-out-words")
        first_rows(view.left_out, key="left-out", name="left-out", height=320)
    prose([block("Evidence package", "heading"), *(block(words, "small") for words in view.notes)], key="package-words")
    st.code(view.package, language=None, wrap_lines=True, height=360)
    st.download_button(
        "Evidence package (XML)",
        view.package.encode("utf-8"),
        file_name="evidence-package.xml",
        mime="application/xml",
        key=f"package|{uid}|{budget}",
        on_click="ignore",
        icon=":material/download:",
    )
