"""Sliders for a made-up claim: documents per label and the settings, with the estimators and sweeps they give."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import streamlit as st

from core.figures import SweepPoint
from core.results import Assessment, Regime
from dashboard import session
from dashboard.charts.estimators import estimators_figure
from dashboard.charts.sweep import sweep_figure
from dashboard.components.chart import chart
from dashboard.components.figures import figures_row
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.estimators import estimators_view
from dashboard.viewmodels.figures import figure_cards
from dashboard.viewmodels.scenarios import SWEPT, Setup, setup_of, setup_words, sweep_values, sweep_view

COUNTS = ("independent", "unknown", "dependent", "partial")
SETTINGS = ("partial_weight", "alpha", "k", "prior", "increment")
HELD, TOLD = "scenario-held", "scenario-told"
"""Where the session keeps regime and sliders as last drawn, and the regime to open with after a presentation."""


@st.fragment(key="scenario")
def scenario(
    regimes: Sequence[Regime],
    assess: Callable[[Setup], Assessment],
    sweep: Callable[[Setup, str, Sequence[float]], Sequence[SweepPoint]],
) -> None:
    """Draw the sliders and what they give; choosing a regime sets them to its published values."""
    titles = {regime.title: regime for regime in regimes}
    title = st.segmented_control(
        "Start from",
        list(TITLES),
        default=session.value(TOLD, TITLES[0]),
        required=True,
        key="regime",
        bind="query-params",
        on_change=lambda: _set(setup_of(titles[session.value("regime")])),
    )
    regime = titles[title]
    _start(setup_of(regime), title)
    prose([block(regime.what_it_shows, "small")], key="regime-words")
    sliders, shown = st.columns((4, 9), gap="large")
    with sliders:
        setup = _sliders()
        session.keep(HELD, (title, setup.as_dict()))
        st.button("Back to the published values", key="scenario-reset", on_click=lambda: _set(setup_of(regime)))
    with shown:
        found = assess(setup)
        cards = tuple(card for card in figure_cards(found, 0) if card.key != "citations")
        prose([block(setup_words(setup), "small"), block(found.sentence, "lead")], key="scenario-words")
        figures_row(cards, key="scenario-figures")
        if found.cautions:
            prose([block(caution.text, "caution") for caution in found.cautions], key="scenario-cautions")
        chart(estimators_figure(estimators_view(found, None)), key="scenario-chart", alt="Confidence by estimator")
        sweeps = ("alpha", "K", "prior", "increment")
        word = st.segmented_control("Sweep", sweeps, default="alpha", required=True, key="sweep", bind="query-params")
        setting = SWEPT[word]
        points = sweep(setup, setting, sweep_values(setting, setup))
        view = sweep_view(word, points, float(setup.as_dict()[setting]))
        chart(sweep_figure(view), key="sweep-chart", alt="Confidence by each estimator as one setting moves")
        table(estimators_view(found, None).listing, key="scenario-table", sortable=False)


TITLES = ("Fully independent", "Duplicated cascade", "Common-parent echo chamber", "Mixed ecosystem")


def told_scenario() -> tuple[str, dict[str, Any]]:
    """The regime and where the sliders stood when they were last drawn, without values where they were not."""
    # Streamlit forgets what a widget held once another page is shown.
    return cast("tuple[str, dict[str, Any]]", session.value(HELD, (TITLES[0], {})))


def tell_scenario(regime: str, setup: Setup) -> None:
    """The page will open with this regime and these values."""
    session.keep(HELD, (regime, setup.as_dict()))
    session.keep(TOLD, regime)


def _start(setup: Setup, title: str) -> None:
    told, held = told_scenario()
    for name, value in setup.as_dict().items():
        session.start(f"scenario-{name}", held.get(name, value) if told == title else value)


def _set(setup: Setup) -> None:
    for name, value in setup.as_dict().items():
        session.put(f"scenario-{name}", value)


def _sliders() -> Setup:
    st.slider("Independent documents", 0, 40, key="scenario-independent")
    st.slider("Unknown documents", 0, 40, key="scenario-unknown")
    st.slider("Dependent documents", 0, 40, key="scenario-dependent")
    st.slider("Partially dependent documents", 0, 40, key="scenario-partial")
    st.slider("Own share of a partial one", 0.0, 1.0, step=0.05, key="scenario-partial_weight")
    st.slider("Alpha, weight of an unknown", 0.0, 1.0, step=0.05, key="scenario-alpha")
    st.slider("K, required evidence", 1.0, 40.0, step=1.0, key="scenario-k")
    st.slider("Prior", 0.0, 1.0, step=0.01, key="scenario-prior")
    st.slider("Increment per item", 0.0, 0.49, step=0.01, key="scenario-increment")
    return Setup(**{name: session.value(f"scenario-{name}") for name in (*COUNTS, *SETTINGS)})
