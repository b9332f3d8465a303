"""The reuse index: which documents may share text, for as many documents as there are.

It holds fingerprints, not texts. Documents are added as they come; a document whose text changed is added again under
its id and the old entry is passed over. It is kept in one file that is replaced as a whole.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from core.detection.reuse.postings import Counts, Numbers, Postings
from core.detection.reuse.shingles import fingerprints_of, shingles_of
from core.detection.reuse.words import Hashes, numbers_of, words_of

READ_WORDS = 300_000
READ_CHARACTERS = 10 * READ_WORDS
"""What is read of a text; a longer one is cut there, and that is said."""
SHOWN_AGAINST_ALL = 32
"""Documents with one fingerprint up to which every pair of them is looked at."""
_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document that shares fingerprints with the one asked about."""

    document_id: str
    shared: int


class ReuseIndex:
    """An incremental index of texts by their fingerprints."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.digests = array("Q")
        """Of each text, in the order of the ids: an unchanged document is not read again."""
        self.postings = Postings()
        self._number: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, document_id: str) -> bool:
        return document_id in self._numbers

    @property
    def _numbers(self) -> dict[str, int]:
        """Id -> its latest number. Built when first asked for: loading a file does not need it."""
        if self._number is None:
            self._number = {document_id: number for number, document_id in enumerate(self.ids)}
        return self._number

    def holds(self, document_id: str, text: str) -> bool:
        """True where exactly this text is indexed under this id."""
        number = self._numbers.get(document_id)
        return number is not None and self.digests[number] == text_digest(text)

    def add(self, document_id: str, text: str) -> bool:
        """Index a text; False where it was indexed already, unchanged."""
        if self.holds(document_id, text):
            return False
        words = words_of(text[:READ_CHARACTERS])[:READ_WORDS]
        number = len(self.ids)
        self.ids.append(document_id)
        self.digests.append(text_digest(text))
        self._numbers[document_id] = number
        self.postings.add(fingerprints_of(shingles_of(numbers_of(words))), number)
        return True

    def add_all(self, texts: Iterable[tuple[str, str]]) -> Iterator[int]:
        """Index texts as they come, yielding how many were read so far, so that the caller can report and stop."""
        for count, (document_id, text) in enumerate(texts, start=1):
            self.add(document_id, text)
            yield count

    def frequency(self, fingerprints: Hashes) -> Counts:
        """How many indexed documents have each fingerprint, changed versions counted again."""
        return self.postings.frequency(fingerprints)

    def candidates(self, document_id: str, text: str, *, least: int = 1) -> tuple[Candidate, ...]:
        """Documents that share at least ``least`` fingerprints with a text, most shared first, at most 200."""
        words = words_of(text[:READ_CHARACTERS])[:READ_WORDS]
        return self.sharing(document_id, fingerprints_of(shingles_of(numbers_of(words))), least=least)

    def sharing(self, document_id: str, fingerprints: Hashes, *, least: int = 1) -> tuple[Candidate, ...]:
        """Documents that share at least ``least`` of these fingerprints, most shared first, at most 200."""
        owners, firsts = self.postings.sharing(fingerprints, SHOWN_AGAINST_ALL)
        found = [*_counted(owners, least), *_counted(firsts, least)[:3]]
        shared: dict[str, int] = {}
        for number, count in found:
            other = self.ids[number]
            if other != document_id and self._numbers[other] == number:
                shared[other] = shared.get(other, 0) + count
        ranked = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))
        return tuple(Candidate(other, count) for other, count in ranked[:_CANDIDATES])


def _counted(owners: Numbers, least: int) -> list[tuple[int, int]]:
    numbers, counts = np.unique(owners, return_counts=True)
    enough = (counts >= least) & (numbers != np.iinfo(np.uint32).max)
    order = np.argsort(-counts[enough], kind="stable")
    return [(int(n), int(c)) for n, c in zip(numbers[enough][order], counts[enough][order], strict=True)]


def text_digest(text: str) -> int:
    """A 64-bit digest that tells whether a text changed."""
    found = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(found.digest(), "big")
