"""The decision per claim and answer: every reason on its own, what leads, and what is said instead of an answer."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from types import MappingProxyType

import pytest

from core.assessment import assess
from core.bundles.deciding import ClaimVerdict, decide_answer
from core.bundles.reasons import DecisionSettings
from core.bundles.signals import Signal
from core.bundles.types import Judge, PairJudgement
from core.conclusions import ALLOWS, Conclusion, ReasonCode, Sufficiency
from core.errors import InvalidParameter
from core.model import Answer, Citation, Claim, Dossier, Edge, Evidence, Judgement, Label, Source
from core.policy import Policy
from core.services.bundling import BundleOptions
from core.services.deciding import DecisionInputs, decision_of
from core.states import Dependence, EvidenceState, Relation, SourceKind, Stance
from core.verification.vocabulary import CheckStatus, Reason

CLAIM = "Backups are retained for 90 days."
TEXTS = [
    "Backups are retained for 90 days, says the policy of the data centre.",
    "According to the auditors, backups are retained for 90 days.",
    "The contract states that backups are retained for 90 days by the operator.",
    "In the operator's manual backups are retained for 90 days as well.",
]
SURE = Policy(increment=0.25, required=2.0)
"""Under which two independent sources are enough for a plain answer."""


def dossier(
    sources: int = 3,
    *,
    against: int = 0,
    state: EvidenceState = EvidenceState.SUPPORTED,
    edges: Iterable[Edge] = (),
    label: Dependence = Dependence.INDEPENDENT,
    kind: SourceKind = SourceKind.DOCUMENT,
    texts: list[str] | None = None,
) -> Dossier:
    names = [f"s{n}" for n in range(1, sources + 1)]
    contra = [f"r{n}" for n in range(1, against + 1)]
    words = texts or TEXTS
    return Dossier(
        claim=Claim("c1", CLAIM, "a1"),
        answer=Answer("a1", CLAIM, "How long?", "They are kept."),
        evidence=(
            *(
                Evidence(f"e-{name}", "c1", name, words[n % len(words)], state=state, rank=n)
                for n, name in enumerate(names)
            ),
            *(
                Evidence(f"e-{name}", "c1", name, f"Backups are retained for 30 days, notice {name}.", Stance.REFUTES)
                for name in contra
            ),
        ),
        sources=tuple(Source(name, name, kind, published_at="2020-01-01") for name in (*names, *contra)),
        edges=tuple(edges),
        citations=tuple(Citation(f"k-{name}", "c1", name, f"e-{name}") for name in names),
        labels=MappingProxyType({name: Label(label) for name in (*names, *contra)}),
        dataset="test",
    )


def partly_checked(established: int = 2, state: EvidenceState = EvidenceState.CITED) -> Dossier:
    """Three passages, of which the first so many stand in their source and were judged to support the claim."""
    given = dossier()
    evidence = (*given.evidence[:established], *(replace(e, state=state) for e in given.evidence[established:]))
    return replace(given, evidence=evidence)


def no_contradictions(sources: int = 3) -> BundleOptions:
    ids = [f"e-s{n}" for n in range(1, sources + 1)]
    pairs = [PairJudgement(a, b, 0.0, Judge.HUMAN, "ann") for n, a in enumerate(ids) for b in ids[n + 1 :]]
    return BundleOptions(pairs=tuple(pairs))


def verdict(
    given: Dossier, policy: Policy = SURE, inputs: DecisionInputs | None = None, options: BundleOptions | None = None
) -> ClaimVerdict:
    return decision_of(given, assess(given, policy), inputs, options or no_contradictions())


def codes(found: ClaimVerdict) -> set[ReasonCode]:
    return {ground.code for ground in found.grounds}


# A plain answer, and each thing that takes it away


def test_checked_judged_independent_evidence_is_answered_plainly() -> None:
    found = verdict(dossier())

    assert (Conclusion.ANSWER, (Sufficiency.SUFFICIENT,), (), None) == (
        found.decision,
        found.states,
        found.grounds,
        found.statement,
    )


@pytest.mark.parametrize(
    ("given", "code", "decision", "state"),
    [
        (dossier(0), ReasonCode.NOTHING_RETRIEVED, "abstain", "no_evidence"),
        (dossier(2, state=EvidenceState.RETRIEVED), ReasonCode.NOTHING_COUNTED, "abstain", "no_evidence"),
        (dossier(0, against=1), ReasonCode.ONLY_REFUTED, "abstain", "no_evidence"),
        (dossier(3, against=1), ReasonCode.CONFLICT, "qualify", "conflicting"),
        (dossier(1, against=3), ReasonCode.MORE_AGAINST, "abstain", "conflicting"),
        (dossier(3, label=Dependence.DEPENDENT), ReasonCode.NOTHING_INDEPENDENT, "abstain", "incomplete"),
        (dossier(1), ReasonCode.SINGLE_LINEAGE, "qualify", "incomplete"),
        (dossier(3, kind=SourceKind.MODEL_OUTPUT), ReasonCode.LOW_AUTHORITY, "qualify", "low_authority"),
        (dossier(3, state=EvidenceState.CITED), ReasonCode.NOTHING_CHECKED, "qualify", "incomplete"),
        (dossier(3, state=EvidenceState.CITED), ReasonCode.NOTHING_JUDGED, "qualify", "incomplete"),
        (dossier(3, state=EvidenceState.VERIFIED), ReasonCode.NOTHING_JUDGED, "qualify", "incomplete"),
        (dossier(3, texts=[""]), ReasonCode.TEXT_NOT_HELD, "qualify", "incomplete"),
        (
            dossier(3, texts=["The cafeteria opens at eight.", "Soup is served.", "Bread is free."]),
            ReasonCode.REFUSE_DENSITY,
            "abstain",
            "incomplete",
        ),
    ],
)
def test_each_lack_has_its_reason_its_limit_and_its_state(
    given: Dossier, code: ReasonCode, decision: str, state: str
) -> None:
    found = verdict(given)

    assert code in codes(found)
    assert decision == found.decision.value
    assert state in [held.value for held in found.states]


def test_ten_copies_of_one_origin_are_not_answered_plainly() -> None:
    copies = [Edge(f"s{n}", "s1", Relation.COPIED_FROM) for n in range(2, 11)]
    found = verdict(dossier(10, edges=copies), Policy(increment=0.4, required=1.0))

    assert Conclusion.QUALIFY is found.decision
    assert ReasonCode.SINGLE_LINEAGE in codes(found)


def test_a_policy_that_counts_every_stance_lets_nothing_against_a_claim_speak_for_it() -> None:
    given = dossier(1, against=3)
    flat, plain = (verdict(given, SURE.with_(stances=stances)) for stances in ("all", "supports"))

    assert plain.decision is flat.decision
    assert plain.grounds == flat.grounds


def test_two_sides_of_one_lineage_are_no_conflict_of_independent_sources() -> None:
    given = dossier(1, against=1, edges=[Edge("r1", "s1", Relation.COPIED_FROM)])
    found = verdict(given)

    assert ReasonCode.CONFLICT not in codes(found)
    assert ReasonCode.SAME_LINEAGE_BOTH_SIDES in codes(found)
    assert Sufficiency.CONFLICTING not in found.states


def test_judged_contradiction_between_lineages_is_a_conflict_without_any_stance() -> None:
    options = BundleOptions(pairs=(PairJudgement("e-s1", "e-s2", 0.9, Judge.LLM, "x", "m-1", "r-1"),))
    found = verdict(dossier(), options=options)

    assert ReasonCode.CONFLICT in codes(found)
    assert Sufficiency.CONFLICTING is found.leading


def test_a_model_that_says_they_do_not_contradict_is_overruled_by_a_person_who_says_they_do() -> None:
    options = BundleOptions(
        pairs=(
            PairJudgement("e-s1", "e-s2", 0.9, Judge.HUMAN, "ann"),
            PairJudgement("e-s1", "e-s2", 0.0, Judge.NLI, "x", "m-1", "r-1"),
        )
    )

    assert ReasonCode.CONFLICT in codes(verdict(dossier(), options=options))


# Checks


def checked(**statuses: tuple[CheckStatus, Reason | None]) -> DecisionInputs:
    return DecisionInputs(checks={name.replace("_", "-"): status for name, status in statuses.items()})


FAILED = (CheckStatus.NOT_FOUND, Reason.TEXT_MISMATCH)


def test_citations_that_all_fail_are_no_ground_for_an_answer() -> None:
    found = verdict(dossier(), inputs=checked(k_s1=FAILED, k_s2=FAILED, k_s3=FAILED))

    assert (Conclusion.ABSTAIN, True) == (found.decision, ReasonCode.NOT_GROUNDED in codes(found))


def test_one_failed_citation_qualifies_and_is_named() -> None:
    found = verdict(dossier(), inputs=checked(k_s1=FAILED))

    assert Conclusion.QUALIFY is found.decision
    assert [("1 of its 3 passages does not stand in its source: “s1”", ("e-s1",))] == [
        (ground.text, ground.items) for ground in found.grounds if ground.code is ReasonCode.PARTLY_GROUNDED
    ]


def test_sources_nobody_can_read_are_inaccessible_and_not_unsupported() -> None:
    locked = (CheckStatus.ERROR, Reason.PASSWORD_REQUIRED)
    found = verdict(dossier(), inputs=checked(k_s1=locked, k_s2=locked, k_s3=locked))

    assert (Conclusion.ABSTAIN, Sufficiency.INACCESSIBLE) == (found.decision, found.leading)


def test_stale_sources_lead_to_a_qualification() -> None:
    stale = (CheckStatus.STALE, Reason.STALE_FINGERPRINT)
    some = verdict(dossier(), inputs=checked(k_s1=stale))
    every = verdict(dossier(), inputs=checked(k_s1=stale, k_s2=stale, k_s3=stale))

    assert ReasonCode.PARTLY_STALE in codes(some)
    assert (Conclusion.QUALIFY, True) == (every.decision, Sufficiency.STALE in every.states)


def test_a_fingerprint_that_changed_is_stale_without_a_check() -> None:
    given = dossier()
    given = replace(
        given,
        sources=tuple(replace(source, fingerprint="sha256:" + "b" * 64) for source in given.sources),
        citations=tuple(replace(citation, expected_fingerprint="A" * 64) for citation in given.citations),
    )

    assert Sufficiency.STALE in verdict(given).states


def test_age_makes_a_source_stale_only_where_freshness_was_asked_for() -> None:
    asked = DecisionInputs(today=date(2026, 1, 1), fresh_days=365)

    assert Sufficiency.STALE in verdict(dossier(), inputs=asked).states
    assert Sufficiency.STALE not in verdict(dossier(), inputs=DecisionInputs(today=date(2026, 1, 1))).states


# What is established


@pytest.mark.parametrize("state", [EvidenceState.CITED, EvidenceState.VERIFIED])
def test_what_was_not_checked_or_judged_beside_enough_that_was_is_a_caveat(state: EvidenceState) -> None:
    found = verdict(partly_checked(2, state))

    assert (Conclusion.ANSWER_WITH_CAVEAT, (Sufficiency.SUFFICIENT,)) == (found.decision, found.states)
    assert ReasonCode.SUPPORT_NOT_JUDGED in codes(found)
    assert (state is EvidenceState.CITED) == (ReasonCode.NOT_CHECKED in codes(found))


def test_one_established_lineage_does_not_carry_those_that_nobody_checked() -> None:
    found = verdict(partly_checked(1))

    assert (Conclusion.QUALIFY, (Sufficiency.INCOMPLETE,)) == (found.decision, found.states)
    assert {ReasonCode.LITTLE_ESTABLISHED} == {g.code for g in found.grounds if g.allows is Conclusion.QUALIFY}


def test_checked_here_and_judged_there_is_established_nowhere() -> None:
    """The axes are held together passage by passage: a check of one says nothing of what another one means."""
    said = tuple(judgement(f"e-s{n}", "supported") for n in (2, 3))
    given = dossier(3, state=EvidenceState.CITED)
    checked_only = replace(given.evidence[0], state=EvidenceState.VERIFIED)
    given = replace(given, evidence=(checked_only, *given.evidence[1:]))
    found = verdict(given, inputs=DecisionInputs(judgements=said))

    assert (0, True) == (found.findings.established, ReasonCode.LITTLE_ESTABLISHED in codes(found))
    assert Conclusion.QUALIFY is found.decision


def test_words_found_in_a_text_that_only_came_with_the_data_are_not_grounded() -> None:
    """Such a check is grounded and promotes nothing: the passage stays cited."""
    grounded = (CheckStatus.GROUNDED, None)
    found = verdict(dossier(3, state=EvidenceState.CITED), inputs=checked(k_s1=grounded, k_s2=grounded, k_s3=grounded))

    assert ((), 3) == (found.findings.items.grounded, len(found.findings.items.unchecked))
    assert ReasonCode.NOTHING_CHECKED in codes(found)


def test_a_stale_source_is_not_established() -> None:
    given = dossier(2)
    old = replace(given.sources[0], published_at="2010-01-01")
    given = replace(given, sources=(old, *given.sources[1:]))
    found = verdict(given, inputs=DecisionInputs(today=date(2020, 6, 1), fresh_days=365))

    assert {ReasonCode.PARTLY_STALE, ReasonCode.LITTLE_ESTABLISHED} <= codes(found)


def test_a_models_output_is_no_second_lineage_to_answer_from() -> None:
    given = dossier(2)
    generated = replace(given.sources[1], kind=SourceKind.MODEL_OUTPUT)
    found = verdict(replace(given, sources=(given.sources[0], generated)))

    assert (Conclusion.QUALIFY, (Sufficiency.LOW_AUTHORITY,)) == (found.decision, found.states)
    assert ("e-s2",) == found.grounds[0].items


# Judgements and signals


def judgement(item: str, value: str, axis: str = "support", at: str = "2026-01-01") -> Judgement:
    return Judgement(f"j-{item}-{at}", "c1", axis, value, "ann", item, at=at)


def test_passages_judged_not_to_support_are_no_support() -> None:
    said = tuple(judgement(f"e-s{n}", "contradicted") for n in (1, 2, 3))
    found = verdict(dossier(), inputs=DecisionInputs(judgements=said))

    assert (Conclusion.ABSTAIN, True) == (found.decision, ReasonCode.NOT_SUPPORTED in codes(found))


def test_the_latest_judgement_of_a_passage_counts_and_other_axes_do_not() -> None:
    said = (
        judgement("e-s1", "contradicted", at="2026-01-01"),
        judgement("e-s1", "supported", at="2026-02-01"),
        judgement("e-s2", "unsupported", axis="relevance"),
    )

    assert Conclusion.ANSWER is verdict(dossier(), inputs=DecisionInputs(judgements=said)).decision


def test_a_judgement_on_another_claim_changes_nothing() -> None:
    said = (replace(judgement("e-s1", "contradicted"), claim_id="c2"),)

    assert Conclusion.ANSWER is verdict(dossier(), inputs=DecisionInputs(judgements=said)).decision


def test_sufficiency_and_the_generators_confidence_are_two_signals() -> None:
    low = Signal(0.2, 0.5, "dev set 3")
    context = verdict(dossier(), inputs=DecisionInputs(sufficiency=low, generator=Signal(0.9, 0.5)))
    unsure = verdict(dossier(), inputs=DecisionInputs(sufficiency=Signal(0.9, 0.5), generator=low))

    assert ({ReasonCode.CONTEXT_INSUFFICIENT}, (Sufficiency.INCOMPLETE,)) == (codes(context), context.states)
    assert ({ReasonCode.GENERATOR_UNCERTAIN}, (Sufficiency.GENERATOR_UNCERTAIN,)) == (codes(unsure), unsure.states)
    assert Conclusion.QUALIFY is context.decision is unsure.decision


def test_signals_come_with_the_judgements_of_a_file_and_the_latest_counts() -> None:
    said = (
        replace(judgement("", "0.9", "generator_confidence", "2026-01-01"), evidence_id=None),
        replace(judgement("", "0.2", "generator_confidence", "2026-02-01"), evidence_id=None, rubric="dev set 3"),
        replace(judgement("", "sufficient", "context_sufficiency"), evidence_id=None),
    )
    found = verdict(dossier(), inputs=DecisionInputs(judgements=said))

    assert {ReasonCode.GENERATOR_UNCERTAIN} == codes(found)
    assert (
        "the generator is sure of itself with 0.20 only, below its threshold of 0.50 (calibration: dev set 3)"
        == found.grounds[0].text
    )
    own = DecisionInputs(judgements=said, thresholds={"generator_confidence": 0.1})
    assert Conclusion.ANSWER is verdict(dossier(), inputs=own).decision


def test_a_signal_that_is_no_probability_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="generator_confidence must be a number in"):
        verdict(dossier(), inputs=DecisionInputs(judgements=(judgement("", "high", "generator_confidence"),)))
    with pytest.raises(InvalidParameter):
        Signal(1.2, 0.5)


@pytest.mark.parametrize("extra", [{"access": "denied"}, {"access": " Paywalled "}, {"accessible": False}])
def test_a_source_that_may_not_be_read_is_inaccessible_by_its_own_field(extra: dict[str, object]) -> None:
    given = dossier()
    given = replace(given, sources=tuple(replace(s, extra=MappingProxyType(extra)) for s in given.sources))
    found = verdict(given)

    assert (Conclusion.ABSTAIN, Sufficiency.INACCESSIBLE) == (found.decision, found.leading)


@pytest.mark.parametrize("authority", ["low", 0.3])
def test_a_source_that_the_data_call_of_low_authority_is(authority: object) -> None:
    given = dossier()
    fields = MappingProxyType({"authority": authority})
    given = replace(given, sources=tuple(replace(source, extra=fields) for source in given.sources))

    assert Sufficiency.LOW_AUTHORITY in verdict(given).states


@pytest.mark.parametrize(
    ("published", "stale"),
    [
        ("2025-12-01", False),
        ("2024-12-31T10:00:00+01:00", True),
        ("2025", False),
        ("2024", True),
        (None, True),
        ("May", True),
    ],
)
def test_where_age_is_asked_a_source_must_show_that_it_is_fresh(published: str | None, stale: bool) -> None:
    given = dossier()
    given = replace(given, sources=tuple(replace(source, published_at=published) for source in given.sources))
    found = verdict(given, inputs=DecisionInputs(today=date(2025, 12, 31), fresh_days=364))

    assert stale == (Sufficiency.STALE in found.states)


def test_unjudged_contradictions_are_a_caveat_and_never_a_refusal() -> None:
    found = verdict(dossier(), options=BundleOptions())

    assert (Conclusion.ANSWER_WITH_CAVEAT, {ReasonCode.CONTRADICTIONS_NOT_JUDGED}) == (found.decision, codes(found))


def test_passages_that_were_never_compared_with_each_other_get_no_plain_answer() -> None:
    """Each stands in a bundle of one: there is no pair to judge, and density stays open."""
    texts = ["Retained for 90 days: backups.", "After ninety days the operator's copies (backups), retained, go."]
    found = verdict(dossier(2, texts=texts), options=BundleOptions(profile="paper-0.65"))
    assert found.findings.leading is not None

    assert 1 == len(found.findings.leading.passages)
    assert (Conclusion.ANSWER_WITH_CAVEAT, {ReasonCode.DENSITY_CAVEAT}) == (found.decision, codes(found))


def test_a_bundle_of_passages_that_do_not_count_says_nothing_for_the_claim() -> None:
    given = dossier(3, texts=[""])
    neutral = tuple(Evidence(f"n{n}", "c1", f"s{n}", text, Stance.NEUTRAL) for n, text in enumerate(TEXTS[:2], 1))
    found = verdict(replace(given, evidence=(*given.evidence, *neutral)))

    assert found.findings.leading is None
    assert ReasonCode.TEXT_NOT_HELD in codes(found)
    assert 0.0 == found.findings.coverage.value


# Order, words, answers


def test_states_are_eight_and_the_gravest_leads() -> None:
    found = verdict(dossier(2, against=2, state=EvidenceState.CITED))

    assert 8 == len(Sufficiency)
    assert sorted(found.states, key=lambda state: state.gravity) == list(found.states)
    assert Sufficiency.CONFLICTING is found.leading


def test_every_reason_has_a_limit_and_no_reason_allows_more_than_a_caveat() -> None:
    assert set(ReasonCode) == set(ALLOWS)
    assert Conclusion.ANSWER not in {allowed for allowed, _ in ALLOWS.values()}


def test_only_a_caveat_stands_for_no_state_so_that_sufficient_is_said_where_a_claim_may_be_answered() -> None:
    assert {Conclusion.ANSWER_WITH_CAVEAT} == {allowed for allowed, state in ALLOWS.values() if state is None}
    assert Conclusion.ANSWER_WITH_CAVEAT not in {allowed for allowed, state in ALLOWS.values() if state is not None}


def test_an_abstention_says_what_is_supported_what_is_missing_and_what_would_be_assumed() -> None:
    given = dossier(1, texts=["Backups are retained somewhere."])
    found = verdict(given, Policy())
    assert found.statement is not None

    assert ("“s1” was judged to support it", "“Backups” and “retained” word for word in “s1”") == (
        found.statement.supports
    )
    assert "a passage on “90 days”" in found.statement.missing
    assert "that the lineage it rests on is right" in found.statement.assumptions
    assert found.statement.text.startswith("The sources do not allow an answer.\nWhat they support: ")


def test_every_reason_says_what_is_missing_and_what_would_be_assumed() -> None:
    from core.bundles import abstention

    assert set(ReasonCode) == set(abstention._ASSUMPTIONS) == set(abstention._MISSING)


def test_an_answer_is_as_careful_as_its_claims_and_keeps_draft_and_correction() -> None:
    answer = Answer("a1", "the draft", corrected_text="the correction")
    good, bad = verdict(dossier()), verdict(dossier(0))
    found = decide_answer(answer, [good, replace(bad, claim_id="c2")])

    assert (Conclusion.QUALIFY, ("c2",), "the draft", "the correction") == (
        found.decision,
        found.leave_out,
        found.draft,
        found.corrected,
    )
    assert Sufficiency.SUFFICIENT not in found.states


@pytest.mark.parametrize(
    ("claims", "decision"),
    [
        ([], Conclusion.ABSTAIN),
        ([dossier(0)], Conclusion.ABSTAIN),
        ([dossier()], Conclusion.ANSWER),
        ([dossier(), partly_checked()], Conclusion.ANSWER_WITH_CAVEAT),
        ([dossier(), dossier(1)], Conclusion.QUALIFY),
    ],
)
def test_the_decision_on_an_answer_follows_from_its_claims(claims: list[Dossier], decision: Conclusion) -> None:
    assert decision is decide_answer(Answer("a1", "x"), [verdict(given) for given in claims]).decision


@pytest.mark.parametrize("changes", [{"lineages": 0}, {"lineages": True}, {"complete_from": 1.5}])
def test_settings_outside_their_domain_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(InvalidParameter):
        DecisionSettings(**changes)  # type: ignore[arg-type]
