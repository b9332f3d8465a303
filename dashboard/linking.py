"""A link that the data do not state, drawn by a person from the document in hand to another of its claim."""

import streamlit as st

from core import services
from core.errors import HeadwaterError
from core.states import Relation
from core.work import WorkItem
from dashboard import actions, caching, session
from dashboard.components import reviewer
from dashboard.viewmodels.evidence import title_of
from dashboard.wording import QUICK_REASONS, RELATION, refusal
from dashboard.work_state import next_turn, say


def link_form(item: WorkItem) -> None:
    """Which document it leans on, how, and by how much; closed until it is wanted."""
    others = {one.id: title_of(one, one.id) for one in item.file.dossier.sources if one.id != item.left.id}
    if not others:
        return
    keys = {name: f"link-{name}|{item.item.key}" for name in ("to", "relation", "strength", "reason")}
    with st.popover("Draw a link", type="tertiary", icon=":material/add_link:"):
        st.caption("From the document on the left to what it leans on. It counts as confirmed, and can be undone.")
        st.selectbox("It leans on", list(others), format_func=lambda one: others.get(one, one), key=keys["to"])
        st.selectbox("How", list(Relation), format_func=RELATION.__getitem__, key=keys["relation"])
        st.slider("Share of its content from there", 0.0, 1.0, 1.0, step=0.05, key=keys["strength"])
        st.selectbox("Reason", QUICK_REASONS, index=None, accept_new_options=True, key=keys["reason"])
        st.button("Draw it", type="primary", key="link-draw", on_click=lambda: _draw(item, keys))


def _draw(item: WorkItem, keys: dict[str, str]) -> None:
    try:
        event = services.draw_edge(
            caching.workspace(),
            uid=item.item.uid,
            from_id=item.left.id,
            to_id=session.value(keys["to"]),
            relation=session.value(keys["relation"]),
            strength=float(session.value(keys["strength"])),
            reason=session.value(keys["reason"]) or "",
            by=reviewer.name(),
            seen=actions.seen(item.file),
        )
    except HeadwaterError as error:
        say(refusal(error), "bad")
    else:
        session.keep("work-undo", (*session.value("work-undo", ()), (event.number, item.item.key)))
        say(f"Drawn as entry {event.number}; the figures below follow it.", "good")
        session.drop(*keys.values())
    next_turn()
