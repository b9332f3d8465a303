"""FEVER: pages, sentences, evidence sets, and the figures known for the real file."""

import json
from pathlib import Path

import pytest

from core.assessment import assess
from core.dossier import claims_of
from core.errors import ImportFailed
from core.importers import read
from core.importers.fever import page_name
from core.policy import Policy
from core.states import Stance

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "fever" / "paper_dev_rows_0001-1500.jsonl"
needs_real_file = pytest.mark.skipif(
    not REAL.exists(), reason=f"the FEVER file is not beside the repository: {REAL.name}"
)

BOAT = {
    "id": 7001,
    "label": "SUPPORTS",
    "claim": "Tarn Ferry was a river boat.",
    "evidence": [
        [[11, 21, "Tarn_Ferry_-LRB-boat-RRB-", 0]],
        [[12, 22, "Tarn_Ferry_-LRB-boat-RRB-", 0], [12, 23, "Lake_Orrin", 4]],
    ],
}


def imported_from(*records, **options):
    return read("".join(json.dumps(record) + "\n" for record in records).encode(), "fever.jsonl", **options)


def test_a_repeated_sentence_counts_once_and_the_sets_stay_visible():
    """IMP-18"""
    imported = imported_from(BOAT)

    case = imported.case
    assert () == imported.problems
    assert ["Tarn Ferry (boat)", "Lake Orrin"] == [source.title for source in case.sources]
    assert [("7001/Tarn_Ferry_(boat)/0", "Tarn_Ferry_(boat)", "1, 2"), ("7001/Lake_Orrin/4", "Lake_Orrin", "2")] == [
        (item.id, item.source_id, item.evidence_set) for item in case.evidence
    ]
    (dossier,) = claims_of(case)
    assert 2 == len(assess(dossier, case.policy).lineages)


def test_a_repeated_sentence_counts_once_per_set_where_that_is_asked_for():
    case = imported_from(BOAT, format="fever-sets").case

    assert ["1", "2", "2"] == [item.evidence_set for item in case.evidence]


def test_the_same_set_given_by_two_annotators_is_one_set():
    twice = BOAT | {"evidence": [*BOAT["evidence"], [[99, 98, "Tarn_Ferry_-LRB-boat-RRB-", 0]]]}

    assert imported_from(BOAT).case.evidence == imported_from(twice).case.evidence


def test_page_names_are_unescaped_and_composed():
    assert "Beyonc\u00e9_(a)_[b]_{c}:d" == page_name("Beyonce\u0301_-LRB-a-RRB-_-LSB-b-RSB-_-LCB-c-RCB--COLON-d")


def test_two_spellings_of_one_page_are_one_source():
    written = [[[1, 1, "Beyonce\u0301", 0], [1, 1, "Beyonc\u00e9", 1]]]

    case = imported_from(BOAT | {"evidence": written}).case

    assert ["Beyonc\u00e9"] == [source.id for source in case.sources]
    assert ["Beyonce\u0301", "Beyonc\u00e9"] == [item.extra["page"] for item in case.evidence]


@pytest.mark.parametrize(
    ("label", "stance"),
    [("SUPPORTS", Stance.SUPPORTS), ("REFUTES", Stance.REFUTES), ("NOT ENOUGH INFO", Stance.NEUTRAL)],
)
def test_evidence_stands_to_the_claim_as_the_annotators_said(label, stance):
    imported = imported_from(BOAT | {"label": label})

    assert {(stance, label)} == {(item.stance, item.stance_given) for item in imported.case.evidence}
    assert label == imported.case.claims[0].extra["label"]


def test_evidence_counts_for_the_verdict_whichever_way_it_went():
    imported = imported_from(BOAT | {"label": "REFUTES"})

    (dossier,) = claims_of(imported.case)
    assert 2 == assess(dossier, imported.case.policy).items
    assert {"every-stance-counts", "pages-unlabelled"} <= {notice.code for notice in imported.case.notices}


