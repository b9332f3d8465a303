"""Bundles of thousands of passages: the same as with few, with work that is counted instead of timed."""

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import pytest

from core.assessment import assess
from core.bundles import clustering
from core.bundles.clustering import Linkage, clusters, duplicates
from core.bundles.embedders import embedder_named
from core.bundles.embedders.types import Vectors
from core.bundles.facets import draft_facets, draft_touch, marks_of
from core.bundles.types import Passage
from core.bundles.vectors import MemoryCache, embed_texts
from core.bundles.words import words_in
from core.model import Claim, Dossier, Evidence, Label, Source
from core.policy import Policy
from core.services.bundling import bundles_of
from core.states import Dependence

CLAIM = "The lighthouse keeper of Skerry Point received the national medal in 1897."
PARTS = (
    "keeper",
    "lighthouse",
    "medals",
    "harbour",
    "received",
    "national",
    "Skerry",
    "1897",
    "storm",
    "pier",
    "boats",
)


def texts(count: int) -> list[str]:
    draw = np.random.default_rng(7)
    return [f"Note {n}: " + " ".join(draw.choice(PARTS, size=24)) + "." for n in range(count)]


def unit_rows(count: int, columns: int, share: float, seed: int = 3) -> Vectors:
    draw = np.random.default_rng(seed)
    heaps = draw.random((max(2, count // 6), columns)) * (draw.random((max(2, count // 6), columns)) < share)
    rows = heaps[draw.integers(0, len(heaps), count)] + 0.4 * draw.random((count, columns)) * (
        draw.random((count, columns)) < share / 2
    )
    rows[:, 0] += 1e-3
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("method", list(Linkage))
def test_products_that_leave_out_zeros_give_the_same_clusters(method: Linkage, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = unit_rows(120, 400, 0.05)
    dense = clusters(rows, 0.5, method)
    monkeypatch.setattr(clustering, "_SPARSE_FROM", 0)
    monkeypatch.setattr(clustering, "_SPARSE_BELOW", 1.1)

    assert 1 < len(dense) < 120
    assert dense == clusters(rows, 0.5, method)


@pytest.mark.parametrize("seed", range(20))
def test_ward_bundles_are_the_largest_subtrees_whose_own_rows_are_cohesive(seed: int) -> None:
    """The lengths of sums that follow from the heights of the tree are those of the rows themselves."""
    rows = unit_rows(60, 40, 0.3, seed).astype(np.float64)
    found = clusters(rows.astype(np.float32), 0.6, Linkage.WARD)

    assert list(range(60)) == sorted(row for group in found for row in group)
    for group in found:
        cosines = rows[list(group)] @ rows[list(group)].T
        size = len(group)
        assert size == 1 or (cosines.sum() - np.trace(cosines)) / (size * (size - 1)) >= 0.6 - 1e-6


def brute_force(words: Sequence[Sequence[str]]) -> dict[int, int]:
    sets = [{tuple(text[n : n + 3]) for n in range(max(1, len(text) - 2))} for text in words]
    found: dict[int, int] = {}
    for row, mine in enumerate(sets):
        for other in range(row):
            if other not in found and len(mine & sets[other]) >= 0.8 * len(mine | sets[other]):
                found[row] = other
                break
    return found


def test_near_duplicates_are_those_of_a_comparison_of_every_pair() -> None:
    draw = np.random.default_rng(11)
    words: list[list[str]] = []
    for _ in range(300):
        base = list(words[int(draw.integers(0, len(words)))]) if words and draw.random() < 0.5 else []
        text = base or [str(word) for word in draw.choice(PARTS, size=int(draw.integers(1, 40)))]
        words.append([*text[:-1], str(draw.choice(PARTS))] if base else text)
    found = duplicates(words, [frozenset()] * len(words))
    exact = {d.passage: d.kept for d in found if d.exact}
    near = {d.passage for d in found if not d.exact}
    left = [row for row in range(len(words)) if row not in exact]
    expected = {left[row] for row in brute_force([words[row] for row in left])}

    assert expected == near
    assert near


def test_marks_of_many_passages_are_those_of_each_alone() -> None:
    passages = [Passage(f"e{n}", text) for n, text in enumerate(texts(60))]
    facets = draft_facets(CLAIM)
    marks = marks_of(facets, passages)

    assert {(f.id, p.id): draft_touch(f, words_in(f"\n{p.text}")) for f in facets for p in passages} == {
        pair: mark.touch for pair, mark in marks.items()
    }


def test_two_thousand_hashed_passages_are_embedded_once_and_remembered() -> None:
    """A row is 64 KB and mostly zeros: kept as it is, the second look would embed every text anew."""
    cache, embedder = MemoryCache(), embedder_named("hashed")
    first = embed_texts(embedder, texts(2_000), [cache])
    again = embed_texts(embedder, texts(2_000), [cache])

    assert (2_000, 0) == (first.made, again.made)
    assert np.array_equal(first.rows, again.rows)


def dossier(count: int) -> Dossier:
    names = [f"s{n}" for n in range(count)]
    return Dossier(
        claim=Claim("c", CLAIM),
        evidence=tuple(
            Evidence(f"e{n}", "c", name, text, rank=n)
            for n, (name, text) in enumerate(zip(names, texts(count), strict=True))
        ),
        sources=tuple(Source(name) for name in names),
        labels=MappingProxyType({name: Label(Dependence.INDEPENDENT) for name in names}),
        dataset="many",
    )


def test_what_is_being_done_is_told_from_start_to_end_and_changes_nothing() -> None:
    given = dossier(300)
    told: list[tuple[str, float]] = []
    quiet = bundles_of(given, assess(given, Policy()), caches=[MemoryCache()])
    found = bundles_of(
        given,
        assess(given, Policy()),
        caches=[MemoryCache()],
        progress=lambda what, share: told.append((what, share)),
    )

    assert quiet.construction == found.construction
    assert [share for _, share in told] == sorted(share for _, share in told)
    assert (0.0, 1.0) == (told[0][1], told[-1][1])
    assert ("Embedding texts: 128 of 301", True) in [(what, share < 0.6) for what, share in told]
    assert "Clustering 300 passages" in [what for what, _ in told]
    assert len(told) >= 6
