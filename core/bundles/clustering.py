"""Passages about one thing, found by linkage on the cosine of their vectors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from core.bundles.embedders.types import Vectors
from core.errors import InvalidParameter

MOST_PASSAGES = 5_000
"""The distances of more would not fit a laptop's memory."""
SHINGLE = 3
"""Words of a shingle, for near duplicates."""
ALIKE = 0.8
"""Share of common shingles from which two passages are the same text."""


class Linkage(StrEnum):
    """How clusters are joined."""

    AVERAGE = "average"
    """Guarantees the cohesion it is cut at."""
    WARD = "ward"
    """The article's: Euclidean on unit vectors, then cut where a subtree is cohesive enough."""


def clusters(vectors: Vectors, least: float, method: Linkage = Linkage.AVERAGE) -> tuple[tuple[int, ...], ...]:
    """Groups of rows whose mean pairwise cosine is at least ``least``.

    Average linkage: each pair of a cluster meets at exactly one merge, every merge up to the cut has a mean cosine of
    at least ``least`` between its sides, and cohesion is the weighted mean of these. Ward: from the top of the tree
    down, the largest subtrees that are cohesive enough.

    Args:
        vectors: (n, d) unit rows; rows of zeros are the caller's to leave out.
        least: c_min, in [-1, 1].
        method: Which linkage.

    Returns:
        Groups of row numbers in ascending order, the group with the smallest row first; singles included.

    Raises:
        InvalidParameter: ``least`` outside [-1, 1], a row of zeros, or more rows than fit the memory.

    Source:
        [SOKAL] average linkage cut at 1 - c_min; [WARD] with [MARIA]'s cohesion cut.
    """
    if not -1.0 <= least <= 1.0:
        raise InvalidParameter("c_min", least, "a number in [-1, 1]")
    count = len(vectors)
    if count > MOST_PASSAGES:
        raise InvalidParameter("passages", count, f"at most {MOST_PASSAGES} at once")
    rows = np.asarray(vectors, dtype=np.float32)
    if count and not np.all(np.linalg.norm(rows, axis=1) > 0.5):
        raise InvalidParameter("vectors", "a row of zeros", "unit rows")
    if count < 2:
        return tuple((n,) for n in range(count))
    # Loaded where it is used: it takes longer than everything else that a page needs at its start.
    from scipy.cluster.hierarchy import fcluster, linkage

    if method is Linkage.AVERAGE:
        tree = linkage(_condensed(rows, lambda cosines, _left, _right: 1.0 - cosines), "average")
        # Half an ulp of rounding in a sum of cosines must not part what stands exactly at the limit.
        names = fcluster(tree, 1.0 - least + 1e-12, "distance")
        groups: dict[int, list[int]] = {}
        for row, name in enumerate(names):
            groups.setdefault(int(name), []).append(row)
        return tuple(sorted(tuple(group) for group in groups.values()))
    own = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    # |a - b|^2 = |a|^2 + |b|^2 - 2 ab: products of matrices, where the library's own distances are loops.
    tree = linkage(
        _condensed(rows, lambda products, left, right: np.sqrt(np.maximum(own[left] + own[right] - 2 * products, 0.0))),
        "ward",
    )
    return _cohesive_subtrees(tree, own, least)


BLOCK = 256
"""Rows whose products are held at once."""
_SPARSE_FROM, _SPARSE_BELOW = 2_000_000, 0.1
"""Numbers of a table, and the share of them that is not 0, from and up to which products leave the zeros out."""


