"""PDFs made here: what is raised, hidden, white, labelled, rotated, missing or hostile, and what becomes of it."""

import io
import zlib
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding import read
from core.verification.grounding.pdf_pictures import boxes, picture
from core.verification.grounding.pdf_tables import read_tables
from core.verification.grounding.types import Artifact, ReadLimits, Unreadable
from core.verification.index import SourceIndex
from core.verification.records import Check
from core.verification.representation import HIDDEN, RAISED_NUMBER, Representation
from core.verification.verifiers import VERIFIERS, verifier_for
from core.verification.vocabulary import Advisory, CapabilityLimit, CheckStatus, ClaimKind, MatchMethod, Reason

LINE = "BT /F1 12 Tf 72 {y} Td ({text}) Tj ET\n"


def pdf(
    pages: Sequence[str], *, labels: str = "", rotate: int = 0, compress: bool = False, extra: Sequence[str] = ()
) -> bytes:
    """A PDF whose pages draw these instructions."""
    objects: list[bytes] = [b"", b""]
    kids = []
    for content in pages:
        data = content.encode("latin-1")
        filters = b""
        if compress:
            data, filters = zlib.compress(data, 9), b" /Filter /FlateDecode"
        objects.append(b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(data), filters, data))
        stream = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate %d /Contents %d 0 R "
            b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
            % (rotate, stream)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R %s >>" % labels.encode()
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    objects += [more.encode() for more in extra]
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


def text_at(y: int, text: str) -> str:
    return LINE.format(y=y, text=text)


def artifact(data: bytes, **more: Any) -> Artifact:
    return Artifact(data, "sha256:" + sha256(data).hexdigest(), "x.pdf", **more)


def check(
    source: Representation, text: str | None, locator: Locator = NOWHERE, kind: ClaimKind = ClaimKind.QUOTE
) -> Check:
    index = SourceIndex(source, HEADWATER)
    return VERIFIERS["headwater"].verify(index, CitationSet((CitedClaim(kind, text, locator),))).checks[0]


RAISED = (
    "BT /F1 12 Tf 72 700 Td (The load on the bridge was 10) Tj 7 Tf 5 Ts (2) Tj 12 Tf 0 Ts ( kg in all tests.) Tj ET\n"
    .replace("7 Tf", "/F1 7 Tf").replace("12 Tf 0 Ts", "/F1 12 Tf 0 Ts")
)  # fmt: skip


def test_a_number_with_raised_digits_is_never_grounded_as_flat_text() -> None:
    source = read(artifact(pdf([RAISED])))

    check_flat = check(source, "The load on the bridge was 102 kg in all tests.", Locator(page="1"))
    cut = check(source, "The load on the bridge was 10", Locator(page="1"))
    beside = check(source, " kg in all tests.", Locator(page="1", prefix="102"))

    assert "102 kg" in " ".join(source.text.split())
    assert [RAISED_NUMBER] == [mark.kind for mark in source.marks]
    assert (CheckStatus.MISMATCH, Reason.SUPERSCRIPT_IN_SPAN) == (check_flat.status, check_flat.reason)
    assert Reason.SUPERSCRIPT_IN_SPAN is cut.reason
    assert "kg in all tests." == beside.evidence.quoted.strip()


def test_even_digits_of_one_size_are_no_raised_number() -> None:
    source = read(artifact(pdf([text_at(700, "The load on the bridge was 102 kg in all tests.")])))

    assert check(source, "The load on the bridge was 102 kg in all tests.", Locator(page="1")).grounded
    assert () == source.marks


