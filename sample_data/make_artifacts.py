"""Makes the files behind some of the sample sources: ``python -m sample_data.make_artifacts``.

They are small, of our own making, and as invented as the cases: a field report and a committee paper as PDF, a page of
minutes as a scan, a file that broke on its way, pages, a spreadsheet and a text document with tables, and of two
documents an earlier version. What each must yield is in ``expected.json``.
"""

import html
import io
import json
import re
import textwrap
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from docx import Document
from openpyxl import Workbook
from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
NOW = HERE / "artifacts"
BEFORE, CITED = NOW / "before", NOW / "cited"
"""What a file was when it was checked; what it was when it was cited."""

_LINES_A_PAGE = 44
_A_LINE = 88
_LONG_AGO = (2026, 1, 1, 0, 0, 0)


def source_of(dataset: str, source: str) -> tuple[str, list[str]]:
    """Title and paragraphs of a source of a case."""
    case = json.loads((HERE / f"{dataset}.json").read_text("utf-8"))
    found = next(item for item in case["sources"] if item["id"] == source)
    return found["title"], found["text"].split("\n\n")


def put(folder: Path, dataset: str, name: str, data: bytes) -> None:
    """Write one file."""
    place = folder / dataset / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def page(title: str, paragraphs: Sequence[str]) -> bytes:
    """An HTML page."""
    body = "\n".join(f"<p>{html.escape(part)}</p>" for part in paragraphs)
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
    whole = f"<html><head>{head}</head><body>\n<h1>{html.escape(title)}</h1>\n{body}\n</body></html>"
    return f"<!doctype html>\n{whole}\n".encode()


def pdf(title: str, paragraphs: Sequence[str]) -> bytes:
    """A PDF in Helvetica, as many pages as it takes."""
    lines = [("F2", title), ("F1", "")]
    for part in paragraphs:
        for line in part.split("\n"):
            lines += [("F1", piece) for piece in textwrap.wrap(line, _A_LINE) or [""]]
        lines.append(("F1", ""))
    pages = [lines[start : start + _LINES_A_PAGE] for start in range(0, len(lines), _LINES_A_PAGE)]
    return _document([_drawn(page) for page in pages])


def _drawn(lines: Sequence[tuple[str, str]]) -> tuple[bytes, bytes]:
    """What a page draws, and what it needs for that."""
    drawn = []
    for number, (font, text) in enumerate(lines):
        written = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        drawn.append(b"BT /%s 11 Tf 72 %d Td (%s) Tj ET" % (font.encode(), 744 - 15 * number, written))
    fonts = b"".join(
        b"/%s << /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >> " % (name, base)
        for name, base in ((b"F1", b"Helvetica"), (b"F2", b"Helvetica-Bold"))
    )
    return b"\n".join(drawn), b"/Font << %s >>" % fonts


def scan(title: str, paragraphs: Sequence[str]) -> bytes:
    """A PDF that is nothing but the picture of a page: there is no text to read."""
    picture = Image.new("1", (1000, 1300), 1)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(22)
    lines = [title, ""]
    for part in paragraphs:
        lines += [*textwrap.wrap(part, 72), ""]
    for number, line in enumerate(lines):
        pen.text((90, 100 + 34 * number), line, font=font, fill=0)
    data = zlib.compress(picture.tobytes(), 9)
    image = b"<< /Type /XObject /Subtype /Image /Width 1000 /Height 1300 /ColorSpace /DeviceGray /BitsPerComponent 1 "
    image += b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(data), data)
    return _document([(b"q 612 0 0 792 0 0 cm /Im Do Q", b"/XObject << /Im %d 0 R >>")], image)


def _document(pages: Sequence[tuple[bytes, bytes]], picture: bytes | None = None) -> bytes:
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    if picture is not None:
        objects.append(picture)
    kids = []
    for content, needed in pages:
        needed = needed % len(objects) if picture is not None else needed
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << %s >> >>"
            % (len(objects), needed)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def sheet(rows: Sequence[Sequence[object]], notes: Sequence[str]) -> bytes:
    """A spreadsheet with one table, and a second sheet of notes."""
    book = Workbook()
    book.active.title = "Results"
    for row in rows:
        book.active.append(list(row))
    remarks = book.create_sheet("Notes")
    for note in notes:
        remarks.append([note])
    out = io.BytesIO()
    book.save(out)
    return _undated(out.getvalue())


def document(title: str, before: Sequence[str], rows: Sequence[Sequence[str]], after: Sequence[str]) -> bytes:
    """A text document with a table."""
    found = Document()
    found.add_heading(title, level=1)
    for part in before:
        found.add_paragraph(part)
    table = found.add_table(rows=len(rows), cols=len(rows[0]))
    for number, row in enumerate(rows):
        for place, text in enumerate(row):
            table.cell(number, place).text = text
    for part in after:
        found.add_paragraph(part)
    out = io.BytesIO()
    found.save(out)
    return _undated(out.getvalue())


