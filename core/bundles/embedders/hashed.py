"""The default embedder: words and character n-grams, hashed. No model, no file, the same on every machine."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from core.bundles.embedders.types import Vectors, checked
from core.bundles.stop_words import STOP_WORDS
from core.fingerprint import digest

VERSION = 1
HALF = 8192
"""Buckets of each half: wide enough that a cosine is off by less than 0.01, small enough for thousands of passages."""
NGRAMS = (3, 4, 5)

_WORD = re.compile(r"\w\w+")
_SPACE = re.compile(r"\s+")
_SEEDS = {0: 0x9E3779B97F4A7C15, 3: 0xC2B2AE3D27D4EB4F, 4: 0x165667B19E3779F9, 5: 0x27D4EB2F165667C5}
_FACTOR, _ALL = 0x100000001B3, 2**64 - 1
_MIXERS = (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)

Numbers = npt.NDArray[np.uint64]


class HashedNgrams:
    """Half words without stop words, half character 3- to 5-grams inside words, each half of length 1, then the whole.

    Source: [HASHING] signed features; the analysers are those the shipped calibration was measured with.
    """

    id = f"hashed-ngrams-v{VERSION}"
    digest = digest({"version": VERSION, "half": HALF, "ngrams": NGRAMS, "stop words": sorted(STOP_WORDS)})

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of 2 x 8,192 columns a text; zeros for a text without letters or digits."""
        rows = np.zeros((len(texts), 2 * HALF), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            plain = _SPACE.sub(" ", unicodedata.normalize("NFC", text).casefold()).strip()
            _add(row[:HALF], _word_numbers(plain))
            _add(row[HALF:], _ngram_numbers(plain))
            length = float(np.linalg.norm(row))
            if length > 0:
                row /= length
        return checked(self.id, rows, len(texts), 2 * HALF)


def _add(half: npt.NDArray[np.float32], numbers: Numbers) -> None:
    """Count features into buckets with their signs, and bring the half to length 1."""
    if not len(numbers):
        return
    signs = np.where(numbers >> np.uint64(63), -1.0, 1.0)
    buckets = (numbers % np.uint64(HALF)).astype(np.intp)
    half += np.bincount(buckets, weights=signs, minlength=HALF).astype(np.float32)
    length = float(np.linalg.norm(half))
    if length > 0:
        half /= length


def _word_numbers(plain: str) -> Numbers:
    words = [word for word in _WORD.findall(plain) if word not in STOP_WORDS]
    if not words:
        return np.zeros(0, dtype=np.uint64)
    return np.fromiter((_word_number(word) for word in words), dtype=np.uint64, count=len(words))


@lru_cache(maxsize=100_000)
def _word_number(word: str) -> int:
    """The number of a word, as ``_hash`` makes it; most words of a text were met in another one."""
    signs = word.encode("utf-32-le", "surrogatepass")
    number = (_SEEDS[0] + len(signs) // 4) & _ALL
    for at in range(0, len(signs), 4):
        number = (number ^ int.from_bytes(signs[at : at + 4], "little")) * _FACTOR & _ALL
    number ^= number >> 33
    number = number * _MIXERS[0] & _ALL
    number ^= number >> 33
    number = number * _MIXERS[1] & _ALL
    return number ^ (number >> 33)


def _ngram_numbers(plain: str) -> Numbers:
    """Every window of 3, 4 and 5 characters with no space but at its ends: word edges count, word gaps do not."""
    if not any(sign.isalnum() for sign in plain):
        return np.zeros(0, dtype=np.uint64)
    letters = _codes(f" {plain} ")
    space = letters == 32
    found = []
    for size in NGRAMS:
        starts = np.arange(max(0, len(letters) - size + 1))
        inner = np.zeros(len(starts), dtype=bool)
        for offset in range(1, size - 1):
            inner |= space[offset : offset + len(starts)]
        found.append(_hash(letters, starts[~inner], size, _SEEDS[size]))
    return np.concatenate(found)


def _codes(text: str) -> Numbers:
    data = text.encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, dtype="<u4").astype(np.uint64)


def _hash(letters: Numbers, starts: npt.NDArray[np.intp], size: int, seed: int) -> Numbers:
    """A 64-bit number for each stretch of so many letters."""
    number = np.full(len(starts), seed % 2**64, dtype=np.uint64)
    for offset in range(size):
        number = (number ^ letters[starts + offset]) * np.uint64(_FACTOR)
    number ^= number >> np.uint64(33)
    number *= np.uint64(_MIXERS[0])
    number ^= number >> np.uint64(33)
    number *= np.uint64(_MIXERS[1])
    return number ^ (number >> np.uint64(33))
