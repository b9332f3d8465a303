"""Labels, weights, stances, states, kinds and dates: what cannot be read is never good news."""

import json

import pytest

from core.assessment import assess
from core.dossier import claims_of
from core.errors import ImportFailed
from core.importers import read
from core.importers.findings import Findings
from core.importers.words import STANCE_WORDS, plain, relation, stance
from core.states import Dependence, EvidenceState, Relation, SourceKind, Stance


def imported_from(value):
    return read(json.dumps(value).encode(), "file.json")


def codes_of(imported):
    return [notice.code for notice in imported.case.notices]


def sources_with(*fields):
    return imported_from([{"source_id": f"e{n}", "title": "A"} | own for n, own in enumerate(fields, 1)])


def test_a_missing_empty_or_foreign_label_is_unknown_and_counts_alpha():
    """SCO-10"""
    items = [{"id": "e1"}, {"id": "e2", "dependence": None}, {"id": "e3", "dependence": ""}]
    items.append({"id": "e4", "dependence": "N/A"})
    claim = {"claim_id": "c1", "claim_text": "A.", "prior": 0.2, "K": 4, "alpha": 0.5, "increment": 0.05}

    imported = imported_from(claim | {"evidence": items})

    assert () == imported.problems
    assert [None, None, Dependence.UNKNOWN, Dependence.UNKNOWN] == [s.dependence for s in imported.case.sources]
    (message,) = [notice.message for notice in imported.case.notices if notice.code == "unreadable-label"]
    assert "2 times" in message
    (dossier,) = claims_of(imported.case)
    result = assess(dossier, imported.case.policy)
    assert pytest.approx((2.0, 0.5, 0.4, 0.3, 2.0)) == (
        result.eie,
        result.gamma.value,
        result.naive,
        result.aware,
        result.inflation.value,
    )


def test_a_partial_label_needs_a_weight_within_bounds():
    """SCO-12"""
    rows = [
        {"id": "e1", "dependence": "partial"},
        {"id": "e2", "dependence": "partial", "weight": 1.4},
        {"id": "e3", "dependence": "partial", "weight": -0.2},
        {"id": "e4", "dependence": "partial", "weight": "40%"},
        {"id": "e5", "dependence": "partial", "weight": "0,4"},
    ]

    imported = imported_from(rows)

    assert [
        ("e1", Dependence.UNKNOWN, None),
        ("e4", Dependence.PARTIALLY_DEPENDENT, 0.4),
        ("e5", Dependence.PARTIALLY_DEPENDENT, 0.4),
    ] == [(source.id, source.dependence, source.weight) for source in imported.case.sources]
    assert [(2, "weight", "a number in [0, 1]", "1.4"), (3, "weight", "a number in [0, 1]", "-0.2")] == [
        (problem.row, problem.field, problem.expected, problem.found) for problem in imported.problems
    ]
    assert ["weight-missing", "weight-as-text"] == codes_of(imported)


@pytest.mark.parametrize("weight", ["", "half", "140%", "1.4", "-0,2", "1e-1", "0.4.1", True, [0.4]])
def test_a_weight_that_cannot_be_read_is_refused_with_the_range(weight):
    with pytest.raises(ImportFailed) as failure:
        sources_with({"dependence": "partial", "weight": weight})

    assert ["a number in [0, 1]"] == [problem.expected for problem in failure.value.problems]


def test_a_weight_beside_another_label_is_noticed_and_not_used():
    imported = sources_with({"dependence": "independent", "weight": 0.4}, {"weight": 0.4})

    assert [(Dependence.INDEPENDENT, None), (None, None)] == [(s.dependence, s.weight) for s in imported.case.sources]
    assert ["weight-not-used", "weight-without-label"] == codes_of(imported)


