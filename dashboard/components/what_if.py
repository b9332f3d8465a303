"""Sliders for the settings of the policy: they show what would be, and touch neither labels nor policy."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from core.policy import ALL, Policy
from core.results import Assessment, ClaimFile
from core.states import EvidenceState
from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.components.table import table
from dashboard.viewmodels.whatif import PARAMETERS, setting_word, what_if_view
from dashboard.wording import SETTING, SETTING_HELP, STATE

MOST_K = 20.0
AT_REST = "As stored. Move a slider to try another setting; labels and policy stay as they are."


def what_if(file: ClaimFile, settings: Mapping[str, Any], tried: Assessment) -> None:
    """Draw the sliders beside the figures they give."""
    policy = file.stored_policy
    keys = {name: f"what-if-{name}|{file.uid}" for name in (*PARAMETERS, "all")}
    _set(keys, {**policy.as_dict(), **settings}, file)
    sliders, figures = st.columns((1, 2), gap="large")
    with sliders:
        _sliders(keys, policy, file)
    with figures:
        view = what_if_view(file.assessment, tried, settings)
        intro = f"What if {view.changes}: nothing of this is saved." if settings else AT_REST
        words = [block(intro, "strong"), block(view.sentence)]
        prose([*words, *(block(text, "caution") for text in view.cautions)], key="what-if-words")
        table(view.listing, key="what-if-table", sortable=False)


def _set(keys: Mapping[str, str], current: Mapping[str, Any], file: ClaimFile) -> None:
    """Set every slider to what the address says, so that a link, a reload and a way back show the same."""
    session.put(keys["alpha"], float(current["alpha"]))
    session.put(keys["all"], current["k"] == ALL)
    session.put(keys["k"], float(max(file.assessment.items, 1) if current["k"] == ALL else current["k"]))
    session.put(keys["prior"], float(current["prior"]))
    session.put(keys["increment"], float(current["increment"]))
    session.put(keys["floor"], EvidenceState(current["floor"]))


def _sliders(keys: Mapping[str, str], policy: Policy, file: ClaimFile) -> None:
    def changed() -> None:
        _write(keys, policy)
        session.rerun("figures", "tabs")

    def reset() -> None:
        session.write_address(**dict.fromkeys(PARAMETERS))
        session.rerun("figures", "tabs")

    k = float(session.value(keys["k"]))
    every = bool(session.value(keys["all"]))
    st.slider(SETTING["alpha"], 0.0, 1.0, step=0.05, key=keys["alpha"], help=SETTING_HELP["alpha"], on_change=changed)
    st.slider(
        SETTING["k"],
        min(0.5, k),
        max(MOST_K, k, float(file.assessment.items)),
        step=0.5,
        key=keys["k"],
        help=SETTING_HELP["k"],
        disabled=every,
        on_change=changed,
    )
    st.toggle("K = all: as many as items count", key=keys["all"], on_change=changed)
    st.slider(SETTING["prior"], 0.0, 1.0, step=0.01, key=keys["prior"], help=SETTING_HELP["prior"], on_change=changed)
    st.slider(
        SETTING["increment"],
        0.0,
        0.49,
        step=0.01,
        key=keys["increment"],
        help=SETTING_HELP["increment"],
        on_change=changed,
    )
    st.select_slider(
        SETTING["floor"],
        list(EvidenceState),
        format_func=STATE.__getitem__,
        key=keys["floor"],
        help=SETTING_HELP["floor"],
        on_change=changed,
    )
    st.button("Back to the stored settings", key="what-if-reset", on_click=reset)


def _write(keys: Mapping[str, str], policy: Policy) -> None:
    stored = policy.as_dict()
    now: dict[str, Any] = {name: session.value(keys[name]) for name in PARAMETERS}
    now["k"] = ALL if session.value(keys["all"]) else now["k"]
    now["floor"] = EvidenceState(now["floor"]).value
    words = {name: None if now[name] == stored[name] else setting_word(name, now[name]) for name in PARAMETERS}
    session.write_address(**words)


Tried = Callable[[ClaimFile, Mapping[str, Any]], Assessment]
