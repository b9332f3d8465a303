"""Traces of RAG frameworks: what was retrieved stays a candidate, chunks of one document are one source."""

import json
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.states import EvidenceState

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"


def file(name, **options):
    path = FILES / name
    return read(path.read_bytes(), path.name, **options).case


def imported(*records, **options):
    return read("".join(json.dumps(record) + "\n" for record in records).encode(), "f.jsonl", **options)


def problems_of(*records, format):
    try:
        return [
            (problem.row, problem.field, problem.expected) for problem in imported(*records, format=format).problems
        ]
    except ImportFailed as failure:
        return [(problem.row, problem.field, problem.expected) for problem in failure.problems]


def passages(case):
    return [(item.id, item.source_id, item.text, item.rank, item.state.value) for item in case.evidence]


def notices(case):
    return {notice.code: notice.message for notice in case.notices}


@pytest.mark.parametrize("name", ["trace/ragas_2.jsonl", "trace/ragas_1.jsonl", "trace/dokis.jsonl"])
def test_no_context_of_a_plain_trace_is_ever_promoted(name):
    case = file(name)

    assert {EvidenceState.RETRIEVED} == {item.state for item in case.evidence}
    assert () == case.citations
    assert EvidenceState.RETRIEVED == case.policy.floor


def test_every_sentence_of_an_answer_is_a_claim_with_all_contexts_as_candidates():
    case = file("trace/ragas_2.jsonl")

    assert [
        ("a1.s1", "The weir was built in 1904."),
        ("a1.s2", "It was raised in 1931."),
        ("a2.s1", "Nobody knows."),
    ] == [(claim.id, claim.text) for claim in case.claims]
    assert [
        ("a1.s1.e1", "chunk-1", "The weir was built in 1904.", 1, "retrieved"),
        ("a1.s1.e2", "22", "It was raised in 1931.", 2, "retrieved"),
        ("a1.s2.e1", "chunk-1", "The weir was built in 1904.", 1, "retrieved"),
        ("a1.s2.e2", "22", "It was raised in 1931.", 2, "retrieved"),
    ] == passages(case)
    assert {"reference": "In 1904.", "reference_contexts": ["The weir was built in 1904."]} == dict(
        case.answers[0].extra
    )


def test_an_answer_for_which_nothing_was_retrieved_keeps_its_claims_without_evidence():
    """IMP-03: empty is not missing."""
    case = file("trace/ragas_2.jsonl")

    assert [] == [item for item in case.evidence if item.claim_id.startswith("a2")]


def test_a_context_that_stands_twice_in_one_answer_is_counted_once_and_said():
    case = file("trace/ragas_1.jsonl")

    assert 1 == len(case.evidence)
    assert "repeated-passage" in notices(case)


def test_a_spreadsheet_of_traces_may_hold_lists_as_json_or_as_python_prints_them():
    """IMP-01: a list in a cell is a list of texts."""
    assert ["Built in 1904.", "It's old."] == [item.text for item in file("trace/ragas_2.csv").evidence]
    assert ["Built in 1904.", "Raised in 1931."] == [item.text for item in file("trace/ragas_1.csv").evidence]


def test_a_cell_that_is_no_list_is_refused_by_row_and_column():
    table = b'question,answer,contexts\nWhen?,In 1904.,"[""half"\n'

    with pytest.raises(ImportFailed) as failure:
        read(table, "t.csv")

    problem = failure.value.problems[0]
    assert (2, "contexts") == (problem.row, problem.field)
    assert "list of texts" in problem.expected


def test_a_parquet_file_of_traces_is_read_like_its_json():
    case = file("trace/ragas_2.parquet")

    assert ["In 1904.", "Nobody knows."] == [answer.text for answer in case.answers]
    assert ["Built in 1904."] == [item.text for item in case.evidence]


