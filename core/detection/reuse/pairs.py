"""Which pairs of a collection are worth comparing: all of a small one, those that share fingerprints of a large one."""

import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.detection.reuse.frequency import Frequency, by_fingerprints
from core.detection.reuse.index import SHOWN_AGAINST_ALL
from core.detection.reuse.postings import Numbers, Postings
from core.detection.reuse.reading import Reading
from core.detection.reuse.words import Hashes

ALL_PAIRS = 128
"""Documents up to which every pair is looked at by all its shingles, not by fingerprints."""
_LEAST = {True: 5, False: 1}
"""Shared shingles, or fingerprints, from which a pair is compared word by word."""
_MANY = 5_000
"""Documents from which one shared fingerprint is chance and two are asked for."""
_PER_DOCUMENT = 200
_FIRSTS = 3
_READ_AT_ONCE = 3_000_000
"""Words kept ready for comparison."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Documents of one and the same text, beyond those that are shown pair by pair."""

    first: str
    others: tuple[str, ...]


class Readings:
    """Texts prepared for comparison, the last used kept."""

    def __init__(self, text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._kept: OrderedDict[str, Reading] = OrderedDict()
        self._words = 0

    def __getitem__(self, document_id: str) -> Reading:
        found = self._kept.pop(document_id, None)
        if found is None:
            found = Reading(document_id, self._text_of(document_id))
            self._words += len(found.words)
        self._kept[document_id] = found
        while self._words > _READ_AT_ONCE and len(self._kept) > 2:
            _, oldest = self._kept.popitem(last=False)
            self._words -= len(oldest.words)
        return found


class Pairs:
    """The candidate pairs of a collection, and how common a shingle is in it."""

    def __init__(self, ids: Sequence[str], readings: Readings, step: Callable[[], bool]) -> None:
        """Read every text once.

        Args:
            ids: The documents whose texts can be compared, in order.
            readings: Their texts.
            step: Called once per document; True stops the work.
        """
        self.ids = list(ids)
        self.exact = len(self.ids) <= ALL_PAIRS
        self.stopped = False
        self.alike: list[Alike] = []
        self._postings = Postings()
        self._read: list[str] = []
        self._marks: list[Hashes] = []
        same: dict[bytes, list[str]] = defaultdict(list)
        for document_id in self.ids:
            if step():
                self.stopped = True
                break
            reading = readings[document_id]
            marks = reading.unique if self.exact else reading.fingerprints
            self._postings.add(marks, len(self._read))
            self._read.append(document_id)
            self._marks.append(marks)
            same[_digest(reading.shingles)].append(document_id)
        self._spared: set[str] = set()
        for members in same.values():
            if len(members) > SHOWN_AGAINST_ALL:
                self.alike.append(Alike(members[0], tuple(members[1:])))
                self._spared.update(members[1:])

    @property
    def frequency(self) -> Frequency:
        """In how many documents each shingle stands."""
        return self._postings.frequency if self.exact else by_fingerprints(self._postings.frequency)

    def of_each(self, *, after: int = 0) -> Iterator[tuple[int, list[tuple[str, str, bool]]]]:
        """The pairs of each document with earlier ones, each with whether it comes from a text that very many share.

        Args:
            after: Documents that are passed over, because their pairs were looked at before.

        Returns:
            (documents done, pairs of the last of them), in order.
        """
        limit = max(SHOWN_AGAINST_ALL, len(self._read) if self.exact else 0)
        least = 2 if len(self._read) >= _MANY else _LEAST[self.exact]
        for number, document_id in enumerate(self._read):
            if number < after:
                continue
            found: list[tuple[str, str, bool]] = []
            if document_id in self._spared:
                yield number + 1, found
                continue
            owners, firsts = self._postings.sharing(self._marks[number], limit)
            few = len(self._marks[number]) < 2 * least
            near = _ranked(owners, number, 1 if few else least)[:_PER_DOCUMENT]
            mass = [other for other in _ranked(firsts, number, least)[:_FIRSTS] if other not in set(near)]
            for other in near:
                if self._read[other] not in self._spared:
                    found.append((self._read[other], document_id, False))
            found.extend((self._read[other], document_id, True) for other in mass)
            yield number + 1, found

    @property
    def digest(self) -> str:
        """Equal for the same documents with the same texts."""
        together = hashlib.blake2b(digest_size=16)
        for document_id, marks in zip(self._read, self._marks, strict=True):
            together.update(document_id.encode("utf-8", "surrogatepass"))
            together.update(marks.tobytes())
        return together.hexdigest()


def _ranked(owners: Numbers, number: int, least: int) -> list[int]:
    """Earlier documents that occur often enough, most often first."""
    earlier, counts = np.unique(owners[owners < number], return_counts=True)
    enough = counts >= least
    order = np.argsort(-counts[enough], kind="stable")
    return [int(one) for one in earlier[enough][order]]


def _digest(shingles: Hashes) -> bytes:
    return hashlib.blake2b(shingles.tobytes(), digest_size=16).digest()
