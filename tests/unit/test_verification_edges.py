"""The corners of verification: tables without rulings, broken foreign JSON, locators that contradict themselves."""

import copy
import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import CONTRACT, HEADWATER, VerificationConfig
from core.verification.grounding import read, read_tables_of_page
from core.verification.grounding.pdf_aligned import aligned_tables
from core.verification.grounding.pdf_words import Word
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.index import SourceIndex
from core.verification.markers import resolve
from core.verification.matching.claims import compare_claim
from core.verification.matching.names import mixed_scripts, name_differences, names
from core.verification.matching.quantities import NumberRelation, compare_numbers, number_differences
from core.verification.reading import worker
from core.verification.reading.process import ReadingProcess
from core.verification.records import Check
from core.verification.representation import (
    Capabilities,
    Element,
    Page,
    Parser,
    Representation,
    Span,
)
from core.verification.verifiers import verifier_for
from core.verification.vocabulary import CheckStatus, ClaimKind, CoordinateOrigin, MatchMethod, Reason

# Tables without rulings.


def words(*lines: tuple[float, list[tuple[float, str]]]) -> list[Word]:
    """Words at a height and a left edge each; every sign six points wide."""
    return [Word(text, (x, y, x + 6 * len(text), y + 10)) for y, line in lines for x, text in line]


FIGURES = words(
    (80, [(100, "Fused"), (136, "oxide"), (260, "Silicon"), (308, "carbide")]),
    (95, [(100, "2009"), (160, "2010"), (260, "2009"), (320, "2010")]),
    (110, [(0, "Argentina"), (112, "—"), (172, "—"), (254, "5,000"), (314, "5,000")]),
    (125, [(0, "Brazil"), (94, "50,000"), (154, "51,000"), (248, "43,000"), (308, "44,000")]),
    (140, [(0, "World"), (36, "total"), (94, "80,000"), (154, "81,000"), (242, "190,000"), (302, "191,000")]),
)


def test_columns_of_figures_are_a_table_with_its_header_lines() -> None:
    ((_, cells, header_rows),) = aligned_tables(FIGURES)

    grid = {(cell.row, cell.col): (cell.text, cell.col_span) for cell, _ in cells}
    assert 2 == header_rows
    assert (("Fused oxide", 2), ("Silicon carbide", 2)) == (grid[0, 1], grid[0, 3])
    assert ("2010", 1) == grid[1, 2]
    assert (("World total", 1), ("191,000", 1)) == (grid[4, 0], grid[4, 4])
    assert ("—", 1) == grid[2, 1]


def test_the_name_of_the_first_column_covers_all_header_lines() -> None:
    given = [*FIGURES, *words((95, [(0, "Country")]))]

    ((_, cells, _),) = aligned_tables(given)

    (country,) = [cell for cell, _ in cells if cell.text == "Country"]
    assert (0, 0, 2) == (country.row, country.col, country.row_span)


@pytest.mark.parametrize(
    "given",
    [
        words(*((y, [(0, "plain"), (40, "words"), (80, "run"), (110, "on")]) for y in (10, 25, 40, 55))),
        words((10, [(0, "a"), (50, "1"), (100, "2")]), (25, [(0, "b"), (50, "3"), (100, "4")])),
        words(*((y, [(0, "1"), (7, "2"), (14, "3")]) for y in (10, 25, 40))),
        words(*((y, [(0, "a"), (50, "1"), (100, "2")]) for y in (10, 200, 400))),
        [],
    ],
    ids=["prose", "two lines", "no white space between", "far apart", "nothing"],
)
def test_what_has_no_columns_of_figures_is_no_table(given: list[Word]) -> None:
    assert [] == aligned_tables(given)


def test_a_caption_over_all_columns_is_no_header() -> None:
    given = [*FIGURES, *words((65, [(20, "Capacity"), (72, "in"), (88, "tonnes"), (126, "by"), (144, "country")]))]

    ((_, cells, header_rows),) = aligned_tables(given)

    assert 2 == header_rows
    assert not [cell for cell, _ in cells if "Capacity" in (cell.text or "")]


# Foreign JSON.

