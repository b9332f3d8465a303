"""The rule of decisions as a form: every setting named, refused by name where it lies outside its domain."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from core.bundles.risk import PAPER, RiskSettings
from core.errors import InvalidParameter
from dashboard.bundle_words import CALIBRATED, EMBEDDER, LIMIT, LINKAGE, PAPER as PAPER_LIMIT
from dashboard.rule_words import JUDGED_AXIS, RULE_HELP, RULE_SETTING
from dashboard.viewmodels.rule import read_form

NUMBERS = (
    ("v_correct", 1.0, "%.2f"),
    ("v_wrong", 5.0, "%.2f"),
    ("v_refuse", 1.0, "%.2f"),
    ("plain_from", 0.05, "%.2f"),
    ("least_coverage", 0.05, "%.2f"),
    ("complete_from", 0.05, "%.2f"),
)
"""Setting, step, how it is written."""


def rule_form(settings: Mapping[str, Any], submit: Callable[[Mapping[str, Any]], None]) -> None:
    """Draw the form filled with settings; what is refused is named under it, and what was typed stays.

    Args:
        settings: All of them, as they are in force.
        submit: Takes the settings described; may refuse them.
    """
    with st.form("rule-form", border=True):
        fields: dict[str, Any] = {}
        places = st.columns(3)
        for number, (name, step, written) in enumerate(NUMBERS):
            with places[number % 3]:
                fields[name] = st.number_input(
                    RULE_SETTING[name], value=float(settings[name]), step=step, format=written, help=RULE_HELP[name]
                )
        with places[0]:
            fields["lineages"] = st.number_input(
                RULE_SETTING["lineages"], value=int(settings["lineages"]), step=1, help=RULE_HELP["lineages"]
            )
        with places[1]:
            fields["fresh_days"] = st.number_input(
                "Stale after (days, 0 asks no age)", value=int(settings["fresh_days"] or 0), min_value=0, step=30,
                help=RULE_HELP["fresh_days"],
            )  # fmt: skip
        with places[2]:
            fields["most"] = st.number_input(
                RULE_SETTING["most"], value=int(settings["most"]), step=1, help=RULE_HELP["most"]
            )
        for number, (axis, words) in enumerate(JUDGED_AXIS.items()):
            with places[number]:
                fields[f"thresholds:{axis}"] = st.number_input(
                    f"Threshold, {words}", value=settings["thresholds"].get(axis), step=0.05, format="%.2f",
                    placeholder="0.5, not calibrated", help=RULE_HELP["thresholds"],
                )  # fmt: skip
        with places[2]:
            own = list(settings["own_limits"])
            kept = st.multiselect("Own c_min kept", own, own, help=RULE_HELP["own_limits"], disabled=not own,
                                  placeholder="none yet: fit one under Cohesion")  # fmt: skip
        fields |= _choices(settings)
        curve = settings["label"] != PAPER and st.checkbox("Back to the article's curve, H (paper)", value=False)
        sent = st.form_submit_button("See what it would change", type="primary")
    if not sent:
        return
    said = read_form(fields) | {"own_limits": {name: settings["own_limits"][name] for name in kept}}
    if curve:
        paper = RiskSettings()
        said |= {"label": PAPER, "h_base": paper.base, "lambda": paper.decay}
    try:
        submit(said)
    except InvalidParameter as error:
        st.error("This rule cannot be used; nothing was changed.")
        st.text(f"{error.name}: expected {error.expected}, found {error.value!r}")
        return
    st.rerun()


def _choices(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Embedder, limit and linkage."""
    left, middle, right = st.columns(3)
    with left:
        names = list(EMBEDDER)
        embedder = st.selectbox(
            RULE_SETTING["embedder"], names, names.index(settings["embedder"]), format_func=EMBEDDER.__getitem__,
            help=RULE_HELP["embedder"],
        )  # fmt: skip
    with middle:
        held = st.selectbox(
            RULE_SETTING["profile"], [CALIBRATED, PAPER_LIMIT], 1 if settings["profile"] else 0,
            format_func=LIMIT.__getitem__, help=RULE_HELP["profile"],
        )  # fmt: skip
    with right:
        joined = list(LINKAGE)
        linkage = st.selectbox(
            RULE_SETTING["linkage"], joined, joined.index(settings["linkage"]), format_func=LINKAGE.__getitem__,
            help=RULE_HELP["linkage"],
        )  # fmt: skip
    return {"embedder": embedder, "profile": PAPER_LIMIT if held == PAPER_LIMIT else None, "linkage": linkage}