@pytest.mark.parametrize(
    ("drawn", "advisory"),
    [
        ("BT /F1 12 Tf 3 Tr 72 600 Td (These words are not there to be seen) Tj ET\n", Advisory.HIDDEN_TEXT_DETECTED),
        ("BT /F1 12 Tf 1 g 72 600 Td (These words are not there to be seen) Tj ET\n", Advisory.HIDDEN_TEXT_DETECTED),
        ("BT /F1 0.3 Tf 72 600 Td (These words are not there to be seen) Tj ET\n", Advisory.HIDDEN_TEXT_DETECTED),
    ],
    ids=["without ink", "white on white", "tiny"],
)
def test_text_nobody_sees_is_flagged_where_a_quote_rests_on_it(drawn: str, advisory: Advisory) -> None:
    source = read(artifact(pdf([text_at(700, "Plain words that anybody can read here.") + drawn])))

    hidden = check(source, "These words are not there to be seen", Locator(page="1"))
    plain = check(source, "Plain words that anybody can read here.", Locator(page="1"))

    assert HIDDEN in {mark.kind for mark in source.marks}
    assert advisory in hidden.warnings
    assert advisory not in plain.warnings


def test_white_text_on_a_dark_field_is_not_hidden() -> None:
    drawn = "0 0 0 rg 60 580 400 40 re f BT /F1 12 Tf 1 g 72 600 Td (White words on a black bar are read) Tj ET\n"

    source = read(artifact(pdf([drawn])))

    assert () == source.marks


def test_printed_page_numbers_stand_beside_positions() -> None:
    labels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>"
    pages = [text_at(700, f"This is the {word} page of the report.") for word in ("first", "second", "third", "fourth")]

    source = read(artifact(pdf(pages, labels=labels)))

    assert ["i", "ii", "1", "2"] == [page.label for page in source.pages]
    by_label = check(source, "This is the fourth page of the report.", Locator(page="2"))
    by_position = check(source, "This is the second page of the report.", Locator(page="2"))
    roman = check(source, "This is the second page of the report.", Locator(page="ii"))
    assert (4, True) == (by_label.evidence.position, Advisory.PAGE_LABEL_USED in by_label.warnings)
    assert (2, False) == (by_position.evidence.position, Advisory.PAGE_LABEL_USED in by_position.warnings)
    assert (True, 2) == (roman.grounded, roman.evidence.position)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_boxes_are_counted_from_the_top_left_of_the_page_as_shown(rotate: int) -> None:
    data = pdf([text_at(700, "A line of text near the top of the page.")], rotate=rotate)

    source = read(artifact(data))
    (line,) = source.spans
    page = source.pages[0]
    found = boxes(artifact(data), 1, 0, len(line.text))

    assert (61200, 79200) == ((page.width, page.height) if rotate % 180 == 0 else (page.height, page.width))
    assert [line.box] == found
    assert line.box is not None
    # The line stands 92 points below the upper edge of the page as drawn, and 72 from its left edge.
    edges = {0: line.box[1], 90: page.width - line.box[2], 180: page.height - line.box[3], 270: line.box[0]}
    assert 7800 < edges[rotate] < 9300
    assert 0 <= line.box[0] < line.box[2] <= page.width
    assert 0 <= line.box[1] < line.box[3] <= page.height


def test_a_picture_of_a_page_is_a_png_of_its_size() -> None:
    data = picture(artifact(pdf([text_at(700, "x")])), 1, 0.5)

    assert b"\x89PNG" == data[:4]
    assert (306, 396) == (int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))


def test_a_crop_is_named_by_page_and_box_where_the_config_asks_for_it() -> None:
    source = read(artifact(pdf([text_at(700, "A line of text near the top of the page.")])))
    config = replace(HEADWATER, include_crops=True)
    claims = CitationSet((CitedClaim(ClaimKind.QUOTE, source.spans[0].text, Locator(page="1")),))

    found = verifier_for(config).verify(SourceIndex(source, config), claims).checks[0]

    assert source.spans[0].box is not None
    assert "page-1#" + ",".join(map(str, source.spans[0].box)) == found.evidence.crop_ref
    assert check(source, source.spans[0].text, Locator(page="1")).evidence.crop_ref is None


