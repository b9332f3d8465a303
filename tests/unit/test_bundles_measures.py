"""The published figures of bundles and risk, to the printed digits, and where the article's definitions do not hold."""

import math

import numpy as np
import pytest

from core.bundles.calibrations import PAPER_PROFILE, SHIPPED, cohesion_limit
from core.bundles.density import (
    Consistency,
    cohesion,
    completeness,
    consistency,
    coverage,
    density,
    mean_to_rest,
    stance_judgements,
)
from core.bundles.gates import CohesionLimit, Gate, Gates, gates
from core.bundles.risk import (
    RiskSettings,
    answer_utility,
    density_threshold,
    design_effect,
    effective_passages,
    hallucination_rate,
    paper_cohesion_threshold,
    risk_threshold,
)
from core.bundles.types import Facet, Judge, Mark, PairJudgement, Touch
from core.errors import InvalidParameter
from core.figures import Figure, Interval

PAPER = RiskSettings()
NO_LIMIT = CohesionLimit(None, "uncalibrated")


def at(*degrees: float) -> np.ndarray:
    turned = np.radians(degrees)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


def judged(left: str, right: str, value: float, kind: Judge = Judge.HUMAN, when: str | None = None) -> PairJudgement:
    return PairJudgement(left, right, value, kind, "judge", None if kind is Judge.HUMAN else "m", None, when)


# The curve


@pytest.mark.parametrize(
    ("value", "printed"), [(0.0, 0.4700), (0.2, 0.2062), (0.4, 0.0904), (0.6, 0.0397), (0.8, 0.0174), (1.0, 0.0076)]
)
def test_the_curve_gives_the_published_rates(value: float, printed: float) -> None:
    assert printed == round(hallucination_rate(value, PAPER), 4)


def test_the_threshold_of_risk_is_what_the_utilities_say() -> None:
    assert 0.15 == risk_threshold(PAPER)
    assert 1.0 == pytest.approx(answer_utility(0.15, PAPER))


def test_the_threshold_of_density_has_the_published_digits() -> None:
    assert 0.27721 == round(density_threshold(PAPER), 5)


def test_the_threshold_of_cohesion_has_the_published_digits() -> None:
    assert 0.64467 == round(paper_cohesion_threshold(PAPER), 5)


def test_a_density_gives_the_published_risk() -> None:
    parts = density(3, Figure(0.75), Consistency(Figure(0.9), 3, 3, Interval(0.9, 0.9)), Figure(0.5))
    assert parts.figure.value is not None

    assert 0.716667 == round(parts.figure.value, 6)
    assert 0.024534 == round(hallucination_rate(parts.figure.value, PAPER), 6)


@pytest.mark.parametrize(("size", "value", "printed"), [(5, 0.8, 3.56), (5, 0.9, 4.24), (7, 0.85, 5.335)])
def test_the_design_effect_has_the_published_digits(size: int, value: float, printed: float) -> None:
    assert printed == pytest.approx(design_effect(size, value), abs=5e-4)
    assert size / printed == pytest.approx(effective_passages(size, value), abs=1e-3)


def test_ten_copies_are_worth_one_passage() -> None:
    assert 1.0 == effective_passages(10, 1.0)


def test_a_threshold_nobody_can_reach_is_infinite_and_one_everybody_meets_is_zero() -> None:
    assert math.inf == density_threshold(RiskSettings(refusal=10.0))
    assert math.inf == density_threshold(RiskSettings(decay=0.0))
    assert 0.0 == density_threshold(RiskSettings(wrong=0.0, refusal=0.0))


@pytest.mark.parametrize(
    "changes",
    [
        {"base": 0.0},
        {"base": 1.1},
        {"decay": -1.0},
        {"decay": math.nan},
        {"correct": 0.0},
        {"wrong": -1.0},
        {"refusal": 11.0},
        {"alpha": 0.0},
        {"plain_from": 2.0},
        {"least_coverage": -0.1},
        {"base": True},
    ],
)
def test_settings_outside_their_domain_are_refused(changes: dict[str, float]) -> None:
    with pytest.raises(InvalidParameter):
        RiskSettings(**changes)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan])
def test_a_density_outside_its_domain_has_no_risk(value: float) -> None:
    with pytest.raises(InvalidParameter):
        hallucination_rate(value, PAPER)


def test_no_passage_has_no_design_effect() -> None:
    with pytest.raises(InvalidParameter):
        design_effect(0, 0.5)


