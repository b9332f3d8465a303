"""Files that are no files of records, and formats that are forced upon the wrong file: said plainly, nothing kept."""

import gzip
import io
import json
import zipfile

import pytest
from hypothesis import example, given, settings, strategies as st

from core.errors import ImportFailed, InvalidParameter
from core.importers import IMPORTERS, read

CLAIM = b'{"claim_id":"c1","claim_text":"Ferry runs daily."}\n'


def _zip_of_zeros():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(1_000_000))
    return held.getvalue()


def problem_of(data, **options):
    with pytest.raises(ImportFailed) as failure:
        read(data, "file", **options)
    return failure.value.problems[0]


def _zip_in_a_zip():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("../../inner.zip", _zip_of_zeros())
        archive.writestr("xl/workbook.xml", b"<workbook/>")
    return held.getvalue()


FILES = {
    "a zip in a zip, by a path upwards": (_zip_in_a_zip(), "this workbook cannot be read"),
    "nothing": (b"", "the file is empty"),
    "blanks": (b" \r\n\t\n", "the file is empty"),
    "a mark and nothing": (b"\xef\xbb\xbf\n", "the file is empty"),
    "a zip": (_zip_of_zeros(), "zip archive"),
    "a gzip": (gzip.compress(CLAIM), "gzip archive"),
    "a PDF": (b"%PDF-1.7\n1 0 obj", "PDF document"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "PNG picture"),
    "a Parquet table": (b"PAR1\x15\x04", "Parquet table"),
    "a database": (b"SQLite format 3\x00", "SQLite database"),
    "a binary": (b"\x01\x02\x00\x03 claim", "binary file"),
    "a web page": (b"<!-- x -->\n<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
    "XML": (b'<?xml version="1.0"?><a/>', "XML document"),
    "UTF-16 without a mark": (
        '{"claim_id":"c1","claim_text":"A"}'.encode("utf-16-le"),
        "UTF-16 without a byte-order mark",
    ),
    "prose": (b"This is a letter.\nIt holds no records.\n", "the format of this file is not known"),
    "a list of numbers": (b"[1, 2, 3]", "the format of this file is not known"),
    "an empty array": (b"[]", "the format of this file is not known"),
    "an empty object": (b"{}", "the format of this file is not known"),
    "foreign JSON": (b'{"runs": {"a": 1}}', "the format of this file is not known"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_without_records_is_named_for_what_it_is(name):
    data, message = FILES[name]

    problem = problem_of(data)

    assert message in problem.message
    assert problem.expected
    assert problem.found


def test_an_archive_is_refused_and_not_unpacked():
    """SEC-11: the size inside never matters, because nothing is unpacked."""
    assert "zip archive" in problem_of(_zip_of_zeros(), format="package").message


def test_bytes_that_are_no_utf8_are_named_by_offset_and_line_and_not_guessed():
    second = '{"claim_id":"c2","claim_text":"Fähre"}\n'
    problem = problem_of(CLAIM + second.encode("latin-1"))

    assert 2 == problem.row
    assert "UTF-8" == problem.expected
    assert f"offset {len(CLAIM) + second.index(chr(0xE4))}" in problem.found
    assert "Latin-1" in problem.message


def test_a_truncated_array_names_the_record_it_breaks_off_in_and_keeps_no_silence_about_it():
    imported = read(b'[{"claim_id":"c1","claim_text":"A"},{"claim_id":"c2","cla', "file")

    assert [2] == [problem.row for problem in imported.problems]
    assert "truncated" in imported.problems[0].message
    assert ["c1"] == [claim.id for claim in imported.case.claims]


def test_a_truncated_object_is_refused():
    problem = problem_of(b'{"claims": [{"id": "c1", "text": "A"}, {"id": "c2"')

    assert "truncated" in problem.message


def test_a_broken_line_costs_its_own_record_only():
    imported = read(CLAIM + b'{"claim_id":"c2" "claim_text":"B"}\n{"claim_id":"c3","claim_text":"C"}\n', "file")

    assert [2] == [problem.row for problem in imported.problems]
    assert ["c1", "c3"] == [claim.id for claim in imported.case.claims]


def test_two_records_on_one_line_are_refused_by_row():
    imported = read(CLAIM + b'{"claim_id":"c2","claim_text":"B"} {"claim_id":"c3","claim_text":"C"}\n', "file")

    assert [(2, "one object a line")] == [(problem.row, problem.expected) for problem in imported.problems]


@pytest.mark.parametrize("depth", [101, 1000, 100_000])
def test_nesting_without_end_is_refused_without_a_crash(depth):
    problem = problem_of(b'{"claim_id":"c1","claim_text":"A","x":' + b"[" * depth + b"]" * depth + b"}")

    assert "too deep" in problem.message


def test_a_deep_line_costs_its_own_record_only():
    imported = read(CLAIM + b'{"claim_id":"c2","x":' + b"[" * 1000 + b"]" * 1000 + b"}\n", "file")

    assert [2] == [problem.row for problem in imported.problems]
    assert ["c1"] == [claim.id for claim in imported.case.claims]


@pytest.mark.parametrize("name", [name for name in IMPORTERS if name != "package"])
def test_a_format_forced_upon_another_file_says_what_the_file_looks_like(name):
    problem = problem_of(CLAIM, format=name)

    assert f"cannot be read as {name}" in problem.message
    assert IMPORTERS[name].READS == problem.expected
    assert "package" in problem.found


def test_a_table_is_not_read_as_json_by_force():
    assert "cannot be read as package" in problem_of(b"claim,source\nA,s\n", format="package").message


def test_a_format_that_does_not_exist_is_refused_with_the_ones_that_do():
    problem = problem_of(CLAIM, format="ragas")

    assert all(name in problem.expected for name in IMPORTERS)


def test_two_formats_in_one_file_are_told_apart_row_by_row():
    fever = {"id": 1, "label": "SUPPORTS", "claim": "A.", "evidence": []}
    data = json.dumps(fever).encode() + b"\n" + json.dumps(fever | {"id": 2}).encode() + b"\n" + CLAIM

    imported = read(data, "file")

    assert "fever" == imported.format
    assert [3] == [problem.row for problem in imported.problems]


def test_a_package_of_a_newer_schema_is_refused_by_version():
    problem = problem_of(b'{"schema": "headwater-evidence-package/2"}')

    assert "version 2" in problem.message
    assert "headwater-evidence-package/1" == problem.expected


def test_a_data_set_name_that_cannot_be_part_of_an_address_is_refused():
    with pytest.raises(InvalidParameter):
        read(CLAIM, "file", dataset="My:Set")


def test_ten_thousand_problems_are_all_kept_and_the_message_stays_short():
    record = {"claim_id": "c", "source_id": "s", "increment": 0.9}
    data = "".join(json.dumps({"evidence_id": f"e{n}"} | record) + "\n" for n in range(10_000)).encode()

    with pytest.raises(ImportFailed) as failure:
        read(data, "file.jsonl")

    assert 10_000 == len(failure.value.problems)
    assert str(failure.value).startswith("10000 problems; first: file.jsonl, row 1")
    assert len(str(failure.value)) < 400


def read_or_fail(data, **options):
    try:
        read(data, "file", **options)
    except ImportFailed as failure:
        assert failure.problems


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
@example(b'{"\\ud800": 1}')
@example(b'{"claim_id":"c","claim_text":"\\ud800"}')
@example(b"\xff\xfe\x00\xd8")
def test_random_bytes_end_in_a_case_or_in_problems(data):
    read_or_fail(data)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='{}[]",:;\n\t \\u0aeE.-+1NaIclimd_etxsoruv', max_size=200))
def test_random_scraps_of_json_and_tables_end_in_a_case_or_in_problems(text):
    read_or_fail(text.encode())


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_WORDS = """
id claim_id source_id evidence_id claim_text text title type from to relation status evidence contexts citations claims
sources edges labels policy schema dataset weight dependence increment rank page retrieval citation derives_from label
claim prompt response sentences parent study_id published_at version by at state k prior
"""
_KEYS = st.sampled_from(_WORDS.split())
_RECORDS = st.dictionaries(
    _KEYS, _VALUES | st.lists(st.dictionaries(_KEYS, _VALUES, max_size=4), max_size=3), max_size=8
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_RECORDS, min_size=1, max_size=4), st.booleans(), st.sampled_from([None, *IMPORTERS]))
def test_records_of_our_keys_with_any_values_end_in_a_case_or_in_problems(records, in_lines, name):
    text = "\n".join(json.dumps(record) for record in records) if in_lines else json.dumps(records)

    read_or_fail(text.encode(), format=name)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (
            b'{"question": "Why?", "docs": []}\n{"question": "How?", "docs": []}\n',
            "an object with the keys question, docs",
        ),
        (b"[1, 2, 3]", "JSON without records (array)"),
        (b"Dear reader\nhello\n", "text that begins with the text 'Dear reader"),
    ],
)
def test_a_file_of_no_known_format_is_described_by_what_it_holds(data, found):
    assert found in problem_of(data).found


def test_ten_thousand_rows_of_a_table_that_are_wrong_are_all_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = "claim,source,increment\n" + "A.,s,0.9\n" * 10_000

    with pytest.raises(ImportFailed) as failure:
        imported = read(data.encode(), "file.csv")
        raise ImportFailed(imported.problems)

    assert list(range(2, 10_002)) == [problem.row for problem in failure.value.problems]
    assert [] == list(tmp_path.iterdir())


def test_a_latin_1_table_is_named_and_not_guessed():
    problem = problem_of("claim,source\nDie F\xe4hre f\xe4hrt.,s\n".encode("latin-1"))

    assert (2, "UTF-8") == (problem.row, problem.expected)
    assert "Latin-1" in problem.message