def test_a_quote_is_told_from_the_same_words_in_another_element() -> None:
    source = read(
        artifact(
            pdf(
                [
                    text_at(700, "The first paragraph says one thing.")
                    + text_at(500, "The second paragraph differs from it.")
                ]
            )
        )
    )
    first, second = (element.id for element in source.elements)

    there = check(source, "The second paragraph differs from it.", Locator(element_id=second))
    elsewhere = check(source, "The second paragraph differs from it.", Locator(element_id=first))

    assert (True, MatchMethod.EXACT_TEXT) == (there.grounded, there.method)
    assert (CheckStatus.MISMATCH, Reason.TEXT_MISMATCH, ("1",)) == (
        elsewhere.status, elsewhere.reason, elsewhere.elsewhere,
    )  # fmt: skip
    assert Advisory.FOUND_ELSEWHERE in elsewhere.warnings


def test_a_line_is_cited_by_its_span_and_a_stretch_by_its_characters() -> None:
    source = read(artifact(pdf([text_at(700, "A line of text near the top of the page.")])))
    (line,) = source.spans

    assert check(source, line.text, Locator(span_id=line.id)).grounded
    assert Reason.SPAN_NOT_FOUND is check(source, line.text, Locator(span_id="p9l9")).reason
    assert check(source, "line", Locator(page="1", chars=(2, 6))).grounded
    assert not check(source, "line", Locator(page="1", chars=(2, 9))).grounded
    assert Reason.SPAN_NOT_FOUND is check(source, "line", Locator(page="1", chars=(2, 7000))).reason


def test_a_box_must_lie_around_its_element() -> None:
    source = read(artifact(pdf([text_at(700, "A line of text near the top of the page.")])))
    (element,) = source.elements
    assert element.box is not None
    x0, y0, x1, y1 = element.box

    inside = check(source, element.text, Locator(page="1", bbox=(x0 + 10, y0 + 10, x1 - 10, y1 - 10)))
    outside = check(source, None, Locator(page="1", bbox=(x0, y0 + 9000, x1, y1 + 9000)), ClaimKind.PRESENCE)
    present = check(source, None, Locator(page="1", bbox=element.box), ClaimKind.PRESENCE)
    conflict = check(source, element.text, Locator(element_id=element.id, bbox=(x0, y0 + 9000, x1, y1 + 9000)))

    assert inside.grounded
    assert Reason.BBOX_NOT_FOUND is outside.reason
    assert MatchMethod.BBOX_CONTAINMENT is present.method
    assert Reason.LOCATOR_CONFLICT is conflict.reason


def test_an_element_on_another_page_than_cited_is_a_conflict() -> None:
    source = read(artifact(pdf([text_at(700, "Words on page one of two."), text_at(700, "Words on page two of two.")])))

    found = check(source, "Words on page one of two.", Locator(page="2", element_id="p1e1"))

    assert (CheckStatus.ERROR, Reason.LOCATOR_CONFLICT) == (found.status, found.reason)


RULED = (
    "0.5 w 72 600 m 372 600 l S 72 620 m 372 620 l S 72 640 m 372 640 l S 72 660 m 372 660 l S "
    "72 600 m 72 660 l S 172 600 m 172 660 l S 272 600 m 272 660 l S 372 600 m 372 660 l S "
    + "".join(
        f"BT /F1 10 Tf {x} {y} Td ({text}) Tj ET "
        for y, row in (
            (645, ("Plan", "Users", "Failures")),
            (625, ("Basic", "40", "27")),
            (605, ("Enterprise", "50", "31")),
        )
        for x, text in zip((76, 176, 276), row, strict=True)
    )
)


def test_tables_are_read_on_the_cited_page_with_boxes_and_headers() -> None:
    data = pdf([text_at(700, "No table on this page."), RULED])

    tables = read_tables(artifact(data), 2)
    source = read(artifact(data)).with_tables(tables)
    right = check(source, "31", Locator(page="2", row="Enterprise", column="Failures"), ClaimKind.TABLE_CELL)
    wrong = check(source, "27", Locator(page="2", row="Enterprise", column="Failures"), ClaimKind.TABLE_CELL)
    by_place = check(source, "31", Locator(table_id="p2t1", cell=(2, 2)), ClaimKind.TABLE_CELL)

    assert () == read_tables(artifact(data), 1)
    assert ["p2t1"] == [table.id for table in tables]
    assert right.grounded
    assert right.evidence.box is not None
    assert ("Basic",) == wrong.elsewhere
    assert by_place.grounded
    assert () == read_tables(artifact(data), 3)


