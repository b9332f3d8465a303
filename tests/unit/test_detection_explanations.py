"""Figures that explain overlap, against published and hand-worked values."""

import pytest

from core.detection.explanations import (
    Stated,
    corrected_covered_area,
    effective_jurors,
    effective_size_of_matrix,
    effective_size_of_weights,
    majority_right,
    shared_wrong_values,
)
from core.errors import InvalidParameter


def test_reviews_of_the_same_studies_cover_the_same_area() -> None:
    found = corrected_covered_area({"r1": {"a", "b"}, "r2": {"a", "b"}, "r3": {"a", "b"}})

    assert (1.0, "very high") == (found.value, found.grade)
    assert {1.0} == {pair.value for pair in found.pairs}


def test_reviews_of_different_studies_cover_none() -> None:
    found = corrected_covered_area({"r1": {"a"}, "r2": {"b"}})

    assert (0.0, "slight") == (found.value, found.grade)


def test_the_covered_area_of_a_worked_example() -> None:
    # 5 studies in 3 reviews, 8 inclusions: (8 - 5) / (15 - 5).
    found = corrected_covered_area({"r1": {"a", "b", "c"}, "r2": {"a", "b", "d"}, "r3": {"a", "e"}})

    assert 0.3 == found.value
    assert (8, 5, 3) == (found.incidences, found.studies, found.documents)


def test_the_pair_that_is_one_review_twice_comes_first() -> None:
    found = corrected_covered_area({"r1": {"a", "b"}, "r2": {"a", "b"}, "r3": {"x", "y", "z"}})

    assert ("r1", "r2", 1.0, ("a", "b")) == (
        found.pairs[0].one,
        found.pairs[0].other,
        found.pairs[0].value,
        found.pairs[0].shared,
    )


@pytest.mark.parametrize("studies", [{}, {"r1": {"a"}}, {"r1": set(), "r2": set()}, {"r1": {"a"}, "r2": set()}])
def test_fewer_than_two_reviews_have_no_covered_area_and_say_why(studies: dict[str, set[str]]) -> None:
    found = corrected_covered_area(studies)

    assert found.value is None
    assert "fewer than two" in found.reason


@pytest.mark.parametrize(
    ("weights", "size"), [([1, 1, 1, 1], 4.0), ([1], 1.0), ([1, 0, 0], 1.0), ([4, 1, 1], 2.0), ([0.5, 0.5], 2.0)]
)
def test_kish_of_weights(weights: list[float], size: float) -> None:
    assert size == pytest.approx(effective_size_of_weights(weights).value)


@pytest.mark.parametrize("weights", [[], [0.0, 0.0]])
def test_no_weight_has_no_effective_size(weights: list[float]) -> None:
    assert effective_size_of_weights(weights).value is None


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_an_impossible_weight_is_refused(weight: float) -> None:
    with pytest.raises(InvalidParameter):
        effective_size_of_weights([1.0, weight])


def block(sizes: list[int]) -> list[list[float]]:
    owner = [number for number, size in enumerate(sizes) for _ in range(size)]
    return [[float(one == other) for other in owner] for one in owner]


@pytest.mark.parametrize(("sizes", "size"), [([4, 1], 1.47), ([9, 1, 1, 1], 1.71), ([4, 4, 4], 3.0), ([1, 1, 1], 3.0)])
def test_kish_of_blocks_of_copies(sizes: list[int], size: float) -> None:
    assert size == pytest.approx(effective_size_of_matrix(block(sizes)).value, abs=0.01)


def test_pairwise_figures_that_cannot_all_hold_are_refused() -> None:
    star = [[1, 0.6, 0.6, 0.6, 0.6], [0.6, 1, 0, 0, 0], [0.6, 0, 1, 0, 0], [0.6, 0, 0, 1, 0], [0.6, 0, 0, 0, 1]]
    found = effective_size_of_matrix(star)

    assert found.value is None
    assert found.reason.startswith("NOT_PSD")


@pytest.mark.parametrize("matrix", [[[1, 0.5]], [[1, 0.5], [0.4, 1]], [[2, 0], [0, 1]], [[1, 3], [3, 1]]])
def test_what_is_no_matrix_of_likeness_is_refused(matrix: list[list[float]]) -> None:
    with pytest.raises(InvalidParameter):
        effective_size_of_matrix(matrix)


def test_an_empty_matrix_has_no_size() -> None:
    assert effective_size_of_matrix([]).value is None


def test_a_shared_mistake_is_told_and_a_shared_truth_is_not() -> None:
    stated = [
        Stated("a", "length", "1,204"),
        Stated("b", "length", "1,204 "),
        Stated("c", "length", "1,240"),
        Stated("d", "length", "1,240"),
        Stated("a", "year", "1953"),
        Stated("b", "year", "1953"),
    ]
    (found,) = shared_wrong_values(stated, {"length": "1,240"})

    assert ("a", "b", 0) == (found.one.document_id, found.other.document_id, found.others_who_say_so)
    assert "both say 1,204 for length, which is wrong (it is 1,240)" == found.sentence


def test_a_common_mistake_says_less_and_comes_later() -> None:
    stated = [Stated(one, "x", "9") for one in "abc"] + [Stated(one, "y", "9") for one in "de"]
    found = shared_wrong_values(stated, {"x": "1", "y": "1"})

    assert [0, 1, 1, 1] == [pair.others_who_say_so for pair in found]


def test_a_document_that_repeats_itself_shares_nothing() -> None:
    assert () == shared_wrong_values([Stated("a", "x", "9"), Stated("a", "x", "9")], {"x": "1"})


@pytest.mark.parametrize(
    ("jurors", "correlation", "right"),
    [
        (11, 0.2, 0.653),
        (101, 0.2, 0.670),
        (1001, 0.2, 0.672),
        (11, 0.0, 0.753),
        (101, 0.0, 0.979),
        (1, 0.5, 0.6),
        (7, 1.0, 0.6),
    ],
)
def test_the_correlated_jury(jurors: int, correlation: float, right: float) -> None:
    assert right == pytest.approx(majority_right(jurors, 0.6, correlation), abs=0.001)


def test_a_hundred_correlated_jurors_are_worth_five() -> None:
    assert 4.8 == pytest.approx(effective_jurors(101, 0.2), abs=0.02)
    assert 1.0 == effective_jurors(50, 1.0)


@pytest.mark.parametrize(
    ("jurors", "competence", "correlation"), [(2, 0.6, 0.1), (0, 0.6, 0.1), (3, 1.2, 0.1), (3, 0.6, -0.1)]
)
def test_an_impossible_jury_is_refused(jurors: int, competence: float, correlation: float) -> None:
    with pytest.raises(InvalidParameter):
        majority_right(jurors, competence, correlation)


@pytest.mark.parametrize("competence", [0.0, 1.0])
def test_a_jury_that_never_or_always_errs_is_so(competence: float) -> None:
    assert competence == majority_right(9, competence, 0.3)
