"""Policy: what is in force, saved versions, and what a change would move before it is made."""

import streamlit as st

from dashboard import actions, caching, session
from dashboard.components import failure, reviewer
from dashboard.components.look import look
from dashboard.components.plain_text import block, prose
from dashboard.components.policy_form import policy_form, save_form, tried
from dashboard.components.policy_versions import policy_versions
from dashboard.components.table import download, table
from dashboard.viewmodels.policy import effect_table, effect_words, policy_table

look()
reviewer.in_sidebar()
st.title("Policy")
st.caption("A policy put in force here holds for every data set; until one is, each follows its own, or the defaults.")
failure.last()
with failure.shown():
    names = [dataset.name for dataset in caching.datasets()]
    shown = st.selectbox("In force for", names, key="policy-dataset", width=320) if names else None
    current = caching.current_policy(shown)
    trying = tried()
    table(policy_table(current, trying), key="policy-current", sortable=False)

    st.subheader("Try another")
    asked, refused = policy_form(trying or current)
    if asked is not None:
        session.keep("policy-tried", asked.as_dict())
        st.rerun()
    if trying is not None and not refused:
        bar = st.progress(0.0, text="Scoring every claim")
        effect = caching.policy_effect(
            trying, lambda n, of: bar.progress(min(1.0, n / of) if of else 0.0, text=f"{n:,} claims scored")
        )
        bar.empty()
        prose([block(effect_words(effect), "heading")], key="effect-words")
        if effect.moved:
            moved = effect_table(effect)
            table(moved, key="effect", height=360)
            download(moved, key="effect-csv", name="policy-effect")
        why, pressed = save_form()
        st.button("Drop it", key="policy-drop", type="tertiary", on_click=session.drop, args=("policy-tried",))
        if pressed:
            actions.save_policy(trying, why)
            session.drop("policy-tried")
            st.rerun()

    st.subheader("Saved policies")
    policy_versions(
        caching.policies(),
        on_try=lambda saved: session.keep("policy-tried", saved.policy.as_dict()),
        on_own=actions.give_policies_back,
    )
