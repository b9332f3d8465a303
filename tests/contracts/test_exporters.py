"""What every export format owes: it says where it comes from, keeps hostile text harmless, and can be read."""

import csv
import io
import json
import re
import zipfile
from typing import Any
from xml.etree import ElementTree

import pytest

from core.errors import InvalidInput, InvalidParameter
from core.exporters import EXPORTERS, exporter_named, raster
from core.exporters.raster import png_of
from core.exporters.tables import TABLES
from core.exporters.types import Delivery
from core.importers import read
from core.services import exporting

HOSTILE = "<img src=x onerror=alert(1)>"
STYLE = "<style>*{display:none}</style>"
QUOTE = 'First line,\n"second" line;\r\nthird\t'
UNICODE = "Łódź – naïve Größe 漢字 ’quoted’"
FORMULAS = ('=HYPERLINK("https://evil.example","open")', "+1+1", "@SUM(A1)", "-2+3")
ADDRESSES = (
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,<script>1</script>",
    "file:///etc/hostname",
    "https://example.org/ok",
)
BY = "Ann O'Hara <ann@example.org>"
PACKAGE: dict[str, Any] = {
    "schema": "headwater-evidence-package/1",
    "dataset": "harbour",
    "about": f"Hostile on purpose {HOSTILE}",
    "policy": {"name": f"desk {HOSTILE}", "prior": 0.3, "k": 4},
    "answers": [{"id": "a1", "text": f"An answer. {HOSTILE}", "question": STYLE}],
    "claims": [
        {"id": "c1", "text": f"The quay {HOSTILE} closes.", "answer_id": "a1"},
        {"id": "c2", "text": UNICODE, "answer_id": "a1"},
        {"id": "bare", "text": "Nobody said so."},
    ],
    "sources": [
        {"id": "release", "title": "Release", "kind": "press_release", "retrieved": False},
        *(
            {"id": f"s{n}", "title": title, "publisher": STYLE, "url": url, "text": QUOTE}
            for n, (title, url) in enumerate(zip((*FORMULAS, HOSTILE), ADDRESSES, strict=True))
        ),
        {"id": "far", "title": UNICODE, "dependence": "independent", "retracted": False},
        {"id": "part", "title": "Part\u202e\u0007 own", "dependence": "partially_dependent", "weight": 0.25},
        {"id": "loose", "title": "Nobody leans on this"},
    ],
    "edges": [
        *({"from": f"s{n}", "to": "release", "relation": "derives_from", "note": HOSTILE} for n in range(4)),
        {"from": "s4", "to": "far", "relation": "cites", "status": "suspected", "probability": 0.4},
    ],
    "evidence": [
        *({"id": f"e{n}", "claim_id": "c1", "source_id": f"s{n}", "text": QUOTE, "rank": n + 1} for n in range(5)),
        {"id": "e5", "claim_id": "c1", "source_id": "far", "text": UNICODE},
        {"id": "e6", "claim_id": "c1", "source_id": "part", "text": "No.", "stance": "refutes"},
        {"id": "e7", "claim_id": "c2", "source_id": "far", "text": "=1+1"},
    ],
    "citations": [{"id": "k1", "claim_id": "c1", "source_id": "s0", "evidence_id": "e0", "expected_text": QUOTE}],
    "judgements": [{"id": "j1", "claim_id": "c1", "axis": "support", "value": "supported", "judge": HOSTILE}],
    "labels": [{"source_id": "s0", "state": "dependent", "by": HOSTILE, "at": "2026-03-01T10:00:00Z"}],
}
ONE = ("svg", "png", "waterfall-svg", "waterfall-png")
PNGS = ("png", "waterfall-png")
NEEDS_CHECKS = ("contract",)
EVERY = [name for name in EXPORTERS if name not in NEEDS_CHECKS]