def test_a_marker_in_a_plain_trace_cites_nothing_because_nobody_says_from_where_it_counts():
    case = imported({"question": "q", "answer": "Built in 1904 [1].", "contexts": ["Built in 1904."]}).case

    assert () == case.citations
    assert "markers-not-read" in notices(case)


def test_contexttrace_lists_citations_of_its_own_and_one_may_lead_to_nothing():
    case = file("trace/contexttrace.jsonl")

    assert ["https://weir.example/history"] == [source.id for source in case.sources if source.retrieved]
    assert ["cited", "retrieved", "cited", "retrieved"] == [item.state.value for item in case.evidence]
    assert [("a1.s1", "https://weir.example/history", None), ("a1.s1", "a1 c9", "Built later.")] == [
        (citation.claim_id, citation.source_id, citation.expected_text) for citation in case.citations[:2]
    ]
    assert {"a1 c9": False} == {source.id: source.retrieved for source in case.sources if not source.retrieved}


def test_chronicle_evidence_may_be_a_text_an_address_or_a_path_that_is_never_opened():
    case = file("trace/chronicle.jsonl")

    assert ["Built in 1904.", "Raised in 1931.", ""] == [item.text for item in case.evidence]
    assert "notes/weir.txt" == case.evidence[2].source_id


def test_as_many_ids_as_contexts_are_wanted():
    record = {"user_input": "q", "response": "A.", "retrieved_contexts": ["a", "b"], "retrieved_context_ids": ["x"]}

    assert [(1, "retrieved_context_ids", "2 ids")] == problems_of(record, format="trace")


@pytest.mark.parametrize(
    "name", ["phoenix_spans.json", "otlp.json", "nested.jsonl", "data_frame_rows.jsonl", "phoenix.parquet"]
)
def test_spans_of_every_form_give_answer_question_and_candidates(name):
    case = file(f"openinference/{name}")

    assert 1 == len(case.answers)
    assert case.answers[0].text.endswith("1904.") or case.answers[0].text.endswith("1931.")
    assert case.answers[0].question.startswith("When")
    assert {EvidenceState.RETRIEVED} == {item.state for item in case.evidence}
    assert 1 == len({item.source_id for item in case.evidence})


def test_documents_of_a_span_count_from_0_and_their_rank_from_1():
    case = file("openinference/phoenix_spans.json")

    assert [("The weir was built in 1904.", 1, 0.9, None), ("It was raised in 1931.", 2, None, 1)] == [
        (item.text, item.rank, item.retrieval_score, item.extra.get("reranked")) for item in case.evidence[:2]
    ]


def test_a_gap_in_the_numbers_of_a_spans_documents_is_closed_in_order():
    attributes = {
        "openinference.span.kind": "RETRIEVER",
        "output.value": "A.",
        "retrieval.documents.10.document.content": "eleventh",
        "retrieval.documents.2.document.content": "third",
    }
    case = imported({"name": "r", "context": {"trace_id": "t", "span_id": "s"}, "attributes": attributes}).case

    assert [("third", 1), ("eleventh", 2)] == [(item.text, item.rank) for item in case.evidence]


def test_a_trace_without_an_answer_is_a_problem_that_names_it():
    span = {
        "name": "x",
        "context": {"trace_id": "t7", "span_id": "s"},
        "attributes": {"openinference.span.kind": "CHAIN"},
    }

    assert [(1, "output.value")] == [(row, field) for row, field, _ in problems_of(span, format="openinference")]


def test_traces_of_one_file_are_kept_apart():
    spans = [
        {
            "name": "c",
            "context": {"trace_id": trace, "span_id": trace},
            "attributes": {"openinference.span.kind": "CHAIN", "output.value": f"Answer {trace}."},
        }
        for trace in ("t1", "t2")
    ]

    assert ["Answer t1.", "Answer t2."] == [answer.text for answer in imported(*spans).case.answers]


