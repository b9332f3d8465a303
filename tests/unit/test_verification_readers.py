"""One reader per format: elements that are the text, tables with their spans, marks, and refusals with a reason."""

import importlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import Any

import docx
import openpyxl
import pytest

from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding import READERS, read
from core.verification.grounding.number_formats import shown
from core.verification.grounding.types import Artifact, InvalidSource, ReadLimits, Unreadable
from core.verification.index import SourceIndex
from core.verification.records import Check
from core.verification.representation import HIDDEN, RAISED, RAISED_NUMBER, Cell, Representation
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import Advisory, CapabilityLimit, CheckStatus, ClaimKind, MatchMethod, Reason


def artifact(data: bytes, name: str = "", **more: Any) -> Artifact:
    return Artifact(data, "sha256:" + sha256(data).hexdigest(), name, **more)


def check(
    source: Representation, text: str | None, locator: Locator = NOWHERE, kind: ClaimKind = ClaimKind.QUOTE
) -> Check:
    index = SourceIndex(source, HEADWATER)
    return VERIFIERS["headwater"].verify(index, CitationSet((CitedClaim(kind, text, locator),))).checks[0]


def cell(source: Representation, text: str, locator: Locator) -> Check:
    return check(source, text, locator, ClaimKind.TABLE_CELL)


def grid(cells: tuple[Cell, ...]) -> list[tuple[int, int, int, int, str | None]]:
    return [(c.row, c.col, c.row_span, c.col_span, c.text) for c in cells]


def word_file() -> bytes:
    document = docx.Document()
    document.add_heading("Report on loads", 1)
    paragraph = document.add_paragraph("The load on the bridge was 10")
    run = paragraph.add_run("2")
    run.font.superscript = True
    paragraph.add_run(" kg, and CO")
    run = paragraph.add_run("2")
    run.font.subscript = True
    paragraph.add_run(" was measured too.")
    secret = document.add_paragraph("")
    secret.add_run("These words are hidden from the reader.").font.hidden = True
    table = document.add_table(3, 3)
    for row in range(3):
        for column in range(3):
            table.cell(row, column).text = f"{row}{column}"
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def sheet_file() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Plans"
    for row in (["Plan", "Share", "Sum", "Day"], ["Basic", 0.125, "=B2*2", date(2024, 5, 1)], ["007", 1234567.891]):
        sheet.append(row)
    sheet["B2"].number_format = "0.0%"
    sheet["B3"].number_format = "#,##0.00"
    sheet["A4"] = "Merged"
    sheet.merge_cells("A4:B5")
    hidden = book.create_sheet("Aside")
    hidden["A1"] = "Nobody sees this sheet."
    hidden.sheet_state = "hidden"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_word_keeps_paragraphs_and_tables_in_order() -> None:
    source = read(artifact(word_file(), "a.docx"))

    assert "docx" == source.format
    assert ["heading", "paragraph", "paragraph", "table"] == [element.kind for element in source.elements]
    assert all(source.text[e.start : e.end] == e.text for e in source.elements)
    assert {CapabilityLimit.MISSING_PAGES} <= set(source.limits)
    assert [RAISED_NUMBER, RAISED, HIDDEN] == [mark.kind for mark in source.marks]


def test_word_resolves_merged_cells_to_their_span() -> None:
    (table,) = read(artifact(word_file(), "a.docx")).tables

    assert (0, 1, 1, 2, "01 02") in grid(table.cells)
    assert (1, 0, 2, 1, "10 20") in grid(table.cells)
    assert 7 == len(table.cells)


def test_word_blocks_raised_digits_and_flags_hidden_words() -> None:
    source = read(artifact(word_file(), "a.docx"))

    raised = check(source, "The load on the bridge was 102 kg, and")
    lowered = check(source, "kg, and CO2 was measured too.")
    hidden = check(source, "These words are hidden from the reader.")

    assert Reason.SUPERSCRIPT_IN_SPAN is raised.reason
    assert (True, Advisory.SUPERSCRIPT_NEARBY in lowered.warnings) == (lowered.grounded, True)
    assert Advisory.HIDDEN_TEXT_DETECTED in hidden.warnings


