"""The evidence package in all its forms."""

import json

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.importers.package_schema import RECORDS, json_schema
from core.policy import Policy
from core.states import EdgeStatus, EvidenceState, Relation, SourceKind, Stance

WHOLE = {
    "schema": "headwater-evidence-package/1",
    "dataset": "quay",
    "about": "Two papers and a release.",
    "policy": {"name": "strict", "prior": 0.1, "k": "all", "alpha": 0.25, "floor": "retrieved"},
    "answers": [{"id": "a1", "text": "The quay closes.", "question": "What closes?", "corrected_text": "It may."}],
    "claims": [
        {"id": "c1", "text": "The quay closes.", "answer_id": "a1", "sentence": "The quay closes."},
        {"id": "c2", "text": "The mayor said so.", "answer_id": "a1"},
    ],
    "sources": [
        {
            "id": "s1",
            "title": "Quay to close",
            "kind": "document",
            "url": "https://ledger.example/1",
            "publisher": "Ledger",
            "author": "R. Elm",
            "published_at": "2026-03-29T01:30:00+02:00",
            "text": "The quay will close.",
            "dependence": "partially_dependent",
            "weight": 0.4,
            "language": "en",
            "version": 2,
            "fingerprint": "sha256:00",
            "doi": "10.5555/1",
            "beat": "harbour",
        },
        {"id": "s2", "title": "Release", "kind": "press_release", "retrieved": False, "retracted": True},
    ],
    "edges": [
        {"from": "s1", "to": "s2", "relation": "derives_from", "status": "suspected", "probability": 0.7, "note": "n"}
    ],
    "evidence": [
        {
            "id": "e1",
            "claim_id": "c1",
            "source_id": "s1",
            "text": "The quay will close.",
            "stance": "refutes",
            "increment": 0.05,
            "rank": 1,
            "retrieval_score": -3.5,
            "state": "verified",
            "evidence_set": "A",
            "chunk": 7,
        }
    ],
    "citations": [{"id": "k1", "claim_id": "c1", "source_id": "s1", "evidence_id": "e1", "marker": "[1]", "page": 3}],
    "judgements": [{"id": "j1", "claim_id": "c1", "axis": "relevance", "value": True, "judge": "R. Elm"}],
    "labels": [{"source_id": "s1", "state": "dependent", "by": "R. Elm", "at": "2026-03-30", "reason": "same text"}],
}


def case_of(value, name="file.json", **options):
    imported = read(json.dumps(value).encode(), name, **options)

    assert () == imported.problems
    return imported.case


