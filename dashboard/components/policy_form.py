"""The policy as a form: every setting named, refused by name where it lies outside its domain."""

from typing import Any

import streamlit as st

from core.errors import InvalidParameter
from core.policy import Policy, policy_from_dict
from core.states import EvidenceState, Relation
from dashboard import session
from dashboard.components import reviewer
from dashboard.viewmodels.policy import read_form
from dashboard.wording import RELATION, SETTING, SETTING_HELP, STATE

NUMBERS = ("prior", "increment", "alpha", "answer_at", "qualify_at", "alert_share")


def policy_form(policy: Policy) -> tuple[Policy | None, bool]:
    """Draw the form filled with a policy.

    Returns:
        The policy it describes once it was submitted and is valid, and whether it was refused; then the setting is
        named under the form, and what was typed stays.
    """
    with st.form("policy-form", border=True):
        fields: dict[str, Any] = {"name": st.text_input(SETTING["name"], policy.name, help=SETTING_HELP["name"])}
        places = st.columns(4)
        values = policy.as_dict()
        for number, name in enumerate(NUMBERS):
            with places[number % 4]:
                fields[name] = st.number_input(
                    SETTING[name], value=float(values[name]), step=0.01, format="%.3f", help=SETTING_HELP[name]
                )
        with places[2]:
            fields["k"] = st.text_input(SETTING["k"], str(values["k"]), help=SETTING_HELP["k"])
        with places[3]:
            fields["alert_items"] = st.number_input(
                SETTING["alert_items"], value=policy.alert_items, step=1, help=SETTING_HELP["alert_items"]
            )
        with places[0]:
            stances = ("supports", "all")
            fields["stances"] = st.selectbox(
                SETTING["stances"], stances, stances.index(policy.stances), help=SETTING_HELP["stances"]
            )
        with places[1]:
            fields["floor"] = st.selectbox(
                SETTING["floor"],
                list(EvidenceState),
                list(EvidenceState).index(policy.floor),
                format_func=STATE.__getitem__,
                help=SETTING_HELP["floor"],
            )
        with st.expander("Relation strengths"):
            spots = st.columns(4)
            strong = [relation for relation in Relation if not relation.weak]
            for number, relation in enumerate(strong):
                with spots[number % 4]:
                    fields[f"strength:{relation.value}"] = st.number_input(
                        RELATION[relation], value=float(policy.strength_of(relation)), step=0.05, format="%.2f"
                    )
        sent = st.form_submit_button("See what it would change", type="primary")
    if not sent:
        return None, False
    try:
        return policy_from_dict(read_form(fields)), False
    except InvalidParameter as error:
        refused(error)
        return None, True


def refused(error: InvalidParameter) -> None:
    """Name the setting, what was expected and what came."""
    st.error("This policy cannot be used; nothing was changed.")
    st.text(f"{SETTING.get(error.name, error.name)}: expected {error.expected}, found {error.value!r}")


def save_form() -> tuple[str, bool]:
    """Reason and button to save the policy that was tried; what was typed and whether it was pressed."""
    why = st.text_input("Why this policy", key="policy-reason", placeholder="what makes these settings right")
    reviewer.ask()
    return why, st.button("Save it and put it in force", type="primary", key="policy-save")


def tried() -> Policy | None:
    """The policy whose effect is shown."""
    kept = session.value("policy-tried")
    return policy_from_dict(kept) if kept is not None else None
