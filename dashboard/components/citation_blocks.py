"""The citations of the chosen source in the inspector: status in words, expected beside observed, check again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.checked import CitationLine, CitationQuality
from dashboard.components.compared import beside
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.viewmodels.checks import CitationBlock, Tally, citation_blocks
from dashboard.viewmodels.citation import CitationView

SHOWN = 3
"""Citations of one source that are shown with their texts; the others are named and open on their own page."""


@dataclass(frozen=True, slots=True)
class ClaimChecks:
    """What the claim page knows of its citations, and may do with them."""

    lines: Sequence[CitationLine]
    tally: Tally
    quality: Callable[[], CitationQuality]
    view: Callable[[str], CitationView]
    """One citation in full."""
    check: Callable[[str], None]
    open: Callable[[str], None]


def source_citations(checks: ClaimChecks, source_id: str) -> None:
    """Draw the citations of a claim that point to one source."""
    found = citation_blocks(checks.lines, source_id)
    if not found:
        prose([block("Citations", "strong"), block("This claim does not cite it.", "small")], key="inspector-uncited")
        return
    prose([block("Citation" if len(found) == 1 else "Citations", "strong")], key="inspector-citations")
    for number, one in enumerate(found[:SHOWN]):
        _one(checks, one, number)
    if len(found) > SHOWN:
        rest = [_head(one) for one in found[SHOWN:]]
        prose(rest, key="inspector-citations-more", on_pick=checks.open)


def _head(one: CitationBlock) -> Block:
    place = one.place or one.expected
    return line(
        block(one.marker or "cited", "quiet"),
        block(one.status, "badge", tone=one.tone),
        block(one.summary),
        block("open", "small", pick=one.uid, hint=place),
    )


def _one(checks: ClaimChecks, one: CitationBlock, number: int) -> None:
    view = checks.view(one.uid)
    prose([_head(one)], key=f"inspector-citation-{number}", on_pick=checks.open)
    beside(view.beside, nothing="No text to show.", grounded=view.tone == "answer", key=f"inspector-beside-{number}")
    st.button("Check again", key=f"inspector-check|{one.uid}", on_click=checks.check, args=(one.uid,))
