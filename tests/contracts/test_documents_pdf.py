"""Real PDFs: 22 difficult ones with quotes that are and are not in them, and six with tables whose cells are known."""

import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.verification.citations import CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER, TextNormalization, VerificationConfig
from core.verification.grounding.types import Artifact, Unreadable
from core.verification.index import SourceIndex
from core.verification.matching.profiles import normalized_text
from core.verification.reading.process import ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.records import Check
from core.verification.representation import Representation
from core.verification.verifiers import verifier_for
from core.verification.vocabulary import Advisory, CapabilityLimit, CheckStatus, ClaimKind, MatchMethod, Reason

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
TRICKY, TABLES = DATA / "pdf_tricky", DATA / "pdf_tables_icdar"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not here")

TYPOGRAPHIC = dataclasses.replace(
    HEADWATER, config_version="headwater-typographic-v1", text_normalization=TextNormalization.TYPOGRAPHIC_V1
)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


MANIFEST: list[dict[str, Any]] = json.loads((TRICKY / "manifest.json").read_text("utf-8")) if TRICKY.is_dir() else []
QUOTES = lines(TRICKY / "quotes.jsonl")
PASSWORDS = {entry["file"]: entry["password"] for entry in MANIFEST}


def artifact(path: Path, password: str | None = None) -> Artifact:
    data = path.read_bytes()
    return Artifact(data, "sha256:" + sha256(data).hexdigest(), path.name, password)


@pytest.fixture(scope="module")
def reader() -> Iterator[ArtifactReader]:
    with closing(ArtifactReader(ReadingProcess())) as made:
        yield made


def source_of(reader: ArtifactReader, file: str) -> Representation:
    return reader.read(artifact(TRICKY / file, PASSWORDS[file] or None))


def checked(
    source: Representation, claim: CitedClaim, config: VerificationConfig = HEADWATER, pin: str | None = None
) -> Check:
    return verifier_for(config).verify(SourceIndex(source, config), CitationSet((claim,), pin)).checks[0]


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"][:40])
def test_every_difficult_file_gives_what_its_manifest_says(reader: ArtifactReader, entry: dict[str, Any]) -> None:
    source = source_of(reader, entry["file"])

    assert "sha256:" + entry["sha256"] == source.artifact
    assert entry["pages"] == len(source.pages)
    assert entry["pdfium_chars"] == [page.end - page.start for page in source.pages]
    assert entry["rotation"] == [page.rotation for page in source.pages]
    assert entry["has_text_layer"] == (CapabilityLimit.NO_TEXT_LAYER not in source.limits)


@pytest.mark.parametrize("file", [name for name, password in PASSWORDS.items() if password])
def test_an_encrypted_file_asks_for_its_password(reader: ArtifactReader, file: str) -> None:
    for password in (None, "wrong"):
        with pytest.raises(Unreadable) as refused:
            reader.read(artifact(TRICKY / file, password))

        assert Reason.PASSWORD_REQUIRED is refused.value.reason


def test_a_file_that_is_encrypted_with_an_empty_password_opens(reader: ArtifactReader) -> None:
    assert 1 == len(source_of(reader, "pypdf_encryption_r6-empty-password.pdf").pages)


def folds(quote: dict[str, Any], source: Representation) -> bool:
    """Whether a quote was written down with more folding than is safe: dashes, fractions, the width of letters."""
    page = source.pages[quote["page"] - 1]
    text = source.text[page.start : page.end].replace("\ufffe", "")
    found = normalized_text(text, TextNormalization.SAFE_V1)
    return normalized_text(quote["quote"], TextNormalization.SAFE_V1) not in found and bool(
        {"quotes_dashes", "nfkc"} & set(quote.get("needs_pdfium", []))
    )


@pytest.mark.parametrize("quote", QUOTES, ids=lambda q: f"{q['file'][:24]} p{q['page']} {q['quote'][:24]}")
def test_a_quote_is_grounded_exactly_where_it_stands(reader: ArtifactReader, quote: dict[str, Any]) -> None:
    source = source_of(reader, quote["file"])
    claim = CitedClaim(ClaimKind.QUOTE, quote["quote"], Locator(page=str(quote["page"])))

    safe, typographic = checked(source, claim), checked(source, claim, TYPOGRAPHIC)

    assert quote["present"] == typographic.grounded
    if typographic.grounded:
        over_line_end = "\ufffe" in (typographic.evidence.quoted or "")
        assert over_line_end == (typographic.method is MatchMethod.NORMALIZED_DEHYPHENATED)
    if quote["present"] and folds(quote, source):
        # The quotes were written down in NFKC with ASCII dashes. What only that equates is never grounded by default.
        assert not safe.grounded
    else:
        assert quote["present"] == safe.grounded


def test_quotes_over_a_line_end_are_found_by_the_method_for_it(reader: ArtifactReader) -> None:
    source = source_of(reader, "pypdf_Seige_of_Vicksburg_Sample_OCR.pdf")
    text = source.text[source.pages[0].start : source.pages[0].end]
    at = text.index("conspicuous and dan\ufffegerous for use")

    joined = checked(source, CitedClaim(ClaimKind.QUOTE, "conspicuous and dangerous for use", Locator(page="1")))

    assert (CheckStatus.GROUNDED, MatchMethod.NORMALIZED_DEHYPHENATED) == (joined.status, joined.method)
    assert (at, at + len("conspicuous and dan\ufffegerous for use")) == joined.evidence.chars


