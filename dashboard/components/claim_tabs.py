"""Below the evidence: why, funnel, what if, bundles, history, report and the others; only the open one is made."""

from collections.abc import Callable

import streamlit as st

from core.results import ClaimFile, Spread
from dashboard import session
from dashboard.charts.estimators import estimators_figure
from dashboard.charts.funnel import funnel_figure
from dashboard.charts.theme import lineage_ground
from dashboard.charts.waterfall import waterfall_figure
from dashboard.components import failure
from dashboard.components.bundle_tab import Bundled, bundle_tab
from dashboard.components.chart import chart
from dashboard.components.citation_blocks import ClaimChecks
from dashboard.components.figures import figures_row
from dashboard.components.history import Past, history
from dashboard.components.plain_text import block, prose
from dashboard.components.table import paged_table, table
from dashboard.components.take_away import report_tab
from dashboard.components.what_if import Tried, what_if
from dashboard.viewmodels.checks import Tally, looked, quality_words
from dashboard.viewmodels.estimators import estimators_view
from dashboard.viewmodels.exports import Offer
from dashboard.viewmodels.figures import figure_cards
from dashboard.viewmodels.funnel import funnel_view
from dashboard.viewmodels.load_bearing import load_bearing_summary, load_bearing_table
from dashboard.viewmodels.whatif import read_settings, tried_words
from dashboard.viewmodels.why import waterfall_view

TABS = ("Why", "Funnel", "Load-bearing", "What if", "Estimators", "Bundles", "History", "Report")


@st.fragment(key="figures")
def claim_figures(file: ClaimFile, tried: Tried, checks: Tally) -> None:
    """The row of figures; where settings are tried, what becomes of them."""
    settings, refused = read_settings(session.addressed(), file.stored_policy)
    found = tried(file, settings)
    figures_row(
        figure_cards(file.assessment, len(file.dossier.citations), looked(checks, file.dossier)),
        tried=tried_words(found, settings),
        key="claim-figures",
    )
    if refused:
        prose([block(f"From the address, {words}", "caution") for words in refused], key="claim-address")


@st.fragment(key="tabs")
def claim_tabs(
    file: ClaimFile,
    tried: Tried,
    spread: Callable[[ClaimFile], Spread],
    past: Past,
    checks: ClaimChecks,
    offered: Callable[[str], Offer],
    bundles: Bundled,
) -> None:
    """The tabs; the address carries the open one."""
    session.tab("claim-tab", TABS)
    why, funnel, bearing, trying, estimators, bundled, over_time, report = st.tabs(
        ["Why", "Funnel", "Load-bearing", "What if", "Estimators", "Bundles", "History", "Report"],
        key="claim-tab",
        on_change=lambda: session.write_tab("claim-tab", TABS),
    )
    if why.open:
        with why:
            _why(file)
    if funnel.open:
        with funnel:
            _funnel(file, checks)
    if bearing.open:
        with bearing:
            _bearing(file)
    if trying.open:
        with trying:
            settings, _ = read_settings(session.addressed(), file.stored_policy)
            what_if(file, settings, tried(file, settings))
    if estimators.open:
        with estimators:
            _estimators(file, spread(file) if file.assessment.items else None)
    if bundled.open:
        with bundled, failure.shown():
            bundle_tab(file, bundles)
    if over_time.open:
        with over_time, failure.shown():
            history(file, past)
    if report.open:
        with report, failure.shown():
            report_tab(file, offered)


def _why(file: ClaimFile) -> None:
    view = waterfall_view(file.dossier, file.assessment)
    prose([block(view.summary, "strong")], key="why-words")
    picture, words = st.columns((1, 1), gap="medium")
    with picture:
        chart(waterfall_figure(view), key="why-chart", alt="Waterfall from the prior to the aware confidence")
    with words:
        table(view.listing, key="why-table", sortable=False)


def _funnel(file: ClaimFile, checks: ClaimChecks) -> None:
    quality = checks.quality()
    view = funnel_view(file.dossier, file.assessment, looked_at=checks.tally.checked, judged=quality.judged > 0)
    said = quality_words(quality) if quality.total else ()
    prose([block(view.title, "heading"), *(block(words, "small") for words in said)], key="funnel-words")
    picture, words = st.columns((6, 5), gap="medium")
    with picture:
        chart(funnel_figure(view), key="funnel-chart", alt="Funnel from retrieved to independent sources")
    with words:
        table(view.listing, key="funnel-table", sortable=False)


def _bearing(file: ClaimFile) -> None:
    def pick(source_id: str) -> None:
        session.select(source_id)
        session.rerun("workbench", "tabs")

    prose([block(load_bearing_summary(file.assessment), "strong")], key="bearing-words")
    colours = {family.letter: lineage_ground(family.letter) for family in file.assessment.lineages}
    view = load_bearing_table(file.dossier, file.assessment, colours)
    paged_table(
        view,
        key=f"bearing|{file.uid}",
        name="load-bearing",
        selected=session.address("node"),
        on_pick=pick,
        height=520,
    )


def _estimators(file: ClaimFile, spread: Spread | None) -> None:
    view = estimators_view(file.assessment, spread)
    prose([block(view.range_words), block(view.band_words)], key="estimators-words")
    chart(estimators_figure(view), key="estimators-chart", alt="Confidence by estimator, aware with its range")
    table(view.listing, key="estimators-table", sortable=False)
