"""Representations on disk, found by what decides how bytes are read: the bytes, the reader, its library, the options.

A file that was cut short or changed is read as if it were not there.
"""

import contextlib
import hashlib
import os
import tempfile
import zlib
from pathlib import Path
from typing import Protocol

_DIGEST = 32


class Cache(Protocol):
    """Where representations are remembered."""

    def get(self, key: str) -> bytes | None:
        """What is kept under a key, or None."""

    def put(self, key: str, data: bytes) -> None:
        """Keep something; failing to is not an error."""


class NoCache:
    """Remembers nothing."""

    def get(self, key: str) -> bytes | None:
        """Nothing, ever."""
        return None

    def put(self, key: str, data: bytes) -> None:
        """Forget it."""


class DirectoryCache:
    """A folder of representations; several processes may use it at once."""

    def __init__(self, folder: Path, *, most_bytes: int = 2 * 1024**3) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def get(self, key: str) -> bytes | None:
        """What is kept under a key, or None where nothing is, or where it is damaged."""
        try:
            whole = self._place(key).read_bytes()
        except OSError:
            return None
        digest, packed = whole[:_DIGEST], whole[_DIGEST:]
        if hashlib.sha256(packed).digest() != digest:
            return None
        try:
            return zlib.decompress(packed)
        except zlib.error:
            return None

    def put(self, key: str, data: bytes) -> None:
        """Keep something: written beside its place and moved there, so that no reader sees half of it."""
        packed = zlib.compress(data, 1)
        place = self._place(key)
        temporary = None
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".", delete=False) as file:
                temporary = file.name
                file.write(hashlib.sha256(packed).digest() + packed)
            os.replace(temporary, place)
        except OSError:
            # A full or read-only disk costs time, not correctness.
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)

    def size(self) -> int:
        """Bytes kept."""
        return sum(path.stat().st_size for path in self._folder.glob("*/*") if path.is_file())

    def trim(self) -> None:
        """Forget the oldest until the rest fits."""
        kept = sorted(
            (path for path in self._folder.glob("*/*") if path.is_file()), key=lambda path: path.stat().st_mtime
        )
        total = sum(path.stat().st_size for path in kept)
        for path in kept:
            if total <= self._most_bytes:
                return
            total -= path.stat().st_size
            with contextlib.suppress(OSError):
                path.unlink()

    def _place(self, key: str) -> Path:
        name = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / name[:2] / name
