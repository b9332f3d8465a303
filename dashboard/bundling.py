"""The page of bundles: which claim, how its bundles are made, and what follows from them."""

import streamlit as st

from dashboard import bundle_asking, caching, session
from dashboard.bundle_asking import Asked
from dashboard.bundle_words import CALIBRATED, EMBEDDER, LIMIT, LINKAGE, OWN_CURVE, OWN_LIMITS, PAPER
from dashboard.components import failure
from dashboard.components.bundle_choice import bundle_choice
from dashboard.components.bundle_facets import bundle_facets
from dashboard.components.bundle_list import bundle_list, rank_of
from dashboard.components.verdict import verdict_band, verdict_in_full
from dashboard.viewmodels.bundles import Made
from dashboard.viewmodels.tables import cut
from dashboard.viewmodels.verdict import VerdictView, verdict_view

TABS = ("Bundles", "Facets", "Chosen evidence", "Decision")
FOUND = 20
"""Claims the menu offers for a search."""


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
    """The settings, as a row; they touch nothing that is stored."""
    embedder, limit, linkage = st.columns((2, 2, 2), gap="small")
    with embedder:
        name = st.selectbox("Embedder", list(EMBEDDER), format_func=EMBEDDER.__getitem__, key="bundles-embedder")
    with limit:
        held = st.selectbox(
            "Cohesion held against", [CALIBRATED, PAPER], format_func=LIMIT.__getitem__, key="bundles-limit"
        )
    with linkage:
        joined = st.selectbox("Clusters by", list(LINKAGE), format_func=LINKAGE.__getitem__, key="bundles-linkage")
    return Asked(
        embedder=name,
        paper=held == PAPER,
        linkage=joined,
        facets=session.value(f"facets|{uid}"),
        by=session.reviewer() or "",
        curve=session.value(OWN_CURVE),
        limits=tuple(sorted(session.value(OWN_LIMITS, {}).items())),
    )


@st.fragment(key="bundles")
def bundles(uid: str) -> None:
    """Settings, decision, and the parts of the page; only the open one is made."""
    asked = how(uid)
    with failure.shown():
        with st.spinner("Grouping the passages"):
            made = bundle_asking.bundles(uid, asked)
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
                bundle_list(made, rank, lambda row: _write(bundle=row))
        if facets.open:
            with facets:
                bundle_facets(made, uid, edited=asked.facets is not None, use=lambda found: _use(uid, found))
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


def in_short(uid: str) -> tuple[Made, VerdictView]:
    """The bundles of a claim and the decision that follows, as they are made where nobody set anything."""
    usual = Asked()
    return bundle_asking.bundles(uid, usual), verdict_view(bundle_asking.decision(uid, usual))


def _another() -> None:
    """Another claim, on the same tab."""
    tab = session.address("tab")
    session.go(claim=session.value("bundles-claim"), **({"tab": tab} if tab else {}))


def _write(**values: str) -> None:
    session.write_address(**values)
    session.rerun("bundles")


def _use(uid: str, facets: tuple[str, ...] | None) -> None:
    session.keep(f"facets|{uid}", facets)
    session.keep("facets-turn", int(session.value("facets-turn", 0)) + 1)
    session.rerun("bundles")
