"""Checking citations: a report of 300 pages read once, its pages checked for quotes, beside other libraries."""

import gc
import io
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pdfplumber
import pypdf

from benchmarks.rows import Row, at_least, seconds
from core.fingerprint import digest_bytes
from core.verification.citations import CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding import read, read_tables_of_page
from core.verification.grounding.types import Artifact
from core.verification.index import SourceIndex
from core.verification.reading.cache import DirectoryCache
from core.verification.reading.process import ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.representation import Representation
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import ClaimKind

AREA = "verification"
PAGES = 300
CHECKS = 10_000
PROSE = (
    "the of silt valve harbour report council survey bridge gauge release water level night ferry eel tide measured "
    "rose fell closed opened nine percent year station north pump concerning afterwards 12.4 1,250 2024 (see annex)"
)
WORDS = PROSE.split()


def rows() -> Iterator[Row]:
    """Measure every target."""
    data = report_of(PAGES)
    artifact = Artifact(data, "sha256:" + digest_bytes(data), "report.pdf")
    took = _core_seconds(lambda: read(artifact))
    source = read(artifact)
    yield at_least(
        AREA, f"PDF of {PAGES} pages, {len(source.text):,} characters, read on one core", 60, PAGES / took, "pages/s"
    )
    yield from _others(data)
    yield Row(AREA, "tables of one cited page", "-", _ms(lambda: read_tables_of_page(artifact, 7)), None)
    yield from _checks(source)
    yield from _apart(artifact)


def _checks(source: Representation) -> Iterator[Row]:
    chance = random.Random(5)
    present, absent = [], []
    while len(present) < CHECKS:
        page = chance.choice(source.pages)
        words = source.text[page.start : page.end].split()
        at = chance.randrange(len(words) - 12)
        quote = " ".join(words[at : at + 11])
        present.append(CitedClaim(ClaimKind.QUOTE, quote, Locator(page=str(page.position))))
        absent.append(CitedClaim(ClaimKind.QUOTE, quote.replace(" ", " nowhere ", 1), Locator(page=str(page.position))))
    index = SourceIndex(source, HEADWATER)
    verifier = VERIFIERS["headwater"]
    took = _core_seconds(lambda: verifier.verify(index, CitationSet(tuple(present))))
    yield at_least(AREA, "page-bound quotes checked on one core", 10_000, CHECKS / took, "checks/s")
    few = CitationSet(tuple(absent[:500]))
    took = _core_seconds(lambda: verifier.verify(index, few))
    yield Row(AREA, "quotes that are not there, with closest passage", "-", f"{500 / took:,.0f} checks/s", None)


def _apart(artifact: Artifact) -> Iterator[Row]:
    """The same file through the reading process and the cache."""
    with tempfile.TemporaryDirectory() as folder, ReadingProcess() as process:
        start = time.perf_counter()
        ArtifactReader(process, DirectoryCache(Path(folder))).read(artifact)
        yield Row(AREA, "the same in the reading process, started cold", "-", _said(time.perf_counter() - start), None)
        start = time.perf_counter()
        process.read(artifact)
        yield Row(AREA, "the same in the reading process, warm", "-", _said(time.perf_counter() - start), None)
        peak = _peak(process)
        if peak is not None:
            yield Row(AREA, "most memory of the reading process", "-", f"{peak:,.0f} MB", None)
        with closing(ArtifactReader(process, DirectoryCache(Path(folder)))) as reader:
            start = time.perf_counter()
            reader.read(artifact)
            yield Row(AREA, "a second look, from the cache on disk", "-", _said(time.perf_counter() - start), None)
            yield Row(AREA, "a second look, from memory", "-", _ms(lambda: reader.read(artifact)), None)


def _others(data: bytes) -> Iterator[Row]:
    """Text alone, without boxes, by the libraries a script would take."""
    few = 20
    start = time.process_time()
    reader = pypdf.PdfReader(io.BytesIO(data))
    for number in range(few):
        reader.pages[number].extract_text()
    yield Row(
        AREA,
        "for comparison: pypdf, text of 20 pages",
        "-",
        f"{few / (time.process_time() - start):,.0f} pages/s",
        None,
    )
    start = time.process_time()
    with pdfplumber.open(io.BytesIO(data), pages=list(range(1, few + 1))) as document:
        for page in document.pages:
            page.extract_text()
    yield Row(
        AREA,
        "for comparison: pdfplumber, text of 20 pages",
        "-",
        f"{few / (time.process_time() - start):,.0f} pages/s",
        None,
    )


def report_of(pages: int) -> bytes:
    """A report of so many pages of made-up prose."""
    chance = random.Random(3)
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    for number in range(pages):
        lines = [f"Page {number + 1} of the report"]
        lines += [" ".join(chance.choices(WORDS, k=12)) + "." for _ in range(30)]
        drawn = "".join("({}) Tj T* ".format(line.replace("(", "\\(").replace(")", "\\)")) for line in lines)
        content = f"BT /F1 11 Tf 72 740 Td 20 TL {drawn}ET".encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 "
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, b" ".join(kids))
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    places = []
    for identity, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (identity, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


def _peak(process: ReadingProcess) -> float | None:
    """Megabytes, where the system says."""
    identity = process.pid
    status = Path(f"/proc/{identity}/status")
    if identity is None or sys.platform != "linux" or not status.is_file():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def _core_seconds(work: Callable[[], object]) -> float:
    """Median processor time of one call: the targets are per core, whatever else the machine is doing."""
    work()
    found = []
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return statistics.median(found)


def _said(took: float) -> str:
    return f"{took:.2f} s"


def _ms(work: Callable[[], object]) -> str:
    return f"{seconds(work, runs=3) * 1000:.3g} ms"
