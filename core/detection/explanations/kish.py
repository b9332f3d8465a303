"""Kish's effective sample size: how many equal, unrelated items weigh as much."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import InvalidParameter


@dataclass(frozen=True, slots=True)
class EffectiveSize:
    """An effective number of items, or why there is none."""

    value: float | None
    reason: str = ""


def effective_size_of_weights(weights: Sequence[float]) -> EffectiveSize:
    """How many equally weighted items carry as much as these.

    Formula: n_eff = (Σ w)² / Σ w².

    Args:
        weights: Finite, each >= 0.

    Returns:
        A number in [1, n]; None where every weight is 0.

    Raises:
        InvalidParameter: A weight is negative or not finite.

    Source:
        [KISH] effective sample size of unequal weights.
    """
    for weight in weights:
        if not (math.isfinite(weight) and weight >= 0):
            raise InvalidParameter("weight", weight, "a finite number >= 0")
    squares = math.fsum(weight * weight for weight in weights)
    if squares == 0:
        return EffectiveSize(None, "no item has a weight")
    return EffectiveSize(math.fsum(weights) ** 2 / squares)


def effective_size_of_matrix(likeness: Sequence[Sequence[float]]) -> EffectiveSize:
    """How many unrelated items an equally weighted set of related ones is worth.

    Formula: n_eff = n² / Σ R, with R the matrix of pairwise correlations.

    Args:
        likeness: R, n x n, symmetric, 1 on the diagonal, each in [-1, 1]. Pairwise probabilities of dependence are
            not always possible correlations; a matrix that is not positive semi-definite is refused.

    Returns:
        A number; None, with the reason, for an empty or impossible matrix.

    Source:
        [KISH] design effect, for equal weights; [HOUSE] refusal of impossible matrices.
    """
    matrix = np.array(likeness, dtype=np.float64)
    if matrix.size == 0:
        return EffectiveSize(None, "no items")
    square = matrix.ndim == 2 and matrix.shape[0] == matrix.shape[1]
    if not square or not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T):
        raise InvalidParameter("likeness", matrix.shape, "a symmetric matrix of finite numbers")
    if not np.allclose(np.diag(matrix), 1.0) or float(np.abs(matrix).max()) > 1.0 + 1e-12:
        raise InvalidParameter("likeness", matrix.shape, "1 on the diagonal and numbers in [-1, 1]")
    if float(np.linalg.eigvalsh(matrix).min()) < -1e-9:
        return EffectiveSize(None, "NOT_PSD: these pairwise figures cannot all hold at once")
    total = float(matrix.sum())
    if total <= 1e-12:
        return EffectiveSize(None, "the items cancel one another out")
    return EffectiveSize(len(matrix) ** 2 / total)
