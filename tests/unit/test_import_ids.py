"""Ids: kept digit by digit, told apart, and never repaired in silence."""

import json

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.importers.dataset_names import dataset_slug
from core.importers.near_ids import NearIds, look_alike_key


def imported_from(value):
    return read(json.dumps(value).encode(), "file.json")


def notices_of(imported, code):
    return [notice.message for notice in imported.case.notices if notice.code == code]


def test_long_whole_numbers_keep_every_digit():
    """IMP-16"""
    rows = [
        {"source_id": 9007199254740992, "title": "Lower lock"},
        {"source_id": 9007199254740993, "title": "Upper lock"},
    ]

    imported = imported_from(rows)

    assert () == imported.problems
    assert ["9007199254740992", "9007199254740993"] == [source.id for source in imported.case.sources]


def test_a_number_and_the_same_digits_as_text_do_not_collide_in_silence():
    """UIG-09"""
    imported = imported_from({"nodes": [1, "1", 2.0, None, "", {"x": 1}]})

    assert ["1"] == [source.id for source in imported.case.sources]
    assert ["the source id 1 is written as a number and as text; both are read as one id"] == notices_of(
        imported, "number-and-text-id"
    )
    assert [(3, "2.0"), (4, "null"), (5, "empty text"), (6, "x")] == [
        (problem.row, problem.found) for problem in imported.problems
    ]


@pytest.mark.parametrize("identifier", [2.0, None, "", "  ", True, [1], {"x": 1}, "a\nb", "a\x1fb"])
def test_what_is_no_id_is_refused(identifier):
    with pytest.raises(ImportFailed) as failure:
        imported_from([{"source_id": identifier, "title": "A"}])

    (problem,) = failure.value.problems
    assert "source_id" == problem.field
    assert problem.expected.startswith("an id: text or a whole number")


def test_ids_that_look_like_paths_are_ids():
    """SEC-09"""
    rows = [{"source_id": "../../etc/passwd", "title": "A"}, {"source_id": "/etc/hostname", "title": "B"}]

    assert ["../../etc/passwd", "/etc/hostname"] == [source.id for source in imported_from(rows).case.sources]


def test_a_repeated_id_with_different_contents_is_a_problem_that_names_both_positions():
    """IMP-05"""
    rows = [
        {"evidence_id": "e2", "claim_id": "c1", "source_id": "s1", "text": "Leak found in May."},
        {"evidence_id": "e3", "claim_id": "c1", "source_id": "s2", "text": "Leak found."},
        {"evidence_id": "e2", "claim_id": "c1", "source_id": "s7", "text": "Leak found in June."},
    ]

    imported = imported_from(rows)

    (problem,) = imported.problems
    assert "evidence 'e2' is in the file twice, in rows 1 and 3, and the contents differ" == problem.message
    assert ["Leak found in May.", "Leak found."] == [item.text for item in imported.case.evidence]


def test_an_identical_repeat_is_noticed_and_counted_once():
    """IMP-05"""
    row = {"evidence_id": "e2", "claim_id": "c1", "source_id": "s1", "text": "Leak found in May."}

    imported = imported_from([row, row, row])

    assert () == imported.problems
    assert 1 == len(imported.case.evidence)
    assert [
        "the same evidence is in the file more than once; it is counted once (2 times; first: 'e2', rows 1 and 2)"
    ] == (notices_of(imported, "repeat"))


def test_two_records_of_one_source_that_complete_each_other_are_one_source_with_a_notice():
    """UIG-07"""
    graph = {"nodes": [{"id": "s1"}, {"id": "s1", "title": "again"}, {"id": "s2"}], "edges": [["s2", "s1"]]}

    imported = imported_from(graph)

    assert () == imported.problems
    assert [("s1", "again"), ("s2", "")] == [(source.id, source.title) for source in imported.case.sources]
    assert ["source 's1' is in the file twice, in rows 1 and 2; the two complete each other"] == (
        notices_of(imported, "repeat")
    )


@pytest.mark.parametrize("other", [{"title": "B"}, {"note": "y"}, {"dependence": "dependent"}])
def test_two_records_of_one_source_that_contradict_each_other_are_a_problem(other):
    one = {"source_id": "s", "title": "A", "note": "x", "dependence": "independent"}

    assert 1 == len(imported_from([one, {"source_id": "s"} | other]).problems)


