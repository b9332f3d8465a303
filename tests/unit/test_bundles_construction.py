"""Facets, conflict candidates and the construction of bundles."""

import numpy as np
import pytest

from core.bundles.calibrations import cohesion_limit
from core.bundles.candidates import Signal, conflict_candidates
from core.bundles.clustering import Linkage, clusters, duplicates
from core.bundles.construction import BundleSettings, Construction, construct
from core.bundles.embedders.hashed import HashedNgrams
from core.bundles.facets import (
    draft_facets,
    draft_touch,
    facet_of,
    facets_as_data,
    facets_from_data,
    marks_of,
)
from core.bundles.gates import CohesionLimit, Gate
from core.bundles.kinds import BundleKind, kind_of
from core.bundles.types import LEXICAL, Judge, Mark, PairJudgement, Passage, Touch, basis_of
from core.bundles.vectors import MemoryCache, embed_texts
from core.bundles.words import words_in
from core.errors import InvalidParameter
from core.figures import Figure
from core.states import Stance

CLAIM = "Backups are retained for 90 days."


def made(passages: list[Passage], claim: str = CLAIM, **changes: object) -> Construction:
    facets = draft_facets(claim)
    vectors = embed_texts(HashedNgrams(), [claim, *(passage.text for passage in passages)], [MemoryCache()]).rows
    settings = {"limit": cohesion_limit(HashedNgrams.id), **changes}
    return construct(passages, vectors[1:], vectors[0], facets, marks_of(facets, passages), **settings)  # type: ignore[arg-type]


def ids(found: Construction) -> list[tuple[str, ...]]:
    return [tuple(sorted(bundle.passages)) for bundle in found.bundles]


# Facets


@pytest.mark.parametrize(
    ("claim", "facets"),
    [
        (CLAIM, [("Backups", "term"), ("retained", "term"), ("90 days", "number")]),
        (
            "Vendor X was approved on 15 January 2024 by the Procurement Board.",
            [
                ("Vendor X", "entity"),
                ("approved", "term"),
                ("15 January 2024", "number"),
                ("Procurement Board", "entity"),
            ],
        ),
        (
            "The Eiffel Tower is 330 metres tall and was completed in 1889.",
            [
                ("Eiffel Tower", "entity"),
                ("330 metres", "number"),
                ("tall", "term"),
                ("completed", "term"),
                ("1889", "number"),
            ],
        ),
        ("of the", []),
        ("", []),
    ],
)
def test_facets_are_numbers_with_units_names_and_groups_of_content_words(
    claim: str, facets: list[tuple[str, str]]
) -> None:
    assert facets == [(facet.text, facet.kind.value) for facet in draft_facets(claim)]


def test_a_facet_has_at_most_three_content_words() -> None:
    found = draft_facets("regional water quality monitoring laboratory results improved")

    assert max(len(facet.lemmas) for facet in found) == 3


@pytest.mark.parametrize(
    ("facet", "passage", "touch"),
    [
        ("90 days", "They keep copies for 90 days.", Touch.DIRECT),
        ("90 days", "Ninety days is the rule.", Touch.DIRECT),
        ("90 days", "The day count is 90.", Touch.INDIRECT),
        ("90 days", "They keep copies for 30 days.", Touch.NONE),
        ("90 days", "They keep copies for three months.", Touch.NONE),
        ("retained", "Data retention: retaining copies", Touch.INDIRECT),
        ("Procurement Board", "The board met.", Touch.INDIRECT),
        ("Procurement Board", "The council met.", Touch.NONE),
        ("1,250 seats", "It has 1250 seats.", Touch.DIRECT),
    ],
)
def test_a_passage_touches_a_facet_by_its_words(facet: str, passage: str, touch: Touch) -> None:
    assert touch is draft_touch(facet_of("f", facet, by="x"), words_in(passage))


def test_a_drafted_mark_never_says_that_a_passage_contradicts() -> None:
    found = marks_of(draft_facets(CLAIM), [Passage("a", "Backups are not retained for 90 days.")])

    assert Touch.CONTRADICTS not in {mark.touch for mark in found.values()}


def test_a_persons_mark_counts_before_the_draft() -> None:
    facets, passages = draft_facets(CLAIM), [Passage("a", CLAIM)]
    found = marks_of(
        facets, passages, [Mark("f3", "a", Touch.CONTRADICTS, "ann"), Mark("f9", "a", Touch.DIRECT, "ann")]
    )

    assert (Touch.CONTRADICTS, "ann") == (found["f3", "a"].touch, found["f3", "a"].by)
    assert 3 == len(found)
    assert "mixed" == basis_of([mark.by for mark in found.values()])


def test_the_title_of_a_source_is_read_with_its_passage() -> None:
    found = marks_of([facet_of("f", "Eiffel Tower", by="x")], [Passage("a", "It is 330 m tall.", title="Eiffel Tower")])

    assert found["f", "a"].touch.addresses


