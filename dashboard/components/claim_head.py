"""The head of the claim page: place, text, sentence, decision, cautions."""

import streamlit as st

from dashboard import session
from dashboard.charts.theme import DECISION_COLOURS, QUIET
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.components.present_link import present_claim
from dashboard.components.verdict import verdict_line
from dashboard.viewmodels.claim import ClaimView
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.verdict import VerdictInShort
from dashboard.wording import CONFIDENCE_ALLOWS


def claim_head(view: ClaimView) -> None:
    """Everything above the figures but what may be said."""
    _place(view)
    words = [block(view.text, "title")]
    if view.context:
        words.append(block(view.context, "quote"))
    prose(words, key="claim-text")


def open_decision(view: ClaimView, passages: int) -> bool:
    """The sentence where making the decision would keep the page waiting; whether somebody has it made."""
    said = block(f"not made since something changed: {count(passages, 'passage')} take a few seconds", "quiet")
    _sentence(view, line(block("Decision", "badge"), said), QUIET)
    return st.button("Make the decision", key="claim-decide")


def decided(view: ClaimView, verdict: VerdictInShort) -> None:
    """The sentence, the decision with its states and reasons, and what confidence alone allows."""
    _sentence(view, verdict_line(verdict), DECISION_COLOURS.get(verdict.tone, ""))


def undecided(view: ClaimView, why: str) -> None:
    """The sentence where no decision could be made, and why; what was not made allows nothing."""
    _sentence(view, line(block("No decision", "badge", tone="refuse"), block(why, "quiet")), QUIET)


def _sentence(view: ClaimView, said: Block, band: str) -> None:
    allowed = block(f"{CONFIDENCE_ALLOWS} {view.decision_word}: {'; '.join(view.reasons)}", "small")
    prose([block(view.sentence, "lead"), said, allowed], key="claim-sentence", band=band)


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
        present_claim(view.uid)


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