def test_word_has_no_pages_to_cite() -> None:
    found = check(read(artifact(word_file(), "a.docx")), "Report on loads", Locator(page="1"))

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.PAGE_NOT_FOUND) == (found.status, found.reason)


def test_excel_shows_what_a_cell_shows_and_keeps_what_it_stores() -> None:
    source = read(artifact(sheet_file(), "a.xlsx"))

    assert cell(source, "12.5%", Locator(table_id="Plans", row="Basic", column="Share")).grounded
    assert cell(source, "0.125", Locator(table_id="Plans", row="Basic", column="Share")).grounded
    assert cell(source, "1,234,567.89", Locator(table_id="Plans", row="007", column="Share")).grounded
    assert not cell(source, "12.5", Locator(table_id="Plans", row="Basic", column="Share")).grounded
    assert not cell(source, "7", Locator(table_id="Plans", cell=(2, 0))).grounded
    assert cell(source, "007", Locator(table_id="Plans", cell=(2, 0))).grounded
    assert cell(source, "2024-05-01", Locator(table_id="Plans", cell=(1, 3))).grounded


def test_excel_does_not_answer_for_a_formula_nobody_computed() -> None:
    found = cell(read(artifact(sheet_file(), "a.xlsx")), "0.25", Locator(table_id="Plans", cell=(1, 2)))

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.FORMULA_NOT_CACHED) == (found.status, found.reason)
    assert "=B2*2" in found.note


def test_excel_finds_a_merged_cell_at_every_place_it_covers() -> None:
    source = read(artifact(sheet_file(), "a.xlsx"))

    for place in ((3, 0), (3, 1), (4, 0), (4, 1)):
        assert cell(source, "Merged", Locator(table_id="Plans", cell=place)).grounded
    assert Reason.TABLE_CELL_NOT_FOUND is cell(source, "Merged", Locator(table_id="Plans", cell=(5, 0))).reason


def test_excel_flags_a_hidden_sheet() -> None:
    source = read(artifact(sheet_file(), "a.xlsx"))

    assert Advisory.HIDDEN_TEXT_DETECTED in check(source, "Nobody sees this sheet.").warnings


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (0.125, "0.0%", "12.5%"),
        (0.5, "0%", "50%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (2.675, "0.00", "2.68"),
        (7, "000", "007"),
        (-5.5, "0.0", "-5.5"),
        (-5.5, '"$"#,##0.00;($#,##0.00)', "($5.50)"),
        (1e-7, "General", "0.0000001"),
        (12.0, "General", "12"),
        (45000, "yyyy-mm-dd", "45000"),
        (True, "General", "TRUE"),
        ("007", "@", "007"),
    ],
)
def test_a_number_is_shown_as_its_format_says(value: object, form: str, text: str) -> None:
    assert text == shown(value, form)


def test_csv_keeps_every_value_as_the_text_it_is() -> None:
    source = read(artifact(b'Plan;Failures\nBasic;027\n"Enter;prise";31\n', "a.csv"))

    assert cell(source, "027", Locator(row="Basic", column="Failures")).grounded
    assert not cell(source, "27", Locator(row="Basic", column="Failures")).grounded
    assert cell(source, "31", Locator(row="Enter;prise", column="Failures")).grounded


def test_a_repeated_header_is_an_open_question() -> None:
    source = read(artifact(b"Plan,2024,2024\nBasic,14,19\n", "a.csv"))

    found = cell(source, "19", Locator(row="Basic", column="2024"))

    assert (CheckStatus.ERROR, Reason.TABLE_HEADER_AMBIGUOUS) == (found.status, found.reason)
    assert cell(source, "19", Locator(table_id="t1", cell=(1, 2))).grounded


def test_markdown_shows_what_a_reader_sees() -> None:
    text = (
        "# Title of it\n\nSome **bold** text with `code` and a\n[link](https://x.example) in it.\n\n"
        "| Plan | N |\n|---|---|\n| Basic | 27 |\n| Big | *31* |\n\n- first item of three\n"
    )
    source = read(artifact(text.encode(), "a.md"))

    assert check(source, "Some bold text with code and a link in it.").grounded
    assert cell(source, "31", Locator(row="Big", column="N")).grounded
    assert ["lines 1-1", "lines 3-4"] == [element.path for element in source.elements[:2]]
    assert "Title of it" == source.title


