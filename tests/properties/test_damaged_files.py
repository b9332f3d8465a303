"""Damaged and hostile files of every format: none crashes the reader, outlasts its limits, or is grounded by accident.

A few hundred by default; ``HEADWATER_DAMAGED_FILES=10000`` makes it as many.
"""

import io
import json
import os
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from typing import Any

import docx
import openpyxl
import pytest
from hypothesis import given, settings, strategies as st

from core.verification.citations import CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.index import SourceIndex
from core.verification.reading.process import ProcessLimits, ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import CheckStatus, ClaimKind, Reason

COUNT = int(os.environ.get("HEADWATER_DAMAGED_FILES", "300"))
SECRET = "The seventh sentence of this report was never written by anybody."
"""Stands in none of the files: whatever grounds it is wrong."""
PRESENT = "Backups of all the files are kept for ninety days."

Made = tuple[bytes, str]


def text_file(_: random.Random) -> Made:
    return f"# Report\n\n{PRESENT}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n".encode(), "a.md"


def html_file(_: random.Random) -> Made:
    return (
        f"<!DOCTYPE html><html><head><title>t</title></head><body><p>{PRESENT}</p><table><tr><th>a</th><th>b</th></tr>"
        "<tr><td rowspan='2'>1</td><td>10<sup>2</sup></td></tr></table></body></html>"
    ).encode(), "a.html"


def csv_file(_: random.Random) -> Made:
    return f'a,b\n"{PRESENT}",2\n3,4\n'.encode(), "a.csv"


def word_file(_: random.Random) -> Made:
    document = docx.Document()
    document.add_paragraph(PRESENT)
    document.add_table(2, 2).cell(0, 0).text = "x"
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue(), "a.docx"


def sheet_file(_: random.Random) -> Made:
    book = openpyxl.Workbook()
    book.active.append([PRESENT, 1, "=A1"])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue(), "a.xlsx"


def pdf_file(chance: random.Random) -> Made:
    draw = f"BT /F1 12 Tf 72 700 Td ({PRESENT}) Tj ET " * chance.randrange(1, 4)
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        f"/Resources << /Font << /F1 {font} >> >> >>",
        f"<< /Length {len(draw)} >>\nstream\n{draw}\nendstream",
    )
    body, places = "%PDF-1.7\n", []
    for number, item in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{item}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 5\n0000000000 65535 f \n{table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF"
    return (body + end).encode(), "a.pdf"


def json_file(_: random.Random) -> Made:
    tree = {
        "file name": "x.pdf", "number of pages": 1,
        "kids": [{"type": "paragraph", "id": 1, "page number": 1, "bounding box": [1, 1, 9, 9], "content": PRESENT}],
    }  # fmt: skip
    return json.dumps(tree).encode(), "a.json"


def bomb(chance: random.Random) -> Made:
    stream = io.BytesIO()
    name = chance.choice(("word/document.xml", "xl/workbook.xml"))
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, b"\0" * 4_000_000)
    return stream.getvalue(), "a.docx" if "word" in name else "a.xlsx"


def nested(chance: random.Random) -> Made:
    depth = chance.randrange(100, 4000)
    return chance.choice(
        (
            (b"<div>" * depth + b"x", "a.html"),
            (b"> " * depth + b"x", "a.md"),
            (b'{"kids":' * depth + b"0" + b"}" * depth, "a.json"),
            (b"%PDF-1.7\n" + b"[" * depth, "a.pdf"),
        )
    )


MAKERS: tuple[Callable[[random.Random], Made], ...] = (
    text_file, html_file, csv_file, word_file, sheet_file, pdf_file, json_file,
)  # fmt: skip


