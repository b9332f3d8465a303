"""Colours and layout every chart shares: few, calm, and told apart without hue alone."""

from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

LINEAGE_COLOURS = ("#005ec6", "#b06100", "#008847", "#7e1992", "#c02e32", "#8c67a8", "#51545c", "#60420a")
"""Apart for colour-blind eyes; white letters on each have a contrast of at least 4.5. The letter names the lineage."""

LINEAGE_COLOURS_DARK = ("#5ba3e6", "#e5692f", "#3fd39a", "#e88bb4", "#b5685a", "#a48bff", "#a9e3f5", "#f2dc62")
"""The same in the dark theme, as the graph has them; black letters on each have a contrast of at least 4.5."""

UNPLACED_COLOUR = "#6b7280"
"""What belongs to no counted lineage."""

DECISION_COLOURS = MappingProxyType({"answer": "#007a5a", "qualify": "#a15c00", "refuse": "#b3261e"})

AWARE = "#0072b2"
NAIVE = "#8a8f98"
GAIN = "#0072b2"
LOSS = "#c04f00"
QUIET = "#8a8f98"
GRID = "rgba(128,128,128,0.22)"

FONT_SIZE = 13


def lineage_colour(letter: str | None) -> str:
    """Colour of a lineage by its letter; after eight the colours repeat and the letters go on."""
    if not letter or not letter.isalpha():
        return UNPLACED_COLOUR
    number = 0
    for character in letter.upper():
        number = number * 26 + (ord(character) - ord("A") + 1)
    return LINEAGE_COLOURS[(number - 1) % len(LINEAGE_COLOURS)]


def lineage_ground(letter: str | None) -> str:
    """Ground of a lineage's chip as a CSS colour that follows the theme."""
    colour = lineage_colour(letter)
    if colour == UNPLACED_COLOUR:
        return colour
    return f"light-dark({colour}, {LINEAGE_COLOURS_DARK[LINEAGE_COLOURS.index(colour)]})"


def literal(text: str, length: int = 44) -> str:
    """Text for a plotly string: cut to a length, its markup shown as written; quotes plotly takes as they are."""
    cut = text if len(text) <= length else text[: length - 1].rstrip() + "…"
    return escape(cut, quote=False)


def figure(
    traces: Sequence[Mapping[str, Any]],
    *,
    height: int,
    x: Mapping[str, Any] | None = None,
    y: Mapping[str, Any] | None = None,
    **layout: Any,
) -> go.Figure:
    """A figure with the shared margins, grid and font.

    Built from plain values in one go: plotly checks every later change of a figure anew, which costs more than
    all the figures of a claim.
    """
    axis = {"gridcolor": GRID, "zeroline": False, "automargin": True, "fixedrange": True}
    return go.Figure(
        {
            "data": list(traces),
            "layout": {
                "height": height,
                "margin": {"l": 8, "r": 12, "t": 12, "b": 8},
                "font": {"size": FONT_SIZE},
                "showlegend": False,
                "dragmode": False,
                "hoverlabel": {"align": "left"},
                "bargap": 0.35,
                "xaxis": axis | dict(x or {}),
                "yaxis": axis | dict(y or {}),
                **layout,
            },
        }
    )
