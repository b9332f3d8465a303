"""What people really hand in: nothing, one, the same ten times, too long, broken, unversioned."""

import json
from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import pytest

from core.assessment import assess
from core.bundles.embedders.types import EmbedderError, EmbedderFailed, EmbedderTimedOut, Vectors, WrongVectors
from core.bundles.gates import Gate
from core.bundles.vectors import MemoryCache
from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.figures import Figure
from core.model import Claim, Dossier, Evidence, Judgement, Label, Source
from core.policy import Policy
from core.services.bundle_tables import bundles_as_dict, evidence_as_dict
from core.services.bundling import BundleOptions, ClaimBundles, bundles_of, choose_evidence
from core.services.deciding import DecisionInputs, decision_of
from core.services.verdict_tables import claim_verdict_as_dict
from core.states import Dependence, Stance

CLAIM = "Backups are retained for 90 days."


def dossier(*texts: str, claim: str = CLAIM, stances: Sequence[Stance] = ()) -> Dossier:
    names = [f"s{n}" for n in range(1, len(texts) + 1)]
    return Dossier(
        claim=Claim("c", claim),
        evidence=tuple(
            Evidence(f"e{n}", "c", name, text, stances[n - 1] if stances else Stance.SUPPORTS, rank=n)
            for n, (name, text) in enumerate(zip(names, texts, strict=True), 1)
        ),
        sources=tuple(Source(name) for name in names),
        labels=MappingProxyType({name: Label(Dependence.INDEPENDENT) for name in names}),
        dataset="test",
    )


def bundled(given: Dossier, *said: Judgement, **changes: object) -> ClaimBundles:
    options = BundleOptions(**changes)  # type: ignore[arg-type]
    return bundles_of(given, assess(given, Policy()), options, judgements=said, caches=[MemoryCache()])


def decided(given: Dossier, *said: Judgement):
    return decision_of(given, assess(given, Policy()), DecisionInputs(judgements=said))


@pytest.mark.parametrize(
    "given",
    [
        dossier(),
        dossier(CLAIM),
        dossier(*[CLAIM] * 10),
        dossier(CLAIM, "Backups are not retained.", stances=[Stance.SUPPORTS, Stance.REFUTES]),
        dossier("", " ", "\n"),
        dossier("…", "?!"),
        dossier("x" * 100_000, "Backups are retained. " * 4_500),
        dossier("\x00\ud800", "\u202eevil", "<script>alert(1)</script>"),
        dossier(CLAIM, claim=""),
        dossier(CLAIM, claim="x" * 100_000),
        dossier(CLAIM, claim="!!!"),
    ],
    ids=[
        "none",
        "one",
        "identical",
        "contradictory",
        "empty",
        "signs",
        "long",
        "strange",
        "no claim",
        "long claim",
        "?",
    ],
)
def test_every_input_gives_figures_or_reasons_and_plain_json(given: Dossier) -> None:
    made = bundled(given)
    evidence = choose_evidence(made, 500)
    found = decided(given)
    plain = [bundles_as_dict(made), evidence_as_dict(evidence), claim_verdict_as_dict(found)]

    json.dumps(plain, allow_nan=False)
    assert found.decision is not Conclusion.ANSWER
    assert found.grounds
    assert evidence.choice.tokens <= 500


def test_no_passage_is_no_evidence_and_not_an_empty_bundle() -> None:
    made = bundled(dossier())

    assert () == made.construction.bundles
    assert Figure(None, "no passage") == made.construction.all_cohesion
    assert Sufficiency.NO_EVIDENCE is decided(dossier()).leading


def test_ten_identical_passages_are_one_bundle_of_one() -> None:
    made = bundled(dossier(*[CLAIM] * 10))
    (bundle,) = made.construction.bundles

    assert (1, 10, 9) == (len(bundle.passages), bundle.lineages, len(made.construction.repeated))
    assert Figure(None, "one passage") == bundle.cohesion


def test_contradictory_passages_share_a_bundle_whose_consistency_is_nothing() -> None:
    given = dossier(CLAIM, "Backups are not retained for 90 days.", stances=[Stance.SUPPORTS, Stance.REFUTES])
    (bundle,) = bundled(given).construction.bundles

    assert bundle.cohesion.value is not None and bundle.cohesion.value > 0.9
    assert Figure(0.0) == bundle.density.consistency.figure
    assert Sufficiency.CONFLICTING is decided(given).leading


def test_texts_that_hold_nothing_are_left_out_by_name_and_measured_as_nothing() -> None:
    made = bundled(dossier("", "…"))

    assert ["e1", "e2"] == sorted(left.passage_id for left in made.construction.left_out)
    assert ReasonCode.TEXT_NOT_HELD in {ground.code for ground in decided(dossier("", "…")).grounds}


