"""The relabel form: four states, each with the figures it would give, saved as an event."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import LiteralString

import streamlit as st

from core.results import Reading
from core.states import Dependence
from dashboard import session
from dashboard.components import failure, reviewer
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.inspector import NodeView
from dashboard.viewmodels.numbers import amount, percent
from dashboard.wording import DECISION, DEPENDENCE, QUICK_REASONS

PARTIAL = Dependence.PARTIALLY_DEPENDENT
STATES = (Dependence.INDEPENDENT, Dependence.DEPENDENT, PARTIAL, Dependence.UNKNOWN)
NO_EFFECT = "No label changes a figure here: all of its content is said to come from upstream."
NO_EFFECT_ELSE = "No label changes a figure of this claim."


@dataclass(frozen=True, slots=True)
class Choice:
    """What the form holds when it is saved."""

    source_id: str
    state: Dependence
    weight: float | None
    reason: str
    everywhere: bool
    expected_event: int | None


def relabel_form(
    node: NodeView,
    *,
    uid: str,
    read: Callable[[Dependence, float | None], Reading],
    save: Callable[[Choice], None],
    undo: Callable[[int], None],
    status: str,
) -> None:
    """Draw the form for a source.

    Args:
        node: The source with its label in force.
        uid: The claim, so that no draft moves to another one.
        read: The figures of the claim under a state and weight.
        save: Stores what was chosen.
        undo: Takes back an event by its number.
        status: What the last save did, in words.
    """
    about = f"{uid}|{node.source_id}|{node.event}"
    keys = {name: f"relabel-{name}|{about}" for name in ("state", "weight", "reason")}
    session.start(keys["state"], STATES.index(node.state))
    session.start(keys["weight"], 0.5 if node.weight is None else node.weight)
    weight = float(session.value(keys["weight"]))
    readings = [read(state, weight if state is PARTIAL else None) for state in STATES]
    labels = [
        f"{DEPENDENCE[state]}: EIE {amount(then.eie)}, gamma {_gamma(then.gamma)}, "
        f"{percent(then.aware)}, {DECISION[then.decision]}"
        for state, then in zip(STATES, readings, strict=True)
    ]
    with st.container(gap="xsmall"):
        chosen = st.radio(
            "Label, and what it would make of this claim",
            range(len(STATES)),
            format_func=labels.__getitem__,
            key=keys["state"],
            width="stretch",
        )
        if len({(then.eie, then.aware, then.decision) for then in readings}) == 1:
            st.caption(NO_EFFECT if node.upstream else NO_EFFECT_ELSE)
        why, share = st.columns((6, 5))
        with why:
            st.selectbox(
                "Reason",
                QUICK_REASONS,
                index=None,
                accept_new_options=True,
                placeholder="choose, or type",
                key=keys["reason"],
            )
        with share:
            st.slider(
                "Own share, if partial",
                0.0,
                1.0,
                step=0.05,
                key=keys["weight"],
                disabled=STATES[chosen] is not PARTIAL,
            )
        reviewer.ask()
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Save for this claim",
                type="primary",
                key="relabel-save",
                on_click=lambda: save(_choice(node, keys, everywhere=False)),
            )
            st.button(
                "Save everywhere",
                key="relabel-everywhere",
                help="For every claim that uses this source.",
                on_click=lambda: save(_choice(node, keys, everywhere=True)),
            )
            if node.last is not None:
                last = node.last
                st.button("Undo", key="relabel-undo", type="tertiary", on_click=lambda: undo(last))
    prose([block(status, "small")], key="relabel-status")
    failure.last()


def _choice(node: NodeView, keys: dict[str, str], *, everywhere: bool) -> Choice:
    state = STATES[session.value(keys["state"])]
    return Choice(
        node.source_id,
        state,
        float(session.value(keys["weight"])) if state is PARTIAL else None,
        session.value(keys["reason"]) or "",
        everywhere,
        node.event,
    )


def _gamma(gamma: float | None) -> LiteralString:
    return "not defined" if gamma is None else amount(gamma, 3)
