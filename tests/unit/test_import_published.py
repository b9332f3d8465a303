"""Data sets and spans as those who publish them write them: places at both ends, verdicts kept, nothing promoted."""

import json
from collections import Counter
from pathlib import Path

import pytest

from core.importers import read
from core.states import EvidenceState, Stance

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def file(name):
    path = FILES / name
    return read(path.read_bytes(), path.name).case


def cited(case):
    return [(citation.claim_id, citation.marker, citation.source_id) for citation in case.citations]


def test_hagrid_quotes_are_numbered_from_1_and_a_number_beyond_them_leads_to_nothing():
    case = file("hagrid/ends.jsonl")

    assert [
        ("w1.a1.s1", "[1]", "77"),
        ("w1.a1.s2", "[3]", "78"),
        ("w1.a1.s3", "[4]", "w1.a1 [4]"),
        ("w1.a1.s4", "[0]", "w1.a1 [0]"),
        ("w1.a2.s1", "[1]", "77"),
        ("w1.a2.s1", "[2]", "77"),
    ] == cited(case)
    assert ["0", "3", "0"] == [item.extra["segment"] for item in case.evidence[:3]]
    assert [EvidenceState.CITED, EvidenceState.RETRIEVED, EvidenceState.RETRIEVED] == [
        item.state for item in case.evidence[:3]
    ]


def test_hagrid_verdicts_of_people_are_judgements_and_an_open_one_is_none():
    case = file("hagrid/ends.jsonl")

    assert [("w1.a1.s1", "attributable"), ("w1.a1.s2", "not attributable")] == [
        (judgement.claim_id, judgement.value) for judgement in case.judgements
    ]
    assert {"support"} == {judgement.axis for judgement in case.judgements}


def test_an_expertqa_answer_of_each_system_has_its_own_claims_and_evidence():
    case = file("expertqa/systems.jsonl")

    assert ["q1.bing_chat", "q1.gpt4", "q2.gpt4"] == [answer.id for answer in case.answers]
    assert [
        ("q1.bing_chat.s1", "[1]", "https://weir.example/history"),
        ("q1.bing_chat.s2", "[3]", "https://stone.example/"),
        ("q1.bing_chat.s2", "[2]", "q1.bing_chat.s2 [2]"),
    ] == cited(case)
    assert ["Elm built it.", "Of stone."] == [item.text for item in case.evidence]
    assert ["Complete", "Incomplete"] == [judgement.value for judgement in case.judgements]
    assert "Elm built it in 1904." == case.answers[0].corrected_text
    assert "Definitely correct" == case.claims[0].extra["correctness"]


def test_rows_of_generative_search_come_together_by_response_and_statement():
    case = file("generative-search/judgements.jsonl")

    assert (1, ["Elm built it.", "It is of stone."]) == (len(case.answers), [claim.text for claim in case.claims])
    first, second = (claim.id for claim in case.claims)
    assert [
        (first, "https://weir.example/", Stance.SUPPORTS, "complete_support", 1),
        (second, "https://weir.example/", Stance.NEUTRAL, "no_support", 1),
        (first, "https://stone.example/", Stance.SUPPORTS, "partial_support", 2),
    ] == [(item.claim_id, item.source_id, item.stance, item.stance_given, item.rank) for item in case.evidence]
    assert ("Weir", "2021-05-01", "A. Mill") == (
        case.sources[0].title,
        case.sources[0].published_at,
        case.sources[0].author,
    )
    assert [item.id for item in case.evidence] == [judgement.evidence_id for judgement in case.judgements]
    assert {None} == {citation.expected_text for citation in case.citations}


def test_a_response_of_generative_search_cites_by_the_links_of_its_markers():
    case = file("generative-search/responses.jsonl")

    assert [
        ("h1-neeva.s1", "[1]", "https://weir.example/"),
        ("h1-neeva.s2", "[2]", "https://stone.example/"),
        ("h1-neeva.s2", "[3]", "h1-neeva [3]"),
    ] == cited(case)
    assert [("h1-neeva.s1", "Yes")] == [(judgement.claim_id, judgement.value) for judgement in case.judgements]
    assert {None} == {citation.page for citation in case.citations}


def test_a_clapnq_answer_is_one_claim_and_each_chosen_sentence_a_quotation_of_its_passage():
    case = file("clapnq/two_answers.jsonl")

    assert [("7.a1.s1", "Elm, in 1904."), ("7.a2.s1", "Elm.")] == [(claim.id, claim.text) for claim in case.claims]
    assert [
        ("7.a1.s1", "Elm built it ."),
        ("7.a1.s1", "In 1904 ."),
        ("7.a2.s1", "Elm built it ."),
    ] == [(citation.claim_id, citation.expected_text) for citation in case.citations]
    assert [("Weir", "Wikipedia")] == [(source.id, source.publisher) for source in case.sources]


def test_the_published_clapnq_file_has_the_counts_of_its_readme():
    path = DATA / "clapnq" / "clapnq_dev_001-120.jsonl"
    if not path.exists():
        pytest.skip("the data set is not beside the repository: clapnq")

    imported = read(path.read_bytes(), path.name)
    case = imported.case
    texts = {item.id: item.text for item in case.evidence}

    assert ("clapnq", ()) == (imported.format, imported.problems)
    assert 120 == len({answer.question for answer in case.answers})
    assert 462 == len(case.citations)
    assert 462 == sum(citation.expected_text in texts[citation.evidence_id] for citation in case.citations)


def test_documents_of_a_genai_retrieval_stand_in_order_from_1_and_have_no_text():
    case = file("otel-genai/otlp.json")

    assert ["In May.", "It rained."] == [claim.text for claim in case.claims]
    assert "When?" == case.answers[0].question
    first = [item for item in case.evidence if item.claim_id == case.claims[0].id]
    assert [(1, "doc-1", 0.9, ""), (2, "doc-2", None, "")] == [
        (item.rank, item.source_id, item.retrieval_score, item.text) for item in first[:2]
    ]
    assert 3 == len(first)
    assert {EvidenceState.RETRIEVED} == {item.state for item in case.evidence}
    assert () == case.citations


def test_a_genai_file_says_that_quotes_cannot_be_checked():
    path = FILES / "otel-genai" / "otlp.json"

    limits = read(path.read_bytes(), path.name).capability_limits

    assert "no passages' text: quotes cannot be checked" in limits
    assert "no citations: nothing can be verified" in limits


def test_trulens_records_are_read_under_both_of_their_names():
    case = file("trulens/newer.jsonl")

    assert [("r1", "In May. It rained.", "When?")] == [(a.id, a.text, a.question) for a in case.answers]
    assert [("It was May.", 1, 0.75), ("Rain.", 2, 0.25)] == [
        (item.text, item.rank, item.retrieval_score) for item in case.evidence[:2]
    ]
    assert Counter({EvidenceState.RETRIEVED: 4}) == Counter(item.state for item in case.evidence)


def test_spans_of_openinference_stay_its_own_although_they_carry_genai_attributes():
    span = {
        "name": "chain",
        "context": {"trace_id": "t", "span_id": "s"},
        "attributes": {
            "openinference.span.kind": "CHAIN",
            "output.value": "In May.",
            "gen_ai.operation.name": "chat",
        },
    }

    assert "openinference" == read(json.dumps([span]).encode(), "f.json").format