# Cohesion


def test_cohesion_is_the_mean_pairwise_cosine() -> None:
    assert 0.969769 == round(cohesion(at(0, 10, 20)).value or 0, 6)
    assert 0.570829 == round(cohesion(at(0, 10, 20, 90)).value or 0, 6)


def test_ten_copies_and_one_outlier_look_coherent_on_the_whole_and_not_one_by_one() -> None:
    vectors = at(*[0] * 10, 90)

    assert 0.8182 == round(cohesion(vectors).value or 0, 4)
    assert pytest.approx(0.0, abs=1e-6) == mean_to_rest(vectors)[-1]


def test_opposite_vectors_have_a_negative_cohesion() -> None:
    assert pytest.approx(-1.0) == cohesion(at(0, 180)).value


def test_one_passage_has_no_cohesion_and_that_is_said() -> None:
    assert Figure(None, "one passage") == cohesion(at(0))
    assert Figure(None, "no passage") == cohesion(at(0)[:0])
    assert () == mean_to_rest(at(0))


# Coverage, completeness, consistency

FACETS = tuple(Facet(f"f{n}", f"facet {n}") for n in range(1, 5))


def marks(**touches: str) -> dict[tuple[str, str], Mark]:
    return {
        (facet, passage): Mark(facet, passage, Touch(word))
        for facet, said in touches.items()
        for passage, word in (part.split(":") for part in said.split())
    }


def test_coverage_counts_facets_addressed_and_completeness_those_supported_directly() -> None:
    found = marks(f1="a:direct b:none", f2="a:indirect", f3="b:contradicts", f4="a:none b:none")

    assert Figure(0.75) == coverage(FACETS, ["a", "b"], found)
    assert Figure(0.25) == completeness(FACETS, ["a", "b"], found)


def test_a_claim_without_facets_has_neither() -> None:
    assert Figure(None, "the claim has no facets") == coverage((), ["a"], {})
    assert Figure(None, "the claim has no facets") == completeness((), ["a"], {})


def test_nothing_judged_is_no_consistency() -> None:
    found = consistency(["a", "b", "c"], [])

    assert Figure(None, "no pair of passages was judged") == found.figure
    assert (0, 3, Interval(0.0, 1.0)) == (found.judged, found.total, found.range)


def test_the_worst_judged_pair_bounds_consistency_until_all_are_judged() -> None:
    some = consistency(["a", "b", "c"], [judged("a", "b", 0.25)])
    all_of_them = consistency(["a", "b", "c"], [judged("a", "b", 0.25), judged("b", "c", 0.5), judged("c", "a", 0.0)])

    assert (Figure(0.75), 1, 3, Interval(0.0, 0.75)) == (some.figure, some.judged, some.total, some.range)
    assert (Figure(0.5), Interval(0.5, 0.5), ("b", "c")) == (
        all_of_them.figure,
        all_of_them.range,
        all_of_them.worst,
    )


def test_a_full_contradiction_settles_consistency_whatever_is_open() -> None:
    found = consistency(["a", "b", "c"], [judged("a", "b", 1.0)])

    assert Interval(0.0, 0.0) == found.range
    assert found.complete


def test_a_persons_word_counts_before_a_models_and_the_dispute_is_shown() -> None:
    said = [judged("a", "b", 1.0, Judge.NLI), judged("b", "a", 0.9, Judge.LLM), judged("a", "b", 0.1)]
    found = consistency(["a", "b"], said)

    assert Figure(0.9) == found.figure
    assert (("a", "b"),) == found.disputed


def test_the_latest_word_of_one_kind_counts() -> None:
    said = [judged("a", "b", 0.8, when="2026-02-01"), judged("a", "b", 0.2, when="2026-03-01")]

    assert Figure(0.8) == consistency(["a", "b"], said).figure


def test_judgements_on_other_passages_and_on_itself_change_nothing() -> None:
    assert 0 == consistency(["a", "b"], [judged("a", "z", 1.0), judged("a", "a", 1.0)]).judged


def test_a_contradiction_outside_its_domain_is_refused() -> None:
    with pytest.raises(InvalidParameter):
        consistency(["a", "b"], [judged("a", "b", 1.5)])


def test_opposite_stances_are_a_judged_contradiction_and_equal_ones_are_not() -> None:
    pairs = stance_judgements({"a": True, "b": True, "c": False})

    assert {("a", "c"), ("b", "c")} == {pair.pair for pair in pairs}
    assert Figure(0.0) == consistency(["a", "b", "c"], pairs).figure