def lines_of(*records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def problems_of(value):
    try:
        return read(json.dumps(value).encode(), "file.json").problems
    except ImportFailed as failure:
        return failure.problems


def test_a_whole_package_is_read_field_by_field():
    case = case_of(WHOLE)

    source, upstream = case.sources
    assert ("quay", "Two papers and a release.") == (case.dataset, case.about)
    assert ("What closes?", "It may.") == (case.answers[0].question, case.answers[0].corrected_text)
    assert [("c1", 0, "a1"), ("c2", 1, "a1")] == [(claim.id, claim.position, claim.answer_id) for claim in case.claims]
    assert ("2", "en", 0.4, "R. Elm") == (source.version, source.language, source.weight, source.author)
    assert {"doi": "10.5555/1", "beat": "harbour"} == dict(source.extra)
    assert (SourceKind.PRESS_RELEASE, False, True) == (upstream.kind, upstream.retrieved, upstream.retracted)
    assert (EdgeStatus.SUSPECTED, 0.7, "n") == (case.edges[0].status, case.edges[0].probability, case.edges[0].note)
    item = case.evidence[0]
    assert (Stance.REFUTES, 0.05, 1, -3.5) == (item.stance, item.increment, item.rank, item.retrieval_score)
    assert (EvidenceState.VERIFIED, "A", {"chunk": 7}) == (item.state, item.evidence_set, dict(item.extra))
    assert ("e1", "[1]", 3) == (case.citations[0].evidence_id, case.citations[0].marker, case.citations[0].page)
    assert "true" == case.judgements[0].value
    assert ("dependent", "same text") == (case.labels[0].state, case.labels[0].reason)
    assert Policy("strict", 0.1, 0.1, "all", 0.25, floor=EvidenceState.RETRIEVED) == case.policy


def test_json_lines_with_types_give_the_same_case_as_one_object():
    header = {"type": "package", **{key: WHOLE[key] for key in ("schema", "dataset", "about")}}
    records = [{"type": "policy", **WHOLE["policy"]}]
    for kind in ("answer", "claim", "source", "edge", "evidence", "citation", "judgement", "label"):
        listed = WHOLE.get(f"{kind}s", WHOLE.get(kind))
        records += [{"type": kind, **record} for record in listed]

    imported = read(lines_of(header, *records), "file.jsonl")

    assert () == imported.problems
    assert case_of(WHOLE) == imported.case


def test_every_list_may_be_missing():
    case = case_of({"schema": "headwater-evidence-package/1", "claims": [{"id": "c", "text": "A."}]}, "My File.json")

    assert ("my-file", ()) == (case.dataset, case.evidence)


def test_an_array_of_claims_is_read_as_claims():
    """IMP-09"""
    text = '[\n {"claim_id":"c1","claim_text":"A"},\n {"claim_id":"c2","claim_text":"B"}\n]'

    case = read(text.encode(), "claims.json").case

    assert [("c1", "A"), ("c2", "B")] == [(claim.id, claim.text) for claim in case.claims]


def test_a_mark_and_windows_line_ends_and_a_blank_last_line_are_no_content():
    """IMP-07"""
    first, second = '{"claim_id":"c1","claim_text":"Ferry runs daily."}', '{"claim_id":"c2","claim_text":"It rests."}'

    imported = read(b"\xef\xbb\xbf" + f"{first}\r\n{second}\r\n\r\n".encode(), "c.jsonl")

    assert () == imported.problems
    assert ["c1", "c2"] == [claim.id for claim in imported.case.claims]
    assert [{}, {}] == [dict(claim.extra) for claim in imported.case.claims]


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
def test_an_encoding_that_states_itself_is_read(codec):
    case = read('[{"claim_id":"c1","claim_text":"Fähre 💧"}]'.encode(codec), "c.json").case

    assert "Fähre 💧" == case.claims[0].text


def test_pretty_printed_records_one_after_the_other_are_read():
    text = json.dumps({"claim_id": "c1", "claim_text": "A"}, indent=1)

    imported = read(f"{text}\n{text.replace('c1', 'c2')}".encode(), "c.json")

    assert ["c1", "c2"] == [claim.id for claim in imported.case.claims]


def test_a_line_separator_inside_a_text_does_not_end_the_line():
    imported = read(
        '{"claim_id":"c1","claim_text":"A\u2028B\u0085C"}\n{"claim_id":"c2","claim_text":"D"}\n'.encode(), "c"
    )

    assert ["A\u2028B\u0085C", "D"] == [claim.text for claim in imported.case.claims]


def test_a_retrieval_with_its_citation_is_accepted_as_it_stands():
    record = {
        "claim_id": "claim-retention-001",
        "claim_text": "Backups are retained for 90 days.",
        "retrieval": {
            "query": "backup retention period",
            "rank": 2,
            "retrieval_score": 0.8142,
            "chunk_id": "chunk-policy-14",
        },
        "citation": {
            "source_id": "backup-policy",
            "expected_fingerprint": "sha256:0fef6c...",
            "page": 7,
            "element_id": "paragraph-42",
            "expected_text": "Backup copies are retained for 90 days.",
        },
    }

    case = case_of(record)

    item, citation = case.evidence[0], case.citations[0]
    assert "Backups are retained for 90 days." == case.claims[0].text
    assert ("backup-policy", 2, 0.8142, EvidenceState.CITED) == (
        item.source_id,
        item.rank,
        item.retrieval_score,
        item.state,
    )
    assert "" == item.text  # the expected text is what the answer says, not what was observed
    assert (item.id, 7, "paragraph-42") == (citation.evidence_id, citation.page, citation.element_id)
    assert "Backup copies are retained for 90 days." == citation.expected_text
    assert case == case_of([record])


def test_a_claim_for_which_nothing_was_retrieved_imports():
    """IMP-03"""
    case = case_of({"claim_id": "c1", "text": "Dam was raised in 2003.", "prior": 0.2, "K": 4, "evidence": []})

    assert ("Dam was raised in 2003.", ()) == (case.claims[0].text, case.evidence)
    assert (0.2, 4) == (case.policy.prior, case.policy.required)


def test_what_stands_inside_a_claim_belongs_to_it():
    claim = {
        "claim_id": "c1",
        "claim_text": "A.",
        "evidence": [{"source_id": "s1", "text": "x", "title": "One"}, {"url": "https://example.org/2", "text": "y"}],
        "citations": [{"source_id": "s1", "marker": "[1]"}],
        "sources": [{"id": "s3"}],
        "edges": [["s1", "derives_from", "s3"]],
    }

    case = case_of([claim])

    assert [("c1.e1", "s1"), ("c1.e2", "https://example.org/2")] == [(e.id, e.source_id) for e in case.evidence]
    assert [("c1.c1", "c1")] == [(citation.id, citation.claim_id) for citation in case.citations]
    assert {"s1": "One", "s3": "", "https://example.org/2": ""} == {s.id: s.title for s in case.sources}
    assert [("s1", "s3", Relation.DERIVES_FROM)] == [(e.from_id, e.to_id, e.relation) for e in case.edges]


def test_contexts_are_candidates_and_never_citations():
    claim = {"claim_id": "c1", "claim_text": "A.", "contexts": ["x", {"id": "d1", "text": "y", "title": "One"}, "x"]}

    imported = read(json.dumps([claim]).encode(), "c.json")

    case = imported.case
    assert () == imported.problems
    assert [(EvidenceState.RETRIEVED, 1), (EvidenceState.RETRIEVED, 2), (EvidenceState.RETRIEVED, 3)] == [
        (item.state, item.rank) for item in case.evidence
    ]
    assert case.evidence[0].source_id == case.evidence[2].source_id != "d1"
    assert EvidenceState.RETRIEVED == case.policy.floor
    assert "no-citations" in [notice.code for notice in case.notices]


def test_a_floor_that_the_file_states_is_kept_although_nothing_is_cited():
    package = {"policy": {"floor": "cited"}, "claims": [{"id": "c", "text": "A.", "contexts": ["x"]}]}

    assert EvidenceState.CITED == case_of(package).policy.floor


def test_claims_that_state_different_settings_leave_them_alone():
    claims = [{"claim_id": f"c{n}", "claim_text": "A.", "prior": 0.2, "K": n + 1} for n in range(2)]

    case = case_of(claims)

    assert (0.2, Policy().required) == (case.policy.prior, case.policy.required)
    assert "settings-differ" in [notice.code for notice in case.notices]


@pytest.mark.parametrize(
    ("policy", "field"),
    [({"prior": 1.2}, "prior"), ({"k": 0}, "k"), ({"alpha": "0.5"}, "alpha"), ({"wat": 1}, "wat"), ([], None)],
)
def test_a_setting_outside_its_domain_is_a_problem_by_name(policy, field):
    problems = problems_of({"policy": policy, "claims": [{"id": "c", "text": "A."}]})

    assert [f"policy.{field}" if field else "policy"] == [problem.field for problem in problems]


def test_all_problems_of_a_package_are_reported_with_list_row_and_field():
    problems = problems_of(
        {
            "claims": [{"id": "c1", "text": "A."}, {"id": "c2"}, {"text": 3, "id": None}],
            "evidence": [
                {"id": "e1", "claim_id": "c1", "source_id": "s1", "increment": 0.5, "rank": "1"},
                {"id": "e2", "claim_id": "c9", "source_id": "s1"},
                "e3",
            ],
            "labels": {"source_id": "s1"},
        }
    )

    assert {
        (2, "claims.text"),
        (3, "claims.id"),
        (3, "claims.text"),
        (1, "evidence.increment"),
        (1, "evidence.rank"),
        (3, "evidence"),
        (2, "claim_id"),
        (None, "labels"),
    } == {(problem.row, problem.field) for problem in problems}


def test_keys_that_are_nearly_ours_are_explained():
    """IMP-11"""
    record = {"evidence_id": "e1", "claim": "c1", "src": "s1", "passage": "Weir built 1904."}

    with pytest.raises(ImportFailed) as failure:
        read(lines_of(record), "ev.jsonl")

    (problem,) = failure.value.problems
    assert (1, "claim_id, source_id, text") == (problem.row, problem.expected)
    assert "evidence_id, claim, src, passage" == problem.found
    assert "perhaps 'claim' is claim_id, 'src' is source_id, 'passage' is text" in problem.message


def test_keys_that_are_nearly_ours_can_be_mapped():
    """IMP-11"""
    record = {"evidence_id": "e1", "claim": "c1", "src": "s1", "passage": "Weir built 1904."}
    mapping = {"claim_id": "claim", "source_id": "src", "text": "passage"}

    imported = read(lines_of(record), "ev.jsonl", mapping=mapping)

    assert () == imported.problems
    assert [("c1", "s1", "Weir built 1904.")] == [(e.claim_id, e.source_id, e.text) for e in imported.case.evidence]


def test_a_text_under_another_name_is_pointed_out():
    record = {"evidence_id": "e1", "claim_id": "c1", "source_id": "s1", "passage": "Weir built 1904."}

    case = case_of([record])

    assert {"passage": "Weir built 1904."} == dict(case.evidence[0].extra)
    assert "text-under-another-name" in [notice.code for notice in case.notices]


def test_a_key_given_twice_with_two_values_is_refused_by_object_and_key():
    """IMP-12"""
    with pytest.raises(ImportFailed) as failure:
        read(b'[{"source_id":"s1","derives_from":"s9","derives_from":"s4"}]', "sources.json")

    (problem,) = failure.value.problems
    assert (1, "derives_from") == (problem.row, problem.field)
    assert "'s1'" in problem.message
    assert "the text 's9' and the text 's4'" == problem.found


def test_a_key_given_twice_inside_a_package_costs_that_record_only():
    text = '{"claims":[{"id":"c1","text":"A."},{"id":"c2","text":"B.","text":"C."}]}'

    imported = read(text.encode(), "p.json")

    assert [(2, "claims.text")] == [(problem.row, problem.field) for problem in imported.problems]
    assert ["c1"] == [claim.id for claim in imported.case.claims]


def test_a_key_given_twice_with_one_value_is_noticed():
    case = read(b'[{"source_id":"s1","title":"A","title":"A"}]', "sources.json").case

    assert ["repeated-key"] == [notice.code for notice in case.notices]


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_is_refused_by_row_and_field(word):
    text = '{"claim_id":"c1","claim_text":"A"}\n{"evidence_id":"e","claim_id":"c1","source_id":"s","increment":%s}\n'

    imported = read((text % word).encode(), "e.jsonl")

    assert [(2, "increment", word)] == [(problem.row, problem.field, problem.found) for problem in imported.problems]


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800"])
def test_characters_that_no_database_keeps_are_refused(escape):
    text = '{"claim_id":"c1","claim_text":"A 😀 \\ud83d\\ude00"}\n{"claim_id":"c2","claim_text":"B %s"}\n'

    imported = read((text % escape).encode(), "c.jsonl")

    assert [(2, "claim_text")] == [(problem.row, problem.field) for problem in imported.problems]
    assert ["A 😀 😀"] == [claim.text for claim in imported.case.claims]


def test_the_schema_is_written_down_with_a_description_for_every_field():
    definitions = json_schema()["$defs"]

    for model in RECORDS.values():
        fields = definitions[model.__name__]["properties"]
        assert all(field.get("description") for field in fields.values())


def test_evidence_that_tells_of_its_source_describes_it():
    rows = [
        {"evidence_id": "e1", "claim_id": "c", "claim_text": "A.", "source_id": "s", "text": "x", "title": "One"},
        {"evidence_id": "e2", "claim_id": "c", "claim_text": "A.", "source_id": "s", "text": "y", "publisher": "P"},
    ]

    case = case_of(rows)

    assert [("s", "One", "P")] == [(source.id, source.title, source.publisher) for source in case.sources]
    assert ["A."] == [claim.text for claim in case.claims]


def test_evidence_that_disagrees_about_its_source_is_a_problem_with_both_rows():
    rows = [
        {"evidence_id": "e1", "claim_id": "c", "source_id": "s", "title": "One"},
        {"evidence_id": "e2", "claim_id": "c", "source_id": "s", "title": "Two"},
    ]

    (problem,) = problems_of(rows)

    assert "rows 1 and 2" in problem.message
    assert "title" == problem.field