@pytest.mark.parametrize("media", ["0 0 612 792", "100 50 712 842"])
@pytest.mark.parametrize("crop", ["", "/CropBox [150 300 650 780]"])
@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_words_and_rulings_of_a_table_meet_however_the_page_is_turned(rotate: int, crop: str, media: str) -> None:
    x, y = map(int, media.split()[:2])
    data = pdf([f"1 0 0 1 {x} {y} cm {RULED}"], rotate=rotate).replace(
        b"/MediaBox [0 0 612 792]", f"/MediaBox [{media}] {crop}".encode()
    )

    (table,) = read_tables(artifact(data), 1)
    lines = {span.text.strip(): span.box for span in read(artifact(data)).spans}

    words = {"Plan", "Users", "Failures", "Basic", "40", "27", "Enterprise", "50", "31"}
    assert words == {cell.text for cell in table.cells}
    upright = {0: "Enterprise", 90: "40", 180: "31", 270: "27"}[rotate]
    corner = next(cell for cell in table.cells if cell.text == upright)
    places = {0: (2, 0), 90: (1, 1), 180: (0, 0), 270: (0, 1)}
    assert places[rotate] == (corner.row, corner.col)
    for text, box in lines.items():
        inside = [cell for cell in table.cells if cell.text == text]
        for cell in inside:
            assert box is not None
            assert cell.box is not None
            assert cell.box[0] - 100 <= box[0] <= cell.box[2] + 100
            assert cell.box[1] - 100 <= box[1] <= cell.box[3] + 100


def refused(data: bytes, **more: Any) -> Unreadable:
    with pytest.raises(Unreadable) as error:
        read(artifact(data, **more))
    return error.value


def test_a_pdf_without_pages_is_no_source() -> None:
    assert Reason.PARSE_FAILED is refused(pdf([])).reason


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_a_truncated_pdf_is_refused_or_read_but_never_empty(share: float) -> None:
    whole = pdf([text_at(700, "Words on page one of two."), text_at(700, "Words on page two of two.")])

    try:
        source = read(artifact(whole[: int(len(whole) * share)]))
    except Unreadable as error:
        assert Reason.PARSE_FAILED is error.reason
    else:
        assert source.pages


def test_another_file_named_like_a_pdf_is_refused() -> None:
    assert Reason.PARSE_FAILED is refused(b"<html><p>Not a PDF at all.</p></html>").reason


def test_a_pdf_of_too_many_pages_is_refused() -> None:
    few = ReadLimits(max_pages=3)

    assert Reason.LIMITS_EXCEEDED is refused(pdf(["", "", "", ""]), limits=few).reason


def test_a_page_that_unpacks_to_too_much_is_refused_before_it_is_drawn() -> None:
    bomb = pdf(["q Q " * 500_000], compress=True)

    error = refused(bomb, limits=ReadLimits(max_page_stream=1_000_000))

    assert len(bomb) < 20_000
    assert Reason.LIMITS_EXCEEDED is error.reason


def test_a_page_tree_that_refers_to_itself_is_refused_or_read_once() -> None:
    circular = pdf([text_at(700, "Words on the only page there is.")]).replace(
        b"/Count 1 /Kids [4 0 R]", b"/Count 9 /Kids [2 0 R]"
    )

    assert Reason.PARSE_FAILED is refused(circular).reason


def test_an_image_without_text_says_there_is_none() -> None:
    image = "q 500 0 0 700 50 40 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q"

    source = read(artifact(pdf([image])))

    assert source.pages[0].image_only
    assert CapabilityLimit.NO_TEXT_LAYER in source.limits
    assert Reason.NO_TEXT_LAYER is check(source, "any text of at least five words").reason
