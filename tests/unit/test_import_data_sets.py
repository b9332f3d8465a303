"""Published data sets of answers, citations and verdicts: own small files, and the real ones where they lie near."""

import json
from collections import Counter
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.importers import read
from core.states import EvidenceState, Stance

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def real(name):
    """A file of somebody else's data; the test is skipped, and says so, where it is not beside the repository."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the data set is not beside the repository: {name}")
    return read(path.read_bytes(), path.name)


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines() if line.strip()]


def file(name):
    path = FILES / name
    return read(path.read_bytes(), path.name).case


def imported(*records, **options):
    return read("".join(json.dumps(record) + "\n" for record in records).encode(), "f.jsonl", **options)


def cited(case):
    return [(citation.claim_id, citation.marker, citation.source_id) for citation in case.citations]


def test_trec_citations_count_from_0_and_beyond_the_references_they_lead_to_nothing():
    case = file("trec-rag/rag24.jsonl")

    assert [
        ("mine/23287.s1", "[0]", "doc_45"),
        ("mine/23287.s1", "[2]", "doc_07"),
        ("mine/23287.s2", "[1]", "doc_45"),
        ("mine/23287.s4", "[3]", "mine/23287 [3]"),
        ("mine/23287.s4", "[-1]", "mine/23287 [-1]"),
    ] == cited(case)


def test_segments_of_one_trec_document_are_one_source():
    case = file("trec-rag/rag24.jsonl")

    assert ["doc_45", "doc_07"] == [source.id for source in case.sources if source.retrieved]
    assert {"doc_45#11_963663453", "doc_45#10_963661464", "doc_07#0_5"} == {i.extra["segment"] for i in case.evidence}


def test_trec_answers_of_2025_are_read_in_both_their_forms():
    case = file("trec-rag/rag25.jsonl")

    assert [("mine/q1", "who built the weir"), ("mine/q2", "")] == [(a.id, a.question) for a in case.answers]
    assert ["doc_45", "doc_07"] == [citation.source_id for citation in case.citations]


def test_candidates_in_the_same_file_bring_text_place_title_and_rank():
    case = file("trec-rag/with_candidates.jsonl")

    assert [
        ("doc_45", "Elm built the weir. It was Elm.", [60, 91], 2, 9.25, EvidenceState.CITED),
        ("doc_45", "It was Elm who built it.", [80, 104], 1, 11.5, EvidenceState.RETRIEVED),
    ] == [(i.source_id, i.text, i.extra["chars"], i.rank, i.retrieval_score, i.state) for i in case.evidence]
    assert ("History", "https://weir.example/history") == (case.sources[0].title, case.sources[0].url)
    assert "doc_99" in {source.id for source in case.sources}


def test_alce_markers_count_from_1_and_titles_are_pages():
    case = file("alce/run.json")

    assert [
        ("s-1.s1", "[1]", "Weir"),
        ("s-1.s1", "[2]", "Weir"),
        ("s-1.s2", "[3]", "Ferry"),
        ("s-1.s3", "[4]", "s-1 [4]"),
        ("s-1.s3", "[0]", "s-1 [0]"),
    ] == cited(case)
    assert [("s-2.s1", "No markers here.")] == [(c.id, c.text) for c in case.claims if c.answer_id == "s-2"]


def test_attribution_references_bring_number_address_or_title_and_a_missing_one_is_said():
    case = file("attribution/sets.jsonl")

    assert [
        ("E1", "[3]", "https://weir.example/history"),
        ("G1", None, "https://weir.example/history"),
        ("A1", None, "Weir"),
        ("H1", "[3]", "H1 [3]"),
    ] == [entry for entry in sorted(cited(case), key=lambda e: "EGAH".index(e[0][0])) if entry[1] != "[1]"]
    assert {"Built in 1904."} == {item.text for item in case.evidence}
    assert "H2" not in {item.claim_id for item in case.evidence}


def test_the_verdict_on_an_attribution_is_a_judgement_and_verifies_nothing():
    case = file("attribution/sets.jsonl")

    assert ["attributable", "not attributable"] == [j.value for j in case.judgements[:2]]
    assert {"support"} == {judgement.axis for judgement in case.judgements}
    assert {EvidenceState.CITED} == {item.state for item in case.evidence}


def test_claims_of_one_answer_share_it():
    case = file("attribution/sets.jsonl")

    assert ["a1", "a1", "a2", "a3", "a4"] == [claim.answer_id for claim in case.claims]


def test_a_fact_has_the_markers_of_its_sentence_and_the_verdict_of_people():
    case = file("factscore/labelled.jsonl")

    assert [
        ("a1.s1", "[1]", "a1 [1]"),
        ("a1.s1", "[2]", "a1 [2]"),
        ("a1.s2", "[1]", "a1 [1]"),
        ("a1.s2", "[2]", "a1 [2]"),
        ("a1.s3", "[3]", "a1 [3]"),
        ("a2.s1", "[1]", "a2 [1]"),
    ] == cited(case)
    assert {"a1.s1": "S", "a1.s2": "NS", "a1.s3": "S"} == {j.claim_id: j.value for j in case.judgements}
    assert "Nobody knows why." == case.claims[3].text


def test_kilt_verdicts_make_the_input_the_claim_and_answers_are_claims_of_their_own():
    verdicts, questions = file("kilt/fever.jsonl"), file("kilt/questions.jsonl")

    assert ["The ferry was a boat.", "It sank."] == [claim.text for claim in verdicts.claims]
    assert {Stance.REFUTES} == {item.stance for item in verdicts.evidence}
    assert "all" == verdicts.policy.stances
    assert ["77", "78"] == [source.id for source in verdicts.sources]
    assert ["Elm", "the Elm company"] == [claim.text for claim in questions.claims]
    assert [("nq1.s1", "77"), ("nq1.s1", "78"), ("nq1.s2", "78")] == [
        (item.claim_id, item.source_id) for item in questions.evidence
    ]


def test_kilt_places_count_from_0():
    places = file("kilt/fever.jsonl").evidence[2].extra

    assert (0, 0, 0) == (places["start_paragraph_id"], places["start_character"], places["end_character"])


def test_an_answer_with_its_passages_is_read_as_clap_nq_and_not_as_kilt():
    record = {
        "id": 1,
        "input": "q",
        "passages": [{"text": "t"}],
        "output": [{"answer": "A.", "selected_sentences": ["t"]}],
    }

    with pytest.raises(ImportFailed, match="the record lacks title"):
        imported(record)


def test_averitec_answers_are_evidence_for_the_verdict_and_no_source_is_no_evidence():
    case = file("averitec/split.json")

    assert [
        ("c1.e1", "No.", "https://weir.example/a", Stance.REFUTES),
        ("c1.e2", "No rain.", "https://weir.example/b", Stance.REFUTES),
        ("c2.e1", "Some.", "https://weir.example/a", Stance.UNJUDGED),
    ] == [(item.id, item.text, item.source_id, item.stance) for item in case.evidence]
    assert "answer-without-source" in {notice.code for notice in case.notices}


def test_the_contracts_citations_keep_place_text_and_version():
    case = file("ethos-citations/document.json")

    quote, cell, presence = case.citations
    assert ("Built in 1904", 1, "e000002", "ab" * 32) == (
        quote.expected_text, quote.page, quote.element_id, quote.expected_fingerprint,
    )  # fmt: skip
    assert ("table_cell", {"row": 1, "col": 0}) == (cell.extra["check_kind"], cell.extra["cell"])
    assert ("p0001", None, None) == (presence.extra["page_label"], presence.page, presence.expected_text)


def test_a_report_of_others_is_their_judgement_and_verifies_nothing():
    case = file("ethos-report/statement.json")

    assert [("grounded", "other 2.1"), ("mismatch: text_mismatch", "other 2.1")] == [
        (judgement.value, judgement.judge) for judgement in case.judgements
    ]
    assert {EvidenceState.CITED} == {item.state for item in case.evidence}
    assert ["The weir was built in 1904.", ""] == [item.text for item in case.evidence]


# --- the real files, counted against what their READMEs say


def test_the_real_trec_answers_give_every_sentence_and_citation():
    for name, claims, citations, documents in (
        ("answer_01.json", 8, 6, 1),
        ("answer_03.json", 13, 22, 11),
        ("answer_05.json", 1, 2, 2),
    ):
        result = real(f"trec_rag_answers/{name}")
        raw = json.loads((DATA / "trec_rag_answers" / name).read_text("utf-8"))
        assert ("trec-rag", ()) == (result.format, result.problems)
        assert (claims, citations, documents) == (
            len(result.case.claims), len(result.case.citations), len(result.case.sources),
        )  # fmt: skip
        assert citations == sum(len(sentence["citations"]) for sentence in raw["answer"])


@pytest.mark.parametrize(
    ("name", "claims", "responses"),
    [
        ("attribution_attributedqa/attributedqa_a.jsonl", 68, None),
        ("attribution_expertqa/expertqa_a.jsonl", 270, 98),
        ("attribution_gensearch/gensearch_a.jsonl", 286, 182),
        ("attribution_hagrid/hagrid_a.jsonl", 403, 261),
    ],
)
def test_the_real_attribution_sets_have_the_rows_and_responses_their_readmes_name(name, claims, responses):
    result = real(name)

    case = result.case
    assert ("attribution", ()) == (result.format, result.problems)
    assert (claims, claims) == (len(case.claims), len(case.judgements))
    assert responses is None or responses == len({answer.text for answer in case.answers})
    assert sum(len(row["references"]) for row in rows(name)) == len(case.evidence)


def test_the_real_hagrid_rows_without_and_with_several_references_are_told_apart():
    case = real("attribution_hagrid/hagrid_a.jsonl").case

    # The README's 75 and 214 are those of the whole set; this part of it has 34 and 71.
    counts = Counter(item.claim_id for item in case.evidence)
    assert (34, 71) == (
        sum(1 for claim in case.claims if claim.id not in counts),
        sum(1 for count in counts.values() if count > 1),
    )


def test_the_real_perplexity_answers_give_every_fact_with_its_label_and_markers_that_lead_nowhere():
    result = real("perplexity_bios/perplexity_0001-0060.jsonl")

    case = result.case
    assert ("factscore", ()) == (result.format, result.problems)
    assert (60, 1752) == (len(case.answers), len(case.judgements))
    assert {"S", "NS", "IR"} == {judgement.value for judgement in case.judgements}
    assert set() == {source.id for source in case.sources if source.retrieved}
    with_markers = {citation.claim_id.split(".")[0] for citation in case.citations}
    assert 53 == len(with_markers)
    assert "sentence-not-found" not in {notice.code for notice in case.notices}


def test_the_real_book_shops_are_read_by_column_number_because_their_table_has_no_header():
    path = DATA / "abebooks" / "claims.tsv"
    if not path.exists():
        pytest.skip("the data set is not beside the repository: abebooks")

    chosen = {"source_id": "column 1", "claim_id": "column 2", "text": "column 4"}
    result = read(path.read_bytes(), path.name, mapping=chosen)

    lines = path.read_text("utf-8").splitlines()
    case = result.case
    assert () == result.problems
    assert (14_541, 531) == (len(case.evidence), len(case.claims))
    assert len({line.split("\t")[0] for line in lines}) == len(case.sources)


def test_a_faulty_record_is_named_and_the_others_are_the_good_rows():
    good = json.loads((FILES / "attribution" / "good.jsonl").read_text("utf-8"))
    result = imported(good, good | {"id": "x2", "attribution_label": None}, good | {"id": "x3"})

    assert [(2, "attribution_label")] == [(problem.row, problem.field) for problem in result.problems]
    assert ["x1", "x3"] == [claim.id for claim in result.case.claims]


@pytest.mark.parametrize("name", ["trec-rag", "alce", "attribution", "factscore", "kilt", "averitec"])
def test_a_file_of_which_nothing_can_be_used_is_refused_with_every_problem(name):
    path = next((FILES / name).glob("bad.*"))

    with pytest.raises(ImportFailed) as failure:
        raise ImportFailed(read(path.read_bytes(), path.name, format=name).problems)

    assert len(failure.value.problems) >= 2
