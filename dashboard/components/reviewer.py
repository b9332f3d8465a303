"""Under whose name labels are recorded: a name chosen once, or that of the login; shown from then on."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from core.people import Role
from dashboard import session
from dashboard.wording import ROLE_HELP

ASKED = "reviewer-name"

_identity = st.components.v2.component(
    "identity", html="<span></span>", js=(Path(__file__).with_name("identity.js")).read_text("utf-8")
)


def unknown() -> bool:
    """Whether the name was not asked yet."""
    return session.reviewer() is None


def ask() -> None:
    """A field for the name, until there is one."""
    if unknown():
        _ask()


def _ask(on_change: Callable[[], None] | None = None) -> None:
    st.text_input(
        "Your name, kept with every label", value=session.DEFAULT_NAME, key=ASKED, max_chars=80, on_change=on_change
    )


def _choose(key: str) -> None:
    session.set_reviewer(session.value(key, ""))


def name() -> str:
    """The name to record; what stands in the field becomes it."""
    return session.reviewer() or session.set_reviewer(session.value(ASKED, session.DEFAULT_NAME))


def acting() -> str:
    """The name that a save would be recorded under now."""
    return session.reviewer() or session.plain_name(str(session.value(ASKED, ""))) or session.DEFAULT_NAME


def in_sidebar(*, ask: bool = False, role: Role | None = None) -> None:
    """Show and change the name; where people log in, nothing else is shown before they have.

    Args:
        ask: Shows the field for the name before the first save.
        role: What this person may do, where people have roles.
    """
    if session.login_needed():
        _login(role)
        return
    known = session.reviewer()
    if known is None and role is None and not ask:
        return
    with st.sidebar:
        if known is not None:
            st.text_input(
                "Reviewing as",
                value=known,
                key="reviewer-sidebar",
                max_chars=80,
                on_change=_choose,
                args=("reviewer-sidebar",),
            )
        elif ask:
            _ask(lambda: _choose(ASKED))
        if role is not None:
            st.caption(ROLE_HELP[role])
        if known is not None:
            _remember(known, away=False)


def _login(role: Role | None) -> None:
    if not session.logged_in():
        _remember(None, away=True)
        st.title("Log in")
        st.caption(
            "The evidence here is for people who have logged in. Afterwards this page opens where you wanted to go."
        )
        if session.login_possible():
            st.button("Log in", type="primary", key="login", on_click=st.login)
        else:
            st.error(
                "A login is configured, but Authlib and httpx are not installed (the extra 'login'): nobody can log in."
            )
        st.stop()
    with st.sidebar:
        st.caption("Reviewing as")
        st.text(session.reviewer() or "")
        if role is not None:
            st.caption(ROLE_HELP[role])
        st.button("Log out", key="logout", type="tertiary", on_click=st.logout)
        _remember(None, away=False)


def _remember(name: str | None, *, away: bool) -> None:
    with st.container(key="identity"):
        _identity(key="identity-memory", data={"name": name, "cookie": session.NAME_COOKIE, "away": away})