def flipped(data: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(chance.randrange(1, 12)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def doubled(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(data)) for _ in range(2))
    return data[:end] + data[start:end] * chance.randrange(1, 4) + data[end:]


def emptied(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.randrange(len(data)) for _ in range(2))
    return data[:start] + b"\0" * (end - start) + data[end:]


def numbers_blown_up(data: bytes, chance: random.Random) -> bytes:
    return data.replace(chance.choice((b"1", b"2", b"612", b"0")), chance.choice((b"999999999", b"-1", b"1e9", b"")))


def repacked(data: bytes, chance: random.Random) -> bytes:
    """An archive put together again with one member damaged inside, so that the damage reaches its reader."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return flipped(data, chance)
    stream = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
            names = old.namelist()
            hit = chance.choice(names)
            for name in names:
                inner = old.read(name)
                if name == hit and inner:
                    inner = chance.choice((flipped, cut, doubled))(inner, chance)
                new.writestr(name, inner)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, ValueError, RuntimeError, IndexError):
        return flipped(data, chance)
    return stream.getvalue()


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flipped, cut, doubled, emptied, numbers_blown_up, repacked,
)  # fmt: skip


def damaged_files(count: int, seed: int) -> Iterator[Made]:
    """Damaged files, the same for the same seed."""
    chance = random.Random(seed)
    whole = [maker(chance) for maker in MAKERS]
    for number in range(count):
        if number % 40 == 7:
            yield bomb(chance)
        elif number % 20 == 3:
            yield nested(chance)
        else:
            data, name = whole[number % len(whole)]
            for _ in range(chance.randrange(1, 3)):
                data = chance.choice(DAMAGES)(data, chance) or b"x"
            yield data, chance.choice((name, name, name, "", "a.pdf"))


def claims() -> tuple[CitedClaim, ...]:
    return (
        CitedClaim(ClaimKind.QUOTE, SECRET),
        CitedClaim(ClaimKind.QUOTE, SECRET, Locator(page="1")),
        CitedClaim(ClaimKind.VALUE, SECRET, Locator(element_id="e1")),
        CitedClaim(ClaimKind.TABLE_CELL, SECRET, Locator(table_id="t1", cell=(0, 0))),
        CitedClaim(ClaimKind.QUOTE, PRESENT),
    )


def test_damaged_files_end_in_a_reason_and_ground_nothing_that_is_not_there() -> None:
    limits = ProcessLimits(memory=700 * 1024 * 1024, seconds=10, wall_clock=30)
    process = ReadingProcess(limits)
    outcomes: dict[str, int] = {}
    with closing(ArtifactReader(process)) as reader:
        for number, (data, name) in enumerate(damaged_files(COUNT, seed=4)):
            artifact = Artifact(data, "sha256:" + sha256(data).hexdigest(), name)
            try:
                source = reader.read(artifact)
            except (Unreadable, InvalidSource) as error:
                reason = error.reason if isinstance(error, Unreadable) else "invalid"
                outcomes[str(reason)] = outcomes.get(str(reason), 0) + 1
                continue
            outcomes["read"] = outcomes.get("read", 0) + 1
            report = VERIFIERS["headwater"].verify(
                SourceIndex(source, HEADWATER), CitationSet(claims(), artifact.fingerprint)
            )
            assert [] == [check.claim for check in report.checks[:4] if check.grounded], (number, name)
            text = " ".join(source.text.replace("\ufffe", "").split())
            if report.checks[4].grounded:
                assert PRESENT in text, (number, name)

    assert COUNT == sum(outcomes.values())
    assert outcomes.get("read", 0) > 0
    assert outcomes.get(str(Reason.PARSE_FAILED), 0) > 0


HEADS = (
    b"",
    b"%PDF-1.7\n",
    b"PK\x03\x04",
    b"<html>",
    b"{",
    b"# ",
    b"a,b\n",
    b"\xff\xfe",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
)
NAMES = ("", "a.pdf", "a.docx", "a.xlsx", "a.html", "a.md", "a.csv", "a.txt", "a.json")


@pytest.fixture(scope="module")
def process() -> Iterator[ReadingProcess]:
    with ReadingProcess() as made:
        yield made


@given(st.sampled_from(HEADS), st.binary(max_size=600), st.sampled_from(NAMES))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_or_refused_with_a_reason(
    process: ReadingProcess, head: bytes, tail: bytes, name: str
) -> None:
    data = head + tail
    running = process.pid
    try:
        source = process.read(Artifact(data, "sha256:" + sha256(data).hexdigest(), name))
    except (Unreadable, InvalidSource):
        pass
    else:
        report = VERIFIERS["headwater"].verify(SourceIndex(source, HEADWATER), CitationSet(claims()))
        assert [] == [check.claim for check in report.checks if check.grounded]
    assert running in (None, process.pid), "no bytes may end the process"


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_the_undamaged_files_are_read(maker: Callable[[random.Random], Made]) -> None:
    data, name = maker(random.Random(0))
    artifact = Artifact(data, "sha256:" + sha256(data).hexdigest(), name)

    with closing(ArtifactReader(ReadingProcess())) as reader:
        source = reader.read(artifact)

    found: Any = VERIFIERS["headwater"].verify(
        SourceIndex(source, HEADWATER), CitationSet((CitedClaim(ClaimKind.QUOTE, PRESENT),))
    )
    expected = CheckStatus.GROUNDED if source.flat else CheckStatus.MISMATCH
    assert expected is found.checks[0].status or not source.flat