def _condensed(
    rows: Vectors, distance: Callable[[npt.NDArray[np.float64], int, slice], npt.NDArray[np.float64]]
) -> npt.NDArray[np.float64]:
    """Condensed distances from the products of each row with those after it; no square matrix is held."""
    count = len(rows)
    found = np.empty(count * (count - 1) // 2, dtype=np.float64)
    at = 0
    for first, block in _products(rows):
        for offset in range(min(len(block), count - 1 - first)):
            row = first + offset
            found[at : at + count - 1 - row] = distance(block[offset, offset + 1 :], row, slice(row + 1, count))
            at += count - 1 - row
    return np.clip(found, 0.0, 2.0)


def _products(rows: Vectors) -> Iterator[tuple[int, npt.NDArray[np.float64]]]:
    """(first row, its block's products with every row from the first one on)."""
    if rows.size >= _SPARSE_FROM and np.count_nonzero(rows) < _SPARSE_BELOW * rows.size:
        from scipy.sparse import csr_array

        table: Any = csr_array(rows, dtype=np.float64)
        for first in range(0, len(rows), BLOCK):
            yield first, (table[first : first + BLOCK] @ table[first:].T).toarray()
        return
    exact = rows.astype(np.float64) if rows.size <= 4_000_000 else rows
    for first in range(0, len(rows), BLOCK):
        yield first, np.asarray(exact[first : first + BLOCK] @ exact[first:].T, dtype=np.float64)


def _cohesive_subtrees(
    tree: npt.NDArray[np.float64], own: npt.NDArray[np.float64], least: float
) -> tuple[tuple[int, ...], ...]:
    """The largest subtrees that are cohesive enough, from the top down.

    A Ward height says how far the means of its two sides lie apart, h^2 = 2ab / (a + b) * |A/a - B/b|^2 with A and B
    the sums of a and b rows, so that the length of every sum follows from the tree alone: no sum is held.
    """
    count = len(own)
    squared = [float(value) for value in own]
    inside = list(squared)
    sizes = [1] * count
    cohesive = [True] * count
    children: list[tuple[int, int]] = []
    for step in tree:
        left, right, height = int(step[0]), int(step[1]), float(step[2])
        a, b = sizes[left], sizes[right]
        apart = height * height * (a + b) / (2.0 * a * b)
        product = a * b / 2.0 * (squared[left] / a**2 + squared[right] / b**2 - apart)
        squared.append(squared[left] + squared[right] + 2.0 * product)
        inside.append(inside[left] + inside[right])
        sizes.append(a + b)
        cohesive.append((squared[-1] - inside[-1]) / ((a + b) * (a + b - 1)) >= least)
        children.append((left, right))
    found = []
    stack = [len(squared) - 1]
    while stack:
        node = stack.pop()
        if node < count or cohesive[node]:
            found.append(_leaves(node, children, count))
        else:
            stack.extend(children[node - count])
    return tuple(sorted(found))


def _leaves(node: int, children: Sequence[tuple[int, int]], count: int) -> tuple[int, ...]:
    found, stack = [], [node]
    while stack:
        below = stack.pop()
        if below < count:
            found.append(below)
        else:
            stack.extend(children[below - count])
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A passage left out because another one says the same in the same words."""

    passage: int
    kept: int
    exact: bool


def duplicates(words: Sequence[Sequence[str]], guards: Sequence[frozenset[str]]) -> tuple[Duplicate, ...]:
    """Passages that repeat an earlier one word for word, or nearly.

    Args:
        words: The folded words of each passage, the one to be kept first.
        guards: Numbers and negations of each: where they differ two texts are not the same, however alike.

    Returns:
        Each repeated passage with the one kept, in order.

    Source:
        [HOUSE] 80 % of the word triples in common, and the same numbers and negations. Vectors are not asked: to them
        "retained" and "not retained" are alike.
    """
    first: dict[tuple[tuple[str, ...], frozenset[str]], int] = {}
    found = []
    left = []
    for row, (text, guard) in enumerate(zip(words, guards, strict=True)):
        kept = first.setdefault((tuple(text), guard), row)
        if kept == row:
            left.append(row)
        else:
            found.append(Duplicate(row, kept, True))
    found.extend(_near_duplicates(words, guards, left))
    gone = {duplicate.passage: duplicate.kept for duplicate in found}
    return tuple(
        Duplicate(duplicate.passage, gone.get(duplicate.kept, duplicate.kept), duplicate.exact)
        for duplicate in sorted(found, key=lambda duplicate: duplicate.passage)
    )


def _near_duplicates(
    words: Sequence[Sequence[str]], guards: Sequence[frozenset[str]], rows: Sequence[int]
) -> list[Duplicate]:
    """Among texts that all differ, those that share nearly all of their word triples with an earlier one."""
    if len(rows) < 2:
        return []
    from scipy.sparse import csr_array

    columns, sizes = _triples([words[row] for row in rows])
    starts = np.concatenate(([0], np.cumsum(sizes)))
    ones = np.ones(len(columns), dtype=np.float32)
    table = csr_array((ones, columns, starts), shape=(len(rows), int(columns.max()) + 1))
    near: dict[int, list[int]] = {}
    for first in range(0, len(rows), BLOCK):
        common = (table[first : first + BLOCK] @ table.T).tocoo()
        left, right, shared = common.row + first, common.col, common.data.astype(np.float64)
        alike = (right < left) & (shared >= ALIKE * (sizes[left] + sizes[right] - shared))
        for row, column in zip(left[alike].tolist(), right[alike].tolist(), strict=True):
            near.setdefault(row, []).append(column)
    found: dict[int, Duplicate] = {}
    for row in sorted(near):
        kept = [n for n in near[row] if n not in found and guards[rows[row]] == guards[rows[n]]]
        if kept:
            found[row] = Duplicate(rows[row], rows[min(kept)], False)
    return list(found.values())


def _triples(texts: Sequence[Sequence[str]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The numbers of each text's word triples, one text after the other, and how many each has.

    A text of fewer words than a triple has one, filled up with a word that no text holds.
    """
    numbers: dict[str, int] = {}
    codes = []
    for text in texts:
        row = np.array([numbers.setdefault(word, len(numbers) + 1) for word in text], dtype=np.int64)
        codes.append(np.concatenate((row, np.zeros(max(0, SHINGLE - len(row)), dtype=np.int64))))
    base = len(numbers) + 1
    sets = []
    for row in codes:
        spread = sum(row[n : len(row) - SHINGLE + 1 + n] * base ** (SHINGLE - 1 - n) for n in range(SHINGLE))
        sets.append(np.unique(spread))
    _, columns = np.unique(np.concatenate(sets), return_inverse=True)
    return columns.astype(np.int64), np.array([len(found) for found in sets], dtype=np.int64)
