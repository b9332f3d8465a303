"""What overlap explains of a claim."""

from dataclasses import replace

import pytest

from core.assessment import assess
from core.policy import Policy
from core.results import ClaimFile
from core.services.overlap import overlap, studies_of
from core.states import Dependence, SourceKind
from core.testing import claim_with

REVIEWS = claim_with(
    ["r1", "r2", "trial", "news"],
    edges=[("r1", "trial"), ("r1", "other"), ("r2", "other"), ("r2", "report"), ("report", "registered")],
    labels={"trial": Dependence.INDEPENDENT},
    kinds={name: SourceKind.STUDY for name in ("trial", "other", "report", "registered")},
)


def file_of(dossier):  # type: ignore[no-untyped-def]
    policy = Policy()
    return ClaimFile("test:c", dossier, assess(dossier, policy), policy, policy, None, None)


def test_a_review_rests_on_the_primary_studies_it_leads_to() -> None:
    assert {
        "r1": frozenset({"trial", "other"}),
        "r2": frozenset({"other", "registered"}),
        "news": frozenset(),
    } == studies_of(REVIEWS)


def test_a_claim_says_how_far_its_reviews_overlap() -> None:
    found = overlap(file_of(REVIEWS))

    assert pytest.approx(1 / 3) == found.area.value
    assert ("other",) == found.area.pairs[0].shared
    assert "r1" == found.titles["r1"]


def test_the_effective_size_is_of_the_weights_that_count() -> None:
    found = overlap(file_of(claim_with(["a", "b"], labels={"a": 1.0, "b": 0.5})))

    assert 2 == found.items
    assert pytest.approx(1.5**2 / 1.25) == found.size.value


def test_a_claim_without_evidence_has_neither_and_says_why() -> None:
    found = overlap(file_of(replace(REVIEWS, evidence=())))

    assert found.area.value is None
    assert found.size.value is None
    assert found.area.reason
    assert found.size.reason
