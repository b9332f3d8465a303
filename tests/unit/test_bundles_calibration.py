"""Calibrations on a team's own labels: the published fit, intervals, and refusal where there is too little."""

import json
import math
import random

import pytest

from core.bundles.calibrate_cohesion import LabelledBundle, fit_cohesion
from core.bundles.calibrate_risk import Outcome, TooFewOutcomes, fit_risk
from core.bundles.gates import Gate, gates
from core.bundles.risk import YOURS, RiskSettings, density_threshold
from core.bundles.risk_coverage import Judged, risk_coverage
from core.bundles.wilson import wilson_interval
from core.errors import InvalidInput, InvalidParameter
from core.figures import Figure, Interval
from core.services.calibrating import (
    cohesion_of_file,
    coverage_as_dict,
    coverage_of_file,
    risk_fit_as_dict,
    risk_of_file,
)

HALLUCINATED = [18, 10, 8, 5, 3, 2, 1, 1]
"""Of 50 each at density .1, .2, … .8."""


def published() -> list[Outcome]:
    return [Outcome(n / 10, hit < k) for n, k in enumerate(HALLUCINATED, 1) for hit in range(50)]


# Risk


def test_the_fit_has_the_published_digits() -> None:
    found = fit_risk(published())

    assert (0.5404, 4.3518) == (round(found.base, 4), round(found.decay, 4))
    assert (400, 48) == (found.outcomes, found.hallucinations)


def test_the_profile_intervals_are_the_published_ones() -> None:
    """They were read off a grid, hence the tolerance."""
    found = fit_risk(published())

    assert (2.94, 5.91) == pytest.approx((found.decay_interval.low, found.decay_interval.high), abs=0.02)
    assert (0.345, 0.808) == pytest.approx((found.base_interval.low, found.base_interval.high), abs=0.02)


def test_the_interval_ends_where_the_likelihood_has_fallen_by_the_drop_of_95_percent() -> None:
    found = fit_risk(published())

    for decay in (found.decay_interval.low, found.decay_interval.high):
        best = max(_likelihood(base / 10_000, decay) for base in range(2_000, 9_999))
        assert 1.9207 == pytest.approx(found.log_likelihood - best, abs=1e-3)


def _likelihood(base: float, decay: float) -> float:
    total = 0.0
    for n, k in enumerate(HALLUCINATED, 1):
        rate = base * math.exp(-decay * n / 10)
        total += k * math.log(rate) + (50 - k) * math.log1p(-rate)
    return total


def test_deviance_and_reliability_are_given() -> None:
    found = fit_risk(published())

    assert (0.418, 6) == (round(found.deviance, 3), found.degrees)
    assert [50] * 8 == [row.n for row in found.reliability]
    assert HALLUCINATED == [row.hallucinations for row in found.reliability]
    assert wilson_interval(18, 50) == found.reliability[0].interval


def test_a_known_curve_is_found_again() -> None:
    draw = random.Random(1)
    outcomes = []
    for _ in range(6000):
        density = draw.random()
        outcomes.append(Outcome(density, draw.random() < 0.47 * math.exp(-4.12 * density)))
    found = fit_risk(outcomes)

    assert found.decay_interval.low < 4.12 < found.decay_interval.high
    assert found.base_interval.low < 0.47 < found.base_interval.high


def test_the_fitted_curve_moves_the_gates_and_is_called_yours() -> None:
    settings = fit_risk(published()).settings(RiskSettings(wrong=100.0))

    assert (YOURS, 100.0) == (settings.label, settings.wrong)
    assert density_threshold(settings) > density_threshold(RiskSettings())
    assert YOURS == gates(Interval(0.9, 0.9), Figure(0.5), _limit(), settings).risk_label
    assert Gate.ANSWER is gates(Interval(0.9, 0.9), Figure(0.5), _limit(), settings).verdict


def _limit():
    from core.bundles.gates import CohesionLimit

    return CohesionLimit(None, "uncalibrated")


@pytest.mark.parametrize(
    ("outcomes", "says"),
    [
        ([], "0 outcomes with 0 hallucinations"),
        (published()[:10], "10 outcomes with 10 hallucinations"),
        ([Outcome(0.5, n < 29) for n in range(400)], "400 outcomes with 29 hallucinations"),
        ([Outcome(n / 299, n < 40) for n in range(299)], "299 outcomes with 40 hallucinations"),
    ],
)
def test_too_few_outcomes_are_refused(outcomes: list[Outcome], says: str) -> None:
    with pytest.raises(TooFewOutcomes, match=says):
        fit_risk(outcomes)


