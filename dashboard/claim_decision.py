"""The decision at the head of a claim: made where that is soon done, else the one that is kept, or a way to have it."""

import streamlit as st

from core import services
from core.errors import HeadwaterError
from core.results import ClaimFile
from dashboard import bundling, caching, session
from dashboard.components import failure
from dashboard.components.claim_head import claim_head, decided, open_decision, undecided
from dashboard.viewmodels.claim import ClaimView
from dashboard.viewmodels.verdict import VerdictInShort, kept_view


def head(file: ClaimFile, view: ClaimView) -> None:
    """Draw the head of a claim."""
    claim_head(view)
    passages = len(file.dossier.evidence)
    try:
        verdict = _kept(file.uid) if passages > bundling.SOON else bundling.in_short(file.uid)[1]
    except HeadwaterError as error:
        undecided(view, str(error))
        return
    if verdict is not None:
        decided(view, verdict)
    elif open_decision(view, passages):
        with failure.shown(), st.spinner("Making the decision"):
            _decide(file.uid)
            session.rerun_page()


def _kept(uid: str) -> VerdictInShort | None:
    kept = services.kept_verdict(caching.workspace(), uid)
    return None if kept is None else kept_view(kept)


def _decide(uid: str) -> None:
    """Make the decision and keep it; where lists leave the claim undecided, say why."""
    if not services.decide_stored(caching.workspace(), [uid]):
        services.claim_decision(caching.workspace(), uid)