def test_ids_that_look_alike_are_reported_together_and_kept_apart():
    """IDN-16"""
    identifiers = ["S-12", "s-12 ", "S\u201112", "T-12"]

    imported = imported_from([{"source_id": identifier, "title": identifier} for identifier in identifiers])

    assert identifiers == [source.id for source in imported.case.sources]
    (message,) = notices_of(imported, "look-alike-ids")
    assert all(repr(identifier) in message for identifier in identifiers[:3])
    assert "T-12" not in message


def test_evidence_of_a_claim_the_file_does_not_hold_is_a_problem_with_the_near_id():
    package = {
        "claims": [{"id": "claim-01", "text": "A."}],
        "evidence": [{"id": "e1", "claim_id": "claim-O1", "source_id": "s1"}],
    }

    imported = imported_from(package)

    (problem,) = imported.problems
    assert "an evidence record names the claim 'claim-O1', which the file does not hold; similar id 'claim-01'" == (
        problem.message
    )
    assert () == imported.case.evidence


def test_evidence_without_any_claims_brings_them_in_by_name():
    imported = imported_from([{"evidence_id": "e1", "claim_id": "c1", "source_id": "s1", "text": "x"}])

    assert [("c1", True)] == [(claim.id, claim.extra["placeholder"]) for claim in imported.case.claims]
    assert ["claims-not-in-file", "source-not-described"] == [notice.code for notice in imported.case.notices]


def test_a_source_that_is_only_named_by_evidence_was_retrieved():
    imported = imported_from([{"evidence_id": "e1", "claim_id": "c1", "source_id": "s1", "text": "x"}])

    assert [("s1", True, None)] == [(s.id, s.retrieved, s.dependence) for s in imported.case.sources]


def test_a_refused_record_causes_no_second_problem_in_what_names_it():
    package = {
        "claims": [{"id": "c1", "text": ""}, {"id": "c2", "text": "B."}],
        "evidence": [{"id": "e1", "claim_id": "c1", "source_id": "s1"}],
        "citations": [{"id": "k1", "claim_id": "c1", "source_id": "s1", "evidence_id": "e1"}],
    }

    imported = imported_from(package)

    assert ["claims.text"] == [problem.field for problem in imported.problems]
    assert (["c2"], (), ()) == (
        [claim.id for claim in imported.case.claims],
        imported.case.evidence,
        imported.case.citations,
    )


def test_a_label_or_citation_that_leads_nowhere_is_not_dropped_in_silence():
    package = {
        "claims": [{"id": "c1", "text": "A."}],
        "labels": [{"source_id": "s9", "state": "independent", "by": "x", "at": "2026"}],
        "citations": [{"id": "k1", "claim_id": "c1", "source_id": "s8"}],
    }

    imported = imported_from(package)

    assert ["source_id"] == [problem.field for problem in imported.problems]
    assert [("s8", False, "s8 (not retrieved)")] == [(s.id, s.retrieved, s.title) for s in imported.case.sources]


def test_the_near_id_is_found_by_slips_and_not_among_neighbours_in_a_numbering():
    near = NearIds(["src-01", "src-11", "Report Final", "northwire"])

    assert ["src-01", "Report Final", None, "northwire", None] == [
        near.hint(identifier) for identifier in ("src-O1", "report-final", "src-12", "nortwire", "x")
    ]


def test_hyphens_blanks_and_case_do_not_tell_ids_apart_for_the_reader():
    assert 1 == len(
        {look_alike_key(identifier) for identifier in ("S-12", " s\u201312", "Ｓ-１２", "s_12", "s\u00ad-12")}
    )


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Claims 2026.jsonl", "claims-2026"),
        ("../../etc/passwd", "passwd"),
        ("C:\\data\\Quay.CSV", "quay"),
        ("数据.json", "data"),
        ("_x.tar.json", "x.tar"),
        ("", "data"),
    ],
)
def test_a_file_name_makes_a_name_that_can_stand_in_an_address(file, name):
    assert name == dataset_slug(file)
