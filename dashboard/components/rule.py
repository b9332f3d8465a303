"""The rule of decisions: what is in force, who changed it and why, and another one tried before it is put in force."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.bundles.risk import RiskSettings
from core.conclusions import Conclusion
from core.verdicts import RuleVersion
from dashboard import session
from dashboard.components import failure, reviewer
from dashboard.components.long_work import under_way
from dashboard.components.plain_text import block, prose
from dashboard.components.rule_form import rule_form
from dashboard.components.table import download, table
from dashboard.viewmodels.calibration import IN_FORCE, OWN_IN_FORCE
from dashboard.viewmodels.rule import (
    Moved,
    changes_table,
    effect_table,
    effect_words,
    rule_table,
    rule_words,
    tally_words,
    versions_table,
)

BEFORE = (
    "See what it would change before it is put in force. Curves and limits come from fits, on the other parts of this "
    "page."
)
Change = tuple[str, Any, Any]
SIZES = ("200", "1,000", "5,000")


@dataclass(frozen=True, slots=True)
class Effect:
    """What another rule would change."""

    asked: int
    total: int
    moved: Sequence[Moved]
    before: Mapping[Conclusion, int]
    after: Mapping[Conclusion, int]
    stopped: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """What the tab may ask for and do."""

    versions: tuple[RuleVersion, ...]
    """Newest first; the last comes with the product."""
    settings: Sequence[Mapping[str, Any]]
    """All settings of each."""
    risk: RiskSettings
    """Of the one in force."""
    changes: Mapping[int, Sequence[Change]]
    """Version -> what it changed."""
    tried: Mapping[str, Any] | None
    differences: Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Change]]
    try_: Callable[[Mapping[str, Any]], None]
    drop: Callable[[], None]
    ask: Callable[[Mapping[str, Any], int], None]
    effect: Callable[[Mapping[str, Any], int], Effect | None]
    put: Callable[[Mapping[str, Any], str], None]
    run: str
    """Name of the work that asks the rule tried."""


def constants(rules: Rules) -> None:
    """Draw the rule in force, its versions, and another one tried."""
    failure.last()
    now = rules.versions[0]
    words = OWN_IN_FORCE if rules.risk.label != RiskSettings().label else IN_FORCE
    prose([block(rule_words(now), "strong"), block(words, "caution")], key="cal-in-force")
    view = rule_table(rules.settings[0], rules.settings[-1], rules.risk)
    table(view, key="cal-constants", sortable=False)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        download(view, key="cal-constants-csv", name="constants")
        st.page_link(
            "../pages/proposals.py",
            label="How the rules of lineage fared before people",
            icon=":material/arrow_forward:",
            query_params={"tab": "calibration"},
        )
    _versions(rules)
    st.subheader("Another rule")
    if rules.tried is None:
        prose([block(BEFORE, "small")], key="rule-form-words")
        rule_form(rules.settings[0], rules.try_)
    else:
        _trial(rules, rules.tried)


def _versions(rules: Rules) -> None:
    if len(rules.versions) < 2:
        return
    st.subheader("Versions")
    chosen = session.value("rule-version")
    listing = versions_table(rules.versions, rules.changes)
    table(
        listing, key="rule-versions", selected=chosen, on_pick=lambda row: session.keep("rule-version", row), height=300
    )
    place = next((n for n, one in enumerate(rules.versions) if str(one.number) == chosen), None)
    with st.container(horizontal=True, gap="small"):
        download(listing, key="rule-versions-csv", name="rule-versions")
        if place:
            number = rules.versions[place].number
            st.button(
                f"Try version {number:d} again", key="rule-again", on_click=rules.try_, args=(rules.settings[place],)
            )
    if place:
        found = rules.differences(rules.settings[place], rules.settings[0])
        left, right = f"version {rules.versions[place].number}", f"version {rules.versions[0].number}"
        table(changes_table(found, left, right), key="rule-diff", sortable=False)


def _trial(rules: Rules, tried: Mapping[str, Any]) -> None:
    """What is tried, what it would change, and the way to put it in force."""
    found = rules.differences(rules.settings[0], tried)
    table(changes_table(found, "In force", "Tried"), key="rule-tried", sortable=False)
    if not found:
        st.button("Try something else", key="rule-drop", on_click=rules.drop)
        return
    sample = st.segmented_control("Claims asked at most", SIZES, required=True, default=SIZES[0], key="rule-sample")
    size = int((sample or SIZES[0]).replace(",", ""))
    with failure.shown():
        if not under_way(rules.run, doing="claims asked"):
            effect = rules.effect(tried, size)
            if effect is None:
                rules.ask(tried, size)
                under_way(rules.run, doing="claims asked")
            else:
                _effect(effect)
                if effect.stopped:
                    st.button("Ask again", key="rule-ask", on_click=rules.ask, args=(tried, size))

    def put() -> None:
        # What was typed last is in the session only: the button was drawn before.
        rules.put(tried, str(session.value("rule-reason") or ""))

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input("Why this rule", key="rule-reason", width=420, placeholder="what makes these settings right")
        reviewer.ask()
        st.button("Put it in force", key="rule-put", type="primary", on_click=put)
        st.button("Drop it", key="rule-drop", type="tertiary", on_click=rules.drop)


def _effect(effect: Effect) -> None:
    words = effect_words(effect.asked, effect.total, len(effect.moved), stopped=effect.stopped)
    prose([block(words, "heading"), block(tally_words(effect.before, effect.after), "small")], key="rule-effect-words")
    if effect.moved:
        moved = effect_table(effect.moved)
        table(moved, key="rule-effect", height=360)
        download(moved, key="rule-effect-csv", name="rule-effect")