ODL: dict[str, Any] = {
    "tool": {"name": "x", "version": "1"},
    "pages": [{"number": 1, "width": 612, "height": 792}],
    "elements": [{"id": "e", "page": 1, "bbox": [1, 1, 2, 2], "text": "t"}],
    "tables": [
        {"id": "t", "page": 1, "bbox": [1, 1, 9, 9],
         "cells": [{"row": 0, "col": 0, "bbox": [1, 1, 2, 2], "text": "x"}]},
    ],
}  # fmt: skip
TREE: dict[str, Any] = {
    "file name": "x.pdf",
    "number of pages": 1,
    "kids": [
        {"type": "table", "id": 1, "page number": 1, "bounding box": [1, 1, 9, 9],
         "rows": [{"cells": [{"page number": 1, "bounding box": [1, 1, 2, 2], "content": "x"}]}]},
    ],
}  # fmt: skip


def changed(document: dict[str, Any], *path: Any, to: Any = None, drop: bool = False) -> bytes:
    """A document with one place of it changed or left out."""
    made = copy.deepcopy(document)
    at = made
    for part in path[:-1]:
        at = at[part]
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return json.dumps(made).encode()


KID = ("kids", 0)
CELL = (*KID, "rows", 0, "cells", 0)
REFUSED = [
    (changed(ODL, "tool", to=1), "missing 'tool' object"),
    (changed(ODL, "tool", "name", to=" "), "missing tool.name"),
    (changed(ODL, "pages", to={}), "missing 'pages' array"),
    (changed(ODL, "pages", 0, "number", to=0), "page.number must be 1-based"),
    (changed(ODL, "pages", 0, "number", to=2**32), "page.number must fit u32"),
    (changed(ODL, "pages", to=ODL["pages"] * 2), "duplicate page.number"),
    (changed(ODL, "pages", 0, "width", to=0), "page width must be positive finite"),
    (changed(ODL, "pages", 0, "height", drop=True), "page height must be positive finite"),
    (changed(ODL, "elements", drop=True), "missing 'elements' array"),
    (changed(ODL, "elements", to=ODL["elements"] * 2), "duplicate element.id"),
    (changed(ODL, "elements", 0, "page", to=0), "element.page must be 1-based"),
    (changed(ODL, "elements", 0, "page", drop=True), "missing element.page"),
    (changed(ODL, "elements", 0, "bbox", drop=True), "missing element.bbox"),
    (changed(ODL, "elements", 0, "bbox", to=1), "bbox is not an array"),
    (changed(ODL, "elements", 0, "bbox", to=[1, 2, 3]), "bbox must have 4 entries"),
    (changed(ODL, "elements", 0, "bbox", to=[1, 2, 3, "4"]), "bbox entry is not a number"),
    (changed(ODL, "elements", 0, "bbox", to=[1, 2, 3, 1e300]), "bbox entry is not finite"),
    (changed(ODL, "elements", 0, "bbox", to=[1, 1, 613, 2]), "element bbox exceeds page bounds"),
    (changed(ODL, "tables", to={}), "'tables' is not an array"),
    (changed(ODL, "tables", to=ODL["tables"] * 2), "duplicate table.id"),
    (changed(ODL, "tables", 0, "cells", drop=True), "missing table.cells array"),
    (changed(ODL, "tables", 0, "cells", 0, "row_span", to=0), "cell.row_span must be positive"),
    (changed(ODL, "tables", 0, "cells", 0, "row_span", to=2_000_000), "spans too many places"),
    (changed(ODL, "tables", 0, "cells", to=ODL["tables"][0]["cells"] * 2), "overlapping table cell address range"),
    (changed(ODL, "tables", 0, "cells", 0, "text", to=""), "missing cell.text"),
    (changed(TREE, "number of pages", to=0), "number of pages must be positive"),
    (changed(TREE, "number of pages", to=2**31), "number of pages exceeds adapter limit"),
    (changed(TREE, "kids", to={}), "missing kids array"),
    (changed(TREE, *KID, to={}), "content node has no element fields or child containers"),
    (changed(TREE, *KID, "type", to=1), "content type must be a string"),
    (changed(TREE, *KID, "page number", to=9), "table page number references unknown page"),
    (changed(TREE, *KID, "id", to=""), "table id must be integer or non-empty string"),
    (changed(TREE, "kids", to=TREE["kids"] * 2), "duplicate real table id"),
    (changed(TREE, *KID, "rows", to={}), "rows must be an array"),
    (changed(TREE, *KID, "rows", 0, to=[]), "row must be an object"),
    (changed(TREE, *KID, "rows", 0, "cells", to={}), "row cells must be an array"),
    (changed(TREE, *CELL, "page number", to=2), "cell page number references unknown page"),
    (changed(TREE, *CELL, "content", to=1), "content must be a string"),
    (changed(TREE, *CELL, "text", to="y"), "content and text fields disagree"),
    (changed(TREE, *KID, to={"kids": [], "children": []}), "ambiguous kids/children containers"),
    (b"{", "input is not valid JSON"),
    (b"[1]", "missing 'tool' object"),
    (b'{"tool": 1, "tool": 2}', "duplicate object key"),
    (b"[" * 300 + b"]" * 300, "depth limit exceeded"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_opendataloader_json_that_is_broken_is_refused_in_words(data: bytes, message: str) -> None:
    with pytest.raises(InvalidSource, match=re.escape(message)):
        read(Artifact(data, "sha256:" + "0" * 64), "opendataloader-json")


def test_tables_and_nodes_without_names_are_counted() -> None:
    tree = copy.deepcopy(TREE)
    del tree["kids"][0]["id"]
    tree["kids"].append({"page number": 1, "bounding box": [1, 1, 3, 3], "content": "", "text": "words"})

    source = read(Artifact(json.dumps(tree).encode(), "sha256:" + "0" * 64), "opendataloader-json")

    assert ["odl-table-1"] == [table.id for table in source.tables]
    assert ["odl-el-1", "odl-el-2", "odl-el-3"] == [element.id for element in source.elements]
    assert ("unknown", "words") == (source.elements[2].kind, source.elements[2].text)


NATIVE: dict[str, Any] = {
    "schema_version": "1.0.0",
    "parser": {"name": "x", "version": "1"},
    "fingerprint": "sha256:" + "1" * 64,
    "payload": {
        "coordinate_system": {"origin": "bottom-left"},
        "pages": [{"id": "p", "index": 1, "width": 9, "height": 9}],
        "elements": [{"id": "e", "type": "text", "page": "p", "bbox": [0, 0, 1, 1], "text": "t"}],
        "spans": [{"id": "s", "page": "p", "bbox": [0, 0, 1, 1], "text": "t"}],
        "tables": [{"id": "t", "page_refs": ["p"], "bbox": [0, 0, 1, 1], "cells": []}],
    },
}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (changed(NATIVE, "fingerprint", to="x"), "fingerprint"),
        (changed(NATIVE, "payload", "elements", 0, "page", to="q"), "element.page references unknown page"),
        (changed(NATIVE, "payload", "elements", to=NATIVE["payload"]["elements"] * 2), "duplicate element id"),
        (changed(NATIVE, "payload", "tables", 0, "page_refs", to=["q"]), "table.page_refs references unknown page"),
    ],
)
def test_a_native_document_that_is_broken_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InvalidSource, match=message):
        read(Artifact(data, "sha256:" + "0" * 64), "native-document")