def test_chunks_of_one_langchain_document_are_one_source_with_places_kept():
    case = file("langchain/chain_output.jsonl")

    assert ["reports/weir.pdf", "reports/ferry.pdf"] == [source.id for source in case.sources]
    first = case.evidence[0]
    assert ("k1", "1", 0) == (first.extra["original_id"], first.extra["page_label"], first.extra["metadata"]["page"])
    assert "is read from its 'source'" in notices(case)["document-key"]


def test_a_langchain_citation_points_into_the_answer_and_not_into_the_source():
    case = file("langchain/message_citations.jsonl")

    assert [
        ("msg-1.s1", "https://weir.example/history", "built in 1904"),
        ("msg-1.s2", "https://weir.example/raised", "raised in 1931"),
    ] == [(citation.claim_id, citation.source_id, citation.expected_text) for citation in case.citations]
    assert [{"start_index": 0, "end_index": 26}] == [dict(case.citations[0].extra)]
    assert {None} == {citation.page for citation in case.citations}


TEXT = "First here. Second there."


@pytest.mark.parametrize(
    ("start", "end", "claims"),
    [
        (0, 1, ["s1"]),
        (0, 0, ["s1"]),
        (0, len(TEXT), ["s1", "s2"]),
        (10, 12, ["s1"]),
        (11, 12, ["s1"]),
        (11, 13, ["s2"]),
        (12, 13, ["s2"]),
        (len(TEXT) - 1, len(TEXT), ["s2"]),
        (len(TEXT), len(TEXT), ["s2"]),
    ],
)
def test_places_in_an_answer_count_from_0_to_before_the_end(start, end, claims):
    block = {"type": "citation", "url": "https://x.example", "start_index": start, "end_index": end}
    message = {"type": "ai", "id": "m", "content": [{"type": "text", "text": TEXT, "annotations": [block]}]}

    case = imported(message).case

    assert [f"m.{claim}" for claim in claims] == [citation.claim_id for citation in case.citations]


@pytest.mark.parametrize(("start", "end"), [(0, len(TEXT) + 1), (len(TEXT) + 1, len(TEXT) + 2), (5, 4)])
def test_a_place_outside_the_answer_is_a_problem(start, end):
    block = {"type": "citation", "url": "https://x.example", "start_index": start, "end_index": end}
    message = {"type": "ai", "content": [{"type": "text", "text": TEXT, "annotations": [block]}]}

    rows = problems_of(message, format="langchain")

    assert [(1, "content[1].annotations[1].start_index")] == [(row, field) for row, field, _ in rows]


def test_places_count_anew_in_each_block_of_a_message():
    block = {"type": "citation", "url": "https://x.example", "start_index": 0, "end_index": 6}
    content = [{"type": "text", "text": "First here. "}, {"type": "text", "text": "Second.", "annotations": [block]}]

    case = imported({"type": "ai", "id": "m", "content": content}).case

    assert ["m.s2"] == [citation.claim_id for citation in case.citations]


def test_a_file_of_langchain_documents_brings_sources_and_says_that_there_are_no_claims():
    case = file("langchain/serialised.jsonl")

    assert ((), ["weir.pdf"]) == (case.claims, [source.id for source in case.sources])
    assert "documents-only" in notices(case)


@pytest.mark.parametrize("name", ["runs.json", "child_runs.json"])
def test_langsmith_documents_belong_to_the_root_run_they_were_retrieved_for(name):
    case = file(f"langsmith/{name}")

    assert [("r1", "In 1904.", "When?")] == [(answer.id, answer.text, answer.question) for answer in case.answers]
    assert {"weir.pdf"} == {item.source_id for item in case.evidence}


def test_a_run_that_failed_is_left_out_and_said():
    run = {"id": "r", "run_type": "chain", "inputs": {"question": "q"}, "outputs": None}
    good = {"id": "s", "run_type": "chain", "inputs": {"question": "q"}, "outputs": {"answer": "A."}}
    case = imported(run, good).case

    assert ["s"] == [answer.id for answer in case.answers]
    assert "run-without-answer" in notices(case)


