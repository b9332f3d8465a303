"""Words of a text as numbers: the same word has the same number in every run and on every machine."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
import numpy.typing as npt
import xxhash

TOKENIZER = 1
"""Changes when the same text may give other words; an index made by another number is not read."""

Hashes = npt.NDArray[np.uint64]
Offsets = npt.NDArray[np.int64]

_MARKS = "".join(
    chr(code)
    for code in (*range(0x300, 0x2000), *range(0x20D0, 0x2100), *range(0xA000, 0xAC00), *range(0xFE00, 0xFE30))
    if unicodedata.category(chr(code)) in {"Mn", "Mc"}
)
# Written with the marks, since they are no letters to \w and would cut Hindi, Thai or decomposed words apart.
_LETTER = rf"(?:[^\W\d_]|[{_MARKS}\u00ad\u200c\u200d])"
WORD = re.compile(rf"\d+(?:[.,]\d+)*|[^\W\d_]{_LETTER}*(?:['’]{_LETTER}+)*")

_ASCII_WORD = re.compile(r"\d+(?:[.,]\d+)*|[A-Za-z]+(?:'[A-Za-z]+)*")
"""The same pattern where no other letters occur: three times as fast."""

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"
_UNSPACED = re.compile(f"[{_HAN}{_SOUTH_EAST}]")
_STRETCH = re.compile(f"[{_HAN}]+|[{_SOUTH_EAST}]+|[^{_HAN}{_SOUTH_EAST}]+")
_CUT_EVERY = {"han": 2, "south east": 4}
"""Letters a word has on average in scripts that set no spaces."""
_LONGEST = 4
"""Times the average at which a word is cut in any case."""
_KEPT_WORDS = 400_000


class _Numbers(dict[str, int]):
    """Word -> its number, remembered up to a bound: a text of nothing but new words must not fill the memory."""

    def __missing__(self, word: str) -> int:
        number = xxhash.xxh3_64_intdigest(_plain(word).encode("utf-8", "surrogatepass"))
        if len(self) >= _KEPT_WORDS:
            self.clear()
        self[sys.intern(word)] = number
        return number


_NUMBERS = _Numbers()


def _plain(word: str) -> str:
    if not word.isascii():
        word = unicodedata.normalize("NFKC", word)
        word = word.translate({0xAD: None, 0x200C: None, 0x200D: None, 0x2019: "'"})
    return word.casefold()


def words_of(text: str) -> list[str]:
    """The words as written. Scripts without spaces are cut where two letters meet whose pair hashes to a cut.

    Such cuts depend on the letters alone, so that the same sentence is cut alike wherever it stands.
    """
    if text.isascii():
        return _ASCII_WORD.findall(text)
    words: list[str] = WORD.findall(text)
    if not _UNSPACED.search(text):
        return words
    return [piece for word in words for piece in _pieces(word)]


def located_words(text: str, most: int | None = None) -> tuple[Offsets, Offsets]:
    """Where each word of :func:`words_of` begins and ends in the text, for at least so many of the first."""
    pattern = _ASCII_WORD if text.isascii() else WORD
    spans = [found.span() for found in islice(pattern.finditer(text), most)]
    if _UNSPACED.search(text):
        spans = [piece for start, end in spans for piece in _placed(text[start:end], start)]
    table = np.array(spans, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _placed(word: str, start: int) -> Iterator[tuple[int, int]]:
    for piece in _pieces(word):
        yield start, start + len(piece)
        start += len(piece)


def numbers_of(words: list[str]) -> Hashes:
    """The number of each word: case, compatibility forms, soft hyphens and the kind of apostrophe aside."""
    return np.fromiter(map(_NUMBERS.__getitem__, words), dtype=np.uint64, count=len(words))


def _pieces(word: str) -> list[str]:
    if not _UNSPACED.search(word):
        return [word]
    pieces: list[str] = []
    for stretch in _STRETCH.findall(word):
        if not _UNSPACED.match(stretch):
            pieces.append(stretch)
            continue
        every = _CUT_EVERY["south east" if re.match(f"[{_SOUTH_EAST}]", stretch) else "han"]
        start = 0
        for place in range(1, len(stretch)):
            if place - start >= every * _LONGEST or _cuts(stretch[place - 1 : place + 1], every):
                pieces.append(stretch[start:place])
                start = place
        pieces.append(stretch[start:])
    return pieces


@lru_cache(maxsize=100_000)
def _cuts(pair: str, every: int) -> bool:
    return xxhash.xxh3_64_intdigest(pair.encode("utf-8", "surrogatepass")) % every == 0
