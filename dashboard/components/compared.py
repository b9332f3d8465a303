"""Expected beside observed with the differing characters marked, and the quote within its paragraph: literal text."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from dashboard.viewmodels.compared import Compared, Stretch

_HERE = Path(__file__).parent
_compared = st.components.v2.component(
    "compared",
    html='<div class="compared"></div>',
    css=(_HERE / "compared.css").read_text("utf-8"),
    js=(_HERE / "compared.js").read_text("utf-8"),
)


def _plain(stretches: Sequence[Stretch]) -> list[list[str]]:
    return [[one.text, one.kind] for one in stretches]


def beside(view: Compared, *, nothing: str, grounded: bool, key: str) -> None:
    """Draw what a citation expects beside what was found.

    Args:
        view: Both texts.
        nothing: What stands on the right where there is no text.
        grounded: Whether the quote may be marked in green.
        key: Its identity on the page.
    """
    _compared(
        key=key,
        data={
            "left": {"title": "The citation expects", "parts": _plain(view.expected)},
            "right": {"title": view.observed_title, "parts": _plain(view.observed), "nothing": nothing},
            "words": list(view.words),
            "around": {"title": "", "parts": []},
            "grounded": grounded,
        },
    )


def in_paragraph(stretches: Sequence[Stretch], *, title: str, grounded: bool, key: str) -> None:
    """Draw a quote with what stands around it."""
    around = {"title": title, "parts": _plain(stretches)}
    _compared(key=key, data={"left": None, "words": [], "around": around, "grounded": grounded})


def two_texts(
    left: tuple[str, Sequence[Stretch]], right: tuple[str, Sequence[Stretch]] | None, *, words: str, key: str
) -> None:
    """Draw two versions of a text with what parts them, lines kept; where there is only one, that one.

    Args:
        left: Title and stretches of the first.
        right: Of the second; None where there is none.
        words: What is said below them.
        key: Its identity on the page.
    """
    data: dict[str, object] = {"left": None, "words": [], "around": {"title": "", "parts": []}, "grounded": False}
    data["kept"] = True
    if right is None:
        data["around"] = {"title": left[0], "parts": _plain(left[1])}
    else:
        data["left"] = {"title": left[0], "parts": _plain(left[1])}
        data["right"] = {"title": right[0], "parts": _plain(right[1]), "nothing": ""}
    data["below"] = words
    _compared(key=key, data=data)
