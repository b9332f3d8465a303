"""A text prepared for comparison: its words as numbers, its shingles, and which of them may count."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.detection.reuse.index import READ_CHARACTERS, READ_WORDS
from core.detection.reuse.shingles import SIZE, fingerprints_of, shingles_of
from core.detection.reuse.stock import stock_sentences, stock_shingles
from core.detection.reuse.words import Hashes, Offsets, located_words, numbers_of, words_of

Flags = npt.NDArray[np.bool_]

_CONTENT_LETTERS = 4
"""Letters from which a word in lower case is taken to say something."""
_CAPITALS = 0.6
"""Share of capitalised words from which capitals say nothing about names."""


@dataclass(frozen=True)
class Reading:
    """One document's text, read once."""

    document_id: str
    text: str

    @cached_property
    def words(self) -> list[str]:
        """The words as written, up to a bound."""
        return words_of(self.text[:READ_CHARACTERS])[:READ_WORDS]

    @cached_property
    def _places(self) -> tuple[Offsets, Offsets]:
        starts, ends = located_words(self.text[:READ_CHARACTERS], READ_WORDS)
        return starts[:READ_WORDS], ends[:READ_WORDS]

    @property
    def starts(self) -> Offsets:
        """Where each word begins in the text."""
        return self._places[0]

    @property
    def ends(self) -> Offsets:
        """Where each word ends in the text."""
        return self._places[1]

    @cached_property
    def shingles(self) -> Hashes:
        """The shingle beginning at each word."""
        return shingles_of(numbers_of(self.words))

    @cached_property
    def order(self) -> npt.NDArray[np.int64]:
        """The places of the shingles in rising order of shingle."""
        return np.argsort(self.shingles, kind="stable")

    @cached_property
    def unique(self) -> Hashes:
        """Every shingle once, sorted."""
        return np.unique(self.shingles)

    @cached_property
    def fingerprints(self) -> Hashes:
        """The few shingles that stand for the text in an index."""
        return fingerprints_of(self.shingles)

    @cached_property
    def stock(self) -> Flags:
        """Per shingle: a stock phrase, page furniture, or mostly digits. It never counts."""
        flags = np.isin(self.shingles, stock_shingles())
        digits = np.fromiter((word[0].isdigit() for word in self.words), np.bool_, len(self.words))
        flags |= _per_shingle(digits) * 2 > SIZE
        sentences = list(stock_sentences(self.text[:READ_CHARACTERS]))
        if sentences:
            furniture = np.zeros(len(self.words), dtype=np.bool_)
            for start, end in sentences:
                furniture[np.searchsorted(self.starts, start) : np.searchsorted(self.starts, end)] = True
            flags |= _per_shingle(furniture) > 0
        return flags

    @cached_property
    def names(self) -> Flags:
        """Per shingle: hardly more than names, titles and numbers.

        Two reporters of one event write the same names and figures without reading each other.
        """
        words = self.words
        named = np.fromiter((word[0].isdigit() or word[0].isupper() for word in words), np.bool_, len(words))
        if not len(words) or named.mean() > _CAPITALS:
            return np.zeros(len(self.shingles), dtype=np.bool_)
        content = np.fromiter(
            (len(word) >= _CONTENT_LETTERS and word[0].islower() for word in words), np.bool_, len(words)
        )
        count = _per_shingle(named)
        return np.asarray((count >= 3) | ((count >= 2) & (_per_shingle(content) == 0)))

    @cached_property
    def dull(self) -> Flags:
        """Per shingle: stock or names."""
        return self.stock | self.names

    @cached_property
    def telling(self) -> Hashes:
        """The shingles that are neither stock nor names, each once, sorted."""
        return np.unique(self.shingles[~self.dull])

    @cached_property
    def own_words(self) -> Hashes:
        """The shingles that are no stock phrase, each once, sorted."""
        return np.unique(self.shingles[~self.stock])


def _per_shingle(flags: Flags) -> npt.NDArray[np.int64]:
    """How many of the five words of each shingle have a flag."""
    count = max(0, len(flags) - SIZE + 1)
    sums = np.concatenate(([0], np.cumsum(flags, dtype=np.int64)))
    return np.asarray(sums[SIZE : SIZE + count] - sums[:count])
