"""Reading files: records a second of each format, and the memory that large ones need, however large they are."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.rows import Row, at_most
from core.importers import read

AREA = "import"
COUNT = 2_000
WORDS = ("quay", "tide", "gauge", "silt", "ferry", "eel", "bridge", "council", "harbour", "level", "night", "survey")
MEGABYTES = int(os.environ.get("HEADWATER_BENCH_MEGABYTES", "100"))
"""Size of the files whose memory is measured; 1000 for the promise of 1 GB."""

CHUNK = 250
"""Words of a passage in the large files, as retrieval usually cuts them."""

IMPORT = """
import resource, sys
from dashboard.cli import main
sys.argv = ["headwater", "import", sys.argv[1]]
try:
    main()
finally:
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


def text(number: int, words: int) -> str:
    """Words that look like a sentence, others for each number."""
    return " ".join(WORDS[(number * 7 + place * (1 + number % 5)) % 12] for place in range(words)).capitalize() + "."


def passages(number: int, words: int = 60) -> list[str]:
    """Ten passages."""
    return [text(number * 10 + place, words) for place in range(10)]


def _answer(number: int) -> str:
    return f"{text(number, 9)} [1] {text(number + 1, 9)} [2]"


def _trace(number: int) -> Any:
    return {"user_input": "Why?", "response": _answer(number), "retrieved_contexts": passages(number)}


def _langchain(number: int) -> Any:
    documents = [
        {"page_content": passage, "metadata": {"source": f"{number % 500}.pdf"}} for passage in passages(number)
    ]
    return {"input": "Why?", "context": documents, "answer": _answer(number)}


def _llamaindex(number: int) -> Any:
    nodes = [
        {
            "node": {"id_": f"n{place}", "text": passage, "relationships": {"1": {"node_id": f"d{number % 500}"}}},
            "score": 0.5,
        }
        for place, passage in enumerate(passages(number))
    ]
    return {"response": _answer(number), "source_nodes": nodes}


def _openinference(number: int) -> Any:
    found = {f"retrieval.documents.{n}.document.content": passage for n, passage in enumerate(passages(number))}
    attributes = {"openinference.span.kind": "RETRIEVER", "output.value": _answer(number), **found}
    return {"name": "r", "context": {"trace_id": f"t{number}", "span_id": "s"}, "attributes": attributes}


def _perplexity(number: int) -> Any:
    results = [{"url": f"https://{n}.example/", "snippet": passage} for n, passage in enumerate(passages(number))]
    return {"id": f"p{number}", "choices": [{"message": {"content": _answer(number)}}], "search_results": results}


def _trec(number: int) -> Any:
    sentences = [{"text": text(number + n, 9), "citations": [n]} for n in range(2)]
    return {"run_id": "r", "topic_id": number, "references": [f"d{n}#{number}" for n in range(10)], "answer": sentences}


MADE: dict[str, Callable[[int], Any]] = {
    "trace": _trace,
    "langchain": _langchain,
    "llamaindex": _llamaindex,
    "openinference": _openinference,
    "perplexity": _perplexity,
    "trec-rag": _trec,
}


def rows() -> Iterator[Row]:
    """Measure every target."""
    for name, made in MADE.items():
        data = "".join(json.dumps(made(number)) + "\n" for number in range(COUNT)).encode()
        start = time.perf_counter()
        imported = read(data, "file.jsonl")
        took = time.perf_counter() - start
        if imported.format != name or imported.problems or len(imported.case.answers) != COUNT:
            raise RuntimeError(f"the benchmark's own file was not read as {name}: {imported.problems[:1]}")
        what = f"{name}: answers with ten passages read"
        yield Row(AREA, what, "-", f"{COUNT / took:,.0f}/s ({len(data) / took / 1e6:,.0f} MB/s)", None)
    yield from _memory()


def _lines(path: Path) -> int:
    """Traces, one a line."""
    with path.open("w", encoding="utf-8") as file:
        size, number = 0, 0
        while size < MEGABYTES * 1_000_000:
            record = _trace(number) | {"id": f"t{number}", "retrieved_contexts": passages(number, CHUNK)}
            size += file.write(json.dumps(record) + "\n")
            number += 1
    return number


def _table(path: Path) -> int:
    """Claims with ten passages each, a passage a row."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer, number = csv.writer(file), 0
        writer.writerow(("claim_id", "claim", "source", "passage"))
        while file.tell() < MEGABYTES * 1_000_000:
            named = (f"c{number}", text(number, 9))
            found = enumerate(passages(number, CHUNK))
            writer.writerows((*named, f"s{number % 5000}.{place}", passage) for place, passage in found)
            number += 1
    return 10 * number


def _array(path: Path) -> int:
    """Short traces in one JSON array: two million of them in a gigabyte."""
    count = 2_000 * MEGABYTES
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write("[\n" if number == 0 else ",\n")
            record = {"id": f"t{number}", "user_input": "Why?", "response": text(number, 9)}
            found = [text(number + place, 24) for place in range(2)]
            file.write(json.dumps(record | {"retrieved_contexts": found}))
        file.write("\n]")
    return count


LARGE: dict[str, tuple[str, Callable[[Path], int]]] = {
    "traces in JSON Lines": ("large.jsonl", _lines),
    "rows of a CSV table": ("large.csv", _table),
    "traces in a JSON array": ("large.json", _array),
}
CHOSEN = os.environ.get("HEADWATER_BENCH_LARGE", "")
"""A word of the large files to measure; all of them without it."""


def _memory() -> Iterator[Row]:
    """Large files imported by the command line, each in a process of its own and a data directory of its own."""
    for what, (name, made) in LARGE.items():
        if CHOSEN not in what:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            count = made(path)
            size = path.stat().st_size
            environment = {key: value for key, value in os.environ.items() if key != "HEADWATER_DATABASE_URL"}
            environment["HEADWATER_HOME"] = str(Path(folder) / "home")
            start = time.perf_counter()
            run = subprocess.run(
                [sys.executable, "-c", IMPORT, str(path)], capture_output=True, text=True, env=environment, check=True
            )
            took = time.perf_counter() - start
            peak = re.search(r"^peak (\d+)$", run.stderr, re.MULTILINE)
            if peak is None or "stored" not in run.stdout:
                raise RuntimeError(f"the benchmark's own file was not stored: {run.stderr[-300:]}")
            told = f"{count / took:,.0f}/s ({size / took / 1e6:.1f} MB/s)"
            yield Row(AREA, f"{size / 1e6:,.0f} MB, {count:,} {what}: checked and stored", "-", told, None)
            yield at_most(AREA, f"memory for {size / 1e6:,.0f} MB of {what}", 300, float(peak.group(1)), "MB")