def test_outcomes_that_are_all_equal_are_refused() -> None:
    with pytest.raises(InvalidInput, match="every answer was judged a hallucination"):
        fit_risk([Outcome(n / 400, True) for n in range(400)])
    with pytest.raises(InvalidInput, match=r"every outcome has the density 0\.5"):
        fit_risk([Outcome(0.5, n < 100) for n in range(400)])


def test_risk_that_rises_with_density_is_said_and_not_forced_into_the_curve() -> None:
    draw = random.Random(2)
    outcomes = []
    for _ in range(500):
        density = draw.random()
        outcomes.append(Outcome(density, draw.random() < 0.2 + 0.4 * density))
    found = fit_risk(outcomes)

    assert 0.0 == found.decay
    assert any("does not fall" in note for note in found.notes)


@pytest.mark.parametrize("density", [-0.1, 1.1, math.nan])
def test_a_density_outside_its_domain_is_refused(density: float) -> None:
    with pytest.raises(InvalidParameter):
        fit_risk([Outcome(density, True)])


# Cohesion


def bundles(count: int = 200, gap: float = 0.15, seed: int = 3) -> list[LabelledBundle]:
    draw = random.Random(seed)
    return [LabelledBundle(draw.gauss(0.25 + gap * (n % 2), 0.06), bool(n % 2), f"q{n // 8}") for n in range(count)]


def test_the_youden_threshold_parts_two_heaps_half_way() -> None:
    found = fit_cohesion(bundles(), "hashed")

    assert 0.28 < found.limit < 0.37
    assert found.interval.low <= found.limit <= found.interval.high
    assert found.auc > 0.9
    assert ("youden", 200, 100, 25) == (found.rule, found.bundles, found.coherent, found.groups)


def test_the_threshold_is_the_best_by_brute_force() -> None:
    given = bundles(120)
    found = fit_cohesion(given, "hashed")

    def youden(limit: float) -> float:
        good = [b for b in given if b.coherent]
        bad = [b for b in given if not b.coherent]
        return sum(b.cohesion >= limit for b in good) / len(good) - sum(b.cohesion >= limit for b in bad) / len(bad)

    assert max(youden(b.cohesion) for b in given) == pytest.approx(youden(found.limit))


def test_a_precision_target_takes_the_smallest_threshold_that_reaches_it() -> None:
    found = fit_cohesion(bundles(), "hashed", precision=0.95)

    assert found.precision >= 0.95
    assert found.limit > fit_cohesion(bundles(), "hashed").limit
    assert "precision >= 0.95" == found.rule


def test_the_same_labels_and_seed_give_the_same_interval() -> None:
    assert fit_cohesion(bundles(), "hashed", seed=4) == fit_cohesion(bundles(), "hashed", seed=4)


@pytest.mark.parametrize("given", [[], bundles(10), [LabelledBundle(0.1 + n / 100, True) for n in range(60)]])
def test_too_few_bundles_are_refused(given: list[LabelledBundle]) -> None:
    with pytest.raises(TooFewOutcomes):
        fit_cohesion(given, "hashed")


def test_bundles_that_are_all_alike_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no threshold parts them"):
        fit_cohesion([LabelledBundle(0.5, bool(n % 2)) for n in range(60)], "hashed")


def test_a_precision_nobody_reaches_is_refused() -> None:
    upside_down = [LabelledBundle(0.3 + n / 1000, n < 30) for n in range(60)]

    with pytest.raises(InvalidInput, match="no threshold reaches"):
        fit_cohesion(upside_down, "hashed", precision=0.99)


def test_a_cohesion_that_tells_nothing_is_said_to_tell_nothing() -> None:
    found = fit_cohesion(bundles(gap=0.0), "hashed")

    assert any("hardly tells" in note for note in found.notes)


# Risk and coverage


def test_a_signal_that_knows_every_outcome_has_the_least_area() -> None:
    judged = [Judged(1.0 - n / 100, n >= 80) for n in range(100)]
    found = risk_coverage("aware", judged)

    assert found.best_area == pytest.approx(found.area)
    assert (0.8, 0, 0) == (
        found.chosen.coverage,
        found.chosen.false_answers,
        found.chosen.needless_abstentions,
    )


def test_a_constant_signal_has_one_point_and_the_mean_risk() -> None:
    found = risk_coverage("naive", [Judged(0.5, n < 10) for n in range(40)])

    assert 2 == len(found.points)
    assert 0.25 == pytest.approx(found.area)
    assert any("orders nothing" in note for note in found.notes)


