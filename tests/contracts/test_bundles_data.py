"""Bundles and decisions on other people's data, where it lies beside the checkout; see the README of each folder."""

import statistics
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from benchmarks import decisions
from benchmarks.decisions import BOLD, DATA, decided, dossier, grounded
from core.assessment import assess
from core.bundles.gates import Gate
from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.policy import Policy
from core.services.bundling import bundles_of, choose_evidence
from core.states import Decision, Dependence, Stance


def needs(folder: str) -> pytest.MarkDecorator:
    """A visible skip where a folder of the data is not there."""
    return pytest.mark.skipif(not (DATA / folder).is_dir(), reason=f"{folder} is not beside this checkout")


@needs("ramdocs")
def test_documents_that_give_another_answer_surface_as_a_conflict() -> None:
    """Documents that are right, and documents that repeat a wrong answer."""
    found = [decided(given, Policy()) for given in decisions.disputed()]

    assert 90 <= len(found)
    assert all(verdict.leading is Sufficiency.CONFLICTING for verdict in found)
    assert {Conclusion.QUALIFY, Conclusion.ABSTAIN} >= {verdict.decision for verdict in found}


@needs("ramdocs")
def test_a_claim_that_one_lineage_of_misinformation_supports_is_never_answered_plainly() -> None:
    """A wrong answer with nothing but copies of one document."""
    given = list(decisions.repeated_misinformation())
    found = [decided(one, BOLD) for one in given]

    assert 80 <= len(found)
    # The figures alone would answer every one of them.
    assert {Decision.ANSWER} == {assess(one, BOLD).decision for one in given}
    assert {Conclusion.QUALIFY} == {verdict.decision for verdict in found}
    assert all(ReasonCode.SINGLE_LINEAGE in {g.code for g in verdict.grounds} for verdict in found)


@needs("ramdocs")
def test_both_sides_of_a_conflict_are_chosen_and_stand_next_to_each_other() -> None:
    """Right and wrong under one budget."""
    for given in list(decisions.disputed())[:20]:
        found = choose_evidence(bundles_of(given, assess(given, Policy())), 4_000)
        tree = ElementTree.fromstring(found.package.text)
        conflict = tree.find("conflict")

        assert conflict is not None
        assert {"supports", "refutes"} == {child.get("stance") for child in conflict}


@needs("fever_symmetric")
def test_a_claim_with_a_sentence_on_either_side_is_conflicting_whatever_its_confidence() -> None:
    """One claim, one sentence for it and one against it."""
    found = [decided(given, BOLD) for given in decisions.two_sided()]

    assert 200 == len(found)
    assert {Sufficiency.CONFLICTING} == {verdict.leading for verdict in found}
    assert not {Conclusion.ANSWER, Conclusion.ANSWER_WITH_CAVEAT} & {verdict.decision for verdict in found}


@needs("fever_symmetric")
def test_cosine_does_not_see_the_contradiction_and_density_says_so() -> None:
    """Twins that support and refute one claim are close; only stances make consistency 0."""
    cohesive = []
    for given in decisions.two_sided()[:100]:
        for bundle in bundles_of(given, assess(given, BOLD)).construction.bundles:
            if bundle.cohesion.value is not None:
                cohesive.append(bundle.cohesion.value)
                assert 0.0 == bundle.density.consistency.figure.value

    assert statistics.median(cohesive) > 0.5


def leading(claim: str, text: str) -> Any:
    given = dossier(claim, [(text, Stance.SUPPORTS)])
    return bundles_of(given, assess(given, Policy())).construction.bundles[0]


@needs("clapnq")
def test_the_sentences_that_ground_an_answer_cover_it_and_those_of_another_question_are_refused() -> None:
    """Answers with the sentences that ground them."""
    own, foreign = [], []
    for answer, grounds, other in grounded():
        own.append(leading(answer, grounds))
        foreign.append(leading(answer, other))

    assert 120 == len(own)
    assert 0.95 <= statistics.mean(bundle.density.coverage.value for bundle in own)
    assert statistics.mean(bundle.density.coverage.value for bundle in foreign) <= 0.10
    assert not [bundle for bundle in own if bundle.gates.verdict is Gate.REFUSE_DENSITY]
    assert all(bundle.gates.verdict is Gate.REFUSE_DENSITY for bundle in foreign)


@needs("clapnq")
def test_one_passage_never_gets_a_plain_answer_however_well_it_fits() -> None:
    """One passage each."""
    for answer, grounds, _ in list(grounded())[:40]:
        given = dossier(answer, [(grounds, Stance.SUPPORTS)], s1=Dependence.INDEPENDENT)

        assert Conclusion.ANSWER is not decided(given, BOLD).decision


@pytest.mark.parametrize(
    ("folder", "least"),
    [
        pytest.param("attribution_hagrid", 0.78, marks=needs("attribution_hagrid")),
        pytest.param("attribution_gensearch", 0.68, marks=needs("attribution_gensearch")),
        pytest.param("attribution_expertqa", 0.57, marks=needs("attribution_expertqa")),
        pytest.param("attribution_attributedqa", 0.55, marks=needs("attribution_attributedqa")),
    ],
)
def test_lexical_coverage_agrees_with_people_better_than_chance_and_is_no_judgement(folder: str, least: float) -> None:
    """Whether a cited passage supports a claim, by people."""
    judged = decisions.judged(folder)
    good = [value for value, supported in judged if supported]
    bad = [value for value, supported in judged if not supported]
    area = sum((g > b) + (g == b) / 2 for g in good for b in bad) / (len(good) * len(bad))

    # Far from 1: this is why drafted coverage only ever holds an answer back.
    assert least <= area <= 0.9


@needs("attribution_hagrid")
def test_chosen_evidence_of_real_answers_keeps_its_budget_and_its_package_is_well_formed() -> None:
    """Passages of real answers."""
    checked = 0
    for row in decisions.records("attribution_hagrid", "hagrid_a.jsonl"):
        if len(row["references"]) < 2:
            continue
        given = dossier(row["claim"], [(text, Stance.SUPPORTS) for text in row["references"]])
        found = choose_evidence(bundles_of(given, assess(given, Policy())), 200)
        tree = ElementTree.fromstring(found.package.text)

        assert found.choice.tokens <= 200
        assert found.choice.exact == (len(row["references"]) <= 20)
        assert sorted(chosen.id for chosen in found.choice.chosen) == sorted(found.package.order)
        assert len(found.choice.chosen) == len(list(tree.iter("evidence")))
        checked += 1

    assert 60 <= checked