def test_text_is_cited_by_paragraph_and_by_characters() -> None:
    source = read(artifact("First paragraph here.\n\nSecond one, with ümlauts.".encode(), "a.txt"))
    second = source.elements[1]

    assert check(source, "Second one, with ümlauts.", Locator(element_id=second.id)).grounded
    assert check(source, "Second", Locator(chars=(23, 29))).grounded
    assert check(source, "Second", Locator(element_id=second.id, chars=(0, 6))).grounded
    assert Reason.SPAN_NOT_FOUND is check(source, "Second", Locator(element_id=second.id, chars=(0, 600))).reason


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Größe und Maß".encode("utf-8-sig"), "Größe und Maß"),
        ("Größe und Maß".encode("utf-16"), "Größe und Maß"),
        ("Größe und Maß".encode("cp1252"), "Größe und Maß"),
    ],
)
def test_a_text_is_decoded_by_what_its_bytes_say(data: bytes, text: str) -> None:
    source = read(artifact(data, "a.txt"))

    assert text == source.text
    assert source.parser.options["encoding"] in ("utf-8", "utf-16", "cp1252")


HTML = (
    "<html><head><title>T</title><style>p{}</style></head><body><p>Seen words of the page.</p>"
    "<script>var a = 'Script words of the page.'</script><p hidden>Hidden words of the page.</p>"
    "<p style='display: none'>Unshown words of the page.</p><p>The load was 10<sup>2</sup> kg on it.</p>"
    "<table><tr><th>Unit</th><th rowspan=2>Both</th></tr><tr><td>10<sup>2</sup></td></tr></table></body></html>"
)


def test_html_leaves_scripts_out_and_marks_what_is_hidden() -> None:
    source = read(artifact(HTML.encode(), "a.html"))

    assert check(source, "Seen words of the page.").warnings.count(Advisory.HIDDEN_TEXT_DETECTED) == 0
    assert not check(source, "Script words of the page.").grounded
    for hidden in ("Hidden words of the page.", "Unshown words of the page."):
        assert Advisory.HIDDEN_TEXT_DETECTED in check(source, hidden).warnings


def test_html_blocks_raised_digits_in_text_and_in_cells() -> None:
    source = read(artifact(HTML.encode(), "a.html"))

    assert Reason.SUPERSCRIPT_IN_SPAN is check(source, "The load was 102 kg on it.").reason
    assert not cell(source, "102", Locator(table_id="t1", cell=(1, 0))).grounded
    assert cell(source, "10²", Locator(table_id="t1", cell=(1, 0))).grounded
    assert cell(source, "Both", Locator(table_id="t1", cell=(1, 1))).grounded


def grounding_json(**more: Any) -> dict[str, Any]:
    return {
        "artifact_type": "ethos.grounding.v1",
        "schema_version": "1.0.0",
        "source": {"media_type": "application/pdf", "sha256": "sha256:" + "0" * 64},
        "producer": {"name": "test", "version": "1"},
        "capabilities": {"spans": True, "char_offsets": True, "tables": True},
        "coordinate_system": {"unit": "centipoint", "origin": "top-left"},
        "pages": [{"id": "page-1", "index": 1, "width": 61200, "height": 79200, "rotation": 0}],
        "elements": [
            {"id": "e1", "page": "page-1", "bbox": [100, 100, 900, 200], "kind": "text_block", "text": "héllo you"},
        ],
        "spans": [
            {"id": "s1", "page": "page-1", "bbox": [100, 100, 500, 200], "text": "héllo", "element": "e1",
             "char_start": 0, "char_end": 5},
        ],
        "tables": [
            {"id": "t1", "page": "page-1", "bbox": [100, 300, 900, 500],
             "cells": [{"row": 0, "col": 0, "row_span": 1, "col_span": 2, "bbox": [100, 300, 900, 400], "text": "x"}]},
        ],
        **more,
    }  # fmt: skip


