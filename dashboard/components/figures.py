"""The row of figures: one card each, with a help that shows the formula and this claim's numbers in it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from dashboard.viewmodels.figures import FigureCard
from dashboard.viewmodels.overview import Tile

_HERE = Path(__file__).parent
_figures = st.components.v2.component(
    "figures",
    html='<div class="figures"></div>',
    css=(_HERE / "figures.css").read_text("utf-8"),
    js=(_HERE / "figures.js").read_text("utf-8"),
)


def figures_row(cards: Sequence[FigureCard], *, key: str, tried: Mapping[str, str] | None = None) -> None:
    """Draw a claim's figures; ``tried`` gives what a what-if makes of some of them, by key."""
    what_if = tried or {}
    _figures(
        key=key,
        data={
            "name": "Figures of this claim",
            "cards": [
                {
                    "label": card.label,
                    "value": card.value,
                    "spoken": card.spoken,
                    "note": card.note,
                    "width": card.width,
                    "formula": card.formula,
                    "filled": card.filled,
                    "source": card.source,
                    "caution": card.caution,
                    "tried": what_if.get(card.key, ""),
                }
                for card in cards
            ],
        },
    )


def tiles_row(tiles: Sequence[Tile], *, key: str, name: str) -> None:
    """Draw headline figures, each with its n."""
    _figures(
        key=key,
        data={
            "name": name,
            "cards": [
                {"label": tile.label, "value": tile.value, "note": tile.note, "formula": tile.help} for tile in tiles
            ],
        },
    )
