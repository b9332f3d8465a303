"""The bundles of a claim as a list, the chosen one in full beside the curve of risk, and what stands in none."""

from collections.abc import Callable

import streamlit as st

from dashboard.charts.risk import risk_figure
from dashboard.components.chart import chart
from dashboard.components.first_rows import first_rows
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bundle import bundle_view, risk_view
from dashboard.viewmodels.bundles import Made, bundles_table, made_words, outside_table, short_words


def rank_of(said: str | None, bundles: int) -> int:
    """The rank the address names, else the first."""
    number = int(said) if said is not None and said.isascii() and said.isdigit() and len(said) < 6 else 1
    return number if 1 <= number <= bundles else 1


def bundle_list(made: Made, rank: int, on_pick: Callable[[str], None]) -> None:
    """Draw the list, and the bundle of a rank in full."""
    listing = bundles_table(made)
    words = [block(short_words(made.construction.bundles), "strong")]
    prose([*words, *(block(said, "small") for said in made_words(made))], key="bundles-words")
    table(listing, key="bundles-table", selected=str(rank), on_pick=on_pick, height=300)
    download(listing, key="bundles-csv", name="bundles")
    if made.construction.bundles:
        _one(made, rank)
    outside = outside_table(made)
    if outside.rows:
        prose([block(f"In no bundle ({len(outside.rows):,})", "heading")], key="outside-words")
        first_rows(outside, key="outside", name="in-no-bundle", height=280)


def _one(made: Made, rank: int) -> None:
    view = bundle_view(made, rank)
    prose([line(block(view.title, "heading"), block(view.verdict, "badge", tone=view.tone))], key="bundle-title")
    picture, parts = st.columns((6, 5), gap="medium")
    with picture:
        chart(risk_figure(risk_view(made, rank)), key="bundle-curve", alt="Risk over density, with every bundle on it")
    with parts:
        table(view.parts, key="bundle-parts", sortable=False)
        said = [block(words, "item") for words in view.gates]
        prose([*said, *(block(words, "small") for words in view.notes)], key="bundle-gates")
    table(view.passages, key="bundle-passages", height=420)
    if view.candidates.rows:
        prose(
            [
                block("Conflict candidates", "heading"),
                block("Places for a person to judge; they change no figure.", "small"),
            ],
            key="candidates-words",
        )
        table(view.candidates, key="bundle-candidates", height=280, sortable=False)
