"""What holds for bundles and choices whatever the vectors, passages and budgets."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as some

from core.bundles.choosing import ChoiceSettings, Need, Option, choose
from core.bundles.clustering import Linkage, clusters
from core.bundles.construction import construct
from core.bundles.density import Consistency, cohesion, consistency, density
from core.bundles.embedders.hashed import HashedNgrams
from core.bundles.facets import draft_facets, facets_as_data, facets_from_data, marks_of
from core.bundles.gates import CohesionLimit
from core.bundles.package import escaped, evidence_package
from core.bundles.risk import RiskSettings, density_threshold, hallucination_rate, risk_threshold
from core.bundles.tokens import by_rule
from core.bundles.types import Judge, PairJudgement, Passage
from core.bundles.vectors import MemoryCache, embed_texts
from core.figures import Figure

ROUNDING = 1e-6
"""Unit rows are float32."""


def unit_rows(seed: int) -> np.ndarray:
    """Between 2 and 60 vectors in few or many dimensions, scattered or in heaps, with repetitions."""
    draw = np.random.default_rng(seed)
    count, size = int(draw.integers(2, 60)), int(draw.integers(2, 24))
    heaps = draw.normal(size=(int(draw.integers(1, 8)), size))
    rows = heaps[draw.integers(0, len(heaps), count)] + draw.normal(size=(count, size)) * draw.uniform(0, 1.5)
    if draw.random() < 0.3:
        rows[: count // 3] = rows[0]
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("method", list(Linkage))
def test_no_bundle_is_less_cohesive_than_it_was_cut_at(method: Linkage) -> None:
    """1,000 random sets."""
    draw = random.Random(11)
    worst = 1.0
    for seed in range(1_000):
        rows, least = unit_rows(seed), draw.uniform(-0.2, 0.98)
        found = clusters(rows, least, method)
        assert sorted(row for group in found for row in group) == list(range(len(rows)))
        for group in found:
            value = cohesion(rows[list(group)]).value
            if value is not None:
                worst = min(worst, value - least)

    assert -ROUNDING <= worst


def test_clusters_do_not_depend_on_the_order_of_distinct_vectors() -> None:
    for seed in range(100):
        draw = np.random.default_rng(seed)
        rows = draw.normal(size=(20, 8)).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        order = draw.permutation(20)
        there = {frozenset(int(order[row]) for row in group) for group in clusters(rows[order], 0.2)}

        assert {frozenset(group) for group in clusters(rows, 0.2)} == there


# Choice


def instance(seed: int, most: int = 11) -> tuple[list[Need], list[Option], int, ChoiceSettings]:
    draw = random.Random(seed)
    needs = [Need(f"h{n}", weight=draw.uniform(0.2, 2.0)) for n in range(draw.randint(1, 5))]
    options = [
        Option(
            f"o{n}",
            draw.randint(1, 60),
            {need.id: round(draw.random(), 2) for need in needs if draw.random() < 0.5},
            draw.choice(["", "A", "B", "C"]),
            round(draw.random() * 0.6, 2) if draw.random() < 0.4 else 0.0,
        )
        for n in range(draw.randint(1, most))
    ]
    weights = ChoiceSettings(repetition=draw.choice([0.0, 0.5, 1.0]), risk=draw.choice([0.0, 0.25]))
    return needs, options, draw.randint(0, 160), weights


def worth(needs: list[Need], options: list[Option], weights: ChoiceSettings) -> float:
    """The objective, written out as the formula stands."""
    total = sum(need.weight for need in needs)
    shares = {need.id: need.weight / total for need in needs}
    support = sum(share * max((o.support.get(h, 0.0) for o in options), default=0.0) for h, share in shares.items())
    repeated = 0.0
    for lineage in {o.lineage or o.id for o in options}:
        of = [o for o in options if (o.lineage or o.id) == lineage]
        for h, share in shares.items():
            values = [o.support.get(h, 0.0) for o in of]
            repeated += share * (sum(values) - max(values))
    return support - weights.repetition * repeated - weights.risk * sum(o.risk for o in options)


def test_the_exact_choice_is_the_best_and_the_greedy_one_within_its_bound() -> None:
    """500 random instances against every subset."""
    for seed in range(500):
        needs, options, budget, weights = instance(seed, 9)
        best = max(
            worth(needs, list(chosen), weights)
            for size in range(len(options) + 1)
            for chosen in combinations(options, size)
            if sum(option.tokens for option in chosen) <= budget
        )
        exact = choose(needs, options, budget, weights)
        greedy = choose(needs, options, budget, ChoiceSettings(weights.repetition, weights.risk, exact_up_to=0))

        assert best == pytest.approx(exact.value, abs=1e-9)
        assert greedy.value <= best + 1e-9 <= greedy.bound + 2e-9
        assert max(exact.tokens, greedy.tokens) <= budget


def test_without_penalties_greedy_keeps_its_published_share_of_the_best() -> None:
    for seed in range(300):
        needs, options, budget, _ = instance(seed)
        plain = ChoiceSettings(repetition=0.0, risk=0.0)
        exact = choose(needs, options, budget, plain)
        greedy = choose(needs, options, budget, ChoiceSettings(0.0, 0.0, exact_up_to=0))

        assert greedy.value >= (1 - 1 / np.e) / 2 * exact.value - 1e-9


@pytest.mark.parametrize("exact_up_to", [0, 20])
def test_a_duplicate_of_a_lineage_is_never_chosen_while_another_need_is_unmet(exact_up_to: int) -> None:
    """A chosen passage always serves a need that its lineage does not serve by half without it."""
    for seed in range(500):
        needs, options, budget, weights = instance(seed, 14)
        found = choose(needs, options, budget, ChoiceSettings(1.0, weights.risk, exact_up_to))
        chosen = [option for option in options if option.id in {row.id for row in found.chosen}]
        for one in chosen:
            kin = [other for other in chosen if other.id != one.id and one.lineage and other.lineage == one.lineage]
            alone = [
                need.id
                for need in needs
                if one.support.get(need.id, 0.0) > 0 and all(other.support.get(need.id, 0.0) < 0.5 for other in kin)
            ]

            assert not kin or alone, f"seed {seed}: {one.id} repeats its lineage"


# Measures


@given(some.lists(some.floats(0, 1), min_size=2, max_size=6), some.integers(0, 2**31))
def test_consistency_never_rises_by_a_further_judgement(values: list[float], seed: int) -> None:
    draw = random.Random(seed)
    ids = [f"p{n}" for n in range(4)]
    said: list[PairJudgement] = []
    low, high = 0.0, 1.0
    for value in values:
        left, right = draw.sample(ids, 2)
        if any(pair.pair == tuple(sorted((left, right))) for pair in said):
            continue
        said.append(PairJudgement(left, right, value, Judge.HUMAN, "ann"))
        found = consistency(ids, said)

        assert found.range.high <= high
        assert low <= found.range.low <= found.range.high
        low, high = 0.0, found.range.high


@given(some.floats(0, 1), some.floats(0, 1), some.floats(0, 1))
def test_density_lies_between_its_smallest_and_largest_part(covered: float, consistent: float, complete: float) -> None:
    from core.figures import Interval

    parts = Consistency(Figure(consistent), 1, 1, Interval(consistent, consistent))
    found = density(2, Figure(covered), parts, Figure(complete)).figure.value

    assert found is not None
    assert min(covered, consistent, complete) - 1e-12 <= found <= max(covered, consistent, complete) + 1e-12


@given(some.floats(0.01, 1), some.floats(0.01, 50), some.floats(0.1, 100), some.floats(0, 1000), some.floats(0, 1))
def test_below_the_threshold_the_risk_is_too_high_and_above_it_is_not(
    base: float, decay: float, correct: float, wrong: float, value: float
) -> None:
    found = RiskSettings(base=base, decay=decay, correct=correct, wrong=wrong, refusal=0.0)
    threshold = density_threshold(found)
    if abs(value - threshold) > 1e-6:
        assert (value < threshold) == (hallucination_rate(value, found) > risk_threshold(found))


# Texts of any kind


@settings(max_examples=60)
@given(some.lists(some.text(max_size=80), max_size=8), some.text(max_size=60))
def test_any_texts_make_bundles_and_no_passage_is_lost(texts: list[str], claim: str) -> None:
    passages = [Passage(f"p{n}", text) for n, text in enumerate(texts)]
    vectors = embed_texts(HashedNgrams(), [claim, *texts], [MemoryCache()]).rows
    facets = draft_facets(claim)
    found = construct(
        passages, vectors[1:], vectors[0], facets, marks_of(facets, passages), limit=CohesionLimit(0.19, "x")
    )
    places = [
        *(passage for bundle in found.bundles for passage in bundle.passages),
        *(repeated.passage_id for repeated in found.repeated),
        *(left.passage_id for left in found.left_out),
    ]

    assert sorted(places) == sorted(passage.id for passage in passages)


@given(some.text(max_size=200))
def test_drafted_facets_survive_being_edited_as_data(claim: str) -> None:
    facets = draft_facets(claim)

    assert [f.id for f in facets] == [f.id for f in facets_from_data(facets_as_data(facets), by="x")]


@given(some.lists(some.tuples(some.text(min_size=1, max_size=20), some.text(max_size=120)), max_size=5))
def test_a_package_of_any_texts_is_well_formed(pairs: list[tuple[str, str]]) -> None:
    import xml.etree.ElementTree as ElementTree

    passages = [Passage(f"{n}{id}", text, id, title=text) for n, (id, text) in enumerate(pairs)]
    found = evidence_package(passages, count=by_rule, counter="rule")
    tree = ElementTree.fromstring(found.text)

    assert len(passages) == len(list(tree.iter("evidence")))
    assert all("<" not in escaped(text) for _, text in pairs)
