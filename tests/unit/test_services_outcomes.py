"""Outcomes of claims: recorded by people, kept apart from every other axis, and what fits and curves make of them."""

from dataclasses import replace

import pytest

import sample_data
from core import services
from core.bundles.calibrate_risk import TooFewOutcomes
from core.bundles.risk import RiskSettings
from core.conclusions import Conclusion
from core.errors import InvalidInput, PermissionDenied, UnknownId
from core.services.outcomes import JudgedClaim, JudgedStore
from core.services.workspace import Workspace

PACKAGE = next(path for path in sample_data.packages() if path.stem == "citation-circle")
UID = "citation-circle:founded-1764"
OTHER = "citation-circle:procession-1811"


@pytest.fixture
def workspace(empty_store: Workspace) -> Workspace:
    services.import_file(empty_store, PACKAGE.read_bytes(), PACKAGE.name, by="ann")
    return empty_store


def judged(density: float, wrong: bool, number: int, **changes: object) -> JudgedClaim:
    values: dict[str, object] = {
        "uid": f"d:{number}",
        "text": "",
        "wrong": wrong,
        "answered": None,
        "conclusion": Conclusion.ANSWER,
        "density": density,
        "risk": 1.0 - density,
        "aware": density,
        "naive": 0.9,
        "precision": None,
    }
    return JudgedClaim(**{**values, **changes})  # type: ignore[arg-type]


GOLDEN = tuple(
    judged(band / 10, hit < wrong, 100 * band + hit)
    for band, wrong in enumerate((18, 10, 8, 5, 3, 2, 1, 1), 1)
    for hit in range(50)
)


def test_an_outcome_is_on_record_with_who_and_why(workspace: Workspace) -> None:
    said = services.record_outcome(workspace, UID, wrong=True, by="ann", reason="the charter is of 1774")

    assert (UID, True, "ann", "the charter is of 1774", None) == (
        said.uid, said.wrong, said.by, said.reason, said.answered
    )  # fmt: skip
    assert (said,) == services.outcomes(workspace) == services.claim_outcomes(workspace, UID)
    assert (said,) == services.outcomes(workspace, "citation-circle")
    assert () == services.outcomes(workspace, "elsewhere")
    assert "meaning judged" == workspace.store.audit_events(1)[0].action


def test_the_newest_word_of_each_person_counts_and_can_be_taken_back(workspace: Workspace) -> None:
    services.record_outcome(workspace, UID, wrong=True, by="ann")
    services.record_outcome(workspace, UID, wrong=False, by="bea")
    services.record_outcome(workspace, UID, wrong=False, by="ann")
    assert [("ann", False), ("bea", False)] == [(one.by, one.wrong) for one in services.outcomes(workspace)]

    services.record_outcome(workspace, UID, wrong=None, by="ann", reason="wrong claim")
    assert ["bea"] == [one.by for one in services.outcomes(workspace)]
    with pytest.raises(InvalidInput, match="no word on this claim"):
        services.record_outcome(workspace, UID, wrong=None, by="ann")
    with pytest.raises(UnknownId):
        services.record_outcome(workspace, "citation-circle:none", wrong=True, by="ann")


def test_an_outcome_moves_no_state_no_figure_and_no_decision(workspace: Workspace) -> None:
    before = services.claim_decision(workspace, UID)
    summary, dossier = workspace.store.summary(UID), workspace.store.dossier(UID)
    services.record_outcome(workspace, UID, wrong=True, by="ann")

    assert before == services.claim_decision(workspace, UID)
    assert replace(summary, verdict=None) == replace(workspace.store.summary(UID), verdict=None)
    assert dossier == workspace.store.dossier(UID)
    assert 0 == services.citation_quality(workspace, claim_uid=UID).judged


def test_a_reader_records_no_outcome(workspace: Workspace) -> None:
    team = replace(workspace, team=True)
    with pytest.raises(PermissionDenied, match="may not record an outcome"):
        services.record_outcome(team, UID, wrong=True, by="rob")


def test_judged_claims_stand_with_their_figures_and_disputes_are_left_out(workspace: Workspace) -> None:
    services.record_outcome(workspace, UID, wrong=False, by="ann")
    services.record_outcome(workspace, OTHER, wrong=True, by="ann")
    found = services.judged_claims(workspace)

    verdict = services.claim_decision(workspace, UID)
    (first, second) = found.claims
    assert ((UID, False), (OTHER, True)) == ((first.uid, first.wrong), (second.uid, second.wrong))
    assert verdict.findings.leading is not None
    assert (verdict.findings.leading.density.range.low, verdict.findings.aware, verdict.decision) == (
        first.density,
        first.aware,
        first.conclusion,
    )
    assert first.density is not None and first.risk is not None
    assert 0.47 * 2.718281828459045 ** (-4.12 * first.density) == pytest.approx(first.risk)

    services.record_outcome(workspace, OTHER, wrong=False, by="bea")
    found = services.judged_claims(workspace)
    assert ([UID], (OTHER,)) == ([claim.uid for claim in found.claims], found.disputed)
    assert ("1 claims are left out: people differ on how they turned out.",) == found.notes


