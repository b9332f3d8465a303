"""A sentence-transformers model of the user's own, read from this machine: nothing is ever downloaded."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.bundles.embedders.optional import LONGEST, loaded
from core.bundles.embedders.semantic import digest_of_package
from core.bundles.embedders.types import EmbedderFailed, EmbedderUnavailable, Vectors, checked
from core.fingerprint import digest

VARIABLE = "HEADWATER_TRANSFORMERS_MODEL"
"""Folder of a model, or the name of one that lies in the local cache already."""


class SentenceTransformers:
    """Whatever model the variable names, on the processor, with unit rows."""

    def __init__(self, model: str | None = None) -> None:
        name = model or os.environ.get(VARIABLE, "").strip()
        if not name:
            raise EmbedderUnavailable("transformers", f"no model: {VARIABLE} must name a folder or a cached model")
        package = loaded("sentence_transformers", embedder="transformers", extra="transformers")
        folder = Path(name)
        try:
            self._model: Any = package.SentenceTransformer(name, device="cpu", local_files_only=True)
        except (OSError, ValueError, RuntimeError) as error:
            raise EmbedderUnavailable("transformers", f"the model {name!r} cannot be loaded ({error})") from error
        self.id = f"transformers:{folder.name}"
        weights = digest_of_package(folder) if folder.is_dir() else name
        version = str(getattr(package, "__version__", ""))
        self.digest = digest({"weights": weights, "version": version, "longest": LONGEST})

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit row a text.

        Raises:
            EmbedderFailed: The model failed.
            WrongVectors: What it gives cannot be used.
        """
        if not texts:
            return checked(self.id, [[0.0]], 1)[:0]
        cut = [text[:LONGEST] for text in texts]
        try:
            found = self._model.encode(cut, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True)
        except (OSError, ValueError, RuntimeError) as error:
            raise EmbedderFailed(self.id, f"{type(error).__name__}: {error}") from error
        return checked(self.id, found, len(texts))
