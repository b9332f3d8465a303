"""Taking claims away: claims a second of every format, and the memory that each needs, on 1,000 and 10,000 claims."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row, at_most
from benchmarks.store import WORDS
from core import services

AREA = "export"
SMALL, LARGE = 1_000, 10_000
FORMATS = ("package-jsonl", "package", "csv", "claims-csv", "xlsx", "parquet", "graphml", "prov", "svg-zip")
FLAT = ("package-jsonl", "csv")
"""Formats that promise the same memory however many claims there are."""
FLAT_MEGABYTES = 500
"""For those: some hundred claims at a time, and what a process needs before it begins."""

EXPORT = """
import pathlib, re, resource, sys, time
from core import services
from core.services import exporting
workspace = services.open_workspace(sys.argv[1])
start = time.perf_counter()
delivery = exporting.of_store(workspace, exporting.Wanted(dataset="records"), by="benchmark")
exporting.write_export(delivery, sys.argv[2], pathlib.Path(sys.argv[3]))
print("took", time.perf_counter() - start)
status = pathlib.Path("/proc/self/status")
# The figure of getrusage begins with that of the process that started this one.
own = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
print("peak", int(own[1]) // 1024 if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def rows() -> Iterator[Row]:
    """Measure every format, each in a process of its own; a report and the PNGs by the claim."""
    large = LARGE if not os.environ.get("HEADWATER_BENCH_QUICK") else SMALL
    with tempfile.TemporaryDirectory() as folder:
        for claims in dict.fromkeys((SMALL, large)):
            url = _filled(Path(folder) / f"{claims}.db", claims)
            for name in FORMATS:
                took, peak = _measured(url, name, Path(folder))
                yield Row(AREA, f"{name}: {claims:,} claims", "-", f"{claims / took:,.0f} claims/s", None)
                what = f"{name}: memory for {claims:,} claims"
                if name in FLAT:
                    yield at_most(AREA, what, FLAT_MEGABYTES, peak, "MB")
                else:
                    yield Row(AREA, what, "-", f"{peak:,.0f} MB", None)


def _filled(path: Path, claims: int) -> str:
    """A store of so many claims with ten passages and three citations each."""
    url = f"sqlite:///{path}"
    workspace = services.open_workspace(url)
    lines = []
    for n in range(claims):
        text = f"The {WORDS[n % 15]} {WORDS[n * 7 % 15]} moved in {n}."
        passages = ",".join(
            f'{{"evidence_id":"e{n}-{d}","source_id":"s{(n * 10 + d) % 6_000}","text":"Passage {d} on {text}"}}'
            for d in range(10)
        )
        cited = ",".join(f'{{"citation_id":"k{n}-{d}","source_id":"s{(n * 10 + d) % 6_000}"}}' for d in range(3))
        lines.append(f'{{"claim_id":"c{n}","claim_text":"{text}","evidence":[{passages}],"citations":[{cited}]}}')
    data = "\n".join(lines).encode()
    report = services.import_file(workspace, data, "records.jsonl", by="benchmark", dataset="records")
    workspace.store.close()
    if not report.stored or report.counts["citations"] != 3 * claims:
        raise RuntimeError(f"the benchmark's own file was not stored: {report.problems[:1]}")
    return url


def _measured(url: str, name: str, folder: Path) -> tuple[float, float]:
    out = folder / "out"
    start = time.perf_counter()
    run = subprocess.run([sys.executable, "-c", EXPORT, url, name, str(out)], capture_output=True, text=True)
    found = dict(re.findall(r"^(took|peak) ([\d.]+)$", run.stdout, re.MULTILINE))
    if run.returncode or len(found) != 2 or not out.stat().st_size:
        raise RuntimeError(f"{name} was not written after {time.perf_counter() - start:.0f} s: {run.stderr[-300:]}")
    out.unlink()
    return float(found["took"]), float(found["peak"])