def delivery(claim: str | None = None) -> Delivery:
    return exporting.of_file(json.dumps(PACKAGE).encode(), "harbour.json", by=BY, claim=claim)


def written(name: str, claim: str | None = None) -> bytes:
    return exporting.exported(delivery(claim or ("c1" if name in ONE else None)), name).data


@pytest.fixture(autouse=True)
def fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that can draw every script: which fonts lie on this one is no matter of the tests."""
    monkeypatch.setattr(raster, "_drawable", lambda script, sign: True)


def texts(name: str, data: bytes) -> dict[str, str]:
    """Every text file of an export, unpacked."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {name: data.decode("utf-8-sig", "replace" if name in PNGS else "strict")}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    return {member: held.decode("utf-8-sig", "replace") for member, held in members.items()}


@pytest.mark.parametrize("name", EVERY)
def test_every_export_says_who_made_it_when_with_which_policy_and_version(name: str) -> None:
    given = delivery("c1" if name in ONE else None)
    whole = "".join(texts(name, exporting.exported(given, name).data).values())

    plain = whole.replace("&lt;", "<").replace("&gt;", ">").replace("&#x27;", "'").replace("&quot;", '"')
    imprint, policy = given.imprint, next(iter(given.datasets.values())).in_force.policy
    missing = [
        word
        for word in (imprint.by, imprint.at[:19], policy.digest, imprint.version)
        if word not in plain and word.replace("T", " ") not in plain
    ]
    assert [] == missing


@pytest.mark.parametrize("name", EVERY)
def test_an_export_of_the_same_claims_is_the_same_but_for_its_moment(name: str) -> None:
    given = delivery("c1" if name in ONE else None)

    first, second = (exporting.exported(given, name).data for _ in range(2))

    if name == "xlsx":
        first, second = (bytes(sorted(zipfile.ZipFile(io.BytesIO(data)).namelist()).__repr__(), "utf-8")
                         for data in (first, second))  # fmt: skip
    assert first == second


@pytest.mark.parametrize("name", list(EXPORTERS))
def test_every_format_has_its_name_and_says_what_it_is_for(name: str) -> None:
    exporter = exporter_named(name)

    assert name == exporter.NAME
    assert re.fullmatch(r"\.[a-z]+", exporter.SUFFIX)
    assert re.fullmatch(r"[a-z]+/[a-z0-9.+-]+", exporter.MEDIA)
    assert 20 < len(exporter.SAYS) < 110


@pytest.mark.parametrize("name", EVERY)
def test_a_file_name_is_safe_whatever_the_data_set_is_called(name: str) -> None:
    file = exporting.exported(delivery("c1" if name in ONE else None), name).name

    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{5,120}", file)


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidParameter, match="report, package"):
        exporter_named("docx")


def test_a_picture_of_several_claims_is_refused_with_the_format_that_holds_them() -> None:
    with pytest.raises(InvalidInput, match="svg-zip"):
        exporting.exported(delivery(), "svg")


def test_reports_of_checks_that_nobody_made_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no citation of these claims was checked"):
        exporting.exported(delivery(), "contract")


