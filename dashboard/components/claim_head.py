"""The head of the claim page: place, text, sentence, decision, cautions."""

import streamlit as st

from dashboard import session
from dashboard.charts.theme import DECISION_COLOURS
from dashboard.components.plain_text import block, line, prose
from dashboard.viewmodels.claim import ClaimView


def claim_head(view: ClaimView) -> None:
    """Everything above the figures."""
    _place(view)
    words = [block(view.text, "title")]
    if view.context:
        words.append(block(view.context, "quote"))
    prose(words, key="claim-text")
    decision = [block(view.decision_word, "badge", tone=view.decision)]
    decision += [block(reason, "quiet") for reason in view.reasons]
    prose(
        [block(view.sentence, "lead"), line(*decision)],
        key="claim-sentence",
        band=DECISION_COLOURS.get(view.decision, ""),
    )


def _place(view: ClaimView) -> None:
    before, after, in_list = session.neighbours(view.uid, view.previous, view.next)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        place = " · ".join(part for part in (view.place, in_list, view.policy) if part)
        prose([block(place, "small")], key="claim-place")
        st.button(
            "‹ previous",
            key="claim-previous",
            type="tertiary",
            disabled=before is None,
            shortcut="k",
            on_click=_open,
            args=(before,),
        )
        st.button(
            "next ›",
            key="claim-next",
            type="tertiary",
            disabled=after is None,
            shortcut="j",
            on_click=_open,
            args=(after,),
        )


def _open(uid: str | None) -> None:
    if uid is not None:
        session.go(claim=uid)


def cautions(view: ClaimView) -> None:
    """What holds for this claim and must not be missed; notices of the file below it."""
    said = ([view.alert] if view.alert else []) + list(view.cautions)
    blocks = [block(text, "caution") for text in said]
    blocks += [block(f"Notice: {text}", "small") for text in view.notices]
    if blocks:
        prose(blocks, key="claim-cautions")
