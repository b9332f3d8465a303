"""The presentation: which story is told, from the figures that the pages show, and the way back."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.errors import HeadwaterError
from dashboard import bundling, caching, checking, session
from dashboard.charts.provenance import picture_of
from dashboard.claim_checks import claim_checks
from dashboard.components.present_stage import stage
from dashboard.components.scenario import COUNTS, SETTINGS, tell_scenario, told_scenario
from dashboard.viewmodels.graph import GraphOptions, graph_view
from dashboard.viewmodels.present import claim_story
from dashboard.viewmodels.present_pictures import MOST_NODES
from dashboard.viewmodels.present_scenarios import scenario_story
from dashboard.viewmodels.present_values import Story
from dashboard.viewmodels.scenarios import Setup, setup_of
from dashboard.viewmodels.verdict import VerdictView

CANVAS = (1180, 460)
"""Room that the graph is laid out for: wide, as a projector is."""
LEFT = "present-left"


def claim() -> None:
    """Tell the claim that the address names."""
    uid = session.address("claim") or session.last_opened() or caching.first_claim()
    if uid is None:
        st.title("Present")
        st.info("No claim is under review yet. Import a file first; its story is told here.")
        st.page_link("../pages/import.py", label="Import a file")
        return
    if session.take(LEFT):
        st.switch_page("../pages/claim.py", query_params={"claim": uid})
    session.opened(uid)
    with st.spinner("Preparing the presentation …"):
        story = _of_claim(uid)
    stage(story, on_leave=_leave)


def scenarios() -> None:
    """Tell the regimes and where the sliders stand."""
    if session.take(LEFT):
        st.switch_page("../pages/scenarios.py")
    regimes = caching.regimes()
    regime, values = told_scenario()
    held = {name: str(value) for name, value in values.items()}
    setup = read_setup(held | session.addressed(), setup_of(regimes[0]))
    asked = session.address("regime")
    title = next((one.title for one in regimes if one.title == asked), regime)
    tell_scenario(title, setup)
    stage(scenario_story(regimes, caching.scenario, setup=setup, title=title), on_leave=_leave)


def _leave() -> None:
    """Where somebody came by an address there is nothing to go back to, so the page itself is opened."""
    session.keep(LEFT, True)


def _of_claim(uid: str) -> Story:
    file = caching.claim(uid)
    graph = graph_view(file.dossier, file.assessment, GraphOptions(limit=MOST_NODES))
    wide, high = CANVAS
    return claim_story(
        file,
        checks=claim_checks(uid).tally,
        judged=checking.quality(claim_uid=uid).judged,
        verdict=_verdict(uid),
        values=caching.label_values(file),
        graph=graph,
        places=picture_of(graph, width=wide, height=high).layout.places if graph.nodes else {},
    )


def _verdict(uid: str) -> VerdictView | str:
    try:
        return bundling.in_short(uid)[1]
    except HeadwaterError as error:
        return str(error)


def read_setup(values: Mapping[str, str], otherwise: Setup) -> Setup:
    """A setup from words, each held to what its slider allows; what is missing or outside stays as it was."""
    limits: dict[str, tuple[float, float]] = {name: (0, 40) for name in COUNTS}
    limits |= {"partial_weight": (0, 1), "alpha": (0, 1), "k": (1, 40), "prior": (0, 1), "increment": (0, 0.49)}
    found: dict[str, Any] = otherwise.as_dict()
    for name in (*COUNTS, *SETTINGS):
        try:
            value = float(values.get(name, ""))
        except ValueError:
            continue
        low, high = limits[name]
        if low <= value <= high:
            found[name] = int(value) if name in COUNTS else value
    return Setup(**found)