def test_false_answers_and_needless_abstentions_are_counted_apart() -> None:
    judged = [Judged(0.9, False), Judged(0.8, True), Judged(0.2, False), Judged(0.1, True)]
    points = {point.answered: point for point in risk_coverage("aware", judged).points}

    assert (0, 2, None) == (points[0].false_answers, points[0].needless_abstentions, points[0].risk)
    assert (1, 1, 0.5) == (points[2].false_answers, points[2].needless_abstentions, points[2].risk)
    assert (2, 0, 0.5) == (points[4].false_answers, points[4].needless_abstentions, points[4].risk)


def test_the_point_of_least_harm_moves_with_what_an_error_costs() -> None:
    judged = [Judged(1 - n / 50, n % 4 == 3) for n in range(50)]
    harmless = risk_coverage("aware", judged, RiskSettings(wrong=0.0))
    harmful = risk_coverage("aware", judged, RiskSettings(wrong=1000.0))

    assert harmful.chosen.coverage < harmless.chosen.coverage
    assert 1.0 == harmless.chosen.coverage


def test_few_outcomes_are_drawn_and_called_few() -> None:
    assert any("too few" in note for note in risk_coverage("aware", [Judged(0.5, True)] * 10).notes)


def test_no_outcome_is_no_curve() -> None:
    with pytest.raises(InvalidInput):
        risk_coverage("aware", [])
    with pytest.raises(InvalidParameter):
        risk_coverage("aware", [Judged(math.nan, True)])


# Files


def test_outcomes_are_read_from_json_lines_and_tables_alike() -> None:
    rows = [{"density": n / 10, "n": 50, "k": k} for n, k in enumerate(HALLUCINATED, 1)]
    expected = fit_risk(published())

    assert expected == risk_of_file(json.dumps({"outcomes": rows}).encode(), "a.json")
    assert expected == risk_of_file("\n".join(map(json.dumps, rows)).encode(), "a.jsonl")
    table = "density,n,k\n" + "\n".join(f"{row['density']},50,{row['k']}" for row in rows)
    assert expected == risk_of_file(table.encode(), "a.csv")


def test_one_row_an_outcome_is_read_too() -> None:
    rows = [{"density": o.density, "hallucinated": o.hallucinated} for o in published()]

    assert fit_risk(published()) == risk_of_file(json.dumps(rows).encode(), "a.json")


def test_texts_of_bundles_are_embedded_where_no_cohesion_is_given() -> None:
    words = ["harbour", "quay", "ferry", "tide", "mooring", "pilot", "dredge", "crane", "berth", "lock"]
    rows = []
    for n in range(60):
        same = f"the {words[n % 10]} was closed for repair in week {n}"
        other = f"butter and eggs weigh {n} grams in recipe number {n * 7}"
        rows.append({"texts": [same, same + " again" if n % 2 else other], "coherent": bool(n % 2)})
    found = cohesion_of_file(json.dumps({"bundles": rows}).encode(), "b.json")

    assert ("hashed-ngrams-v1", 1.0) == (found.embedder, found.auc)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "not readable as JSON"),
        (b"[1]", "row 1: expected an object"),
        (b'{"other": []}', "the list 'outcomes'"),
        (b'[{"density": "high", "hallucinated": true}]', "row 1, field 'density': expected a number"),
        (b'[{"density": NaN, "hallucinated": true}]', "NaN is not a number"),
        (b'[{"density": 0.5, "hallucinated": "perhaps"}]', "row 1, field 'hallucinated': expected true or false"),
        (b'[{"density": 0.5}]', "field 'n'"),
        (b'[{"density": 0.5, "n": 3, "k": 4}]', "whole numbers"),
        (b"", "0 outcomes"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(data: bytes, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        risk_of_file(data, "a.json")


def test_every_signal_of_a_file_has_its_curve_and_the_best_comes_first() -> None:
    rows = [
        {"id": n, "wrong": n >= 30, "aware": 1 - n / 40, "risk": n / 40, "naive": 0.5, "precision": None}
        for n in range(40)
    ]
    curves = coverage_of_file(json.dumps(rows).encode(), "c.json")
    plain = {curve["signal"]: curve for curve in map(coverage_as_dict, curves)}

    assert {"aware", "risk", "naive"} == set(plain)
    assert "naive" == curves[-1].signal
    assert plain["aware"]["area"] == plain["risk"]["area"]
    assert 0.725 == plain["risk"]["chosen"]["threshold"]
    json.dumps(plain, allow_nan=False)


def test_what_is_printed_is_plain_json() -> None:
    plain = json.loads(json.dumps(risk_fit_as_dict(fit_risk(published())), allow_nan=False))

    assert 4.3518 == round(plain["lambda"], 4)
