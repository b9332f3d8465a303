"""The signing form: a decision, the text it lets out, a reason, and one keystroke for each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import session
from dashboard.components.scripts import script

_HERE = Path(__file__).parent
_form = st.components.v2.component(
    "release_form",
    html='<section class="sign"></section>',
    css=(_HERE / "release_form.css").read_text("utf-8"),
    js=script("nodes", "desk_tools", "release_form"),
)


def release_form(data: dict[str, Any], *, key: str, on_deed: Callable[[dict[str, Any]], None]) -> None:
    """Draw the form; what is pressed or clicked comes back as plain values.

    It listens for its keys on the whole page, except in text fields, and lets go of them when it is taken off the page.

    Args:
        data: As ``viewmodels.release.form_data`` words it, with the line and turn it belongs to.
        key: Its identity on the page.
        on_deed: Called with what was done, before the page is drawn again.
    """
    _form(key=key, data=data, on_did_change=lambda: on_deed(session.sent(key, "did")))
