"""Answers of model vendors with their citations: the index base of each format, at both ends."""

import json
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.importers import read

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"
HISTORY = "https://weir.example/history"


def file(name):
    path = FILES / name
    return read(path.read_bytes(), path.name).case


def imported(record, **options):
    return read(json.dumps(record).encode(), "f.json", **options)


def problem_of(record, format):
    with pytest.raises(ImportFailed) as failure:
        imported(record, format=format)
    return failure.value.problems[0]


def cited(case):
    return [(citation.claim_id, citation.source_id, citation.expected_text) for citation in case.citations]


def message(*citations, text="Built in 1904."):
    return {
        "role": "assistant",
        "type": "message",
        "id": "m",
        "content": [{"type": "text", "text": text, "citations": list(citations)}],
    }


def place(kind, **more):
    return {"type": kind, "cited_text": "Built.", "document_index": 0, "document_title": "W", **more}


def test_a_cited_block_is_a_claim_within_its_sentence_and_uncited_sentences_are_claims_too():
    case = file("anthropic/message.json")

    assert [
        ("the weir was built in 1904", "According to the files, the weir was built in 1904 and raised in 1931."),
        ("raised in 1931", "According to the files, the weir was built in 1904 and raised in 1931."),
        ("Nobody knows why.", "Nobody knows why."),
    ] == [(claim.text, claim.sentence) for claim in case.claims]
    assert [
        ("msg_1.s1", "msg_1 document 0", "The weir was built in 1904."),
        ("msg_1.s2", "msg_1 document 1", "raised in 1931"),
        ("msg_1.s2", "msg_1 document 2", "It was raised."),
    ] == cited(case)


def test_characters_count_from_0_and_pages_from_1_and_ends_are_exclusive():
    case = file("anthropic/message.json")

    chars, page, block = case.citations
    assert ([0, 27], None) == (chars.extra["chars"], chars.page)
    assert (2, 3) == (page.page, page.extra["end_page_number"])
    assert (0, 1, None) == (block.extra["start_block_index"], block.extra["end_block_index"], block.page)


@pytest.mark.parametrize(
    ("citation", "key", "expected"),
    [
        (place("char_location", start_char_index=-1, end_char_index=3), "start_char_index", "a whole number >= 0"),
        (place("char_location", start_char_index=3, end_char_index=3), "end_char_index", "a place behind 3"),
        (place("page_location", start_page_number=0, end_page_number=1), "start_page_number", "a whole number >= 1"),
        (place("page_location", start_page_number=2, end_page_number=2), "end_page_number", "a place behind 2"),
        (place("content_block_location", start_block_index=0), "end_block_index", "a whole number"),
        (place("line_location"), "type", "one of char_location"),
    ],
)
def test_a_place_that_its_kind_cannot_have_is_a_problem(citation, key, expected):
    problem = problem_of(message(citation), "anthropic")

    assert f"content[1].citations[1].{key}" == problem.field
    assert problem.expected.startswith(expected)


def test_what_a_web_search_found_is_retrieved_and_only_the_cited_page_is_cited():
    case = file("anthropic/web_search.jsonl")

    assert {("https://ferry.example/", "retrieved"), (HISTORY, "retrieved"), (HISTORY, "cited")} == {
        (item.source_id, item.state.value) for item in case.evidence
    }
    assert [("msg_1.s1", HISTORY, "built in 1904")] == cited(case)


def test_beside_its_request_a_message_knows_title_and_text_of_its_documents():
    case = file("anthropic/with_request.json")

    assert "When was it built?" == case.answers[0].question
    documents = {source.id: (source.title, source.text) for source in case.sources}
    assert ("Weir", "The weir was built in 1904.") == documents["msg_1 document 0"]
    assert ("Notes", "It was raised.\nIn 1931.") == documents["msg_1 document 1"]
    assert ["msg_1 document 0", "msg_1 document 1", "https://ferry.example/"] == [c.source_id for c in case.citations]


def test_a_document_that_the_request_does_not_hold_is_a_problem():
    request = {
        "messages": [{"role": "user", "content": [{"type": "document", "source": {"type": "text", "data": "x"}}]}]
    }
    last = place("char_location", start_char_index=0, end_char_index=1)
    beyond = {**last, "document_index": 1}

    assert () == imported({"request": request, "response": message(last)}).problems
    problem = problem_of({"request": request, "response": message(beyond)}, "anthropic")
    assert "one of the 1 documents of the request" == problem.expected


def response(*annotations, text="First here. Second there."):
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"id": "r", "object": "response", "output": [{"type": "message", "content": [part]}]}


def test_url_citations_of_a_response_point_into_the_answer():
    case = file("openai/response.json")

    assert [
        ("resp_1.s1", HISTORY),
        ("resp_1.s2", "https://weir.example/raised"),
        ("resp_1.s2", "https://weir.example/end"),
    ] == [(claim, source) for claim, source, _ in cited(case)]
    assert {""} == {item.text for item in case.evidence}


@pytest.mark.parametrize(("index", "claim"), [(0, "r.s1"), (11, "r.s1"), (12, "r.s1"), (13, "r.s2"), (25, "r.s2")])
def test_a_file_citation_belongs_to_the_sentence_it_follows(index, claim):
    case = imported(response({"type": "file_citation", "file_id": "f", "filename": "w.pdf", "index": index})).case

    assert [claim] == [citation.claim_id for citation in case.citations]


def test_an_index_beyond_the_answer_is_a_problem():
    problem = problem_of(response({"type": "file_citation", "file_id": "f", "index": 26}), "openai")

    assert "0 <= start <= end <= 25" in problem.expected
    assert "26" in problem.found


