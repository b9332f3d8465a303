"""W3C PROV-JSON: which way a derivation points, what an identifier keeps, and what states nothing."""

import json
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.states import Relation

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files" / "prov-json"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "prov_json"
needs_real_files = pytest.mark.skipif(not REAL.exists(), reason="the PROV files are not beside the repository")


def file(name):
    return read((FILES / name).read_bytes(), name).case


def document(**maps):
    return json.dumps({"prefix": {"ex": "http://example.org/"}, **maps}).encode()


def edges(case):
    return {(edge.from_id, edge.relation, edge.to_id) for edge in case.edges}


def test_what_was_generated_depends_on_what_was_used():
    """IMP-20"""
    case = file("imp_20.json")

    assert {("ex:copy", Relation.DERIVES_FROM, "ex:orig")} == edges(case)
    assert {"ex:copy", "ex:orig"} == {source.id for source in case.sources}


def test_prefixes_of_the_document_hold_in_its_bundles_and_equal_local_names_stay_two():
    """IMP-21"""
    case = file("imp_21.json")

    assert {("b:report", Relation.DERIVES_FROM, "a:report")} == edges(case)
    assert {"a:report", "b:report"} == {source.id for source in case.sources}
    assert {"a:set1"} == {source.extra["bundle"] for source in case.sources}


def test_every_kind_of_derivation_has_its_relation():
    case = file("relations.json")

    assert {
        ("ex:q", Relation.COPIED_FROM, "ex:o"),
        ("ex:r", Relation.REPUBLISHES, "ex:o"),
        ("ex:p", Relation.DERIVES_FROM, "ex:o"),
        ("ex:d", Relation.DERIVES_FROM, "ex:o"),
        ("ex:s", Relation.DERIVES_FROM, "ex:q"),
        ("ex:x", Relation.RELATED_TO, "ex:q"),
        ("ex:m", Relation.RELATED_TO, "ex:q"),
        ("ex:x", Relation.SHARES_COMMON_PARENT, "common parent of ex:s"),
        ("ex:s", Relation.SHARES_COMMON_PARENT, "common parent of ex:s"),
    } == edges(case)
    primary = next(edge for edge in case.edges if edge.from_id == "ex:p")
    assert ("prov:PrimarySource", "stated as the primary source") == (primary.rule, primary.note)


def test_whom_an_entity_is_attributed_to_is_its_publisher():
    assert {"ex:q": "The Ledger"} == {s.id: s.publisher for s in file("relations.json").sources if s.publisher}


def test_an_entity_that_only_a_derivation_names_was_not_retrieved():
    case = file("relations.json")

    assert {"ex:o"} == {s.id for s in case.sources if not s.retrieved and not s.id.startswith("common parent")}


def test_use_and_generation_by_one_activity_state_no_derivation_and_that_is_said():
    case = file("relations.json")

    assert "no-derivation" in {notice.code for notice in case.notices}


def test_two_namespaces_under_one_prefix_are_not_merged():
    inner = {"prefix": {"ex": "http://other.example/"}, "entity": {"ex:report": {}}}
    case = read(document(entity={"ex:report": {}}, bundle={"ex:b": inner}), "f.json").case

    assert 2 == len(case.sources)


def test_a_derivation_without_an_end_is_left_out_and_said():
    case = read(document(entity={"ex:a": {}}, wasDerivedFrom={"_:1": {"prov:generatedEntity": "ex:a"}}), "f.json").case

    assert () == case.edges
    assert "edge-without-end" in {notice.code for notice in case.notices}


@pytest.mark.parametrize(
    "maps",
    [
        {"entity": {"nowhere:a": {}}},
        {"entity": {"ex:a": 5}},
        {"entity": {"ex:a": {}}, "wasDerivedFrom": {"_:1": {"prov:generatedEntity": {"$": 1}}}},
        {"wasDerivedFrom": {"_:1": []}},
        {"wasDerivedFrom": {"_:1": {"prov:generatedEntity": ["ex:a", "ex:b"], "prov:usedEntity": "ex:c"}}},
        {"bundle": {"ex:b": {"bundle": {}}}},
        {"agent": {"ex:a": {}}},
        {"entity": {}},
    ],
)
def test_a_scruffy_document_ends_in_a_case_or_in_problems_and_never_in_a_crash(maps):
    try:
        read(document(**maps), "f.json", format="prov-json")
    except ImportFailed as failure:
        assert failure.problems[0].expected


@needs_real_files
def test_the_real_files_are_read_or_refused_by_name_and_none_crashes():
    read_in, refused = [], []
    for path in sorted((REAL / "prov").glob("*.json")):
        try:
            result = read(path.read_bytes(), path.name)
            assert "prov-json" == result.format
            read_in.append((path.stem, result.problems))
        except ImportFailed as failure:
            refused.append((path.stem, failure.problems[0].message))

    assert 71 == len(read_in) + len(refused)
    assert {()} == {problems for _, problems in read_in}
    assert {"the document holds no entity and no derivation"} == {message for _, message in refused}


@needs_real_files
@pytest.mark.parametrize(
    ("name", "relation"), [("derivation11", Relation.REPUBLISHES), ("derivation13", Relation.DERIVES_FROM)]
)
def test_the_real_subtypes_are_read(name, relation):
    case = read((REAL / "prov" / f"{name}.json").read_bytes(), name).case

    assert [("ex:e2", relation, "ex:e1")] == [(e.from_id, e.relation, e.to_id) for e in case.edges]


@needs_real_files
def test_the_primer_gives_its_entities_derivations_and_publishers():
    path = REAL / "derived" / "prov_primer_complete_example.json"
    case = read(path.read_bytes(), path.name).case

    assert {
        ("exg:dataSet2", Relation.REPUBLISHES, "exg:dataset1"),
        ("exc:chart2", Relation.DERIVES_FROM, "exg:dataSet2"),
        ("exc:chart2", Relation.REPUBLISHES, "exc:chart1"),
        ("ex:quoteInBlogEntry-20130326", Relation.COPIED_FROM, "exn:article"),
    } <= edges(case)
    assert 11 == sum(1 for source in case.sources if not source.id.startswith("common parent"))
