"""Reading files: records a second of each format, and the memory that a file of lines needs, however large it is."""

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
"""Size of the file whose memory is measured; 1000 for the promise of 1 GB."""

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


def passages(number: int) -> list[str]:
    """Ten passages of sixty words."""
    return [text(number * 10 + place, 60) for place in range(10)]


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


def _memory() -> Iterator[Row]:
    """A file of lines imported by the command line, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path, size, number = Path(folder) / "large.jsonl", 0, 0
        with path.open("w", encoding="utf-8") as file:
            while size < MEGABYTES * 1_000_000:
                size += file.write(json.dumps(_trace(number) | {"id": f"t{number}"}) + "\n")
                number += 1
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
        yield Row(AREA, f"{MEGABYTES:,} MB of traces checked and stored", "-", f"{size / took / 1e6:.1f} MB/s", None)
        yield at_most(AREA, f"memory for {MEGABYTES:,} MB of traces", 300, float(peak.group(1)), "MB")
