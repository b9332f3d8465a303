"""Factcheck-GPT: answers, claims, five passages each, and the counts known for the real file."""

import json
from collections import Counter
from pathlib import Path

import pytest

from core.assessment import assess
from core.dossier import claims_of
from core.errors import ImportFailed
from core.importers import read
from core.states import EvidenceState, Stance

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "factcheck_gpt" / "benchmark_even.jsonl"
needs_real_file = pytest.mark.skipif(
    not REAL.exists(), reason=f"the Factcheck-GPT file is not beside the repository: {REAL.name}"
)

SENTENCE = {
    "text": "The weir was built in 1904 by Elm.",
    "decontext": "The Orrin weir was built in 1904 by Elm.",
    "claims": ["The weir was built in 1904.", "Elm built the weir."],
    "auto_evidence": [["a", "b", "c"], ["d"]],
    "auto_evidence_url": [
        ["https://x.example/1", "https://x.example/1", "https://y.example/"],
        ["https://x.example/1"],
    ],
    "stance_claim_autoEvid": [["partially-support", "refute"], None],
    "claims_factuality_label": [True, "unknown"],
    "revised_claims": ["The weir was built in 1904.", "Nobody knows."],
    "human_evidence": ["NA", "https://z.example"],
}
ANSWER = {
    "prompt": "Who built the weir?",
    "response": "The weir was built in 1904 by Elm.",
    "revised_response": "The weir was built in 1904.",
    "response_factuality": False,
    "sentences": {"sentence1": SENTENCE, "sentence2": {"text": "Hello.", "claims": []}},
}


def imported_from(*records):
    return read("".join(json.dumps(record) + "\n" for record in records).encode(), "f.jsonl", format="factcheck-gpt")


def test_an_answer_is_read_with_its_sentences_claims_and_passages():
    imported = imported_from(ANSWER)

    case = imported.case
    assert () == imported.problems
    answer = case.answers[0]
    assert ("Who built the weir?", "The weir was built in 1904.") == (answer.question, answer.corrected_text)
    assert {"response_factuality": False} == dict(answer.extra)
    assert [("a1.s1.c1", 0, SENTENCE["text"]), ("a1.s1.c2", 1, SENTENCE["text"])] == [
        (claim.id, claim.position, claim.sentence) for claim in case.claims
    ]
    assert ("NA", SENTENCE["decontext"]) == (case.claims[0].extra["human_evidence"], case.claims[0].extra["decontext"])
    assert "Nobody knows." == case.claims[1].extra["revised_claims"]
    assert [
        ("a1.s1.c1.e1", "a", 1, Stance.SUPPORTS, "partially-support"),
        ("a1.s1.c1.e2", "b", 2, Stance.REFUTES, "refute"),
        ("a1.s1.c1.e3", "c", 3, Stance.UNJUDGED, None),
        ("a1.s1.c2.e1", "d", 1, Stance.UNJUDGED, None),
    ] == [(item.id, item.text, item.rank, item.stance, item.stance_given) for item in case.evidence]
    assert ["https://x.example/1", "https://y.example/"] == [source.id for source in case.sources]


def test_a_passage_is_retrieved_and_counts_by_a_policy_that_says_so():
    imported = imported_from(ANSWER)

    assert {EvidenceState.RETRIEVED} == {item.state for item in imported.case.evidence}
    assert {None} == {item.increment for item in imported.case.evidence}
    assert EvidenceState.RETRIEVED == imported.case.policy.floor
    assert "this format names no citations; retrieved passages count" in [n.message for n in imported.case.notices]


def test_the_labels_of_people_are_judgements_of_their_own():
    judgements = imported_from(ANSWER).case.judgements

    assert [("a1.s1.c1", "factuality", "true"), ("a1.s1.c2", "factuality", "unknown")] == [
        (judgement.claim_id, judgement.axis, judgement.value) for judgement in judgements
    ]


def test_passages_that_do_not_go_with_their_addresses_are_refused():
    sentence = SENTENCE | {"auto_evidence_url": [["https://x.example/1"], [""]]}

    imported = imported_from(ANSWER | {"sentences": {"s": sentence}})

    assert [
        "claim 1 has 3 passages, but 1 addresses",
        "passage 1 of claim 2 must be a text with an address",
    ] == [problem.message for problem in imported.problems]
    assert () == imported.case.evidence


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"prompt": 1}, "prompt"),
        ({"response": None}, "response"),
        ({"sentences": []}, "sentences"),
    ],
)
def test_an_answer_that_is_not_as_the_format_says_is_refused_by_field(fields, field):
    with pytest.raises(ImportFailed) as failure:
        imported_from(ANSWER | fields, {"prompt": 1, "response": 2, "sentences": {}})

    assert (1, field) == (failure.value.problems[0].row, failure.value.problems[0].field)


def test_a_claim_that_is_no_text_is_refused_and_the_others_stay():
    imported = imported_from(ANSWER | {"sentences": {"s": SENTENCE | {"claims": [None, "Elm built the weir."]}}})

    assert ["sentences.s.claims"] == [problem.field for problem in imported.problems]
    assert ["Elm built the weir."] == [claim.text for claim in imported.case.claims]


@needs_real_file
def test_the_real_file_gives_the_known_counts():
    imported = read(REAL.read_bytes(), REAL.name)

    case = imported.case
    assert ("factcheck-gpt", ()) == (imported.format, imported.problems)
    assert (47, 343, 1715) == (len(case.answers), len(case.claims), len(case.evidence))
    assert {
        (Stance.SUPPORTS, "completely-support"): 384,
        (Stance.SUPPORTS, "partially-support"): 178,
        (Stance.REFUTES, "refute"): 79,
        (Stance.NEUTRAL, "irrelevant"): 1049,
        (Stance.UNJUDGED, None): 25,
    } == Counter((item.stance, item.stance_given) for item in case.evidence)
    assert {"true": 244, "false": 76, "unknown": 23} == Counter(judgement.value for judgement in case.judgements)
    assert len({source.url for source in case.sources}) == len(case.sources) == 743
    assert all(claim.sentence for claim in case.claims)


@needs_real_file
@pytest.mark.parametrize(
    ("stances", "naive", "aware", "inflation", "defined"),
    [("supports", 0.265539, 0.250923, 1.844388, 196), ("all", 0.400000, 0.380952, 1.148688, 343)],
)
def test_the_real_file_gives_the_known_figures(stances, naive, aware, inflation, defined):
    case = read(REAL.read_bytes(), REAL.name).case
    policy = case.policy.with_(prior=0.2, increment=0.04, required=3.0, alpha=1.0, stances=stances)

    results = [assess(dossier, policy) for dossier in claims_of(case)]

    ratios = [result.inflation.value for result in results if result.inflation.value is not None]
    assert pytest.approx((naive, aware, inflation), abs=1e-6) == (
        sum(result.naive for result in results) / len(results),
        sum(result.aware for result in results) / len(results),
        sum(ratios) / len(ratios),
    )
    assert defined == len(ratios)
