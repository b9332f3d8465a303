"""Vectors of texts, made once: remembered by (embedder id, embedder digest, text digest), in memory and in a file."""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.bundles.embedders.types import Embedder, Vectors, WrongVectors, checked
from core.fingerprint import digest_bytes

KEPT = 20_000
"""Vectors that the memory holds; the longest unused go first."""
KEPT_BYTES = 64_000_000

Row = Vectors
Key = tuple[str, str, str]


class VectorCache(Protocol):
    """Where vectors are remembered."""

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """Those of the keys that are known."""

    def put(self, rows: dict[Key, Row]) -> None:
        """Remember vectors."""


@dataclass(frozen=True, slots=True)
class _Packed:
    """A vector that is mostly zeros, as its places and numbers: hashed n-grams fill a thirtieth of their columns."""

    columns: int
    places: npt.NDArray[np.int32]
    numbers: Row

    @property
    def nbytes(self) -> int:
        return self.places.nbytes + self.numbers.nbytes

    def row(self) -> Row:
        found = np.zeros(self.columns, dtype=np.float32)
        found[self.places] = self.numbers
        return found


def _packed(row: Row) -> Row | _Packed:
    """A copy of a vector that takes as little room as it may; a view would hold the table it came from."""
    places = np.flatnonzero(row)
    if 4 * len(places) > len(row):
        return row.copy()
    return _Packed(len(row), places.astype(np.int32), row[places].astype(np.float32))


class MemoryCache:
    """Remembers while the process lives, up to a bound."""

    def __init__(self, most: int = KEPT, most_bytes: int = KEPT_BYTES) -> None:
        self._rows: OrderedDict[Key, Row | _Packed] = OrderedDict()
        self._most, self._most_bytes, self._bytes = most, most_bytes, 0

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """Those of the keys that are known."""
        found = {}
        for key in keys:
            row = self._rows.get(key)
            if row is not None:
                self._rows.move_to_end(key)
                found[key] = row.row() if isinstance(row, _Packed) else row
        return found

    def put(self, rows: dict[Key, Row]) -> None:
        """Remember vectors, and forget the longest unused beyond the bound."""
        for key, row in rows.items():
            before = self._rows.pop(key, None)
            kept = _packed(row)
            self._bytes += kept.nbytes - (before.nbytes if before is not None else 0)
            self._rows[key] = kept
        while self._rows and (len(self._rows) > self._most or self._bytes > self._most_bytes):
            _, gone = self._rows.popitem(last=False)
            self._bytes -= gone.nbytes


class FileCache:
    """Remembers in a folder beside the data, one small file a vector.

    The vectors are derived: deleting the folder costs time, nothing else. A file that cannot be read is as good as
    none, and a folder that cannot be written is left alone; ``problem`` then says why.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.problem = ""
        """Why nothing is read or written any more; empty while all is well."""

    def get(self, keys: Sequence[Key]) -> dict[Key, Row]:
        """Those of the keys that lie in the folder."""
        found: dict[Key, Row] = {}
        for key in keys:
            try:
                data = self._place(key).read_bytes()
            except FileNotFoundError:
                continue
            except OSError as error:
                self.problem = f"vectors cannot be read ({error.strerror})"
                break
            row = np.frombuffer(data[: len(data) // 4 * 4], dtype="<f4").astype(np.float32)
            if len(data) % 4 == 0 and len(row) and np.isfinite(row).all():
                found[key] = row
        return found

    def put(self, rows: dict[Key, Row]) -> None:
        """Write vectors; a reader sees a whole one or none."""
        for key, row in rows.items():
            place = self._place(key)
            part = place.with_suffix(f".{os.getpid()}.{threading.get_ident()}.part")
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(row.astype("<f4").tobytes())
                part.replace(place)
            except OSError as error:
                self.problem = f"vectors cannot be written ({error.strerror})"
                return

    def _place(self, key: Key) -> Path:
        embedder, made_by, text = key
        return self._folder / digest_bytes(f"{embedder}\0{made_by}".encode())[:16] / text[:2] / f"{text}.f4"


@dataclass(frozen=True, slots=True)
class Embedded:
    """The vectors of some texts, and what they cost."""

    rows: Vectors
    embedder: str
    digest: str
    made: int
    """Texts that were embedded now; the others were remembered."""
    seconds: float
    """For those that were made: the cold time."""


_MEMORY = MemoryCache()


AT_ONCE = 64
"""Texts embedded between two words to whoever watches."""


def embed_texts(
    embedder: Embedder,
    texts: Sequence[str],
    caches: Sequence[VectorCache] | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Embedded:
    """Vectors of texts, each text embedded once.

    A text without a letter or digit has a row of zeros and is not shown to the embedder.

    Args:
        embedder: Who embeds.
        texts: In the order of the rows wanted.
        caches: Where vectors are remembered, nearest first; None takes the memory of this process.
        told: Called with the texts embedded so far and how many there are to embed; they go in batches then.

    Raises:
        EmbedderError: It failed, timed out, or gave what cannot be used. Nothing of the batch is remembered then.

    Source:
        [HOUSE] cold and warm time are told apart: a second look embeds nothing.
    """
    caches = (_MEMORY,) if caches is None else caches
    keys = [(embedder.id, embedder.digest, digest_bytes(text.encode("utf-8", "surrogatepass"))) for text in texts]
    wanted = {key: text for key, text in zip(keys, texts, strict=True) if any(sign.isalnum() for sign in text)}
    known: dict[Key, Row] = {}
    for place, cache in enumerate(caches):
        found = cache.get([key for key in wanted if key not in known])
        known.update(found)
        for nearer in caches[:place]:
            nearer.put(found)
    missing = {key: text for key, text in wanted.items() if key not in known}
    seconds = 0.0
    if missing:
        wanting, step = list(missing.items()), AT_ONCE if told is not None else len(missing)
        for first in range(0, len(wanting), step):
            batch = dict(wanting[first : first + step])
            start = time.perf_counter()
            made = checked(embedder.id, embedder.embed(list(batch.values())), len(batch))
            seconds += time.perf_counter() - start
            fresh = dict(zip(batch, made, strict=True))
            known.update(fresh)
            for cache in caches:
                cache.put(fresh)
            if told is not None:
                told(first + len(batch), len(wanting))
    columns = {len(row) for row in known.values()}
    if len(columns) > 1:
        raise WrongVectors(embedder.id, f"gives vectors of different dimensions: {sorted(columns)}")
    rows = np.zeros((len(texts), max(columns, default=1)), dtype=np.float32)
    for row, key in zip(rows, keys, strict=True):
        if key in known:
            row[:] = known[key]
    return Embedded(rows, embedder.id, embedder.digest, len(missing), seconds)