def test_facets_can_be_edited_as_data_and_read_back() -> None:
    rows = facets_as_data(draft_facets(CLAIM))
    rows[0]["text"], rows[0]["weight"], rows[0]["by"] = "backup copies", 2.0, "ann"
    found = facets_from_data(rows, by="ann")

    assert [("f1", "backup copies", 2.0, "ann"), ("f2", "retained", 1.0, LEXICAL)] == [
        (facet.id, facet.text, facet.weight, facet.by) for facet in found[:2]
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [{"id": "f1", "text": ""}],
        [{"id": "f1", "text": "…"}],
        [{"id": "f1"}],
        [{"id": "f1", "text": "a b"}, {"id": "f1", "text": "c d"}],
        [{"id": "f1", "text": "a b", "weight": 0}],
        [{"id": "f1", "text": "a b", "weight": float("nan")}],
    ],
)
def test_facets_that_say_nothing_are_refused(rows: list[dict[str, object]]) -> None:
    with pytest.raises(InvalidParameter):
        facets_from_data(rows, by="ann")


# Conflict candidates


@pytest.mark.parametrize(
    ("other", "signals"),
    [
        ("Backups are retained for 30 days.", [(Signal.NUMBER_MISMATCH, "90 days", "30 days")]),
        ("Backups are not retained for 90 days.", [(Signal.NEGATION_FLIP, CLAIM, "not")]),
        ("Backup copies are kept for 90 days.", []),
        ("The cafeteria opens at eight.", []),
    ],
)
def test_candidates_name_the_two_stretches_to_look_at(other: str, signals: list[tuple[Signal, str, str]]) -> None:
    found = conflict_candidates([Passage("a", CLAIM), Passage("b", other)])

    assert signals == [(candidate.signal, candidate.left.text, candidate.right.text) for candidate in found]
    for candidate in found:
        assert candidate.right.text == other[candidate.right.start : candidate.right.end]


def test_dates_and_antonyms_are_candidates_too() -> None:
    found = conflict_candidates(
        [
            Passage("a", "Vendor X was approved on 15 January 2024."),
            Passage("b", "Vendor X was rejected on 17 January 2024."),
        ]
    )

    assert {Signal.ANTONYM, Signal.DATE_MISMATCH} == {candidate.signal for candidate in found}


def test_candidates_never_change_a_figure() -> None:
    found = made([Passage("a", CLAIM), Passage("b", "Backups are retained for 30 days.")])
    (bundle,) = found.bundles

    assert 1 == len(bundle.candidates)
    assert Figure(None, "no pair of passages was judged") == bundle.density.consistency.figure


# Clustering


def at(*degrees: float) -> np.ndarray:
    turned = np.radians(degrees)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


@pytest.mark.parametrize("method", list(Linkage))
def test_the_published_four_vectors_part_at_the_articles_limit(method: Linkage) -> None:
    assert ((0, 1, 2), (3,)) == clusters(at(0, 10, 20, 90), 0.65, method)


def test_a_big_tight_cluster_hides_an_outlier_from_ward_and_not_from_average_linkage() -> None:
    vectors = at(*[0] * 10, 90)

    assert 1 == len(clusters(vectors, 0.65, Linkage.WARD))
    assert (10,) == clusters(vectors, 0.65)[1]


def test_no_vector_and_one_vector_are_no_trouble() -> None:
    assert () == clusters(at(0)[:0], 0.5)
    assert ((0,),) == clusters(at(0), 0.5)


def test_a_row_of_zeros_is_refused_by_name() -> None:
    with pytest.raises(InvalidParameter, match="a row of zeros"):
        clusters(np.zeros((2, 3), dtype=np.float32), 0.5)


def test_more_passages_than_fit_the_memory_are_refused() -> None:
    with pytest.raises(InvalidParameter, match="at most 5000"):
        clusters(np.ones((5001, 1), dtype=np.float32), 0.5)


def test_near_duplicates_need_the_same_numbers_and_negations() -> None:
    words = [f"the council said on monday that the old quay will close in {n} days" for n in ("30", "30", "90")]
    split = [text.split() for text in words]
    guards = [frozenset(word for word in text if word.isdigit()) for text in split]

    assert [(1, 0, True)] == [(d.passage, d.kept, d.exact) for d in duplicates(split, guards)]


def test_a_chain_of_duplicates_leads_to_the_one_that_is_kept() -> None:
    text = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    found = duplicates([text, [*text, "end"], text], [frozenset()] * 3)

    assert [(1, 0, False), (2, 0, True)] == [(d.passage, d.kept, d.exact) for d in found]


# Construction

NEWS = [
    Passage("a1", "The old quay will close in May, the harbour council said on Monday.", "s1", lineage="A", rank=1),
    Passage("a2", "The old quay will close in May, the harbour council said on Monday!", "s2", lineage="A", rank=2),
    Passage("b1", "In May the quay closes, according to the harbour council's minutes.", "s3", lineage="B", rank=3),
    Passage("z1", "Preheat the oven and stir butter, sugar and eggs into the dough.", "s4", lineage="Z", rank=4),
    Passage("z2", "Stir sugar, eggs and butter; preheat the oven before the dough rests.", "s5", lineage="Y", rank=5),
]
QUAY = "The old quay closes in May."