@pytest.mark.parametrize("word", ["Partially Dependent", "partially-dependent", "PARTIAL", "partially_dependent"])
def test_spellings_of_a_label_are_read(word):
    (source,) = sources_with({"dependence": word, "weight": 1}).case.sources

    assert (Dependence.PARTIALLY_DEPENDENT, 1.0) == (source.dependence, source.weight)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("increment", 0.5, "a number in [0, 0.5)"),
        ("increment", -0.01, "a number in [0, 0.5)"),
        ("increment", "0.1", "a number in [0, 0.5)"),
        ("increment", True, "a number in [0, 0.5)"),
        ("rank", 0, "a whole number >= 1"),
        ("rank", 1.5, "a whole number >= 1"),
        ("rank", "1", "a whole number >= 1"),
        ("retrieval_score", "high", "a finite number"),
        ("retrieval_score", 10**400, "a finite number"),
        ("text", 2024, "text"),
        ("stance", 1, "text"),
        ("evidence_set", {}, "text or a number"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(field, value, expected):
    with pytest.raises(ImportFailed) as failure:
        imported_from([{"evidence_id": "e", "claim_id": "c", "source_id": "s", field: value}])

    assert [(1, field, expected)] == [(p.row, p.field, p.expected) for p in failure.value.problems]


@pytest.mark.parametrize(("field", "value"), [("retracted", "true"), ("retrieved", 1), ("published_at", 2024.5)])
def test_a_flag_or_date_of_the_wrong_kind_is_refused_by_name(field, value):
    with pytest.raises(ImportFailed) as failure:
        sources_with({field: value})

    assert [field] == [problem.field for problem in failure.value.problems]


def test_nothing_is_not_zero_and_not_false():
    row = {"evidence_id": "e", "claim_id": "c", "source_id": "s", "increment": None, "rank": None, "text": None}

    (item,) = imported_from([row]).case.evidence

    assert (None, None, "") == (item.increment, item.rank, item.text)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("supports", Stance.SUPPORTS),
        ("Supported", Stance.SUPPORTS),
        ("entailment", Stance.SUPPORTS),
        ("partially-support", Stance.SUPPORTS),
        ("REFUTES", Stance.REFUTES),
        ("contradicts", Stance.REFUTES),
        ("not enough info", Stance.NEUTRAL),
        ("NOT ENOUGH INFO", Stance.NEUTRAL),
        ("irrelevant", Stance.NEUTRAL),
        ("unjudged", Stance.UNJUDGED),
    ],
)
def test_the_stance_words_of_other_formats_are_read_and_kept(word, expected):
    found, given = stance(word, Findings("f"), 1)

    assert (expected, None if word == expected else word) == (found, given)


def test_an_unknown_stance_is_unjudged_and_no_stance_is_support():
    findings = Findings("f")

    assert (Stance.UNJUDGED, "perhaps") == stance("perhaps", findings, 1)
    assert (Stance.SUPPORTS, None) == stance(None, findings, 1)
    assert ["unknown-stance"] == [notice.code for notice in findings.notices()]


def test_every_stance_word_is_written_as_it_is_looked_up():
    assert list(STANCE_WORDS) == [plain(word) for word in STANCE_WORDS]


def test_an_unknown_evidence_state_is_the_lowest():
    imported = imported_from([{"evidence_id": "e", "claim_id": "c", "source_id": "s", "state": "blessed"}])

    assert EvidenceState.RETRIEVED == imported.case.evidence[0].state
    assert "unknown-state" in codes_of(imported)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, SourceKind.DOCUMENT),
        ({"kind": "Press release"}, SourceKind.PRESS_RELEASE),
        ({"kind": "newspaper"}, SourceKind.DOCUMENT),
        ({"kind": "newspaper", "retrieved": False}, SourceKind.UNSPECIFIED),
        ({"source_type": "model_output"}, SourceKind.MODEL_OUTPUT),
        ({"source_type": "web"}, SourceKind.DOCUMENT),
    ],
)
def test_the_kind_of_a_source_is_read(fields, kind):
    (source,) = sources_with(fields).case.sources

    assert kind == source.kind