def test_ligatures_are_found_by_the_normalised_method(reader: ArtifactReader) -> None:
    source = source_of(reader, "pdfjs_two_paragraphs.pdf")
    text = " ".join(source.text.split())

    check = checked(source, CitedClaim(ClaimKind.QUOTE, text, Locator(page="1")))

    assert check.grounded
    assert check.method in (MatchMethod.NORMALIZED_TEXT, MatchMethod.EXACT_TEXT)


def test_a_quote_that_stands_often_says_how_often(reader: ArtifactReader) -> None:
    (quote,) = [quote for quote in QUOTES if "occurrences_in_document" in quote]
    source = source_of(reader, quote["file"])

    whole = checked(source, CitedClaim(ClaimKind.QUOTE, quote["quote"]))

    assert quote["occurrences_in_document"] == whole.occurrences
    assert Advisory.AMBIGUOUS_LOCATION in whole.warnings


def test_a_scan_is_not_a_mismatch(reader: ArtifactReader) -> None:
    source = source_of(reader, "docling_ocr_sources_ocr_test.pdf")

    check = checked(source, CitedClaim(ClaimKind.QUOTE, "any text of at least five words", Locator(page="1")))

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.NO_TEXT_LAYER) == (check.status, check.reason)


def test_an_ocr_layer_is_named_where_a_quote_rests_on_it(reader: ArtifactReader) -> None:
    source = source_of(reader, "pypdf_Seige_of_Vicksburg_Sample_OCR.pdf")

    check = checked(
        source, CitedClaim(ClaimKind.QUOTE, "In fact, from the eastern army, during tbe", Locator(page="3"))
    )

    assert check.grounded
    assert Advisory.OCR_TEXT_LAYER in check.warnings


@pytest.mark.parametrize("page", ["0", "-1", "10000", "iv", "", "1.5", "٣"])
def test_a_page_that_is_not_there_is_not_found(reader: ArtifactReader, page: str) -> None:
    source = source_of(reader, "docling_pdf_sources_multi_page.pdf")

    check = checked(
        source, CitedClaim(ClaimKind.QUOTE, "devices. Whether you're on a desktop, tablet, or", Locator(page=page))
    )

    assert (CheckStatus.NOT_FOUND, Reason.PAGE_NOT_FOUND) == (check.status, check.reason)


# Tables.


def tables_by_region() -> dict[tuple[str, int, str, str], list[dict[str, Any]]]:
    regions: dict[tuple[str, int, str, str], list[dict[str, Any]]] = defaultdict(list)
    for cell in lines(TABLES / "cells.jsonl"):
        regions[cell["file"], cell["page"], cell["table"], cell["region"]].append(cell)
    return regions


def same(left: str | None, right: str) -> bool:
    by = TextNormalization.SAFE_V1
    return normalized_text(left or "", by) == normalized_text(right, by)


@dataclasses.dataclass
class Region:
    """One known table beside the one we read at its place."""

    source: Representation
    table: str | None
    cells: list[dict[str, Any]]
    row: int
    col: int

    @cached_property
    def index(self) -> SourceIndex:
        return SourceIndex(self.source, HEADWATER)

    def check(self, cell: dict[str, Any], *texts: str) -> tuple[Check, ...]:
        """Check texts at the row and column of a known cell."""
        place = Locator(table_id=self.table or "none", cell=(cell["row"] - self.row, cell["col"] - self.col))
        claims = tuple(CitedClaim(ClaimKind.TABLE_CELL, text, place) for text in texts)
        return verifier_for(HEADWATER).verify(self.index, CitationSet(claims)).checks


@pytest.fixture(scope="module")
def regions(reader: ArtifactReader) -> list[Region]:
    found = []
    for (file, page, _, _), cells in tables_by_region().items():
        given = artifact(TABLES / file)
        claims = (CitedClaim(ClaimKind.TABLE_CELL, "x", Locator(page=str(page), row="x", column="x")),)
        source = reader.with_tables(reader.read(given), given, claims, most_pages=20)
        row, col = min(cell["row"] for cell in cells), min(cell["col"] for cell in cells)
        overlap = {
            table.id: sum(
                any(
                    same(mine.text, cell["text"]) and mine.covers(cell["row"] - row, cell["col"] - col)
                    for mine in table.cells
                )
                for cell in cells
            )
            for table in source.tables
        }
        best = max(overlap, key=lambda name: overlap[name], default=None)
        found.append(Region(source, best if best is not None and overlap[best] else None, cells, row, col))
    return found


def test_cells_are_found_by_row_and_column(regions: list[Region]) -> None:
    cells = [(region, cell) for region in regions for cell in region.cells]

    grounded = sum(region.check(cell, cell["text"])[0].grounded for region, cell in cells)

    assert 531 == len(cells)
    assert grounded >= 0.95 * len(cells)


def test_no_wrong_cell_is_grounded(regions: list[Region]) -> None:
    wrong = []
    for region in regions:
        texts = {normalized_text(cell["text"], TextNormalization.SAFE_V1) for cell in region.cells}
        for cell in region.cells:
            others = sorted(texts - {normalized_text(cell["text"], TextNormalization.SAFE_V1)})
            checks = region.check(cell, *others)
            wrong += [(cell["file"], cell["row"], cell["col"], check.claim.text) for check in checks if check.grounded]

    assert [] == wrong


def test_a_number_of_a_table_is_not_grounded_in_a_cell_nobody_can_place(regions: list[Region]) -> None:
    for region in (region for region in regions if region.table is None):
        for cell in region.cells:
            assert Reason.TABLE_NOT_FOUND is region.check(cell, cell["text"])[0].reason