def test_markers_of_the_citation_engine_count_from_1_and_beyond_the_last_they_lead_to_nothing():
    case = file("llamaindex/citations.jsonl")

    assert [
        ("a1.s1", "[1]", "doc-1", "a1.s1.e1"),
        ("a1.s2", "[2]", "doc-1", "a1.s2.e2"),
        ("a1.s3", "[3]", "doc-2", "a1.s3.e3"),
        ("a1.s4", "[4]", "a1 [4]", None),
        ("a1.s4", "[0]", "a1 [0]", None),
    ] == [(c.claim_id, c.marker, c.source_id, c.evidence_id) for c in case.citations]


def test_nodes_of_one_document_are_one_source_whose_version_is_the_hash_and_overlaps_stay_visible():
    case = file("llamaindex/citations.jsonl")

    document = next(source for source in case.sources if source.id == "doc-1")
    assert ("hash-1", None, "weir.txt") == (document.version, document.fingerprint, document.title)
    assert [[0, 24], [10, 40], [0, 20]] == [item.extra["chars"] for item in case.evidence[:3]]
    assert [0.8, 0.8, None] == [item.retrieval_score for item in case.evidence[:3]]


def test_a_node_without_a_document_is_told_by_its_metadata():
    assert ["weir.txt"] == [source.id for source in file("llamaindex/plain.jsonl").sources]


def test_an_id_that_was_written_as_a_decimal_is_refused_and_not_rounded():
    record = {"id": 12.0, "question": "q", "answer": "A.", "contexts": ["a"]}

    assert [(1, "id", "an id: a text or a whole number")] == problems_of(record, format="trace")


def test_a_key_that_stands_twice_and_a_number_that_is_none_are_problems_of_their_rows():
    text = '{"question": "q", "answer": "A.", "answer": "B.", "contexts": ["a"]}\n'
    text += '{"question": "q", "answer": "A.", "contexts": [{"text": "a", "score": NaN}]}\n'
    text += '{"question": "q", "answer": "A.", "contexts": ["a"]}\n'

    result = read(text.encode(), "f.jsonl")

    assert [1, 2] == [problem.row for problem in result.problems]
    assert ["a3"] == [answer.id for answer in result.case.answers]


def test_a_file_of_two_formats_is_told_apart_row_by_row():
    record = {"question": "q", "answer": "A.", "contexts": ["a"]}
    result = imported(record, record, {"response": "A.", "source_nodes": []})

    assert ("trace", [3]) == (result.format, [problem.row for problem in result.problems])


def test_a_wrong_format_forced_upon_a_trace_says_what_it_looks_like():
    record = {"question": "q", "answer": "A.", "contexts": ["a"]}

    with pytest.raises(ImportFailed) as failure:
        imported(record, format="llamaindex")

    assert "it looks like trace" in failure.value.problems[0].found


def test_a_file_with_a_mark_windows_line_ends_and_a_blank_line_is_read_all_the_same():
    """IMP-07"""
    line = json.dumps({"question": "q", "answer": "A.", "contexts": ["a"]})
    data = b"\xef\xbb\xbf" + f"{line}\r\n{line}\r\n\r\n".encode()

    assert ["a1", "a2"] == [answer.id for answer in read(data, "f.jsonl").case.answers]


def test_traces_in_utf_16_with_a_mark_are_read_and_in_latin_1_refused_by_name():
    line = json.dumps({"question": "Fähre?", "answer": "Ja.", "contexts": ["a"]}, ensure_ascii=False)

    assert "Fähre?" == read(line.encode("utf-16"), "f.json").case.answers[0].question
    with pytest.raises(ImportFailed) as failure:
        read(line.encode("latin-1"), "f.json")
    assert "Latin-1" in failure.value.problems[0].message


