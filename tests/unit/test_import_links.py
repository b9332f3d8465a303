"""What points to what inside a file, and what has to be made up so that it points somewhere."""

import json

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.importers.decoding import decode
from core.importers.recognition import kind_of, nearest_kind


def imported_from(value):
    return read(json.dumps(value).encode(), "file.json")


def problems_of(value):
    try:
        return imported_from(value).problems
    except ImportFailed as failure:
        return failure.problems


def test_answers_that_are_only_named_are_kept_under_their_ids():
    imported = imported_from([{"claim_id": "c1", "claim_text": "A.", "answer_id": 7}])

    assert () == imported.problems
    assert [("7", "", True)] == [
        (answer.id, answer.text, answer.extra["placeholder"]) for answer in imported.case.answers
    ]
    assert ["answers-not-in-file"] == [notice.code for notice in imported.case.notices]


def test_an_answer_that_is_missing_among_others_is_a_problem():
    package = {
        "answers": [{"id": "a1", "text": "A."}],
        "claims": [{"id": "c1", "text": "A.", "answer_id": "a2"}, {"id": "c2", "text": "B.", "answer_id": "a1"}],
    }

    imported = imported_from(package)

    assert [(1, "answer_id")] == [(problem.row, problem.field) for problem in imported.problems]
    assert [None, "a1"] == [claim.answer_id for claim in imported.case.claims]


def test_a_citation_or_judgement_of_evidence_that_is_missing_is_a_problem():
    package = {
        "claims": [{"id": "c1", "text": "A."}],
        "citations": [{"id": "k1", "claim_id": "c1", "source_id": "s1", "evidence_id": "e9"}],
        "judgements": [{"id": "j1", "claim_id": "c1", "axis": "x", "value": 1, "judge": "m", "evidence_id": "e9"}],
    }

    imported = imported_from(package)

    assert ["evidence_id", "evidence_id"] == [problem.field for problem in imported.problems]
    assert ((), ()) == (imported.case.citations, imported.case.judgements)


def test_a_source_named_by_evidence_with_a_near_id_is_pointed_out():
    package = {
        "claims": [{"id": "c1", "text": "A."}],
        "sources": [{"id": "src-01"}],
        "evidence": [{"id": "e1", "claim_id": "c1", "source_id": "src-O1"}],
    }

    imported = imported_from(package)

    assert ["src-01", "src-O1"] == [source.id for source in imported.case.sources]
    assert ["'src-O1' is named by evidence but not described; similar id 'src-01'"] == [
        notice.message for notice in imported.case.notices
    ]


def test_a_document_that_has_the_name_of_a_study_is_not_taken_for_it():
    rows = [{"source_id": name, "study_id": "X", "title": name} for name in ("p1", "p2")]

    imported = imported_from([*rows, {"source_id": "study X", "title": "a book"}])

    assert {"study X (shared)"} == {edge.to_id for edge in imported.case.edges}


def test_a_passage_that_says_something_else_than_its_source_is_noticed_and_the_source_holds():
    rows = [
        {"source_id": "s1", "title": "One"},
        {"evidence_id": "e1", "claim_id": "c1", "source_id": "s1", "text": "x", "title": "Two", "doi": "10.1/x"},
    ]

    imported = imported_from(rows)

    assert ["One"] == [source.title for source in imported.case.sources]
    assert "other-statement" in [notice.code for notice in imported.case.notices]


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"type": "label", "source_id": "s"}, "label"),
        ({"type": "news", "source_id": "s"}, "source"),
        ({"evidence_id": "e"}, "evidence"),
        ({"citation_id": "k"}, "citation"),
        ({"judgement_id": "j", "evidence_id": "e", "axis": "x", "judge": "m"}, "judgement"),
        ({"axis": "x", "judge": "m", "id": "j"}, "judgement"),
        ({"evidence_id": "e", "marker": "[1]", "source_id": "s", "claim_id": "c"}, "citation"),
        ({"from": "a", "to": "b"}, "edge"),
        ({"source_id": "s", "state": "dependent", "by": "x", "at": "y"}, "label"),
        ({"source_id": "s", "claim_id": "c"}, "evidence"),
        ({"source_id": "s", "claim_id": "c", "expected_text": "x"}, "citation"),
        ({"claim_text": "A."}, "claim"),
        ({"answer_id": "a", "text": "A."}, "answer"),
        ({"id": "s", "url": "https://example.org"}, "source"),
        ({"id": "c", "text": "A.", "sentence": "A."}, "claim"),
        ({"id": "x", "text": "A."}, None),
    ],
)
def test_the_keys_of_a_record_tell_its_kind(record, kind):
    assert kind == kind_of(record)