def test_a_native_document_is_known_by_the_fingerprint_it_declares() -> None:
    source = read(Artifact(json.dumps(NATIVE).encode(), "sha256:" + "0" * 64))

    assert ("native-document", NATIVE["fingerprint"]) == (source.format, source.fingerprint)
    assert CoordinateOrigin.BOTTOM_LEFT is source.capabilities.coordinate_origin


# Locators.


def foreign(origin: CoordinateOrigin = CoordinateOrigin.TOP_LEFT, spans: bool = True) -> Representation:
    """A representation as another parser would give it."""
    return Representation(
        "test", Parser("t", "1"), Capabilities(spans=spans, coordinate_origin=origin), flat=False,
        pages=(Page("p1", 1, 1000, 1000), Page("p2", 2, 1000, 1000)),
        elements=(
            Element("a", "text", "The load was measured in", "p1", (0, 0, 500, 100)),
            Element("b", "text", "the month of May.", "p1", (0, 100, 500, 200)),
            Element("c", "text", "Words of another page.", "p2", (0, 0, 500, 100)),
        ),
        spans=(Span("s", "The load", "p1", (0, 0, 90, 100), "a"),),
    )  # fmt: skip


def check(
    source: Representation,
    text: str | None,
    locator: Locator = NOWHERE,
    kind: ClaimKind = ClaimKind.QUOTE,
    config: VerificationConfig = CONTRACT,
    pin: str | None = None,
) -> Check:
    index = SourceIndex(source, config)
    return verifier_for(config).verify(index, CitationSet((CitedClaim(kind, text, locator),), pin)).checks[0]


