"""Fingerprint -> the documents that have it: sorted arrays, merged as they grow."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.detection.reuse.words import Hashes

Numbers = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]

_BUFFERED = 1 << 20
"""Postings kept unsorted; a quarter of a million short documents."""
_LARGEST = 1 << 23
"""Postings from which a segment is left as it is: merging it would need as much memory again."""


class Postings:
    """An append-only inverted index in segments sorted by fingerprint."""

    def __init__(self, segments: Sequence[tuple[Hashes, Numbers]] = ()) -> None:
        self._segments = list(segments)
        self._pending: list[tuple[Hashes, int]] = []
        self._waiting = 0

    def add(self, fingerprints: Hashes, document: int) -> None:
        """Add a document's fingerprints; documents come in rising order."""
        if len(fingerprints):
            self._pending.append((fingerprints, document))
            self._waiting += len(fingerprints)
        if self._waiting >= _BUFFERED:
            self.settle()

    def settle(self) -> None:
        """Sort what was added and merge segments of like size."""
        if self._pending:
            hashes = np.concatenate([found for found, _ in self._pending])
            owners = np.repeat(
                np.array([document for _, document in self._pending], dtype=np.uint32),
                np.array([len(found) for found, _ in self._pending]),
            )
            self._pending, self._waiting = [], 0
            self._segments.append(_sorted(hashes, owners))
        while len(self._segments) > 1:
            one, other = self._segments[-2], self._segments[-1]
            if len(one[0]) > 2 * len(other[0]) or len(one[0]) + len(other[0]) > _LARGEST:
                break
            del self._segments[-2:]
            self._segments.append(_merged(one, other))

    @property
    def segments(self) -> tuple[tuple[Hashes, Numbers], ...]:
        """The sorted segments, after settling."""
        self.settle()
        return tuple(self._segments)

    def __len__(self) -> int:
        return self._waiting + sum(len(hashes) for hashes, _ in self._segments)

    def frequency(self, fingerprints: Hashes) -> Counts:
        """How many documents have each fingerprint; 0 where none has."""
        self.settle()
        counts = np.zeros(len(fingerprints), dtype=np.int64)
        for hashes, _ in self._segments:
            counts += np.searchsorted(hashes, fingerprints, "right") - np.searchsorted(hashes, fingerprints, "left")
        return counts

    def sharing(self, fingerprints: Hashes, limit: int) -> tuple[Numbers, Numbers]:
        """Documents that share these fingerprints.

        Args:
            fingerprints: Of one document, each once.
            limit: A fingerprint of more documents than this names only the first of them: a text that stands in a
                thousand documents is shown against one of them, not against all.

        Returns:
            One entry per shared fingerprint and document; and the first documents of the fingerprints that go
            beyond the limit, one entry per fingerprint.
        """
        self.settle()
        total = self.frequency(fingerprints)
        rare, common = fingerprints[total <= limit], fingerprints[total > limit]
        found = [np.empty(0, dtype=np.uint32)]
        firsts = np.full(len(common), np.iinfo(np.uint32).max, dtype=np.uint32)
        for hashes, owners in self._segments:
            left = np.searchsorted(hashes, rare, "left")
            sizes = np.searchsorted(hashes, rare, "right") - left
            found.append(owners[_ranges(left, sizes)])
            place = np.searchsorted(hashes, common, "left")
            inside = place < len(hashes)
            inside[inside] = hashes[place[inside]] == common[inside]
            firsts[inside] = np.minimum(firsts[inside], owners[place[inside]])
        return np.concatenate(found), firsts


def _sorted(hashes: Hashes, owners: Numbers) -> tuple[Hashes, Numbers]:
    order = np.argsort(hashes, kind="stable")
    return hashes[order], owners[order]


def _merged(one: tuple[Hashes, Numbers], other: tuple[Hashes, Numbers]) -> tuple[Hashes, Numbers]:
    return _sorted(np.concatenate((one[0], other[0])), np.concatenate((one[1], other[1])))


def _ranges(starts: npt.NDArray[np.intp], sizes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """The places start, start + 1, … of every range, one after the other."""
    total = int(sizes.sum())
    if total == 0:
        return np.empty(0, dtype=np.intp)
    before = np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.repeat(starts, sizes) + np.arange(total) - before