def test_a_file_that_the_search_returned_is_cited_by_its_passage_and_another_by_its_name_alone():
    case = file("openai/file_search.json")

    assert [("resp_1.s1", "file-1", "resp_1.s1.e1"), ("resp_1.s2", "file-9", "resp_1.s2.c1")] == [
        (c.claim_id, c.source_id, c.evidence_id) for c in case.citations
    ]
    assert [
        ("resp_1.s1.e1", "cited", 0.9, "The weir was built in 1904."),
        ("resp_1.s1.e2", "retrieved", 0.4, "A ferry runs."),
        ("resp_1.s2.e1", "retrieved", 0.9, "The weir was built in 1904."),
        ("resp_1.s2.e2", "retrieved", 0.4, "A ferry runs."),
        ("resp_1.s2.c1", "cited", None, ""),
    ] == [(item.id, item.state.value, item.retrieval_score, item.text) for item in case.evidence]


def test_a_chat_completion_in_a_line_of_a_batch_is_opened():
    case = file("openai/chat_batch.jsonl")

    assert [("chatcmpl-1.s1", HISTORY)] == [(claim, source) for claim, source, _ in cited(case)]


def test_perplexity_markers_count_from_1_and_0_and_beyond_lead_to_nothing():
    case = file("perplexity/search_results.json")

    assert [
        ("px-1.s1", "[1]", HISTORY),
        ("px-1.s2", "[2]", "https://weir.example/raised"),
        ("px-1.s2", "[3]", "px-1 [3]"),
        ("px-1.s3", "[0]", "px-1 [0]"),
    ] == [(c.claim_id, c.marker, c.source_id) for c in case.citations]
    history = next(source for source in case.sources if source.id == HISTORY)
    assert ("2025-02-01", {"last_updated": "2025-03-01"}) == (history.published_at, dict(history.extra))


def test_a_result_with_an_id_of_its_own_is_meant_by_that_id():
    case = file("perplexity/agent.json")

    assert [("[5]", HISTORY), ("[6]", "https://weir.example/raised"), ("[1]", "ag-1 [1]")] == [
        (c.marker, c.source_id) for c in case.citations
    ]


def test_addresses_alone_are_enough_for_perplexity():
    case = file("perplexity/citations_only.jsonl")

    assert [HISTORY, "https://weir.example/raised"] == [c.source_id for c in case.citations]
    assert {"cited", "retrieved"} == {item.state.value for item in case.evidence}


def test_documents_of_a_request_are_counted_over_all_its_messages_and_tool_results():
    def block(title, source):
        return {"type": "document", "title": title, "source": source}

    messages = [
        {"role": "user", "content": [block("One", {"type": "url", "url": "https://one.example/"})]},
        {"role": "assistant", "content": "Well."},
        {
            "role": "user",
            "content": [{"type": "tool_result", "content": [block("Two", {"type": "file", "file_id": "f2"})]}],
        },
        {"role": "user", "content": "And now?"},
    ]
    cited = message(
        place("char_location", start_char_index=0, end_char_index=1),
        {**place("page_location", start_page_number=1, end_page_number=2), "document_index": 1},
    )
    case = imported({"request": {"messages": messages}, "response": cited}).case

    assert "And now?" == case.answers[0].question
    assert ["m document 0", "f2"] == [citation.source_id for citation in case.citations]
    assert [None, 1] == [citation.page for citation in case.citations]
    assert "https://one.example/" == case.sources[0].url


def test_a_message_without_its_request_keeps_a_file_id_as_the_source():
    case = imported(message({**place("char_location", start_char_index=0, end_char_index=1), "file_id": "file-7"})).case

    assert ["file-7"] == [citation.source_id for citation in case.citations]


def test_a_web_search_that_failed_brings_nothing():
    failed = {"type": "web_search_tool_result", "content": {"type": "web_search_tool_result_error"}}
    record = message(place("char_location", start_char_index=0, end_char_index=1))
    record["content"].insert(0, failed)

    assert 1 == len(imported(record).case.evidence)


@pytest.mark.parametrize(
    ("record", "question"),
    [
        ({"request": {"input": "Why?"}, "response": response()}, "Why?"),
        ({"request": {"messages": [{"role": "user", "content": "Why?"}]}, "response": response()}, "Why?"),
        (response(), ""),
    ],
)
def test_the_question_is_what_the_request_beside_it_asked(record, question):
    assert question == imported(record).case.answers[0].question


def test_every_choice_of_a_completion_is_an_answer():
    choices = [{"message": {"content": f"Answer {n}."}} for n in range(2)]
    case = imported({"id": "c", "object": "chat.completion", "choices": choices}).case

    assert ["c", "c/1"] == [answer.id for answer in case.answers]


def test_a_response_that_only_searched_has_no_answer_and_that_is_said():
    searched = {"id": "s", "output": [{"type": "file_search_call", "results": None}]}
    lines = json.dumps(searched) + "\n" + json.dumps(response()) + "\n"

    case = read(lines.encode(), "f.jsonl").case

    assert ["r"] == [answer.id for answer in case.answers]
    assert "run-without-answer" in {notice.code for notice in case.notices}


def test_the_question_of_perplexity_is_the_last_of_the_user():
    record = {
        "id": "p",
        "choices": [{"message": {"content": "A [1]."}}],
        "citations": ["https://x.example/"],
        "request": {"messages": [{"role": "user", "content": "First?"}, {"role": "user", "content": "Why?"}]},
    }

    assert "Why?" == imported(record).case.answers[0].question
