"""Passages about one thing, found by linkage on the cosine of their vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

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
        tree = linkage(_distances(rows), "average")
        # Half an ulp of rounding in a sum of cosines must not part what stands exactly at the limit.
        names = fcluster(tree, 1.0 - least + 1e-12, "distance")
        groups: dict[int, list[int]] = {}
        for row, name in enumerate(names):
            groups.setdefault(int(name), []).append(row)
        return tuple(sorted(tuple(group) for group in groups.values()))
    return _cohesive_subtrees(linkage(rows.astype(np.float64), "ward"), rows, least)


def _distances(rows: Vectors) -> npt.NDArray[np.float64]:
    """Condensed cosine distances, row by row so that no square matrix is held in double precision."""
    count = len(rows)
    found = np.empty(count * (count - 1) // 2, dtype=np.float64)
    exact = rows.astype(np.float64) if rows.size <= 4_000_000 else rows
    at = 0
    for row in range(0, count - 1, 256):
        block = exact[row : row + 256] @ exact[row:].T
        for offset in range(min(256, count - 1 - row)):
            line = block[offset, offset + 1 :]
            found[at : at + len(line)] = 1.0 - line
            at += len(line)
    return np.clip(found, 0.0, 2.0)


def _cohesive_subtrees(tree: npt.NDArray[np.float64], rows: Vectors, least: float) -> tuple[tuple[int, ...], ...]:
    count = len(rows)
    members: list[tuple[int, ...]] = [(n,) for n in range(count)]
    sums = [row.astype(np.float64) for row in rows]
    own = [float(row @ row) for row in sums]
    cohesive = [True] * count
    children: list[tuple[int, int] | None] = [None] * count
    for left, right in ((int(step[0]), int(step[1])) for step in tree):
        together = tuple(sorted(members[left] + members[right]))
        total, inside = sums[left] + sums[right], own[left] + own[right]
        size = len(together)
        members.append(together)
        sums.append(total)
        own.append(inside)
        cohesive.append((float(total @ total) - inside) / (size * (size - 1)) >= least)
        children.append((left, right))
    found = []
    stack = [len(members) - 1]
    while stack:
        node = stack.pop()
        below = children[node]
        if cohesive[node] or below is None:
            found.append(members[node])
        else:
            stack.extend(below)
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

    vocabulary: dict[tuple[str, ...], int] = {}
    sets = []
    for text in (words[row] for row in rows):
        triples = {tuple(text[n : n + SHINGLE]) for n in range(max(1, len(text) - SHINGLE + 1))}
        sets.append(sorted(vocabulary.setdefault(triple, len(vocabulary)) for triple in triples))
    sizes = np.array([len(triples) for triples in sets])
    starts = np.concatenate(([0], np.cumsum(sizes)))
    columns = np.array([column for triples in sets for column in triples], dtype=np.int64)
    ones = np.ones(len(columns), dtype=np.float32)
    table = csr_array((ones, columns, starts), shape=(len(rows), len(vocabulary)))
    common = (table @ table.T).tocoo()
    near: dict[int, list[int]] = {}
    for row, column, shared in zip(common.row, common.col, common.data, strict=True):
        if column < row and float(shared) >= ALIKE * float(sizes[row] + sizes[column] - shared):
            near.setdefault(int(row), []).append(int(column))
    found: dict[int, Duplicate] = {}
    for row in sorted(near):
        kept = [n for n in near[row] if n not in found and guards[rows[row]] == guards[rows[n]]]
        if kept:
            found[row] = Duplicate(rows[row], rows[min(kept)], False)
    return list(found.values())