@pytest.mark.parametrize("config", [CONTRACT, HEADWATER], ids=["contract", "headwater"])
@pytest.mark.parametrize(
    ("locator", "status", "reason"),
    [
        (Locator(span_id="s", element_id="a"), CheckStatus.GROUNDED, None),
        (Locator(span_id="s", element_id="b"), CheckStatus.ERROR, Reason.LOCATOR_CONFLICT),
        (Locator(span_id="s", page="p2"), CheckStatus.ERROR, Reason.LOCATOR_CONFLICT),
        (Locator(element_id="a", table_id="t", cell=(0, 0)), CheckStatus.ERROR, Reason.LOCATOR_CONFLICT),
        (Locator(element_id="a", bbox=(10, 10, 90, 90)), CheckStatus.GROUNDED, None),
        (Locator(element_id="a", bbox=(10, 500, 90, 900)), CheckStatus.ERROR, Reason.LOCATOR_CONFLICT),
        (Locator(page="p1", bbox=(10, 10, 90, 90)), CheckStatus.GROUNDED, None),
        (Locator(bbox=(10, 10, 90, 90)), CheckStatus.ERROR, Reason.MISSING_PAGE_FOR_BBOX),
        (Locator(page="p1", bbox=(10, 500, 90, 900)), CheckStatus.NOT_FOUND, Reason.BBOX_NOT_FOUND),
        (Locator(span_id="none"), CheckStatus.NOT_FOUND, Reason.SPAN_NOT_FOUND),
        (Locator(page="p9"), CheckStatus.NOT_FOUND, Reason.PAGE_NOT_FOUND),
    ],
)
def test_places_that_contradict_each_other_are_a_conflict(
    locator: Locator, status: CheckStatus, reason: Reason | None, config: VerificationConfig
) -> None:
    found = check(foreign(), None, locator, ClaimKind.PRESENCE, config)

    assert (status, reason) == (found.status, found.reason)


@pytest.mark.parametrize(
    ("locator", "reason"),
    [
        (Locator(page="p1", bbox=(10, 10, 90, 90)), Reason.UNKNOWN_COORDINATE_ORIGIN),
        (Locator(element_id="a", bbox=(10, 10, 90, 90)), Reason.UNKNOWN_COORDINATE_ORIGIN),
        (Locator(span_id="s"), Reason.MISSING_SPAN_CAPABILITY),
    ],
)
def test_what_a_source_cannot_say_blocks_the_check(locator: Locator, reason: Reason) -> None:
    found = check(foreign(CoordinateOrigin.UNKNOWN, spans=False), None, locator, ClaimKind.PRESENCE)

    assert (CheckStatus.CAPABILITY_BLOCKED, reason) == (found.status, found.reason)


@pytest.mark.parametrize("config", [CONTRACT, HEADWATER], ids=["contract", "headwater"])
@pytest.mark.parametrize("element", ["a", "b"])
def test_a_quote_over_two_touching_elements_is_found_from_either(element: str, config: VerificationConfig) -> None:
    words_of_both = "load was measured in the month of"

    found = check(foreign(), words_of_both, Locator(element_id=element), config=config)
    unknown = check(foreign(CoordinateOrigin.UNKNOWN), words_of_both, Locator(element_id=element), config=config)
    other_page = check(foreign(), "month of May. Words of another page.", Locator(element_id="b"), config=config)

    assert (found.grounded, found.evidence.box) == (True, (0, 0, 500, 200))
    assert Reason.UNKNOWN_COORDINATE_ORIGIN is unknown.reason
    assert Reason.TEXT_MISMATCH is other_page.reason


def test_the_contract_has_no_text_for_a_page_and_none_for_a_source() -> None:
    assert Reason.TEXT_MISMATCH is check(foreign(), "The load was measured in", Locator(page="p1")).reason
    assert Reason.MISSING_LOCATOR is check(foreign(), "The load was measured in").reason


def test_a_pin_that_cannot_be_compared_blocks_and_a_missing_one_is_stale() -> None:
    pinned = check(foreign(), None, Locator(page="p1"), ClaimKind.PRESENCE, pin="sha256:" + "0" * 64)
    with_print = Representation(
        "test", Parser("t", "1"), Capabilities(fingerprint=True), artifact="sha256:" + "1" * 64, flat=False,
        pages=(Page("p1", 1, 10, 10),),
    )  # fmt: skip

    free = check(with_print, None, Locator(page="p1"), ClaimKind.PRESENCE)

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.MISSING_SOURCE_FINGERPRINT) == (pinned.status, pinned.reason)
    assert (CheckStatus.STALE, Reason.MISSING_CITATION_FINGERPRINT) == (free.status, free.reason)


