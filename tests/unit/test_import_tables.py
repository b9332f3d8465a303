"""Tables: delimiter by header, columns by name or by choice, rows as a spreadsheet numbers them."""

import pytest

from core.errors import ImportFailed
from core.importers import read, table_columns
from core.importers.columns import FIELDS, plain_name, suggest_mapping
from core.states import Dependence, EvidenceState, Relation, Stance


def imported_from(text, **options):
    return read(text.encode(), "table.csv", **options)


def problems_of(text, **options):
    try:
        return imported_from(text, **options).problems
    except ImportFailed as failure:
        return failure.problems


def test_a_cell_with_a_list_of_texts_becomes_several_passages():
    """IMP-01"""
    cell = '"[""The bridge opened in 1931."", ""Traffic began in May 1931.""]"'
    text = f"claim_id,claim_text,contexts\nc1,The bridge opened in 1931.,{cell}\n"

    imported = imported_from(text)

    assert () == imported.problems
    assert [("c1", "The bridge opened in 1931.", 1), ("c1", "Traffic began in May 1931.", 2)] == [
        (item.claim_id, item.text, item.rank) for item in imported.case.evidence
    ]
    assert {EvidenceState.RETRIEVED} == {item.state for item in imported.case.evidence}
    assert EvidenceState.RETRIEVED == imported.case.policy.floor


@pytest.mark.parametrize("cell", ['[""half"",', "['a' 'b']", "['a'\n 'b']", "[1, 2]", '[""a"", null]', "[a]"])
def test_a_cell_that_begins_like_a_list_and_is_none_is_refused_by_row_and_column(cell):
    """IMP-01"""
    (problem,) = problems_of(f'claim_id,claim_text,contexts\nc1,A.,"{cell}"\n')

    assert (2, "contexts") == (problem.row, problem.field)
    assert problem.expected.startswith("a list of texts")
    assert () == imported_from(f'claim_id,claim_text,contexts\nc1,A.,"{cell}"\n').case.evidence


def test_a_passage_that_only_begins_with_a_bracket_is_a_passage():
    (item,) = imported_from("claim,source,passage\nA.,s,[1] The weir was built in 1904.\n").case.evidence

    assert "[1] The weir was built in 1904." == item.text


def test_a_list_in_the_passage_column_is_several_passages_too():
    case = imported_from('claim,passage\nA.,"[""x"", ""y""]"\n').case

    assert ["x", "y"] == [item.text for item in case.evidence]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_header_tells_the_delimiter_although_the_passages_are_full_of_others(sign):
    passage = "One, two; three | four."
    quoted = f'"{passage}"'

    imported = imported_from(
        f"claim_id{sign}claim_text{sign}source_id{sign}passage\nc1{sign}A.{sign}s1{sign}{quoted}\n"
    )

    assert () == imported.problems
    assert [passage] == [item.text for item in imported.case.evidence]


def test_the_delimiter_that_excel_writes_in_the_first_line_is_taken():
    imported = imported_from("sep=;\nclaim;passage\nA, B;x\n;y\n")

    assert ["A, B"] == [claim.text for claim in imported.case.claims]
    assert [4] == [problem.row for problem in imported.problems]


def test_rows_are_numbered_as_a_spreadsheet_does_with_blank_rows_and_cells_of_several_lines():
    text = 'claim,passage,increment\r\nA,"two\r\nlines",0.1\r\n\r\nB,x,0.9\r\n'

    imported = imported_from(text)

    assert [(4, "increment", "a number in [0, 0.5)")] == [(p.row, p.field, p.expected) for p in imported.problems]
    assert ["two\r\nlines"] == [item.text for item in imported.case.evidence]


def test_rows_of_one_claim_are_its_passages():
    text = (
        "claim_id,claim,answer_id,answer,question,source_id,title,url,publisher,date,dependence,weight,passage,stance,rank,note\n"
        "c1,A.,a1,The answer.,Why?,s1,One,https://example.org/1,P,2026-01-02,partial,0.4,x,supports,1,seen\n"
        "c1,A.,a1,The answer.,Why?,s2,Two,,,,dependent,,y,refutes,2,\n"
        "c2,B.,a1,,,s1,,,,,,,z,,,\n"
        "c3,C.,a1,,,,,,,,,,,,,\n"
    )

    imported = imported_from(text)

    case = imported.case
    assert () == imported.problems
    assert [("c1", 0), ("c2", 1), ("c3", 2)] == [(claim.id, claim.position) for claim in case.claims]
    assert [("a1", "The answer.", "Why?")] == [(answer.id, answer.text, answer.question) for answer in case.answers]
    assert [("c1.e1", "s1", Stance.SUPPORTS, 1), ("c1.e2", "s2", Stance.REFUTES, 2)] == [
        (item.id, item.source_id, item.stance, item.rank) for item in case.evidence[:2]
    ]
    assert [("s1", "One", Dependence.PARTIALLY_DEPENDENT, 0.4), ("s2", "Two", Dependence.DEPENDENT, None)] == [
        (source.id, source.title, source.dependence, source.weight) for source in case.sources
    ]
    assert {"note": "seen"} == dict(case.evidence[0].extra)


