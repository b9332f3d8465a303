"""The bundles of a claim as a list, the chosen one in full beside the curve of risk, and what stands in none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from core.bundles.kinds import BundleKind
from dashboard import session
from dashboard.charts.risk import risk_figure
from dashboard.components.chart import chart
from dashboard.components.first_rows import first_rows
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bundle import bundle_view, risk_view
from dashboard.viewmodels.bundles import Made, bundles_table, made_words, outside_table, short_words

GUESSED, UNSAID = "as guessed", "not said"
_WORD: Mapping[str, bool | None] = {UNSAID: None, "yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class BundleWords:
    """What a person says of whole bundles, each named by its passages."""

    kinds: Mapping[str, str]
    coherent: Mapping[str, bool]
    say: Callable[[str, str | None, bool | None], None]
    """Called with the bundle, its type and whether it is about one thing; None leaves either unsaid."""


def rank_of(said: str | None, bundles: int) -> int:
    """The rank the address names, else the first."""
    number = int(said) if said is not None and said.isascii() and said.isdigit() and len(said) < 6 else 1
    return number if 1 <= number <= bundles else 1


def bundle_list(made: Made, rank: int, on_pick: Callable[[str], None], words_of: BundleWords) -> None:
    """Draw the list, and the bundle of a rank in full; what is said of it is kept with the claim's parts."""
    listing = bundles_table(made)
    words = [block(short_words(made.construction.bundles), "strong")]
    prose([*words, *(block(said, "small") for said in made_words(made))], key="bundles-words")
    table(listing, key="bundles-table", selected=str(rank), on_pick=on_pick, height=300)
    download(listing, key="bundles-csv", name="bundles")
    if made.construction.bundles:
        _one(made, rank, words_of)
    outside = outside_table(made)
    if outside.rows:
        prose([block(f"In no bundle ({len(outside.rows):,})", "heading")], key="outside-words")
        first_rows(outside, key="outside", name="in-no-bundle", height=280)


def _one(made: Made, rank: int, words_of: BundleWords) -> None:
    view = bundle_view(made, rank)
    prose([line(block(view.title, "heading"), block(view.verdict, "badge", tone=view.tone))], key="bundle-title")
    _said(view.key, words_of, alone=view.alone)
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


def _said(key: str, words_of: BundleWords, *, alone: bool) -> None:
    """Its type, and whether it is about one thing, as a person says."""
    kind, coherent = words_of.kinds.get(key), words_of.coherent.get(key)
    types, about = f"bundle-type|{key}", f"bundle-about|{key}"
    session.put(types, kind or GUESSED)
    session.put(about, next(word for word, value in _WORD.items() if value is coherent))

    def say() -> None:
        chosen = session.value(types)
        words_of.say(key, None if chosen == GUESSED else chosen, _WORD[session.value(about) or UNSAID])

    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.selectbox("Type", [GUESSED, *(kind.value for kind in BundleKind)], key=types, width=190, on_change=say)
        if not alone:
            st.segmented_control(
                "About one thing?",
                list(_WORD),
                required=True,
                key=about,
                help="Bundles called so or not calibrate the limit of cohesion, on the Calibration page.",
                on_change=say,
            )
