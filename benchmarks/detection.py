"""How fast undeclared lineage is found, and in how much memory, beside two MinHash libraries."""

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

import numpy as np

from benchmarks.rows import Row, at_most, seconds
from core.detection import Document, ReuseIndex, detect
from core.detection.reuse.words import words_of
from core.detection.testing import Prose

AREA = "detection"
MANY = 1_000_000
"""Documents of the large index."""
BESIDE = 20_000
"""Documents on which the libraries are compared; the slowest of them needs a minute for so many."""
COPIES = 500
"""Partial copies among these: a passage of 60 words in two articles."""
WORDS = 100

Figures = dict[str, float]


def rows() -> Iterator[Row]:
    """Measure every target."""
    yield _hundred_documents()
    yield from _million_documents()
    yield from _beside_the_libraries()


def _hundred_documents() -> Row:
    made = Prose(1)
    families = [made.text(300) for _ in range(10)]
    documents = [
        Document(f"d{number:03}", text=f"{made.edited(families[number % 10], 0.1)}\n\n{made.text(300)}")
        for number in range(100)
    ]
    return at_most(AREA, "100 documents of 600 words, all pairs", 2.5, seconds(lambda: detect(documents), runs=3))


def _million_documents() -> Iterator[Row]:
    found = _apart(_index_many)
    yield at_most(AREA, f"index of {MANY:,} documents of {WORDS} words: memory", 1.0, found["memory"] / 1024**3, "GB")
    # Linear: the last tenth takes as long as the others, within a third for what the machine does besides.
    yield at_most(AREA, "the same: time of the last fifth / mean fifth", 1.35, found["last"] / found["mean"], "x")
    yield Row(AREA, "the same: time", "", f"{found['time']:.0f} s, {MANY / found['time']:,.0f} documents/s", None)
    yield Row(AREA, "the same: a new document matched against it", "", f"{found['query'] * 1000:.1f} ms", None)


def _beside_the_libraries() -> Iterator[Row]:
    at_half = ", MinHash LSH at likeness 0.5"
    for name, how, work in (("headwater", "", _ours), ("rensa", at_half, _rensa), ("datasketch", at_half, _datasketch)):
        found = _apart(work)
        if not found:
            yield Row(AREA, f"{name}: not installed", "", "", None)
            continue
        yield Row(
            AREA,
            f"{name}{how}: {BESIDE:,} documents, {COPIES} partial copies",
            "",
            f"{found['time']:.1f} s, {found['memory'] / 1024**2:.0f} MB, recall {found['recall']:.2f}",
            None,
        )


def _apart(work: Callable[[], Figures]) -> Figures:
    """Run in a process of its own, so that its memory is its own; what it adds to an empty one is counted."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_report, args=(there, work))
    process.start()
    there.close()
    try:
        found: Figures = here.recv()
    finally:
        process.join()
    return found


def _report(there: Connection, work: Callable[[], Figures]) -> None:
    try:
        found = work()
    except ImportError:
        found = {}
    if found:
        found["memory"] = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * 1024
    there.send(found)


def _texts(count: int, seed: int) -> Iterator[str]:
    """Texts of made-up words drawn quickly; frequent words are frequent."""
    vocabulary = np.array(sorted(set(words_of(Prose(seed).text(60_000)))), dtype=object)
    chance = np.random.default_rng(seed)
    for _ in range(count):
        yield " ".join(vocabulary[(len(vocabulary) * chance.random(WORDS) ** 2).astype(np.int64)])


def _index_many() -> Figures:
    index = ReuseIndex()
    fifths: list[float] = []
    spent = 0.0
    for number, text in enumerate(_texts(MANY, 1), start=1):
        start = time.perf_counter()
        index.add(f"document-{number}", text)
        spent += time.perf_counter() - start
        if number % (MANY // 5) == 0:
            fifths.append(spent)
            spent = 0.0
        if number % (MANY // 20) == 0:
            print(f"  {number:,} of {MANY:,} documents indexed", file=sys.stderr)
    start = time.perf_counter()
    index.postings.settle()
    fifths[-1] += time.perf_counter() - start
    asked = list(_texts(200, 2))
    start = time.perf_counter()
    for number, text in enumerate(asked):
        index.candidates(f"new-{number}", text)
    query = (time.perf_counter() - start) / len(asked)
    return {"time": sum(fifths), "last": fifths[-1], "mean": sum(fifths) / 5, "query": query}


def _partial_copies() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Documents, and the pairs among them that share a passage of 60 words."""
    made = Prose(3)
    texts = list(_texts(BESIDE - 2 * COPIES, 4))
    documents = [(f"d{number}", text) for number, text in enumerate(texts)]
    pairs = []
    for number in range(COPIES):
        passage = made.text(60)
        for side in "ab":
            documents.append((f"{side}{number}", made.inside(made.text(300), passage)))
        pairs.append((f"a{number}", f"b{number}"))
    return documents, pairs


def _ours() -> Figures:
    documents, pairs = _partial_copies()
    start = time.perf_counter()
    index = ReuseIndex()
    found: dict[str, set[str]] = {}
    for name, text in documents:
        index.add(name, text)
    for name, text in documents:
        found[name] = {candidate.document_id for candidate in index.candidates(name, text)}
    took = time.perf_counter() - start
    return {"time": took, "recall": sum(other in found[one] for one, other in pairs) / len(pairs)}


def _fives(text: str) -> list[str]:
    words = [word.casefold() for word in words_of(text)]
    return [" ".join(words[place : place + 5]) for place in range(max(1, len(words) - 4))]


def _rensa() -> Figures:
    from rensa import RMinHash, RMinHashLSH

    documents, pairs = _partial_copies()
    start = time.perf_counter()
    index = RMinHashLSH(threshold=0.5, num_perm=128, num_bands=32)
    marks = []
    for number, (_, text) in enumerate(documents):
        mark = RMinHash(num_perm=128, seed=1)
        mark.update(_fives(text))
        index.insert(number, mark)
        marks.append(mark)
    found = [set(index.query(mark)) for mark in marks]
    took = time.perf_counter() - start
    place = {name: number for number, (name, _) in enumerate(documents)}
    return {"time": took, "recall": sum(place[other] in found[place[one]] for one, other in pairs) / len(pairs)}


def _datasketch() -> Figures:
    from datasketch import MinHash, MinHashLSH

    documents, pairs = _partial_copies()
    start = time.perf_counter()
    index = MinHashLSH(threshold=0.5, num_perm=128)
    marks = {}
    for name, text in documents:
        mark = MinHash(num_perm=128, seed=1)
        mark.update_batch([five.encode() for five in _fives(text)])
        index.insert(name, mark)
        marks[name] = mark
    found = {name: set(index.query(mark)) for name, mark in marks.items()}
    took = time.perf_counter() - start
    return {"time": took, "recall": sum(other in found[one] for one, other in pairs) / len(pairs)}