@pytest.mark.parametrize("name", [name for name in EVERY if EXPORTERS[name].MEDIA == "application/json"])
def test_json_is_strict(name: str) -> None:
    """EXP-07: a ratio that is not defined is null with a reason, never NaN."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    assert json.loads(written(name), parse_constant=refuse)


def test_an_undefined_ratio_is_null_with_its_reason() -> None:
    """EXP-07."""
    parts = json.loads(written("package"))["manifest"]["parts"]

    figures = parts[0]["figures"]["bare"]
    assert (None, "no evidence") == (figures["inflation_ratio"], figures["undefined"]["inflation_ratio"])


CSVS = [f"{name}.csv" for name in ("about", *TABLES)]


def tables(data: bytes) -> dict[str, list[dict[str, str]]]:
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            text = archive.read(member).decode("utf-8-sig")
            found[member] = list(csv.DictReader(io.StringIO(text, newline="")))
    return found


def test_a_zip_of_tables_holds_every_table_and_where_it_comes_from() -> None:
    found = tables(written("csv"))

    assert sorted(CSVS) == sorted(found)
    assert {"c1", "c2", "bare"} == {row["claim_id"] for row in found["claims.csv"]}


def test_csv_begins_with_the_mark_that_spreadsheets_read_and_reads_back_equal() -> None:
    """EXP-03."""
    data = written("claims-csv")

    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert UNICODE == rows[1]["claim_text"]


def test_line_breaks_and_quotes_inside_a_cell_do_not_break_the_rows() -> None:
    """EXP-05."""
    data = written("evidence-csv")

    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert 8 == len(rows)
    assert QUOTE == rows[0]["text"]


@pytest.mark.parametrize("name", ["csv", "evidence-csv", "claims-csv"])
def test_no_csv_cell_can_run_as_a_formula(name: str) -> None:
    """SEC-07."""
    data = written(name)
    found = tables(data) if name == "csv" else {"": list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))}

    cells = [cell for rows in found.values() for row in rows for cell in row.values()]
    assert [] == [cell for cell in cells if cell.startswith(("=", "+", "@")) or re.match(r"-(?!\d+(\.\d+)?$)", cell)]
    titles = {cell.removeprefix("'") for cell in cells}
    assert name == "claims-csv" or set(FORMULAS) <= titles


def test_no_cell_of_the_workbook_is_a_formula() -> None:
    """SEC-07."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(written("xlsx")))

    assert ["about", *TABLES] == book.sheetnames
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert [] == [cell.coordinate for cell in cells if cell.data_type == "f"]
    titles = {str(cell.value).removeprefix("'") for cell in cells}
    assert set(FORMULAS) <= titles


def test_parquet_files_are_typed_and_keep_what_is_missing_missing() -> None:
    import pyarrow.parquet as pq

    with zipfile.ZipFile(io.BytesIO(written("parquet"))) as archive:
        claims = pq.read_table(io.BytesIO(archive.read("claims.parquet")))

    rows = {row["claim_id"]: row for row in claims.to_pylist()}
    assert "double" == str(claims.schema.field("eie").type)
    assert None is rows["bare"]["inflation_ratio"]
    assert "no evidence" == rows["bare"]["inflation_ratio_undefined"]
    assert BY.encode() == claims.schema.metadata[b"headwater.by"]


def test_tables_state_the_figures_to_their_last_digit() -> None:
    given = delivery()
    found = {row["claim_id"]: row for row in tables(exporting.exported(given, "csv").data)["claims.csv"]}

    for exhibit in given.exhibits():
        row = found[exhibit.dossier.claim.id]
        assert (exhibit.found.eie, exhibit.found.aware) == (float(row["eie"]), float(row["aware"]))


def test_formulas_stay_as_they_are_in_a_package() -> None:
    """SEC-07: JSON is no spreadsheet."""
    titles = {source.get("title") for source in json.loads(written("package"))["sources"]}

    assert set(FORMULAS) <= titles


def test_graphml_is_read_by_a_graph_library_with_every_edge() -> None:
    import networkx as nx

    graph = nx.read_graphml(io.BytesIO(written("graphml")), force_multigraph=True)

    kinds = [held["kind"] for _, _, held in graph.edges(data=True)]
    assert (5, 8) == (kinds.count("dependence"), kinds.count("evidence"))
    assert f"The quay {HOSTILE} closes." == graph.nodes["claim:harbour:c1"]["label"]


def test_provenance_is_valid_and_states_only_what_counts_as_derived() -> None:
    from prov.model import ProvDerivation, ProvDocument

    document = ProvDocument.deserialize(content=written("prov").decode(), format="json")

    derived = [record for record in document.get_records() if isinstance(record, ProvDerivation)]
    assert 4 == len(derived)
    assert "http://www.w3.org/ns/prov#" in document.get_provn() or derived