def test_measuring_can_be_stopped_and_what_was_measured_stays(workspace: Workspace) -> None:
    services.record_outcome(workspace, UID, wrong=False, by="ann")
    services.record_outcome(workspace, OTHER, wrong=True, by="ann")
    found = services.judged_claims(workspace, progress=lambda done, of: done < 1)

    assert (1, 2, False) == (len(found.claims), found.known, found.complete)
    assert "Stopped: 1 of 2 claims were measured." in found.notes


def test_a_fit_of_the_store_is_that_of_its_outcomes(workspace: Workspace) -> None:
    fit = services.risk_of_store(workspace, judged=JudgedStore(GOLDEN, (), len(GOLDEN)))

    assert (400, 48) == (fit.outcomes, fit.hallucinations)
    assert (0.5404, 4.3518) == (pytest.approx(fit.base, abs=2e-4), pytest.approx(fit.decay, abs=2e-3))


def test_a_fit_of_the_store_says_what_is_not_in_it(workspace: Workspace) -> None:
    unmeasured = replace(judged(0.1, True, 1), density=None, risk=None)
    more = (unmeasured, judged(0.1, True, 2, answered=False))
    notes = services.risk_of_store(workspace, judged=JudgedStore((*GOLDEN, *more), ("d:x",), 403)).notes

    assert {
        "1 claims are left out: people differ on how they turned out.",
        "Stopped: 402 of 403 claims were measured.",
        "1 claims have no density, because no text that counts for them is held.",
        "1 of them had been held back when their outcome was recorded.",
    } < set(notes)


def test_too_few_outcomes_are_refused_with_their_number(workspace: Workspace) -> None:
    services.record_outcome(workspace, UID, wrong=True, by="ann")

    with pytest.raises(TooFewOutcomes, match="1 outcomes with 1 hallucinations; needed are 300"):
        services.risk_of_store(workspace)
    with pytest.raises(TooFewOutcomes, match="0 bundles"):
        services.cohesion_of_store(workspace)
    curves = services.coverage_of_store(workspace)
    assert {"density", "risk", "aware", "naive"} <= {curve.signal for curve in curves}
    assert any("too few" in note for note in curves[0].notes)


def test_without_outcomes_there_is_no_curve(workspace: Workspace) -> None:
    with pytest.raises(InvalidInput, match="no outcome is known in this store"):
        services.coverage_of_store(workspace)


def test_curves_of_the_store_order_by_trust_and_take_the_harm_in_force(workspace: Workspace) -> None:
    store = JudgedStore(GOLDEN, (), len(GOLDEN))
    curves = {curve.signal: curve for curve in services.coverage_of_store(workspace, judged=store)}

    assert {"density", "risk", "aware", "naive"} == set(curves)
    assert curves["density"].area == pytest.approx(curves["risk"].area)
    assert 0.12 == pytest.approx(curves["naive"].area)
    assert curves["density"].area < curves["naive"].area
    # With 10 for a right, 50 for a wrong and 1 for no answer, what is wrong in more than 15 of 100 is held back.
    assert (250, 12, 114) == (
        curves["density"].chosen.answered,
        curves["density"].chosen.false_answers,
        curves["density"].chosen.needless_abstentions,
    )
    free = services.coverage_of_store(workspace, harm=RiskSettings(wrong=0.0, refusal=0.0), judged=store)
    assert {400} == {curve.chosen.answered for curve in free}


def test_false_answers_and_needless_abstentions_of_the_rule_are_counted_apart() -> None:
    held = Conclusion.ABSTAIN
    claims = (
        judged(0.5, True, 1),
        judged(0.5, True, 2, conclusion=Conclusion.QUALIFY),
        judged(0.5, True, 3, conclusion=held),
        judged(0.5, False, 4, conclusion=held),
        judged(0.5, False, 5),
    )
    found = JudgedStore(claims, (), 5)
    assert (2, 1) == (found.false_answers, found.needless_abstentions)


def test_bundles_that_people_called_coherent_or_not_calibrate_their_embedder(workspace: Workspace) -> None:
    made = services.claim_bundles(workspace, UID)
    ids = [passage.id for passage in made.passages]
    pairs = {
        services.bundle_key((left, right)): number % 2 == 0
        for number, (left, right) in enumerate((a, b) for a in ids for b in ids if a < b)
    }
    services.state_facets(workspace, UID, facets=None, coherent={**pairs, "gone gone2": True}, by="ann", expected=None)

    fit = services.cohesion_of_store(workspace)
    assert (len(pairs), sum(pairs.values()), 1) == (fit.bundles, fit.coherent, fit.groups)
    assert "hashed-ngrams-v1" == fit.embedder
    assert "1 bundles are left out: their passages are gone or too few to compare." in fit.notes
