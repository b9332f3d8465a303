"""The page of bundles: which claim, how its bundles are made, and what follows from them."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import bundle_asking, caching, outcome_part, part_deeds, session
from dashboard.bundle_asking import Asked
from dashboard.bundle_words import CALIBRATED, EMBEDDER, LIMIT, LINKAGE, PAPER
from dashboard.components import failure, unsaved
from dashboard.components.bundle_choice import bundle_choice
from dashboard.components.bundle_facets import Edits, bundle_facets
from dashboard.components.bundle_list import BundleWords, bundle_list, rank_of
from dashboard.components.plain_text import block, prose
from dashboard.components.verdict import verdict_band, verdict_in_full
from dashboard.viewmodels.bundles import Made
from dashboard.viewmodels.part_edits import changes_words, parts_of, unreadable, with_word
from dashboard.viewmodels.rule import rule_words
from dashboard.viewmodels.tables import cut
from dashboard.viewmodels.verdict import VerdictView, verdict_view

TABS = ("Bundles", "Facets", "Chosen evidence", "Decision")
SOON = 60
"""Passages up to which bundles and a decision keep nobody waiting."""
FOUND = 20
"""Claims the menu offers for a search."""
SETTINGS = ("bundles-embedder", "bundles-limit", "bundles-linkage")


def choose_claim(uid: str) -> None:
    """The menu of claims: found by their words, the open one always among them."""
    words = session.value("bundles-q") or ""
    page = caching.claims(page=1, size=FOUND, search=words, order="inflation", descending=True)
    texts = {uid: cut(caching.claim(uid).dossier.claim.text, 140)}
    texts |= {row.uid: cut(row.text, 140) for row in page.rows}
    session.put("bundles-claim", uid)
    left, right = st.columns((1, 3), gap="small", vertical_alignment="bottom")
    with left:
        st.text_input("Find a claim", key="bundles-q", placeholder="words of the claim")
    with right:
        st.selectbox(
            "Claim",
            list(texts),
            format_func=lambda one: texts.get(one, one),
            key="bundles-claim",
            on_change=_another,
        )


def how(uid: str) -> Asked:
    """The settings, as a row that begins with the rule in force; what is tried here touches nothing that is stored."""
    rule = bundle_asking.rule_in_force()
    if session.value("bundles-rule") != rule.number:
        session.drop(*SETTINGS)
        session.keep("bundles-rule", rule.number)
    held = rule.settings
    begin = (held["embedder"], PAPER if held["profile"] else CALIBRATED, held["linkage"])
    for key, value in zip(SETTINGS, begin, strict=True):
        session.start(key, value)
    embedder, limit, linkage = st.columns((2, 2, 2), gap="small")
    with embedder:
        name = st.selectbox("Embedder", list(EMBEDDER), format_func=EMBEDDER.__getitem__, key=SETTINGS[0])
    with limit:
        against = st.selectbox(
            "Cohesion held against", [CALIBRATED, PAPER], format_func=LIMIT.__getitem__, key=SETTINGS[1]
        )
    with linkage:
        joined = st.selectbox("Clusters by", list(LINKAGE), format_func=LINKAGE.__getitem__, key=SETTINGS[2])
    profile = PAPER if against == PAPER else None
    tried = bundle_asking.tried_of({"embedder": name, "profile": profile, "linkage": joined})
    said = [block(rule_words(rule), "small")]
    prose([*said, *([block("Tried here only: not the rule in force.", "caution")] if tried else [])], key="rule-words")
    held_back = part_deeds.unsaved(uid)
    parts = held_back.parts if held_back is not None else None
    return Asked(tried, parts, session.reviewer() or "you" if parts is not None else "")


@st.fragment(key="bundles")
def bundles(uid: str) -> None:
    """Settings, decision, and the parts of the page; only the open one is made."""
    asked = how(uid)
    # Always there, so that what stands below keeps its place, and with it the focus, when the bar comes and goes.
    with st.container(key="parts-place"):
        changed = _unsaved(uid)
    with failure.shown():
        with st.spinner("Grouping the passages"):
            made = _made(uid, asked)
            verdict = verdict_view(bundle_asking.decision(uid, asked))
        verdict_band(verdict, key="bundles-verdict")
        session.tab("bundles-tab", TABS)
        listed, facets, chosen, decided = st.tabs(
            ["Bundles", "Facets", "Chosen evidence", "Decision"],
            key="bundles-tab",
            on_change=lambda: session.write_tab("bundles-tab", TABS),
        )
        if listed.open:
            with listed:
                rank = rank_of(session.address("bundle"), len(made.construction.bundles))
                bundle_list(made, rank, lambda row: _write(bundle=row), _words(uid))
        if facets.open:
            with facets:
                bundle_facets(made, caching.claim(uid).dossier.claim.text, uid, _edits(uid))
        if chosen.open:
            with chosen:
                bundle_choice(
                    made,
                    uid,
                    lambda budget: bundle_asking.evidence(uid, asked, budget),
                    lambda budget: _write(budget=str(budget)),
                )
        if decided.open:
            with decided:
                verdict_in_full(verdict)
                outcome_part.outcome_part(uid, ask=not changed)


def in_short(uid: str) -> tuple[Made, VerdictView]:
    """The bundles of a claim and the decision that follows, under the rule and the parts in force."""
    usual = Asked()
    return bundle_asking.bundles(uid, usual), verdict_view(bundle_asking.decision(uid, usual))


def _made(uid: str, asked: Asked) -> Made:
    """The bundles of a claim, and how far they are where making them keeps the page waiting."""
    if len(caching.claim(uid).dossier.evidence) <= SOON:
        return bundle_asking.bundles(uid, asked)
    place = st.empty()

    def tell(_: str, share: float) -> None:
        place.progress(share)

    try:
        return bundle_asking.bundles(uid, asked, tell)
    finally:
        place.empty()


def _unsaved(uid: str) -> bool:
    """What is changed and not saved, on every tab; whether anything is."""
    held, newest = part_deeds.unsaved(uid), part_deeds.in_force(uid)
    number = newest.number if newest is not None else None
    words = changes_words(parts_of(newest), held.parts) if held is not None else ""
    meanwhile = ""
    if held is not None and newest is not None and number != held.base:
        meanwhile = f"{newest.by} stated its parts meanwhile (statement {number}). Saving puts yours in their place."
    unsaved.unsaved_bar(
        words,
        uid=uid,
        meanwhile=meanwhile,
        unreadable=unreadable(held.parts) if held is not None else (),
        save=lambda: _then(part_deeds.save, uid, number),
        discard=lambda: _then(part_deeds.discard, uid),
    )
    if newest is not None and not words and part_deeds.just_saved(uid) == number:
        unsaved.saved_note(newest.number, newest.by)
    return bool(words)


def _edits(uid: str) -> Edits:
    held = part_deeds.unsaved(uid)
    text = caching.claim(uid).dossier.claim.text
    return Edits(
        parts=part_deeds.shown(uid),
        history=part_deeds.history(uid),
        seq=held.seq if held is not None else 0,
        turn=part_deeds.turn(uid),
        edited=lambda sent: _then(part_deeds.edited, uid, text, sent),
        take_up=lambda parts: _then(part_deeds.take_up, uid, parts),
    )


def _words(uid: str) -> BundleWords:
    parts = part_deeds.shown(uid)
    return BundleWords(
        kinds=dict(parts.kinds),
        coherent=dict(parts.coherent),
        say=lambda key, kind, coherent: _then(
            part_deeds.change, uid, with_word(part_deeds.shown(uid), key, kind=kind, coherent=coherent)
        ),
    )


def _then(deed: Callable[..., None], *values: Any) -> None:
    deed(*values)
    session.rerun("bundles")


def _another() -> None:
    """Another claim, on the same tab."""
    tab = session.address("tab")
    session.go(claim=session.value("bundles-claim"), **({"tab": tab} if tab else {}))


def _write(**values: str) -> None:
    session.write_address(**values)
    session.rerun("bundles")
