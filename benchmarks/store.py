"""Importing, listing and searching: on 10,000 claims, and on 1,000,000 where HEADWATER_BENCH_LARGE is set."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row, at_most, seconds
from core.assessment import appraise, summarise
from core.model import Answer, Case, Claim, Evidence, Source
from core.services import Workspace, import_file
from core.store import open_store

AREA = "store"
NOUNS = "quay tide gauge silt ferry eel bridge release council survey harbour water level report night"
WORDS = NOUNS.split()


def rows() -> Iterator[Row]:
    """Measure every target."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _file(Path(folder), 10_000)
        if os.environ.get("HEADWATER_BENCH_LARGE"):
            yield from _lists(Path(folder), 1_000_000)


def _file(folder: Path, claims: int) -> Iterator[Row]:
    """A file of so many records with ten documents each, from bytes to lists."""
    lines = []
    for n in range(claims):
        text = f"The {WORDS[n % 15]} {WORDS[n * 7 % 15]} moved in {n}."
        passages = ",".join(
            f'{{"evidence_id":"e{n}-{d}","source_id":"s{(n * 10 + d) % 60_000}","text":"Passage {d} on {text}"}}'
            for d in range(10)
        )
        lines.append(f'{{"claim_id":"c{n}","claim_text":"{text}","evidence":[{passages}]}}')
    data = "\n".join(lines).encode()
    workspace = _open(folder / "file.db")
    start = time.perf_counter()
    report = import_file(workspace, data, "records.jsonl", by="benchmark")
    took = time.perf_counter() - start
    if not report.stored or report.counts["evidence"] != claims * 10:
        raise RuntimeError(f"the benchmark's own file was not stored: {report.problems[:1]}")
    yield at_most(AREA, f"import of {claims:,} records with 10 documents each", 20, took)
    uid = workspace.store.claims(size=1).rows[0].uid
    yield Row(AREA, "one claim with everything upstream", "-", _ms(lambda: workspace.store.dossier(uid)), None)
    yield from _measured(workspace, claims)
    workspace.store.close()


def _lists(folder: Path, claims: int) -> Iterator[Row]:
    """Lists over many claims; what stands behind a claim is kept small, for a list never reads it."""
    workspace = _open(folder / "lists.db")
    step = 50_000
    for start in range(0, claims, step):
        numbers = range(start, start + step)
        workspace.store.import_case(
            Case(
                dataset=f"part-{start // step}",
                answers=(Answer("a", "An answer."),),
                claims=tuple(
                    Claim(f"c{n}", f"The {WORDS[n % 15]} {WORDS[n * 7 % 15]} moved in {n}.", "a", n) for n in numbers
                ),
                sources=(Source("s", "The council's release"),),
                evidence=tuple(Evidence(f"e{n}", f"c{n}", "s", "Water came.") for n in numbers),
            ),
            file="generated",
            file_digest=str(start),
            format="generated",
            by="benchmark",
        )
    yield from _measured(workspace, claims)
    workspace.store.close()


def _measured(workspace: Workspace, claims: int) -> Iterator[Row]:
    store = workspace.store
    last = max(1, claims // 50)
    yield at_most(AREA, f"first page of {claims:,} claims", 1.5, seconds(lambda: store.claims(), runs=3))
    yield at_most(AREA, f"last page of {claims:,} claims", 1.5, seconds(lambda: store.claims(page=last), runs=3))
    by_ratio = seconds(lambda: store.claims(order="inflation", descending=True, alert=False), runs=3)
    yield at_most(AREA, f"filtered and ordered by inflation, {claims:,} claims", 1.5, by_ratio)
    found = seconds(lambda: store.claims(search=f"ferry moved {claims // 2}"), runs=3)
    yield at_most(AREA, f"search for rare words over {claims:,} claims", 0.3, found)
    found = seconds(lambda: store.claims(search="tide"), runs=3)
    yield at_most(AREA, f"search for a common word over {claims:,} claims", 0.3, found)
    yield Row(AREA, f"overview of {claims:,} claims", "-", _ms(store.overview), None)


def _open(path: Path) -> Workspace:
    return Workspace(open_store(f"sqlite:///{path}", summarise=summarise, appraise=appraise))


def _ms(work: object) -> str:
    if not callable(work):
        raise TypeError("something to call was expected")
    return f"{seconds(work, runs=3) * 1e3:.3g} ms"
