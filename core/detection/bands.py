"""How sure a proposal may be, as a band with the number of judged pairs behind it."""

import math

from core.detection.types import Band, Basis

Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution."""

_NAMES = ((0.9, "near certain"), (0.7, "likely"), (0.4, "even"), (0.0, "unlikely"))


def wilson(confirmed: int, n: int) -> tuple[float, float]:
    """95 % interval of a share.

    Formula: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), with p = confirmed / n.

    Args:
        confirmed: Pairs that held, 0 <= confirmed <= n.
        n: Judged pairs.

    Returns:
        Lower and upper end in [0, 1]; (0, 1) where nothing was judged.

    Source:
        [WILSON] score interval.
    """
    if n <= 0:
        return 0.0, 1.0
    share, square = confirmed / n, Z95 * Z95
    middle = share + square / (2 * n)
    half = Z95 * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = (middle - half) / (1 + square / n), (middle + half) / (1 + square / n)
    return max(0.0, min(low, share)), min(1.0, max(high, share))


def shifted(probability: float, base: float, prevalence: float) -> float:
    """A probability measured at one share of dependent pairs, restated for another.

    Formula: odds' = odds · [π / (1 - π)] / [π₀ / (1 - π₀)].

    Args:
        probability: As measured, in [0, 1].
        base: π₀, share of dependent pairs where it was measured, in (0, 1).
        prevalence: π, share of dependent pairs among the candidates here, in (0, 1).

    Source:
        [HOUSE] lineage detection, "corrected for the collection's prevalence" (Bayes' rule for a shifted prior).
    """
    if probability <= 0.0 or probability >= 1.0:
        return probability
    odds = probability / (1 - probability) * (prevalence / (1 - prevalence)) / (base / (1 - base))
    return odds / (1 + odds)


def band_name(probability: float) -> str:
    """The word for a probability: near certain from 0.9, likely from 0.7, even from 0.4, else unlikely."""
    return next(name for floor, name in _NAMES if probability >= floor)


def prior_band(probability: float, basis: Basis = "expert prior") -> Band:
    """The band of a probability nobody has measured yet: the point itself, on no pairs."""
    return Band(band_name(probability), probability, probability, 0, basis)