# Density


def test_an_empty_bundle_has_density_zero() -> None:
    found = density(0, coverage(FACETS, [], {}), consistency([], []), completeness(FACETS, [], {}))

    assert (Figure(0.0), Interval(0.0, 0.0)) == (found.figure, found.range)


def test_open_judgements_make_density_an_interval() -> None:
    found = density(2, Figure(0.5), consistency(["a", "b"], []), Figure(0.25))

    assert found.figure.value is None
    assert "no pair of passages was judged" == found.figure.reason
    assert (0.25, pytest.approx(0.75 / 3 + 1 / 3)) == (found.range.low, found.range.high)


def test_density_without_facets_is_unknown_and_not_zero() -> None:
    found = density(2, coverage((), [], {}), consistency(["a", "b"], []), completeness((), [], {}))

    assert (None, Interval(0.0, 1.0)) == (found.figure.value, found.range)


# Gates


HALF = Figure(0.5)


def held(low: float, high: float | None = None, cohesive: Figure = HALF, limit: CohesionLimit = NO_LIMIT) -> Gates:
    return gates(Interval(low, low if high is None else high), cohesive, limit, PAPER, Figure(1.0))


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (0.0, Gate.REFUSE_DENSITY),
        (0.277, Gate.REFUSE_DENSITY),
        (0.2773, Gate.ANSWER_WITH_CAVEAT),
        (0.74, Gate.ANSWER_WITH_CAVEAT),
        (0.75, Gate.ANSWER),
        (1.0, Gate.ANSWER),
    ],
)
def test_density_decides_between_refusal_caveat_and_answer(value: float, verdict: Gate) -> None:
    assert verdict is held(value).verdict


def test_a_calibrated_limit_refuses_on_cohesion_and_names_the_gate() -> None:
    found = held(0.9, cohesive=Figure(0.18), limit=CohesionLimit(0.19, "shipped calibration"))

    assert (Gate.REFUSE_COHESION, "fired", ("cohesion",)) == (found.verdict, found.cohesion_gate, found.fired)


def test_an_uncalibrated_embedder_never_refuses() -> None:
    found = held(0.9, cohesive=Figure(-0.5))

    assert (Gate.ANSWER, "uncalibrated") == (found.verdict, found.cohesion_gate)


def test_one_passage_is_not_refused_for_a_cohesion_it_cannot_have() -> None:
    found = held(0.9, cohesive=Figure(None, "one passage"), limit=CohesionLimit(0.65, PAPER_PROFILE))

    assert (Gate.ANSWER, "one passage") == (found.verdict, found.cohesion_gate)


def test_an_open_density_shows_both_ends() -> None:
    found = held(0.2, 0.8)

    assert (Gate.REFUSE_DENSITY, Gate.ANSWER, False) == (found.verdict, found.verdict_high, found.settled)
    assert found.risk.low == hallucination_rate(0.8, PAPER)
    assert found.risk.high == hallucination_rate(0.2, PAPER)


def test_a_consistent_bundle_that_addresses_nothing_is_refused() -> None:
    found = gates(Interval(0.667, 0.667), Figure(0.9), NO_LIMIT, PAPER, Figure(0.0))

    assert (Gate.REFUSE_DENSITY, ("coverage",)) == (found.verdict, found.fired)
    assert "coverage 0.00 is below 0.25" in found.reasons[0]


# Limits of embedders


def test_shipped_limits_are_those_measured() -> None:
    assert {"hashed-ngrams-v1": 0.19, "use-multilingual-v3": 0.32, "minilm-l6-v2-int8": 0.42} == dict(SHIPPED)
    assert CohesionLimit(0.19, "shipped calibration") == cohesion_limit("hashed-ngrams-v1")


def test_an_unknown_embedder_is_uncalibrated_and_its_own_calibration_counts_first() -> None:
    assert CohesionLimit(None, "uncalibrated") == cohesion_limit("http:x:y")
    assert CohesionLimit(0.3, "own calibration") == cohesion_limit("hashed-ngrams-v1", own={"hashed-ngrams-v1": 0.3})


def test_the_articles_limit_is_a_profile_by_name() -> None:
    assert CohesionLimit(0.65, "paper-0.65") == cohesion_limit("http:x:y", "paper-0.65")
    with pytest.raises(InvalidParameter):
        cohesion_limit("http:x:y", "paper")
