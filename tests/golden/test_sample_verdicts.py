"""The sample data show every state and every conclusion, each claim for the reasons its note gives."""

import json

import pytest

import sample_data
from core import services
from core.bundles.deciding import AnswerVerdict, ClaimVerdict
from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.services.stored_decisions import answer_decision, claim_decision

EXPECTED = json.loads(sample_data.expectations().read_text("utf-8"))["datasets"]
CLAIMS = [(dataset, claim) for dataset in sample_data.CASES for claim in EXPECTED[dataset]["claims"]]
LEVY = "harbour-levy"


@pytest.fixture(scope="module")
def demo(shared_store: services.Workspace) -> services.Workspace:
    """The demonstration."""
    return shared_store


@pytest.fixture(scope="module")
def verdicts(demo: services.Workspace) -> dict[tuple[str, str], ClaimVerdict]:
    """What the rule says of every claim."""
    return {(dataset, claim): claim_decision(demo, f"{dataset}:{claim}") for dataset, claim in CLAIMS}


@pytest.fixture(scope="module")
def answer(demo: services.Workspace) -> AnswerVerdict:
    """What the rule says of the answer that shows all states."""
    return answer_decision(demo, f"{LEVY}:levy")


@pytest.mark.parametrize(("dataset", "claim"), CLAIMS)
def test_a_claim_yields_its_conclusion_its_states_and_its_reasons(
    verdicts: dict[tuple[str, str], ClaimVerdict], dataset: str, claim: str
) -> None:
    found = verdicts[dataset, claim]

    assert EXPECTED[dataset]["claims"][claim]["verdict"] == {
        "conclusion": found.decision.value,
        "states": [state.value for state in found.states],
        "codes": [ground.code.value for ground in found.grounds],
    }


def test_every_state_leads_and_every_conclusion_is_drawn_in_one_answer(answer: AnswerVerdict) -> None:
    assert set(Sufficiency) == {claim.leading for claim in answer.claims}
    assert set(Conclusion) == {claim.decision for claim in answer.claims}


def levy(verdicts: dict[tuple[str, str], ClaimVerdict], claim: str) -> tuple[str, str, set[str], str]:
    found = verdicts[LEVY, claim]
    text = found.statement.text if found.statement is not None else ""
    return found.decision.value, found.leading.value, {ground.code.value for ground in found.grounds}, text


def test_a_perfect_claim_is_answered_and_nothing_is_said_beside_it(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    found = verdicts[LEVY, "levy-agreed"]

    assert ("answer", "sufficient", set(), "") == levy(verdicts, "levy-agreed")
    assert (3, 3, 3) == (
        len(found.findings.items.grounded),
        len(found.findings.items.supported),
        found.findings.established,
    )


def test_a_claim_whose_numbers_differ_from_its_evidence_is_not_answered_however_sure_the_figures_are(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    decision, leading, codes, text = levy(verdicts, "brings-in")
    found = verdicts[LEVY, "brings-in"].findings

    assert ("abstain", "incomplete", True) == (decision, leading, "not_supported" in codes)
    assert 2 == len(found.items.grounded)
    assert found.held >= 0.6
    assert "What is missing: a passage on “2.4 million”; a passage that means what it says." in text


def test_a_claim_with_all_evidence_from_one_lineage_is_qualified(verdicts: dict[tuple[str, str], ClaimVerdict]) -> None:
    decision, leading, codes, text = levy(verdicts, "sunday-sailing")

    assert ("qualify", "incomplete", True) == (decision, leading, "single_lineage" in codes)
    assert "a further independent lineage" in text
    assert "that the lineage it rests on is right" in text


def test_a_stale_claim_is_qualified_and_says_what_would_be_assumed(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    decision, leading, codes, text = levy(verdicts, "berth-depth")

    assert ("qualify", "stale", True) == (decision, leading, "stale" in codes)
    assert "that the sources still say what they said when they were cited" in text


def test_a_claim_without_access_is_not_answered_and_not_called_unsupported(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    decision, leading, codes, text = levy(verdicts, "reserve-fund")

    assert ("abstain", "inaccessible", True) == (decision, leading, "inaccessible" in codes)
    assert not {"not_supported", "not_grounded"} & codes
    assert "What is missing: a source that can be read" in text


def test_a_complete_but_two_sided_claim_is_qualified_as_conflicting_and_as_nothing_else(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    found = verdicts[LEVY, "lorries-fell"]

    assert (Conclusion.QUALIFY, (Sufficiency.CONFLICTING,)) == (found.decision, found.states)
    assert (1.0, 2, 2) == (
        found.findings.coverage.value,
        found.findings.established,
        found.findings.lineages_against,
    )
    assert "independent lineages disagree: 2 for it, 2 against it" == found.grounds[0].text


def test_a_sure_lineage_of_models_and_an_unsure_generator_lead_by_themselves(
    verdicts: dict[tuple[str, str], ClaimVerdict],
) -> None:
    assert (Sufficiency.LOW_AUTHORITY,) == verdicts[LEVY, "lowest-on-the-coast"].states
    assert (Sufficiency.GENERATOR_UNCERTAIN,) == verdicts[LEVY, "under-16"].states
    assert {ReasonCode.GENERATOR_UNCERTAIN} == {ground.code for ground in verdicts[LEVY, "under-16"].grounds}


def test_the_answer_is_as_careful_as_its_claims_and_keeps_draft_and_correction(answer: AnswerVerdict) -> None:
    assert (Conclusion.QUALIFY, Sufficiency.NO_EVIDENCE) == (answer.decision, answer.states[0])
    assert {"brings-in", "reserve-fund", "freight-2028"} == set(answer.leave_out)
    assert "£2.4 million" in answer.draft
    assert answer.corrected is not None and "£1.4 million" in answer.corrected
