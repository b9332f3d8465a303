"""The decision at the head of a claim: at once where it is soon made, else on the page of bundles."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import HeadwaterError
from core.results import ClaimFile
from dashboard import bundling
from dashboard.components.claim_head import claim_head, decided, sentence_alone, undecided
from dashboard.viewmodels.claim import ClaimView

SOON = 60
"""Passages up to which the decision is made before the rest of the page is drawn."""


@contextmanager
def head(file: ClaimFile, view: ClaimView) -> Iterator[None]:
    """Draw the head of a claim; around whatever else its page draws."""
    place = claim_head(view)

    def decide() -> None:
        try:
            _, verdict = bundling.in_short(file.uid)
        except HeadwaterError as error:
            undecided(place, view, str(error))
        else:
            decided(place, view, verdict)

    soon = len(file.dossier.evidence) <= SOON
    if soon:
        decide()
    else:
        sentence_alone(place, view)
    yield
