"""Text from outside, drawn as it is written: text nodes, direction chosen per block, never read as markup."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import streamlit as st

Style = Literal[
    "title",
    "heading",
    "lead",
    "plain",
    "strong",
    "small",
    "quiet",
    "quote",
    "passage",
    "address",
    "item",
    "caution",
    "badge",
    "chip",
]

_HERE = Path(__file__).parent
_prose = st.components.v2.component(
    "prose",
    html='<div class="prose"></div>',
    css=(_HERE / "prose.css").read_text("utf-8"),
    js=(_HERE / "prose.js").read_text("utf-8"),
)

Block = dict[str, Any]


def block(text: str, style: Style = "plain", *, tone: str = "", colour: str = "", href: str = "") -> Block:
    """One paragraph. ``tone`` is a decision, ``colour`` a chip's ground, ``href`` an address to open."""
    return {"text": text, "style": style, "tone": tone, "colour": colour, "href": href}


def line(*parts: Block) -> Block:
    """Several short texts on one line that wraps."""
    return {"style": "line", "parts": list(parts)}


def flow(*parts: Block) -> Block:
    """A running text of several stretches."""
    return {"style": "flow", "parts": list(parts)}


def prose(blocks: Iterable[Block], *, key: str, band: str = "") -> None:
    """Draw paragraphs as one element; ``band`` is the colour of a rule at the side of a shaded band."""
    _prose(key=key, data={"blocks": list(blocks), "band": band})


def heading(text: str, *, key: str) -> None:
    """A text from outside as the heading of a page."""
    prose([block(text, "title")], key=key)


def body(text: str, *, key: str) -> None:
    """A text from outside as a paragraph."""
    prose([block(text)], key=key)


def small(text: str, *, key: str) -> None:
    """A quiet line."""
    prose([block(text, "small")], key=key)


def quote(text: str, *, key: str) -> None:
    """A passage from outside."""
    prose([block(text, "quote")], key=key)