def test_a_claim_without_words_has_no_facets_and_no_density() -> None:
    (bundle,) = bundled(dossier(CLAIM, claim="!!!")).construction.bundles

    assert (None, "the claim has no facets") == (bundle.density.figure.value, bundle.density.figure.reason)
    assert (Gate.REFUSE_DENSITY, Gate.ANSWER) == (bundle.gates.verdict, bundle.gates.verdict_high)


def test_a_text_of_a_hundred_thousand_characters_is_measured_whole() -> None:
    filler = "nothing of note happened on this day " * 2_700
    (bundle,) = bundled(dossier(filler + CLAIM)).construction.bundles

    assert Figure(1.0) == bundle.density.coverage


# Embedders that fail


class Failing:
    id, digest = "failing", "1"

    def __init__(self, given: object) -> None:
        self._given = given

    def embed(self, texts: Sequence[str]) -> Vectors:
        if isinstance(self._given, EmbedderError):
            raise self._given
        return self._given(len(texts))  # type: ignore[operator, no-any-return]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (EmbedderTimedOut("failing", "no answer within 30 s"), EmbedderTimedOut),
        (EmbedderFailed("failing", "answered 500"), EmbedderFailed),
        (lambda n: np.full((n, 4), np.nan, dtype=np.float32), WrongVectors),
        (lambda n: np.ones((n + 1, 4), dtype=np.float32), WrongVectors),
        (lambda n: np.ones(n, dtype=np.float32), WrongVectors),
    ],
    ids=["time-out", "error", "NaN", "count", "shape"],
)
def test_an_embedder_that_fails_is_named_and_no_other_steps_in(given: object, error: type[EmbedderError]) -> None:
    claim = dossier(CLAIM)
    with pytest.raises(error, match="embedder failing"):
        bundles_of(claim, assess(claim, Policy()), embedder=Failing(given), caches=[MemoryCache()])


def test_zero_vectors_leave_their_passages_out() -> None:
    claim = dossier(CLAIM, "Kept for 90 days.")
    made = bundles_of(
        claim,
        assess(claim, Policy()),
        embedder=Failing(lambda n: np.zeros((n, 4), dtype=np.float32)),
        caches=[MemoryCache()],
    )

    assert () == made.construction.bundles
    assert {"its vector is zero: nothing in it to compare"} == {left.reason for left in made.construction.left_out}


# Judgements


def said(**changes: object) -> Judgement:
    plain = {"id": "j1", "claim_id": "c", "axis": "contradiction:e2", "value": "0.8", "judge": "x", "evidence_id": "e1"}
    return Judgement(**{**plain, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("judgement", "problem"),
    [
        (said(model="m-1"), "without a rubric"),
        (said(model="m-1", rubric=" "), "without a rubric"),
        (said(model=" ", rubric="r"), "without the model's name"),
        (said(judge=" "), "names no judge"),
        (said(value="perhaps"), "a number in [0, 1] was expected"),
        (said(value="1.2"), "a number in [0, 1] was expected"),
        (said(value="nan"), "a number in [0, 1] was expected"),
        (said(axis="contradiction"), "does not name two passages"),
        (said(axis="contradiction:e9"), "does not name two passages"),
        (said(evidence_id=None), "does not name two passages"),
        (said(axis="contradiction:e1"), "against itself"),
    ],
)
def test_a_judgement_that_cannot_be_repeated_or_read_does_not_count_and_that_is_said(
    judgement: Judgement, problem: str
) -> None:
    made = bundled(dossier(CLAIM, "Backups stay retained for 90 days."), judgement)

    assert () == made.pairs
    assert 1 == len(made.problems)
    assert problem in made.problems[0]
    assert 0 == made.construction.bundles[0].density.consistency.judged


@pytest.mark.parametrize(
    ("judgement", "value"),
    [
        (said(), 0.2),
        (said(value="contradicts"), 0.0),
        (said(value="consistent", model="nli-x", rubric="v1"), 1.0),
        (said(value="0.5", model="m-1", rubric="v1"), 0.5),
    ],
)
def test_a_versioned_judgement_counts(judgement: Judgement, value: float) -> None:
    made = bundled(dossier(CLAIM, "Backups stay retained for 90 days."), judgement)

    assert value == pytest.approx(made.construction.bundles[0].density.consistency.figure.value)


def test_judgements_on_other_axes_are_none_of_the_bundles_business() -> None:
    assert () == bundled(dossier(CLAIM, "Other."), said(axis="factuality")).problems


def test_the_text_of_the_source_stands_in_where_a_passage_has_none() -> None:
    given = dossier("")
    given = Dossier(given.claim, None, given.evidence, (Source("s1", text=CLAIM),), labels=given.labels, dataset="test")

    assert ("e1",) == bundled(given).construction.bundles[0].passages


def test_a_retracted_source_is_in_no_bundle() -> None:
    given = dossier(CLAIM, "Backups stay retained for 90 days.")
    given = Dossier(given.claim, None, given.evidence, (Source("s1", retracted=True), Source("s2")), dataset="test")

    assert ["e2"] == [passage.id for passage in bundled(given).passages]
