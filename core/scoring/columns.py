"""Many claims without edges at once, column by column."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ColumnScores:
    """Figures per claim, each of shape (claims,); NaN-free: undefined inflation is masked."""

    items: Ints
    sources: Ints
    raw: Floats
    eie: Floats
    gamma: Floats
    naive: Floats
    aware: Floats
    source_discounted: Floats
    defined: NDArray[np.bool_]
    """Where the inflation ratio 1 / gamma is defined."""


def score_columns(
    claim: Ints,
    document: Ints,
    content: Floats,
    increment: Floats,
    *,
    claims: int,
    prior: float,
    required: float | None,
) -> ColumnScores:
    """Score label-only claims columnwise: without edges EIE is the sum of the documents' weights.

    Formula:
        EIE = sum of weights over distinct documents; gamma = min(1, EIE / K)

    Args:
        claim: Claim number per counted item, in [0, claims), shape (items,).
        document: Document number per item; an item whose document occurred earlier in its claim weighs 0.
        content: Weight of the item's document, in [0, 1], same shape.
        increment: Support per item, in [0, 0.5), same shape.
        claims: How many claims.
        prior: In [0, 1].
        required: K > 0; None stands for "all" (K = N).

    Returns:
        Figures per claim; a claim without items has gamma 0 and an undefined ratio.

    Source:
        [KON] EIE, gamma, naive and aware confidence.
    """
    items = np.bincount(claim, minlength=claims)
    pair = claim * (int(document.max(initial=0)) + 1) + document
    first = np.zeros(len(claim), dtype=bool)
    first[np.unique(pair, return_index=True)[1]] = True
    weight = np.where(first, content, 0.0)
    eie = np.bincount(claim, weights=weight, minlength=claims)
    raw = np.bincount(claim, weights=increment, minlength=claims)
    threshold = np.maximum(items, 1) if required is None else required
    gamma = np.minimum(1.0, eie / threshold)
    return ColumnScores(
        items=items,
        sources=np.bincount(claim, weights=first, minlength=claims).astype(np.int64),
        raw=raw.astype(np.float64),
        eie=eie.astype(np.float64),
        gamma=gamma,
        naive=np.minimum(1.0, prior + raw),
        aware=np.minimum(1.0, prior + gamma * raw),
        source_discounted=np.minimum(1.0, prior + np.bincount(claim, weights=weight * increment, minlength=claims)),
        defined=(items > 0) & (gamma > 0) & (raw > 0),
    )