def test_provenance_can_be_imported_again_with_its_derivations() -> None:
    def edges(data: bytes, name: str) -> set[tuple[str, str, str, str, float | None]]:
        case = read(data, name).case
        return {(edge.from_id, edge.to_id, edge.relation, edge.status, edge.probability) for edge in case.edges}

    assert edges(json.dumps(PACKAGE).encode(), "harbour.json") == edges(written("prov"), "harbour.prov.json")


@pytest.mark.parametrize("name", [name for name in ONE if name not in PNGS])
def test_a_picture_is_well_formed_and_runs_nothing(name: str) -> None:
    """SEC-03."""
    data = written(name)

    root = ElementTree.fromstring(data)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not names & {"script", "foreignObject", "image", "img", "a", "use"}
    assert [] == [key for element in root.iter() for key in element.attrib if key.startswith("on") or "href" in key]
    assert HOSTILE in "".join(root.itertext())


def test_pictures_of_many_claims_come_in_a_zip_with_safe_names() -> None:
    with zipfile.ZipFile(io.BytesIO(written("svg-zip"))) as archive:
        names = archive.namelist()

    assert 3 == len(names)
    assert [] == [name for name in names if not re.fullmatch(r"\d{4}-[A-Za-z0-9._-]+\.svg", name)]


def picture(data: bytes) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("name", PNGS)
def test_a_png_is_a_picture_on_white_that_says_where_it_comes_from(name: str) -> None:
    drawn = picture(written(name))

    drawn.load()
    assert ("PNG", (255, 255, 255)) == (drawn.format, drawn.convert("RGB").getpixel((1, 1)))
    assert f"exported by {BY}" in drawn.info["Description"]


def test_the_colours_and_words_of_a_png_are_those_of_the_drawing() -> None:
    from core.drawing.palette import LINEAGE_COLOURS

    colours = {f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in picture(
        written("png")
    ).convert("RGB").getcolors(1 << 24)}  # fmt: skip

    assert {LINEAGE_COLOURS[0].lower(), "#ffffff", "#1b1f27"} <= colours


def test_text_does_not_vanish_from_a_png_where_the_machine_has_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    import resvg_py

    drawn = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **asked: drawn(**asked, skip_system_fonts=True))
    plain = png_of('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"></svg>')
    words = png_of(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><style>.g text{font:12px system-ui}</style>'
        '<g class="g"><text x="4" y="20">Łódź ✓ → 4</text></g></svg>'
    )

    assert len(plain) + 500 < len(words)


def test_letters_that_no_font_has_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "_drawable", lambda script, sign: script != "CJK")

    with pytest.raises(InvalidInput, match="letters of CJK, so a PNG would show empty boxes; take the SVG"):
        png_of('<svg width="9" height="9"><text>漢字 ok</text></svg>')


def test_a_picture_of_many_nodes_stays_within_its_longest_side() -> None:
    from core.exporters.raster import MOST_PIXELS

    drawn = picture(png_of('<svg xmlns="http://www.w3.org/2000/svg" width="40000" height="20"></svg>'))

    assert (MOST_PIXELS, 6) == drawn.size


def test_graphs_of_many_claims_come_as_pngs_in_a_zip_and_as_svg_what_no_font_can_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with zipfile.ZipFile(io.BytesIO(written("png-zip"))) as archive:
        every = archive.namelist()
    monkeypatch.setattr(raster, "_drawable", lambda script, sign: script != "CJK")
    with zipfile.ZipFile(io.BytesIO(written("png-zip"))) as archive:
        kinds = {name[-4:]: archive.read(name)[:5] for name in archive.namelist()}

    assert {".png"} == {name[-4:] for name in every}
    assert {".png": b"\x89PNG\r", ".svg": b"<?xml"} == kinds