def test_a_citation_without_a_place_holds_for_the_whole_answer_and_that_is_said():
    block = {"type": "citation", "url": "https://x.example"}
    case = imported({"type": "ai", "id": "m", "content": [{"type": "text", "text": TEXT, "annotations": [block]}]}).case

    assert ["m.s1", "m.s2"] == [citation.claim_id for citation in case.citations]
    assert "citation-without-place" in notices(case)


def test_a_citation_that_names_nothing_leads_to_nothing():
    block = {"type": "citation", "start_index": 0, "end_index": 3}
    content = ["First here. ", {"type": "text", "text": "Second.", "annotations": [block, {"type": "other"}]}]
    case = imported({"type": "ai", "id": "m", "content": [*content, {"type": "image", "url": "x"}]}).case

    assert [("m.s2", "m unnamed source")] == [(c.claim_id, c.source_id) for c in case.citations]
    assert "First here. Second." == case.answers[0].text


def test_a_block_of_a_message_that_is_neither_text_nor_object_is_a_problem():
    message = {"type": "ai", "content": [{"type": "text", "text": "A."}, 7]}

    assert [(1, "content[2]")] == [(row, field) for row, field, _ in problems_of(message, format="langchain")]


def test_the_answer_of_a_chain_may_be_a_message():
    answer = {"lc": 1, "type": "constructor", "id": ["langchain", "AIMessage"], "kwargs": {"content": "In 1904."}}
    document = {"page_content": "Built in 1904.", "metadata": {"relevance_score": 0.5}, "id": "k"}
    case = imported({"query": "When?", "documents": [document], "answer": answer}).case

    assert ("In 1904.", 0.5) == (case.answers[0].text, case.evidence[0].retrieval_score)
    assert ["k"] == [source.id for source in case.sources]
    assert "document-not-named" in notices(case)


def run(name, **more):
    return {"id": name, "run_type": "chain", "inputs": {"question": "Why?"}, "outputs": {"answer": "A."}, **more}


def test_a_run_may_answer_with_a_message_or_carry_its_documents_itself():
    document = {"page_content": "P.", "metadata": {"source": "w.pdf"}}
    message = {"type": "ai", "data": {"content": "It is so."}}
    case = imported(
        run("a", outputs={"output": message}), run("b", outputs={"answer": "A.", "context": [document]})
    ).case

    assert ["It is so.", "A."] == [answer.text for answer in case.answers]
    assert [("b.s1", "w.pdf")] == [(item.claim_id, item.source_id) for item in case.evidence]


def test_two_runs_of_one_id_are_a_problem_and_a_retriever_alone_has_no_answer():
    retriever = run("r", run_type="retriever", outputs={"documents": []})

    result = imported(run("a"), retriever, run("a"))

    assert [(3, "id")] == [(problem.row, problem.field) for problem in result.problems]
    assert ["a"] == [answer.id for answer in result.case.answers]
    assert "run-without-answer" in notices(result.case)


def test_runs_whose_parents_were_left_out_belong_to_the_run_that_the_trace_names():
    documents = {"documents": [{"page_content": "P.", "metadata": {"source": "w.pdf"}}]}
    retriever = run("r", run_type="retriever", parent_run_id="lost", trace_id="a", outputs=documents)

    case = imported(run("a", trace_id="a"), retriever).case

    assert [("a.s1", "w.pdf")] == [(item.claim_id, item.source_id) for item in case.evidence]


def span(name, parent=None, trace="t", **attributes):
    attributes = {"openinference.span.kind": "CHAIN", **attributes}
    return {
        "name": name,
        "context": {"trace_id": trace, "span_id": name},
        "parent_id": parent,
        "attributes": attributes,
    }