def test_a_claim_with_two_texts_is_a_problem_with_both_rows():
    (problem,) = problems_of("claim_id,claim,passage\nc1,A.,x\nc1,B.,y\n")

    assert "claim 'c1' has two values for text, in rows 2 and 3" == problem.message


def test_claims_and_passages_without_ids_get_the_same_ones_whatever_the_order():
    one, other = imported_from("claim,passage\nA.,x\nB.,y\n").case, imported_from("claim,passage\nB.,y\nA.,x\n").case

    assert {item.id: item.text for item in one.evidence} == {item.id: item.text for item in other.evidence}
    assert {claim.id: claim.text for claim in one.claims} == {claim.id: claim.text for claim in other.claims}


def test_ids_in_cells_stay_as_written():
    """IMP-16"""
    case = imported_from("claim_id,claim,source_id,passage\n007,A.,9007199254740993,x\n1.0,B.,1e5,y\n").case

    assert ["007", "1.0"] == [claim.id for claim in case.claims]
    assert ["9007199254740993", "1e5"] == [source.id for source in case.sources]


def test_a_column_can_be_chosen_for_a_field():
    text = "Aussage,Beleg,Quelle,Zahl\nA.,x,s1,0.2\n"

    mapping = {"claim_text": "Aussage", "text": "Beleg", "source_id": "Quelle", "increment": "Zahl"}
    imported = imported_from(text, mapping=mapping)

    assert () == imported.problems
    assert [("x", "s1", 0.2)] == [(item.text, item.source_id, item.increment) for item in imported.case.evidence]
    assert mapping == dict(imported.mapping)


def test_a_choice_takes_the_column_from_the_field_that_was_suggested():
    imported = imported_from("claim,title,passage\nA.,T,x\n", mapping={"source_id": "title", "text": ""})

    assert {"claim_text": "claim", "source_id": "title"} == dict(imported.mapping)
    assert ["T"] == [source.id for source in imported.case.sources]


def test_a_mapping_that_leads_nowhere_is_refused_by_name():
    problems = problems_of("claim,passage\nA.,x\n", mapping={"claim_text": "Claim!", "wat": "passage"})

    assert ["there is no column 'Claim!'", "'wat' is no field of ours"] == [problem.message for problem in problems]


def test_a_table_without_a_claim_or_source_says_what_columns_it_found():
    (problem,) = problems_of("a;b;c\n1;2;3\n")

    assert "a, b, c" == problem.found
    assert "semicolons" in problem.message


def test_a_table_without_rows_is_refused():
    (problem,) = problems_of("claim,passage\n")

    assert "the table has a header and no rows" == problem.message


def test_two_columns_of_one_name_are_refused():
    (problem,) = problems_of("claim,passage,passage\nA.,x,y\n")

    assert "two columns are called 'passage'" == problem.message


def test_a_row_that_is_longer_than_the_header_is_refused_and_a_shorter_one_noticed():
    imported = imported_from("claim,source,passage\nA.,s,x,y\nB.,s\nC.,s,z,,\n")

    assert [(2, "3 cells", "4 cells")] == [(p.row, p.expected, p.found) for p in imported.problems]
    assert ["B.", "C."] == [claim.text for claim in imported.case.claims]
    assert ["short-row"] == [notice.code for notice in imported.case.notices if notice.code == "short-row"]


def test_a_quotation_that_is_never_closed_does_not_swallow_the_rest_of_the_file():
    imported = imported_from('claim,passage\nA.,x\nB.,"y\nC.,z\nD.,w\n')

    assert [3] == [problem.row for problem in imported.problems]
    assert ["A."] == [claim.text for claim in imported.case.claims]


def test_a_row_that_names_no_claim_is_refused():
    imported = imported_from("claim,passage\nA.,x\n,y\n")

    assert [(3, "claim")] == [(problem.row, problem.field) for problem in imported.problems]


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("increment", "abc", "a number in [0, 0.5)"),
        ("increment", "nan", "a number in [0, 0.5)"),
        ("rank", "0", "a whole number >= 1"),
        ("weight", "1.4", "a number in [0, 1]"),
        ("retracted", "maybe", "true or false"),
    ],
)
def test_a_cell_outside_its_domain_is_refused_by_its_column(column, cell, expected):
    (problem,) = problems_of(f"claim,source,passage,{column}\nA.,s,x,{cell}\n")

    assert (2, column, expected) == (problem.row, problem.field, problem.expected)