def test_text_made_by_a_model_keeps_its_kind_along_a_chain_of_reports():
    """GRA-17"""
    upstream = {"m2": "m1", "m3": "m1", "m4": "m2", "m5": "m3"}
    claim = {"claim_id": "c1", "claim_text": "A.", "prior": 0.2, "K": 5, "increment": 0.05}
    claim["evidence"] = [{"source_id": f"m{n}", "source_type": "model_output"} for n in range(1, 6)]
    claim["edges"] = [[later, "derives_from", earlier] for later, earlier in upstream.items()]

    imported = imported_from(claim)

    assert {SourceKind.MODEL_OUTPUT} == {source.kind for source in imported.case.sources}
    (dossier,) = claims_of(imported.case)
    result = assess(dossier, imported.case.policy)
    assert 1 == len(result.lineages)
    assert 1.0 >= result.eie
    assert 0.25 >= result.aware
    assert pytest.approx(0.45) == result.naive


def test_dates_are_kept_as_written_and_a_missing_zone_is_said_once():
    """IMP-14"""
    dates = ["2026-03-29T01:30:00", "2026-03-29T01:30:00+02:00", "2026-03-28T23:30:00Z", "2026-03-29", "01:30 GMT"]
    dates += ["Sun, 29 Mar 2026 01:30:00 +0200", "2026-03-29 01:30", "2026-03-29T01:30:00.25-03:30"]

    imported = sources_with(*({"published_at": date} for date in dates))

    assert dates == [source.published_at for source in imported.case.sources]
    (message,) = [notice.message for notice in imported.case.notices]
    assert "zone unknown" in message
    assert "(2 times; first: 'e1': 2026-03-29T01:30:00)" in message


def test_a_year_as_a_number_is_a_date():
    (source,) = sources_with({"published_at": 2019}).case.sources

    assert "2019" == source.published_at


def test_a_retraction_that_is_stated_counts_and_one_in_the_title_is_noticed():
    """SCO-19"""
    stated = {"source_id": "s1", "title": "Retraction: Eel counts in the Orrin", "retracted": True}
    hinted = {"source_id": "s3", "title": "RETRACTED ARTICLE: Eel counts"}

    imported = imported_from([stated, {"source_id": "s2", "title": "Eel news", "derives_from": ["s1"]}, hinted])

    assert [True, False, False] == [source.retracted for source in imported.case.sources]
    assert [("s2", "s1", Relation.DERIVES_FROM)] == [(e.from_id, e.to_id, e.relation) for e in imported.case.edges]
    (message,) = [notice.message for notice in imported.case.notices if notice.code == "title-says-retracted"]
    assert "'s3'" in message


def test_what_leans_on_a_retracted_source_is_flagged_and_both_stay_listed():
    """SCO-19"""
    claim = {
        "claim_id": "c1",
        "claim_text": "A.",
        "evidence": [
            {"source_id": "s1", "title": "Retraction: Eel counts in the Orrin", "retracted": True},
            {"source_id": "s2", "title": "Eel news", "derives_from": ["s1"]},
        ],
    }

    imported = imported_from([claim])

    (dossier,) = claims_of(imported.case)
    result = assess(dossier, imported.case.policy or _default())
    assert {"s2"} == result.upstream_retracted
    assert ["s1", "s2"] == [figure.source_id for figure in result.figures]
    assert 0.0 == result.figures[0].weight


def _default():
    from core.policy import Policy

    return Policy()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("derivesFrom", (Relation.DERIVES_FROM, False)),
        ("Translation of", (Relation.DERIVES_FROM, False)),
        ("cited-by", (Relation.CITES, True)),
        ("COPIES", (Relation.COPIED_FROM, False)),
    ],
)
def test_spellings_of_a_relation_are_read(word, expected):
    assert (*expected, None) == relation(word, Findings("f"), 1)