def test_a_value_on_a_page_is_a_whole_line_of_it_and_only_one() -> None:
    text = "Total\n45 days\n90 days\n45 days"
    spans = tuple(
        Span(f"l{n}", line, "p1", None, None, start, start + len(line))
        for n, (start, line) in enumerate(((0, "Total"), (6, "45 days"), (14, "90 days"), (22, "45 days")))
    )
    source = Representation(
        "test",
        Parser("t", "1"),
        Capabilities(spans=True),
        text=text,
        spans=spans,
        pages=(Page("p1", 1, end=len(text)),),
    )

    one = check(source, "90 days", Locator(page="1"), ClaimKind.VALUE, HEADWATER)
    two = check(source, "45 days", Locator(page="1"), ClaimKind.VALUE, HEADWATER)
    none = check(source, "5 days", Locator(page="1"), ClaimKind.VALUE, HEADWATER)
    by_span = check(source, "45 days", Locator(span_id="l1"), ClaimKind.VALUE, HEADWATER)
    wrong = check(source, "45 days", Locator(span_id="l2"), ClaimKind.VALUE, HEADWATER)
    heading = check(source, "Total", Locator(page="1"), config=HEADWATER)
    twice = check(source, "45 days", Locator(page="1"), config=HEADWATER)

    assert (True, MatchMethod.NORMALIZED_TEXT) == (one.grounded, one.method)
    assert (Reason.AMBIGUOUS_LOCATION, 2) == (two.reason, two.occurrences)
    assert (Reason.TEXT_MISMATCH, Reason.TEXT_MISMATCH) == (none.reason, wrong.reason)
    assert (True, True) == (by_span.grounded, heading.grounded)
    assert Reason.AMBIGUOUS_LOCATION is twice.reason


# Numbers and names.


def test_numbers_of_a_claim_are_looked_for_in_its_evidence() -> None:
    (missing,) = number_differences("Sales rose by 12% to 1,250 units.", "Sales rose by 21 % to 1250 units.")

    assert NumberRelation.DIFFERS is missing.relation
    assert "12%" in missing.explanation
    assert "21 %" in missing.explanation


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("5%", "5 pp", NumberRelation.DIFFERS),
        ("50 bp", "0.5 percentage points", NumberRelation.EQUAL),
        ("at least 5 kg", "5 kg", NumberRelation.DIFFERS),
        ("$5", "€5", NumberRelation.DIFFERS),
        ("1.5 million", "1,500,000", NumberRelation.EQUAL),
        ("no number", "5", NumberRelation.AMBIGUOUS),
        ("1.234.567", "1,234,567", NumberRelation.EQUAL),
        ("1.234,56", "1,234.56", NumberRelation.EQUAL),
        ("0.500", "0.5", NumberRelation.EQUAL),
        ("5", "5 kg", NumberRelation.UNIT_UNKNOWN),
        ("±5 mm", "5 mm", NumberRelation.DIFFERS),
    ],
)
def test_quantities_are_compared_with_sign_scale_and_bound(left: str, right: str, relation: NumberRelation) -> None:
    assert relation is compare_numbers(left, right).relation


def test_a_claim_is_flagged_by_what_its_evidence_lacks() -> None:
    assert () == compare_claim("Sales rose by 12%.", "In May sales rose by 12 % again.").flags
    assert ("number_differs", "name_differs") == compare_claim("In Beta 12% fell.", "In Alpha 21 % fell.").flags
    assert ("ambiguous_number",) == compare_claim("It rose by 1.234.", "It rose by 1,234.").flags
    assert "mixed_script" in compare_claim("the раypal site", "the site").flags


def test_names_are_words_that_are_large_without_a_sentence_beginning() -> None:
    assert ("Alpha", "NATO") == names("The plant in Alpha's yard. NATO was told. Then it was shut.")
    assert ("Beta",) == name_differences("They visited Beta and Alpha.", "Alpha was visited.")
    assert ("раypal",) == mixed_scripts("the раypal site")


# Markers.