def test_passages_about_one_thing_are_one_bundle_and_repetitions_are_collapsed() -> None:
    found = made(NEWS, QUAY)

    assert [("a1", "b1"), ("z1", "z2")] == ids(found)
    assert [("a2", "a1", True, True)] == [(r.passage_id, r.kept, r.exact, r.same_lineage) for r in found.repeated]
    assert 2 == found.bundles[0].lineages


def test_a_copy_in_another_lineage_counts_as_a_lineage_of_the_bundle() -> None:
    copied = [NEWS[0], Passage("c1", NEWS[0].text, "s9", lineage="C"), NEWS[2]]

    assert 3 == made(copied, QUAY).bundles[0].lineages


def test_two_of_opposite_stance_are_never_one_passage() -> None:
    found = made(
        [Passage("a", CLAIM, stance=Stance.SUPPORTS), Passage("b", CLAIM, stance=Stance.REFUTES)],
    )

    assert () == found.repeated
    assert Figure(0.0) == found.bundles[0].density.consistency.figure


def test_the_negation_of_a_text_is_not_its_duplicate() -> None:
    assert () == made([Passage("a", CLAIM), Passage("b", "Backups are not retained for 90 days.")]).repeated


def test_order_of_the_passages_does_not_change_the_bundles() -> None:
    assert ids(made(NEWS, QUAY)) == ids(made(NEWS[::-1], QUAY))


def test_bundles_are_ranked_by_what_is_certain_of_density_times_relevance() -> None:
    values = [bundle.rank_value for bundle in made(NEWS, QUAY).bundles]

    assert values == sorted(values, reverse=True)


def test_a_single_passage_is_a_bundle_without_cohesion() -> None:
    (bundle,) = made([Passage("a", CLAIM)]).bundles

    assert Figure(None, "one passage") == bundle.cohesion
    assert (None, None) == (bundle.design_effect, bundle.effective)
    assert Gate.ANSWER_WITH_CAVEAT is bundle.gates.verdict


def test_empty_texts_and_zero_vectors_are_left_out_and_that_is_said() -> None:
    found = made([Passage("a", CLAIM), Passage("b", "  "), Passage("c", "…")])

    assert [("b", "it has no text"), ("c", "its vector is zero: nothing in it to compare")] == [
        (left.passage_id, left.reason) for left in found.left_out
    ]


def test_a_bundle_is_pruned_to_the_most_relevant_and_measured_again() -> None:
    many = [Passage(f"p{n}", f"Backups are retained for 90 days in site number {n + 100}.") for n in range(6)]
    found = made(many, settings=BundleSettings(most=3))

    assert 3 == len(found.bundles[0].passages)
    assert 3 == sum("beyond the 3 most relevant" in left.reason for left in found.left_out)
    assert 3 == found.bundles[0].density.consistency.total


def test_an_uncalibrated_embedder_cuts_at_the_articles_limit_and_refuses_nothing() -> None:
    found = made(NEWS, QUAY, limit=CohesionLimit(None, "uncalibrated"))

    assert 0.65 == found.cut_at
    assert {"uncalibrated"} == {bundle.gates.cohesion_gate for bundle in found.bundles}


def test_judgements_make_density_a_point() -> None:
    pairs = [PairJudgement("a", "b", 0.1, Judge.HUMAN, "ann")]
    (bundle,) = made(
        [Passage("a", CLAIM), Passage("b", "Backups stay retained for 90 days.")], judgements=pairs
    ).bundles

    assert bundle.density.range.low == bundle.density.range.high == bundle.density.figure.value


def test_what_speaks_against_a_claim_supports_no_facet_of_it() -> None:
    (bundle,) = made([Passage("a", CLAIM, stance=Stance.REFUTES)]).bundles

    assert (Figure(1.0), Figure(0.0)) == (bundle.density.coverage, bundle.density.completeness)


def test_another_number_of_vectors_than_of_passages_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="one a passage"):
        construct(NEWS, at(0), at(0)[0], (), {}, limit=CohesionLimit(None, ""))


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["The strike led to delays.", "Delays were due to the strike."], BundleKind.CAUSAL),
        (["Rents are higher than in 2019.", "Compared with Kiel, rents rose."], BundleKind.COMPARATIVE),
        (["It opened in 1899.", "It was rebuilt in 1921 after a fire."], BundleKind.TEMPORAL),
        (["Water boils at 100 degrees."], BundleKind.EVIDENTIAL),
        ([], BundleKind.EVIDENTIAL),
    ],
)
def test_the_kind_of_a_bundle_follows_its_cues(texts: list[str], kind: BundleKind) -> None:
    assert kind is kind_of([Passage(str(n), text) for n, text in enumerate(texts)])


@pytest.mark.parametrize("changes", [{"most": 1}, {"most": True}, {"shown": 0}])
def test_sizes_outside_their_domain_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(InvalidParameter):
        BundleSettings(**changes)
