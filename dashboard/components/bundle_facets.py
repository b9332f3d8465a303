"""The facets of a claim, which passage addresses which, both edited in place, and who stated what before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.verdicts import FacetStatement
from dashboard import session
from dashboard.components.part_grid import part_grid
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bundles import Made
from dashboard.viewmodels.facets import facets_table, facets_words, marks_table
from dashboard.viewmodels.part_edits import Parts, grid_data, parts_of, statements_table


@dataclass(frozen=True, slots=True)
class Edits:
    """What the tab may ask for and do."""

    parts: Parts
    """What is shown: unsaved changes, else what is in force."""
    history: Sequence[FacetStatement]
    """Newest first."""
    seq: int
    turn: int
    edited: Callable[[Mapping[str, Any]], None]
    take_up: Callable[[Parts], None]
    """Puts other parts in place of what is edited, not saved yet."""


def bundle_facets(made: Made, claim: str, uid: str, edits: Edits) -> None:
    """Draw facets, marks and what was stated before.

    Args:
        made: The bundles, made with what is edited.
        claim: The claim's text.
        uid: Whose.
        edits: What may be asked for and done.
    """
    said = facets_words(made)
    newest = edits.history[0] if edits.history else None
    lapsed = newest is not None and newest.lapsed
    note = "What was stated of its parts is about another wording of this claim and holds no more." if lapsed else ""
    cautions = [block(note, "caution")] if note else []
    prose([block(said[0], "strong"), *cautions, *(block(words, "small") for words in said[1:])], key="facets-words")
    data = grid_data(made, claim, uid, newest, edits.parts, seq=edits.seq, turn=edits.turn)
    part_grid(data, key=f"parts-grid|{uid}", on_edit=edits.edited)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.text("Facets:", width="content")
        download(facets_table(made), key="facets-csv", name="facets")
        st.text("Passages against facets:", width="content")
        download(marks_table(made), key="marks-csv", name="marks")
    _history(uid, edits)


def _history(uid: str, edits: Edits) -> None:
    """What was stated before, and the ways back: each is a change to be saved like any other."""
    if not edits.history:
        return
    prose([block("Stated so far", "heading")], key="statements-words")
    chosen = session.value(f"statement|{uid}")
    table(
        statements_table(edits.history),
        key="statements",
        selected=chosen,
        on_pick=lambda number: session.keep(f"statement|{uid}", number),
        height=260,
        sortable=False,
    )
    earlier = next((one for one in edits.history if str(one.number) == chosen), None)
    again = Parts() if earlier is None else parts_of(earlier)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            "Take up the chosen one",
            key="statement-again",
            disabled=earlier is None or earlier.lapsed or again == edits.parts,
            help="Shows it as a change; saving makes it a statement of its own.",
            on_click=edits.take_up,
            args=(again,),
        )
        st.button(
            "Back to the draft",
            key="facets-draft",
            disabled=edits.parts == Parts(),
            help="Leaves facets, marks and types to the draft; saving makes that a statement of its own.",
            on_click=edits.take_up,
            args=(Parts(),),
        )