def test_an_answer_is_the_models_message_where_the_root_says_nothing():
    model = span("l", "root", **{"llm.output_messages.0.message.content": "It is so."})
    case = imported(span("root", **{"input.value": "Why?"}), model).case

    assert ("It is so.", "Why?") == (case.answers[0].text, case.answers[0].question)


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ('{"response": "It is so."}', "It is so."),
        ('"It is so."', "It is so."),
        ("{half", "{half"),
        ("It is so.", "It is so."),
    ],
)
def test_an_output_in_json_is_opened_where_it_holds_words(value, answer):
    case = imported(span("r", **{"output.value": value, "output.mime_type": "application/json"})).case

    assert answer == case.answers[0].text


def test_a_document_that_only_the_reranker_names_is_a_candidate_too():
    ranked = {"reranker.output_documents.0.document.content": "P.", "reranker.output_documents.0.document.score": 0.5}
    case = imported(span("r", **{"output.value": "A.", **ranked})).case

    assert [("P.", 1, 0.5)] == [(item.text, item.rank, item.retrieval_score) for item in case.evidence]


def test_documents_of_a_span_may_be_one_json_text():
    found = json.dumps([{"document": {"content": "P.", "name": "Weir", "metadata": "not json"}}])
    case = imported(span("r", **{"output.value": "A.", "retrieval.documents": found})).case

    assert [("P.", "Weir")] == [(item.text, case.sources[0].title) for item in case.evidence]


def test_typed_values_of_otlp_are_read_by_their_type():
    values = {
        "openinference.span.kind": {"stringValue": "CHAIN"},
        "output.value": {"stringValue": "A."},
        "retrieval.documents.0.document.content": {"stringValue": "P."},
        "retrieval.documents.0.document.id": {"intValue": "9007199254740993"},
        "tags": {"arrayValue": {"values": [{"stringValue": "x"}, {"boolValue": True}]}},
        "other": {"kvlistValue": {"values": []}},
    }
    attributes = [{"key": key, "value": value} for key, value in values.items()]
    case = imported({"name": "r", "traceId": "t", "spanId": "s", "attributes": attributes}).case

    assert "9007199254740993" == case.evidence[0].source_id


def test_a_score_of_the_wrong_kind_and_a_node_without_an_object_are_problems():
    nodes = [{"node": {"text": "t", "id_": "n"}, "score": "high"}, 7, {"node": 3}]

    found = problems_of({"response": "A.", "source_nodes": nodes}, format="llamaindex")

    assert {"source_nodes[1].score", "source_nodes[2]", "source_nodes[3].node"} == {field for _, field, _ in found}


def test_a_node_may_keep_its_text_in_a_resource_or_lie_under_data():
    resource = {"node": {"id_": "n1", "text_resource": {"text": "P."}, "relationships": {}}, "score": 0.5}
    data = {"node": {"__data__": {"id_": "n2", "text": "Q.", "metadata": {"file_name": "w.txt"}}}}

    case = imported({"response": "A.", "source_nodes": [resource, data]}).case

    assert [("n1", "P."), ("w.txt", "Q.")] == [(item.source_id, item.text) for item in case.evidence]


def test_a_source_is_completed_by_later_passages_and_keeps_its_first_title():
    contexts = [
        {"text": "P.", "metadata": {"source": "https://a.example/"}},
        {"text": "Q.", "metadata": {"source": "https://a.example/", "title": "One", "published_at": "2026-01-02"}},
        {"text": "R.", "metadata": {"source": "https://a.example/", "title": "Two"}},
    ]
    case = imported({"question": "q", "answer": "A.", "contexts": contexts}).case

    source = case.sources[0]
    assert ("One", "2026-01-02") == (source.title, source.published_at)
    assert "the title of a source differs between its passages" in notices(case)["other-statement"]


def test_an_answer_of_blanks_has_no_claims_and_that_is_said():
    case = imported({"question": "q", "answer": " ", "contexts": ["a"]}).case

    assert ((), 1) == (case.claims, len(case.answers))
    assert "answer-without-claims" in notices(case)