def test_grounding_json_is_read_as_it_declares() -> None:
    data = json.dumps(grounding_json()).encode()
    source = read(artifact(data, "g.json"))

    assert ("grounding-json", True, True, True) == (
        source.format, source.capabilities.spans, source.capabilities.char_offsets, source.capabilities.tables,
    )  # fmt: skip
    assert source.artifact == source.fingerprint
    report = VERIFIERS["contract"].verify(
        SourceIndex(source, VERIFIERS["contract"].config),
        CitationSet(
            (
                CitedClaim(ClaimKind.QUOTE, "héllo", Locator(span_id="s1")),
                CitedClaim(ClaimKind.TABLE_CELL, "x", Locator(table_id="t1", cell=(0, 1))),
            ),
            source.fingerprint,
        ),
    )
    assert report.all_evidence_grounded


def spoilt(change: Callable[[dict[str, Any]], Any]) -> bytes:
    document = grounding_json()
    change(document)
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    "data",
    [
        spoilt(lambda d: d.update(extra=1)),
        spoilt(lambda d: d.update(schema_version="2.0.0")),
        spoilt(lambda d: d["pages"][0].update(width=0.5)),
        spoilt(lambda d: d["pages"][0].update(index=2)),
        spoilt(lambda d: d["pages"].append(dict(d["pages"][0], index=2))),
        spoilt(lambda d: d["elements"][0].update(bbox=[900, 100, 100, 200])),
        spoilt(lambda d: d["elements"][0].update(bbox=[100, 100, 99900, 200])),
        spoilt(lambda d: d["elements"][0].update(page="page-9")),
        spoilt(lambda d: d["elements"].append(d["elements"][0])),
        spoilt(lambda d: d["elements"][0].update(text=None)),
        spoilt(lambda d: d["spans"][0].update(char_end=4)),
        spoilt(lambda d: d["spans"][0].pop("char_start")),
        spoilt(lambda d: d["spans"][0].update(element="e9")),
        spoilt(lambda d: d["tables"][0]["cells"].append(dict(d["tables"][0]["cells"][0], col=1))),
        spoilt(lambda d: d["tables"][0]["cells"].insert(0, dict(d["tables"][0]["cells"][0], row=1))),
        spoilt(lambda d: d["capabilities"].update(spans=False)),
        spoilt(lambda d: d["capabilities"].update(tables=1)),
        spoilt(lambda d: d["pages"][0].update(height=9007199254740993)),
        b"\xef\xbb\xbf" + json.dumps(grounding_json()).encode(),
        json.dumps(grounding_json()).replace('"schema_version"', '"artifact_type"', 1).encode(),
        b'{"artifact_type": "ethos.grounding.v1", "elements": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"artifact_type": "ethos.grounding.v1", "x": NaN}',
    ],
)
def test_grounding_json_that_breaks_an_invariant_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidSource, match="grounding-json"):
        read(artifact(data), "grounding-json")


# What a file is.


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"", "a.txt", Reason.NO_TEXT_LAYER),
        (b"   \n", "a.pdf", Reason.NO_TEXT_LAYER),
        (b"plain words", "a.pdf", Reason.PARSE_FAILED),
        (b"plain words", "a.docx", Reason.PARSE_FAILED),
        (b"%PDF-1.7 and then nothing", "a.pdf", Reason.PARSE_FAILED),
        (b"\0\1\2\3" * 100, "a.bin", Reason.PARSE_FAILED),
        (b"PK\x03\x04 broken", "a.docx", Reason.PARSE_FAILED),
        (zipped({"other.txt": b"x"}), "a.zip", Reason.PARSE_FAILED),
        (zipped({"word/document.xml": b"<not closed"}), "a.docx", Reason.PARSE_FAILED),
        (zipped({"xl/workbook.xml": b"<not closed"}), "a.xlsx", Reason.PARSE_FAILED),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "a.docx", Reason.PARSE_FAILED),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "a.docx",
            Reason.PASSWORD_REQUIRED,
        ),
        (b'a,b\n"unclosed', "a.csv", Reason.PARSE_FAILED),
        (b"a,b\0c\n", "a.csv", Reason.PARSE_FAILED),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused_with_a_reason(data: bytes, name: str, reason: Reason) -> None:
    with pytest.raises(Unreadable) as refused:
        read(artifact(data, name))

    assert reason is refused.value.reason


