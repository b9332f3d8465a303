"""The address as the browser has it; what the session makes of it is in ``session``."""

from collections.abc import Mapping

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


def said() -> dict[str, str]:
    """The address this run came with, without what Streamlit keeps there for its own widgets."""
    return {name: value for name, value in st.query_params.to_dict().items() if not _widgets_own(name)}


def page() -> str:
    """Which page this run draws."""
    context = get_script_run_ctx()
    return context.page_script_hash if context is not None else ""


def went_back() -> bool:
    """Whether this run was asked for by the browser's way back or forth."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def show(values: Mapping[str, str]) -> None:
    """Make the browser's address these values; those of widgets stay."""
    here = said()
    for name in here.keys() - values.keys():
        del st.query_params[name]
    if changed := {name: value for name, value in values.items() if here.get(name) != value and not _widgets_own(name)}:
        st.query_params.update(changed)


def _widgets_own(name: str) -> bool:
    context = get_script_run_ctx()
    if context is None:
        return False
    with context.session_state.query_params() as params:
        return params.is_bound(name)
