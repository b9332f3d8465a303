"""Colours and layout every chart shares: few, calm, and told apart without hue alone."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from core.drawing.palette import (
    DECISION_COLOURS as DECISION_COLOURS,
    LINEAGE_COLOURS as LINEAGE_COLOURS,
    LINEAGE_COLOURS_DARK as LINEAGE_COLOURS_DARK,
    UNPLACED_COLOUR as UNPLACED_COLOUR,
    lineage_colour as lineage_colour,
)

AWARE = "#0072b2"
NAIVE = "#8a8f98"
GAIN = "#0072b2"
LOSS = "#c04f00"
QUIET = "#8a8f98"
GRID = "rgba(128,128,128,0.22)"

FONT_SIZE = 13

ROOM: Mapping[str, Any] = {"text": " ", "standoff": 10}
"""A title without words, beside names as marks of an axis: a picture taken along is drawn in a font that is wider than
the page's, and would cut them off."""


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