@pytest.mark.parametrize(
    ("data", "name", "limits"),
    [
        (b"many words", "a.txt", ReadLimits(max_text=5)),
        (b"many words", "a.md", ReadLimits(max_text=5)),
        (b"many,words", "a.csv", ReadLimits(max_text=5)),
        (b"a,b\nc,d", "a.csv", ReadLimits(max_cells=3)),
        (HTML.encode(), "a.html", ReadLimits(max_text=5)),
        (HTML.encode(), "a.html", ReadLimits(max_cells=2)),
        (word_file(), "a.docx", ReadLimits(max_text=5)),
        (word_file(), "a.docx", ReadLimits(max_cells=2)),
        (sheet_file(), "a.xlsx", ReadLimits(max_cells=2)),
    ],
)
def test_no_format_gives_more_than_the_limits_allow(data: bytes, name: str, limits: ReadLimits) -> None:
    with pytest.raises(Unreadable) as refused:
        read(artifact(data, name, limits=limits))

    assert Reason.LIMITS_EXCEEDED is refused.value.reason


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('<meta charset="iso-8859-15"><p>Größe und Maß des Hauses</p>'.encode("iso-8859-15"), "Größe"),
        ('<meta charset="utf-9"><p>Größe und Maß des Hauses</p>'.encode(), "Größe"),
        ('<meta charset="ascii"><p>Größe und Maß des Hauses</p>'.encode(), "Größe"),
        ('<?xml version="1.0" encoding="utf-8"?><p>Größe und Maß</p>'.encode(), "Größe"),
    ],
)
def test_a_page_is_decoded_by_its_declaration_where_that_is_true(data: bytes, text: str) -> None:
    assert text in read(artifact(data, "a.html")).text


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\xfe\xff\xd8\x00", b"\xef\xbb\xbf\xff\xff"])
def test_a_byte_order_mark_that_lies_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read(artifact(data, "a.txt"))

    assert Reason.PARSE_FAILED is refused.value.reason


def test_an_archive_is_refused_by_what_it_unpacks_to() -> None:
    bomb = zipped({"word/document.xml": b"\0" * 3_000_000})

    with pytest.raises(Unreadable) as refused:
        read(artifact(bomb, "a.docx", limits=ReadLimits(max_unpacked=1_000_000)))

    assert len(bomb) < 10_000
    assert Reason.LIMITS_EXCEEDED is refused.value.reason


def test_a_suspicious_ratio_is_refused_before_anything_is_unpacked() -> None:
    bomb = zipped({"word/document.xml": b"\0" * 40_000_000})

    with pytest.raises(Unreadable) as refused:
        read(artifact(bomb, "a.docx"))

    assert Reason.LIMITS_EXCEEDED is refused.value.reason


def test_a_file_above_the_size_limit_is_not_looked_at() -> None:
    with pytest.raises(Unreadable) as refused:
        read(artifact(b"x" * 100, "a.txt", limits=ReadLimits(max_bytes=10)))

    assert Reason.LIMITS_EXCEEDED is refused.value.reason


@pytest.mark.parametrize(
    ("data", "name", "format"),
    [
        (b"<!DOCTYPE html><p>x y z</p>", "", "html"),
        (b"just words", "", "text"),
        (b"# words", "a.md", "markdown"),
        (b"a,b\n1,2", "a.csv", "csv"),
        (b'{"some": "json"}', "", "text"),
        (word_file(), "", "docx"),
        (sheet_file(), "", "xlsx"),
        (json.dumps(grounding_json()).encode(), "", "grounding-json"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_format_is_recognised_by_content(data: bytes, name: str, format: str) -> None:
    assert format == read(artifact(data, name)).format
    assert format in READERS


@pytest.mark.parametrize("format", READERS)
def test_a_registered_reader_is_the_module_it_names(format: str) -> None:
    entry = READERS[format]
    module = importlib.import_module(f"core.verification.grounding.{entry.module}")

    assert (format, entry.version) == (module.NAME, module.VERSION)


def test_a_format_asked_for_must_exist() -> None:
    with pytest.raises(InvalidSource, match="grounding must be one of"):
        read(artifact(b"x"), "scroll")


def test_presence_says_that_a_place_exists_and_no_more() -> None:
    source = read(artifact(b"First paragraph here.", "a.txt"))

    found = check(source, None, Locator(element_id="e1"), ClaimKind.PRESENCE)

    assert (True, MatchMethod.PRESENCE_ONLY) == (found.grounded, found.method)
