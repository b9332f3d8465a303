"""The decision at the head of a claim, where it is soon made; else the way to it."""

from core.errors import HeadwaterError
from core.results import ClaimFile
from dashboard import bundling
from dashboard.components.claim_head import claim_head, decided, elsewhere, undecided
from dashboard.viewmodels.claim import ClaimView

SOON = 60
"""Passages up to which a decision keeps nobody waiting."""


def head(file: ClaimFile, view: ClaimView) -> None:
    """Draw the head of a claim."""
    claim_head(view)
    if len(file.dossier.evidence) > SOON:
        elsewhere(view)
        return
    try:
        _, verdict = bundling.in_short(file.uid)
    except HeadwaterError as error:
        undecided(view, str(error))
    else:
        decided(view, verdict)