def test_numbers_and_flags_of_spreadsheets_are_read():
    text = "claim;source;passage;increment;rank;dependence;weight;retracted\nA.;s;x;0,05;2.0;partial;40%;yes\n"

    imported = imported_from(text)

    (item,), (source,) = imported.case.evidence, imported.case.sources
    assert () == imported.problems
    assert (0.05, 2, 0.4, True) == (item.increment, item.rank, source.weight, source.retracted)
    assert {"decimal-comma", "weight-as-text"} <= {notice.code for notice in imported.case.notices}


def test_a_table_of_sources_and_one_of_edges_are_read():
    sources = imported_from("source_id,title,notes,url\ns1,One,own,https://example.org\n").case.sources
    edges = imported_from("from,to,relation,status\nb,a,cited by,confirmed\n").case.edges

    assert [("s1", "One", {"notes": "own"})] == [(s.id, s.title, dict(s.extra)) for s in sources]
    assert [("a", "b", Relation.CITES)] == [(edge.from_id, edge.to_id, edge.relation) for edge in edges]


def test_passages_and_their_ids_go_together():
    case = imported_from('claim,contexts,context_ids\nA.,"[""x"",""y""]","[""d1"",""d2""]"\n').case
    (problem,) = problems_of('claim,contexts,context_ids\nA.,"[""x"",""y""]","[""d1""]"\n')

    assert [("x", "d1"), ("y", "d2")] == [(item.text, item.source_id) for item in case.evidence]
    assert (2, "context_ids", "2 ids") == (problem.row, problem.field, problem.expected)


def test_a_very_long_cell_is_read():
    passage = "word " * 60_000

    (item,) = imported_from(f'claim,passage\nA.,"{passage}"\n').case.evidence

    assert passage == item.text


def test_the_columns_and_a_mapping_are_known_before_anything_is_imported():
    columns, mapping = table_columns(b"id;Claim Text;Quelle;URL\n1;A.;x;https://example.org\n", "t.csv")

    assert ("id", "Claim Text", "Quelle", "URL") == columns
    assert {"claim_text": "Claim Text", "url": "URL", "claim_id": "id"} == mapping


@pytest.mark.parametrize(
    ("header", "mapping"),
    [
        ("claim_id,text", {"claim_id": "claim_id", "claim_text": "text"}),
        ("id,title,url", {"source_id": "id", "title": "title", "url": "url"}),
        ("question,answer,contexts", {"answer_text": "answer", "question": "question", "contexts": "contexts"}),
    ],
)
def test_headers_are_understood(header, mapping):
    assert mapping == suggest_mapping(tuple(header.split(",")))


def test_every_name_of_a_column_is_written_as_it_is_looked_up_and_means_one_field():
    names = [name for aliases in FIELDS.values() for name in aliases]

    assert names == [plain_name(name) for name in names]
    assert len(names) == len(set(names))


def test_a_list_in_a_cell_holds_whole_characters_or_is_refused():
    (problem,) = problems_of('claim,contexts\nA.,"[""x"", ""\\ud800""]"\n')

    assert (2, "contexts[2]", "U+D800") == (problem.row, problem.field, problem.found)


def test_an_edge_table_says_which_columns_have_no_place():
    imported = imported_from("from,to,relation,seen\nb,a,cites,yes\n")

    assert "keys-not-kept" in [notice.code for notice in imported.case.notices]


def test_a_column_without_a_place_in_a_row_without_a_passage_is_pointed_out():
    imported = imported_from("claim,source,seen by\nA.,,me\n")

    assert ["columns-not-kept"] == [notice.code for notice in imported.case.notices]


def test_a_list_that_python_printed_into_a_cell_is_a_list_of_texts():
    """IMP-01: data frames write lists as Python prints them."""
    case = read(b'claim,contexts\nA.,"[\'First.\', ""It\'s second.""]"\n', "t.csv").case

    assert ["First.", "It's second."] == [item.text for item in case.evidence]


def test_a_cell_is_never_run():
    imported = read(b"claim,contexts\nA.,\"[__import__('os').getcwd()]\"\n", "t.csv")

    assert [(2, "contexts")] == [(problem.row, problem.field) for problem in imported.problems]
    assert () == imported.case.evidence
