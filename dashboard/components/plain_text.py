"""Text from outside, drawn as it is written: text nodes, direction chosen per block, never read as markup."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from dashboard import session

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
    "marker",
]

_HERE = Path(__file__).parent
_prose = st.components.v2.component(
    "prose",
    html='<div class="prose"></div>',
    css=(_HERE / "prose.css").read_text("utf-8"),
    js=(_HERE / "prose.js").read_text("utf-8"),
)

Block = dict[str, Any]


def block(
    text: str,
    style: Style = "plain",
    *,
    tone: str = "",
    colour: str = "",
    href: str = "",
    pick: str = "",
    hint: str = "",
) -> Block:
    """One paragraph.

    Args:
        text: Its words.
        style: How they look.
        tone: A decision or the status of a check.
        colour: A chip's ground.
        href: An address to open.
        pick: What a click reports to ``on_pick`` of :func:`prose`.
        hint: Said on a longer look.
    """
    plain = {"text": text, "style": style, "tone": tone, "colour": colour, "href": href}
    return plain | {name: value for name, value in (("pick", pick), ("hint", hint)) if value}


def line(*parts: Block) -> Block:
    """Several short texts on one line that wraps."""
    return {"style": "line", "parts": list(parts)}


def flow(*parts: Block) -> Block:
    """A running text of several stretches."""
    return {"style": "flow", "parts": list(parts)}


def prose(blocks: Iterable[Block], *, key: str, band: str = "", on_pick: Callable[[str], None] | None = None) -> None:
    """Draw paragraphs as one element; ``band`` is the colour of a rule at the side of a shaded band."""

    def picked() -> None:
        chosen = session.picked(key)
        if chosen is not None and on_pick is not None:
            on_pick(chosen)

    _prose(key=key, data={"blocks": list(blocks), "band": band}, on_picked_change=picked)


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