def _undated(data: bytes) -> bytes:
    """The same archive without the time it was made at."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for entry in given.infolist():
            content = given.read(entry)
            if entry.filename == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2026-01-01T00:00:00Z", content)
            made.writestr(zipfile.ZipInfo(entry.filename, _LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def quay() -> None:
    """The files of northwire-quay."""
    name = "northwire-quay"
    for source in ("northwire", "ledger", "gauge", "forum"):
        put(NOW, name, f"{source}.html", page(*source_of(name, source)))
    put(NOW, name, "tide-survey.pdf", pdf(*source_of(name, "tide-survey")))
    # The paper itself gives another figure than the text that was retrieved for it.
    title, parts = source_of(name, "budget-paper")
    put(NOW, name, "budget-paper.pdf", pdf(title, [part.replace("£46.5 million", "£47.5 million") for part in parts]))
    put(NOW, name, "minutes.pdf", scan(*source_of(name, "minutes")))
    # It broke off on its way.
    whole = pdf(*source_of(name, "inspection-2021"))
    put(NOW, name, "inspection-2021.pdf", whole[: len(whole) // 3])
    # The notice was issued anew after it had been cited.
    title, parts = source_of(name, "notice")
    put(CITED, name, "notice.html", page(title, parts))
    moved = [part.replace("Monday 4 May 2026", "Monday 11 May 2026") for part in parts]
    put(NOW, name, "notice.html", page(title, ["Reissued. This notice replaces the one of the same number.", *moved]))


def water() -> None:
    """The files of mixed-claims."""
    name = "mixed-claims"
    put(NOW, name, "lab-report.html", page(*source_of(name, "lab-report")))
    put(NOW, name, "consultant-report.pdf", pdf(*source_of(name, "consultant-report")))
    rows = (
        ("Parameter", "Samples", "Highest", "Limit"),
        ("Manganese", 46, "410 µg/l", "50 µg/l"),
        ("Iron", 46, "164 µg/l", "200 µg/l"),
        ("Lead", 46, "4.2 µg/l", "10 µg/l"),
        ("Copper", 46, "0.3 mg/l", "2 mg/l"),
    )
    put(NOW, name, "supplier-results.xlsx", sheet(rows, source_of(name, "supplier-results")[1][2:]))
    title, parts = source_of(name, "school-sampling")
    taps = (
        ("Tap", "Lead"),
        ("Staff room kitchen", "2 µg/l"),
        ("Hall kitchen", "3 µg/l"),
        ("Year 2 classroom", "6 µg/l"),
        ("Cloakroom, left", "14 µg/l"),
        ("Cloakroom, right", "9 µg/l"),
    )
    put(NOW, name, "school-sampling.docx", document(title, parts[:1], taps, parts[2:]))
    # The page is still there, and what was cited is not.
    gone = ("This post was taken down by the group's moderators on 2 May.", "Other posts of this group: bake sale.")
    put(NOW, name, "parents-post.html", page(source_of(name, "parents-post")[0], gone))
    # The council printed its leaflet anew after it had been checked.
    title, parts = source_of(name, "leaflet")
    put(BEFORE, name, "leaflet.html", page(title, parts))
    later = [part.replace("All taps that were tested met", "All but one of the taps tested met") for part in parts]
    put(NOW, name, "leaflet.html", page(title, later))


def levy() -> None:
    """The files of harbour-levy."""
    name = "harbour-levy"
    for source in ("register", "courier", "tickets", "county-count", "school-survey", "hauliers-log", "night-count"):
        put(NOW, name, f"{source}.html", page(*source_of(name, source)))
    for source in ("assistant-one", "assistant-two", "release", "bulletin", "coastwise", "island-eye"):
        put(NOW, name, f"{source}.html", page(*source_of(name, source)))
    for source in ("minutes", "estimate", "dues-order"):
        put(NOW, name, f"{source}.pdf", pdf(*source_of(name, source)))
    # It broke off on its way.
    whole = pdf(*source_of(name, "reserve"))
    put(NOW, name, "reserve.pdf", whole[: len(whole) // 3])
    # The berth was surveyed again after the notice had been cited.
    title, parts = source_of(name, "depth-notice")
    put(CITED, name, "depth-notice.html", page(title, parts))
    silted = [part.replace("4.6 metres", "4.1 metres") for part in parts]
    put(NOW, name, "depth-notice.html", page(title, ["Corrected after the survey of April.", *silted]))


if __name__ == "__main__":
    quay()
    water()
    levy()
