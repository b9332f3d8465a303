"""A page of an attached PDF as a picture with the quote boxed."""

from base64 import b64encode
from pathlib import Path

import streamlit as st

from core.checked import PagePicture

_HERE = Path(__file__).parent
_picture = st.components.v2.component(
    "page_picture",
    html='<div class="picture"></div>',
    css=(_HERE / "page_picture.css").read_text("utf-8"),
    js=(_HERE / "page_picture.js").read_text("utf-8"),
)


def page_picture(found: PagePicture, *, grounded: bool, key: str) -> None:
    """Draw the page; what is boxed is said in words above it."""
    printed = f", printed {found.label}" if found.label and found.label != str(found.page) else ""
    what = ("the quote is boxed" if grounded else "the closest text is boxed") if found.boxes else "nothing is boxed"
    _picture(
        key=key,
        data={
            "name": f"Page {found.page}{printed}",
            "words": f"Page {found.page}{printed}: {what}",
            "png": b64encode(found.png).decode("ascii"),
            "width": found.width,
            "height": found.height,
            "boxes": [list(box) for box in found.boxes],
            "grounded": grounded,
        },
    )