def test_an_annotation_without_a_page_is_no_evidence():
    imported = imported_from(BOAT | {"label": "NOT ENOUGH INFO", "evidence": [[[108548, None, None, None]]]})

    assert () == imported.problems
    assert () == imported.case.evidence
    assert "1 claims have no evidence" in imported.case.notices[-1].message


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": None}, "id"),
        ({"claim": 3}, "claim"),
        ({"label": "MAYBE"}, "label"),
        ({"evidence": [["x"]]}, "evidence[1]"),
        ({"evidence": "x"}, "evidence[1]"),
        ({"evidence": [[[1, 2, "P"]]]}, "evidence[1]"),
        ({"evidence": [[[1, 2, 3, 0]]]}, "evidence[1]"),
        ({"evidence": [[[1, 2, "P", "0"]]]}, "evidence[1]"),
        ({"evidence": [[[1, 2, "P", -1]]]}, "evidence[1]"),
        ({"evidence": [[[1, 2, "P", None]]]}, "evidence[1]"),
    ],
)
def test_a_row_that_is_not_as_the_format_says_is_refused_by_field(fields, field):
    with pytest.raises(ImportFailed) as failure:
        imported_from(BOAT | fields, format="fever")

    assert [(1, field)] == [(problem.row, problem.field) for problem in failure.value.problems]


def test_a_claim_given_twice_with_other_evidence_keeps_the_first_and_says_so():
    other = BOAT | {"claim": "Another.", "evidence": [[[1, 1, "P", 3]]]}

    imported = imported_from(BOAT, other)

    assert ["claim '7001' is in the file twice, in rows 1 and 2, and the contents differ"] == [
        problem.message for problem in imported.problems
    ]
    assert 2 == len(imported.case.evidence)


def means_of(results, *, without_evidence):
    """Naive, aware, inflation and duplicate fraction over claims, an inflation being given where none is defined."""
    rows = [
        (
            result.naive,
            result.aware,
            result.inflation.value if result.items else without_evidence,
            1 - result.sources / result.items if result.items else 0.0,
        )
        for result in results
    ]
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def results_of(lines, format, policy):
    case = read(b"".join(lines), "fever.jsonl", format=format).case
    settings = case.policy.with_(**policy)
    assert isinstance(settings, Policy)
    return [assess(dossier, settings) for dossier in claims_of(case)]


@needs_real_file
@pytest.mark.parametrize(
    ("verifiable", "rows", "format", "increment", "required", "without", "expected"),
    [
        (True, 500, "fever", 0.04, 3, None, (0.266080, 0.232533, 2.784000, 0.110801)),
        (True, None, "fever", 0.04, 3, None, (0.267586, 0.233169, 2.807882, 0.111283)),
        (False, 500, "fever-sets", 0.06, 4, 1, (0.269040, 0.227670, 2.862000, 0.076044)),
        (False, 500, "fever-sets", 0.05, 4, 0, (0.257800, 0.223325, 2.548000, 0.076044)),
    ],
)
def test_the_real_file_gives_the_known_figures(verifiable, rows, format, increment, required, without, expected):
    lines = [
        line
        for line in REAL.read_bytes().splitlines(keepends=True)
        if not verifiable or json.loads(line)["verifiable"] == "VERIFIABLE"
    ][:rows]

    policy = {"prior": 0.2, "increment": increment, "required": required, "alpha": 1.0}
    results = results_of(lines, format, policy)

    assert pytest.approx(expected, abs=1e-6) == means_of(results, without_evidence=without)
    if rows == 500 and verifiable:
        assert 9 == sum(result.alert for result in results)


@needs_real_file
def test_the_real_file_is_read_whole():
    imported = read(REAL.read_bytes(), REAL.name)

    assert ("fever", ()) == (imported.format, imported.problems)
    assert (1500, 1749, 667) == (len(imported.case.claims), len(imported.case.evidence), len(imported.case.sources))