def test_ranges_and_lists_of_numbers_are_each_resolved() -> None:
    found = resolve("A [1-3], b [2; 5], c [9-1] and ![pic](x) and [text](y).", {"1": "a", "2": "b", "3": "c"})

    assert ["1", "2", "3", "2", "5", "9", "1"] == [marker.text for marker in found.markers]
    assert [None, None] == [marker.source_id for marker in found.markers if marker.text in "59"]


def test_a_link_to_the_address_of_its_source_belongs() -> None:
    registry = {"s": ("Report", "https://a.example/r"), "t": ("Other", None)}

    good, bad, unknown = resolve(
        "[Report](https://a.example/r/) [Other](https://b.example) [Else](https://c.example)", {}, registry=registry
    ).links

    assert [True, False, False] == [good.belongs, bad.belongs, unknown.belongs]
    assert (None, "t") == (unknown.source_id, bad.source_id)


# The reading process, its tasks one by one.


def order(task: str, **more: Any) -> dict[str, Any]:
    from dataclasses import asdict

    from core.verification.grounding.types import ReadLimits

    return {
        "task": task, "format": None, "fingerprint": "sha256:" + "0" * 64, "name": "", "password": None,
        "limits": asdict(ReadLimits()), **more,
    }  # fmt: skip


OBJECTS = (
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    "<< /Length 34 >>\nstream\nBT /F1 9 Tf 9 50 Td (words) Tj ET  \nendstream",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
)
BODY = "%PDF-1.7\n" + "".join(f"{n} 0 obj\n{text}\nendobj\n" for n, text in enumerate(OBJECTS, start=1))
PLACES = "".join(f"{BODY.index(f'{n} 0 obj'):010d} 00000 n \n" for n in range(1, 6))
TRAILER = f"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{len(BODY)}\n%%EOF"
ONE_PAGE = f"{BODY}xref\n0 6\n0000000000 65535 f \n{PLACES}{TRAILER}".encode()


@pytest.mark.parametrize(
    ("given", "data", "kind"),
    [
        (order("read"), b"words", b"R"),
        (order("read", name="a.pdf"), b"words", b"U"),
        (order("read", format="opendataloader-json"), b"{}", b"I"),
        (order("read", format="csv"), b"a,b\n1,2", b"R"),
        (order("tables", page=1), ONE_PAGE, b"T"),
        (order("picture", page=1, scale=1.0), ONE_PAGE, b"P"),
        (order("picture", page=9, scale=1.0), ONE_PAGE, b"U"),
        (order("picture", page=1, scale=900.0), ONE_PAGE, b"U"),
        (order("boxes", page=1, start=0, end=5), ONE_PAGE, b"B"),
        (order("boxes", page=9, start=0, end=5), ONE_PAGE, b"B"),
    ],
)
def test_every_task_of_the_reading_process_has_its_answer(given: dict[str, Any], data: bytes, kind: bytes) -> None:
    assert kind == worker._answer(given, data)[:1]


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_a_reader_runs_out_of_is_an_answer(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(worker, "read", fails)

    assert b"U" == worker._answer(order("read"), b"x")[:1]


def test_pictures_boxes_and_tables_cross_the_process() -> None:
    given = Artifact(ONE_PAGE, "sha256:" + sha256(ONE_PAGE).hexdigest(), "a.pdf")

    with ReadingProcess() as process:
        source = process.read(given)
        assert b"\x89PNG" == process.picture(given, 1)[:4]
        (box,) = process.boxes(given, 1, 0, 5)
        assert () == process.tables(given, 1) == read_tables_of_page(given, 1)
        with pytest.raises(Unreadable) as refused:
            process.picture(given, 5)

    assert "words" == source.text
    assert list(source.spans[0].box or ()) == box
    assert Reason.PAGE_NOT_FOUND is refused.value.reason


@pytest.mark.parametrize("answer", [b"", b"X", b'U["parse_failed", "x"]', b"Rnot json", b"T{"])
def test_nonsense_from_the_reading_process_is_an_error(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    process = ReadingProcess()
    monkeypatch.setattr(process, "_ask", lambda *_: answer)
    given = Artifact(b"x", "sha256:" + "0" * 64)
    tasks: tuple[Callable[[], object], ...] = (lambda: process.read(given), lambda: process.tables(given, 1))

    for task in tasks:
        with pytest.raises(Unreadable) as refused:
            task()

        assert Reason.PARSE_FAILED is refused.value.reason
