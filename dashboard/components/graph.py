"""The provenance graph on a page: mounts the picture, and hands back what the user picked."""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from dashboard.charts.provenance import provenance_data
from dashboard.components.graph_bundle import BUNDLE, STYLES, bundled, written
from dashboard.viewmodels.graph_values import GraphView, Pick, graph_key, read_pick

NAME = "dashboard.graph"
HEIGHT = 540

HTML = """
<div class="graph">
  <div class="net" tabindex="0" role="application" aria-describedby="graph-keys"></div>
  <div class="tools" role="group" aria-label="View of the graph">
    <button type="button" data-do="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" data-do="out" aria-label="Zoom out" title="Zoom out (-)">−</button>
    <button type="button" data-do="fit" aria-label="Fit the graph into view" title="Fit (Escape)">Fit</button>
  </div>
  <p class="empty" dir="auto" hidden></p>
  <p class="unseen" id="graph-keys">Arrow keys move between nodes, Home and End go to the first and last,
  L steps through the lines of a node, Enter or Space picks, plus and minus zoom, Escape shows all,
  Tab leaves. The same nodes are in the table beside the graph.</p>
  <p class="unseen live" role="status" aria-live="polite" dir="auto"></p>
</div>
"""

_log = logging.getLogger(__name__)


@cache
def _component() -> Any:
    """The component, from files where Streamlit can serve them, else with the script in every message.

    Streamlit serves files only for an installed project. Without one, or where the folder cannot be written,
    the graph works all the same but half a megabyte travels with each change: that is said in the log.
    Made at the first drawing, not at import: only a running server knows what is installed.
    """
    try:
        written()
        return st.components.v2.component(NAME, html=HTML, css=STYLES.name, js=BUNDLE.name)
    except (OSError, StreamlitAPIException) as error:
        _log.warning("the graph's script is sent inline (install the project to have it served): %s", error)
        return st.components.v2.component(NAME, html=HTML, css=STYLES.read_text("utf-8"), js=bundled())


def provenance_graph(
    view: GraphView, *, key: str, on_pick: Callable[[], None] | None = None, height: int = HEIGHT
) -> Pick | None:
    """Draw a view; clicks and the keyboard come back as picks.

    Args:
        view: What to show; its ``selected`` marks the node or line all parts of the page share.
        key: Names the graph; while it stays the same, zoom and place are kept.
        on_pick: Called before the rerun that a pick causes; the session keeps the pick under ``graph_key(key)``.
        height: Height in pixels; it never changes with what is drawn.

    Returns:
        The pick that caused this run, or None. A pick of kind source, edge or claim is a selection; group and fold
        open and close a group (``after_pick``).
    """
    width = round(height * 1.3)
    result = _component()(
        key=graph_key(key),
        data={**provenance_data(view, width=width, height=height - 40), "height": height},
        height=height,
        on_picked_change=on_pick or _nothing,
    )
    return read_pick(result.get("picked"))


def _nothing() -> None:
    """Streamlit names a trigger only where it has a callback."""