def test_a_record_of_no_known_kind_says_what_would_tell():
    assert None is nearest_kind({"colour": "red"})
    problems = problems_of([{"claim_id": "c1", "claim_text": "A."}, {"id": "x", "text": "A.", "colour": "red"}])

    assert [(2, "id, text, colour")] == [(problem.row, problem.found) for problem in problems]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"evidence": ["e1"]}, "evidence"),
        ({"evidence": "e1"}, "evidence"),
        ({"contexts": [3]}, "contexts"),
        ({"edges": [["a", "b"]]}, "edges"),
        ({"citations": [{"marker": "[1]"}]}, "citations.source_id"),
        ({"evidence": [{"source_id": "s", "rank": 0}]}, "evidence.rank"),
        ({"contexts": [{"text": 3}]}, "contexts.text"),
    ],
)
def test_what_stands_inside_a_claim_is_checked_by_field(fields, field):
    problems = problems_of([{"claim_id": "c1", "claim_text": "A."} | fields])

    assert [(1, field)] == [(problem.row, problem.field) for problem in problems]


@pytest.mark.parametrize("edge", [["a"], ["a", "cites", "b", "c"], "a", 3])
def test_an_edge_written_as_something_else_is_refused(edge):
    (problem,) = problems_of({"sources": ["a", "b"], "edges": [edge]})

    assert (1, "edges") == (problem.row, problem.field)


def test_a_retrieval_that_brought_no_citation_is_a_candidate():
    record = {"claim_id": "c1", "claim_text": "A.", "retrieval": {"chunk_id": "k1", "rank": 1}, "topic": "dams"}

    case = imported_from(record).case

    assert [("k1", "retrieved")] == [(item.source_id, item.state) for item in case.evidence]
    assert ((), {"topic": "dams"}) == (case.citations, dict(case.claims[0].extra))


@pytest.mark.parametrize(
    "record",
    [
        {"claim_id": "c1", "claim_text": "A.", "retrieval": {}, "citation": "s1"},
        {"claim_id": "c1", "claim_text": 3, "retrieval": {"chunk_id": "k"}, "citation": {"source_id": "s"}},
        {"claim_id": "c1", "claim_text": "A.", "retrieval": {"rank": 0}, "citation": {"source_id": "s"}},
    ],
)
def test_a_retrieval_that_cannot_be_read_is_a_problem(record):
    assert 1 == len(problems_of(record))


@pytest.mark.parametrize(
    ("header", "field"),
    [({"dataset": "No Name"}, "dataset"), ({"about": 3}, "about"), ({"schema": "other/1"}, "schema")],
)
def test_a_header_that_cannot_be_read_is_a_problem_by_field(header, field):
    (problem,) = problems_of({"claims": [{"id": "c", "text": "A."}]} | header)

    assert field == problem.field


def test_keys_of_a_package_that_have_no_place_are_named():
    imported = imported_from({"claims": [{"id": "c", "text": "A."}], "colour": "red"})

    assert ["keys-not-kept"] == [notice.code for notice in imported.case.notices]


def test_many_comments_before_no_page_are_read_past_without_delay():
    text = "<!---->" * 5000 + "claim,source\nA.,s\n"

    assert text == decode(text.encode(), "f")
