"""What an embedder is, what can go wrong with one, and the check that every set of vectors passes."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.errors import HeadwaterError

Vectors = npt.NDArray[np.float32]
"""(n, d): one unit row a text, or a row of zeros where a text holds nothing to embed."""

UNIT_WITHIN = 1e-3
"""How far the length of a row may be from 1 before it is made 1."""


class EmbedderError(HeadwaterError):
    """Texts could not be turned into vectors; the message names the embedder and the cause.

    EmbedderUnavailable   its package, model, key or address is missing
    EmbedderTimedOut      it did not answer in time
    EmbedderFailed        it answered with an error
    WrongVectors          it gave NaN, another dimension, or another number of vectors
    """

    def __init__(self, embedder: str, message: str) -> None:
        self.embedder = embedder
        super().__init__(f"embedder {embedder}: {message}")


class EmbedderUnavailable(EmbedderError):
    """What the embedder needs is not there; the message says how to get it."""


class EmbedderTimedOut(EmbedderError):
    """No answer within the time allowed."""


class EmbedderFailed(EmbedderError):
    """An answer, but not a usable one."""


class WrongVectors(EmbedderError):
    """Vectors that no cosine may be computed from."""


class Embedder(Protocol):
    """Texts to unit vectors. Two vectors compare only where id and digest are the same."""

    @property
    def id(self) -> str:
        """Name and version, as shown."""

    @property
    def digest(self) -> str:
        """SHA-256 over everything that changes a vector: weights, settings, code version."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text, in order."""


def checked(embedder: str, vectors: npt.ArrayLike, count: int, dimensions: int | None = None) -> Vectors:
    """Vectors as they may be used: finite, of one dimension, one a text, unit length or zero.

    Args:
        embedder: Its id, for the message.
        vectors: What it gave.
        count: How many texts it was given.
        dimensions: How many columns are expected; None takes what comes.

    Returns:
        float32 rows of unit length; a row of zeros stays zero.

    Raises:
        WrongVectors: Not a table of numbers, NaN or infinite, another count or dimension.

    Source:
        [HOUSE] a vector that cannot be checked is refused, never repaired by a guess.
    """
    try:
        table = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise WrongVectors(embedder, f"expected a table of numbers, got {error}") from error
    if table.ndim != 2 or len(table) != count:
        raise WrongVectors(embedder, f"expected {count} vectors, got an array of shape {table.shape}")
    if table.shape[1] == 0 and count:
        raise WrongVectors(embedder, "the vectors have no dimensions")
    if dimensions is not None and table.shape[1] != dimensions:
        raise WrongVectors(embedder, f"expected {dimensions} dimensions, got {table.shape[1]}")
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.sqrt(np.einsum("ij,ij->i", table, table))[:, np.newaxis]
    if not np.isfinite(lengths).all():
        row = int(np.flatnonzero(~np.isfinite(lengths[:, 0]))[0])
        raise WrongVectors(embedder, f"vector {row} holds NaN, infinity or numbers too large to compare")
    off = (lengths > 0) & (np.abs(lengths - 1.0) > UNIT_WITHIN)
    if off.any():
        table = np.asarray(table / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)
    return table
