"""One citation in full: status, difference, place, versions, limits, history, judgements."""

from collections.abc import Callable

import streamlit as st

from core.checked import Axis, PagePicture
from dashboard import session
from dashboard.charts.theme import DECISION_COLOURS
from dashboard.check_words import AXIS, AXIS_HELP, VALUES
from dashboard.components.compared import beside, in_paragraph
from dashboard.components.page_picture import page_picture
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.components.table import table
from dashboard.viewmodels.citation import CitationView

NO_COLOUR = "var(--st-border-color)"


def citation_head(view: CitationView) -> None:
    """Status and the difference, in words first."""
    prose(
        [
            line(block(view.status, "badge", tone=view.tone), block(view.summary, "lead")),
            block(f"{view.meaning} How it was compared: {view.method}.".strip(), "small"),
        ],
        key="cite-head",
        band=DECISION_COLOURS.get(view.tone, NO_COLOUR),
    )


def citation_evidence(view: CitationView, picture: PagePicture | None) -> None:
    """Expected beside observed, and the place: a page with the quote boxed, or the paragraph around it."""
    green = view.tone == "answer"
    beside(view.beside, nothing="No text to show.", grounded=green, key="cite-beside")
    notes: list[Block] = []
    if view.qualifiers:
        notes.append(
            block(f"Right outside the quote stands {view.qualifiers}, which may turn it. Read the sentence.", "caution")
        )
    notes += [block(words[:1].upper() + words[1:] + ".", "item") for words in view.advisories]
    if view.folded:
        notes.append(block(f"Counted as the same: {view.folded}", "small"))
    if notes:
        prose(notes, key="cite-notes")
    if view.around:
        in_paragraph(
            view.around, title="Where it stands, with what is before and after", grounded=green, key="cite-around"
        )
    if picture is not None:
        page_picture(picture, grounded=green, key=f"cite-picture|{view.uid}")


def citation_source(view: CitationView, *, on_claim: Callable[[], None], on_check: Callable[[], None]) -> None:
    """What is cited and for which claim, and the button that checks it again."""
    blocks = [block(view.source, "heading"), block(view.byline, "small")]
    if view.url:
        blocks.append(block(view.url, "address", href=view.link or ""))
    blocks += [block(view.place, "small"), block("Cited for the claim", "strong"), block(view.claim_text, "quote")]
    prose(blocks, key="cite-source")
    with st.container(horizontal=True, gap="small"):
        st.button("Check again", key="cite-check", type="primary", on_click=on_check)
        st.button("Open the claim", key="cite-claim", on_click=on_claim)


def citation_versions(view: CitationView) -> None:
    """Fresh or stale, with the fingerprints, and what would lift the limits."""
    blocks = [block("Fresh or stale", "strong"), block(view.fresh, "caution" if view.stale else "plain")]
    prose(blocks, key="cite-fresh")
    table(view.versions, key="cite-versions", sortable=False)
    if view.limits:
        prose(_limits(view), key="cite-limits")


def _limits(view: CitationView) -> list[Block]:
    """What would lift a limit first; what nothing would lift on one line."""
    lifted = [
        block(f"{words[:1].upper() + words[1:]}. What would help: {lift}.", "item")
        for words, lift in view.limits
        if lift
    ]
    others = "; ".join(words for words, lift in view.limits if not lift)
    return [
        block("Limits", "strong"),
        *lifted,
        *([block(f"{'Also: ' if lifted else ''}{others}.", "small")] if others else []),
    ]


def citation_past(view: CitationView) -> None:
    """Every check so far."""
    st.subheader("Checks so far")
    table(view.history, key="cite-history", sortable=False, height=240)


def judgement_form(view: CitationView, *, on_judge: Callable[[str, str, str, str], None], saved: bool) -> None:
    """What people say of the meaning, beside the check and never instead of it."""
    st.subheader("Judgements of meaning")
    if view.judgements.rows:
        table(view.judgements, key="cite-judgements", sortable=False, height=240)
    else:
        prose([block(view.judgements.empty, "quiet")], key="cite-unjudged")
    axis = st.segmented_control(
        "About", list(AXIS), format_func=AXIS.__getitem__, default=Axis.SUPPORT, required=True, key="judge-axis"
    )
    values = VALUES[axis]
    chosen = st.radio(
        AXIS_HELP[axis],
        list(values),
        format_func=values.__getitem__,
        index=None,
        horizontal=True,
        key=f"judge-value|{axis}|{view.uid}",
    )
    why, rubric, go = st.columns((5, 4, 2), vertical_alignment="bottom", gap="small")
    with why:
        reason = st.text_input("Reason", key=f"judge-reason|{view.uid}", placeholder="what made you say so")
    with rubric:
        by_what = st.text_input("Rubric", key="judge-rubric", placeholder="the rule you judge by, if one")
    with go:
        st.button(
            "Record",
            key="judge-go",
            disabled=chosen is None,
            width="stretch",
            on_click=lambda: on_judge(axis, chosen or "", by_what or "", reason or ""),
        )
    words = "Recorded. It stands beside the check and changes none." if saved else (
        "A judgement is kept with your name and time; an earlier one of yours stays on record."
    )  # fmt: skip
    prose([block(words, "small")], key="judge-words")


def put_judgement_away(uid: str) -> None:
    """Forget what stands in the form of a citation."""
    session.drop(*(f"judge-value|{axis}|{uid}" for axis in AXIS), f"judge-reason|{uid}")
