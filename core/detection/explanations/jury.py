"""The correlated jury: why a hundred voices that heard one another say little more than a few."""

import math

from core.errors import InvalidParameter
from core.policy import in_unit


def majority_right(jurors: int, competence: float, correlation: float) -> float:
    """How often the majority of a jury is right.

    Formula: Σ over k > n/2 of C(n, k) B(k + a, n - k + b) / B(a, b), with a = p (1 - ρ)/ρ and b = (1 - p)(1 - ρ)/ρ.
    At ρ = 0 it is the binomial, at ρ = 1 it is p.

    Args:
        jurors: n, odd, >= 1.
        competence: p, how often one juror is right, in [0, 1].
        correlation: ρ between any two votes, in [0, 1].

    Returns:
        A probability in [0, 1].

    Raises:
        InvalidParameter: An argument lies outside its domain.

    Source:
        [LADHA] the beta-binomial case. Shown on the Method page; it is no confidence in anything.
    """
    if isinstance(jurors, bool) or not isinstance(jurors, int) or jurors < 1 or jurors % 2 == 0:
        raise InvalidParameter("jurors", jurors, "an odd whole number >= 1")
    p, rho = in_unit("competence", competence), in_unit("correlation", correlation)
    if p in (0.0, 1.0) or rho == 1.0:
        return p
    winning = range(jurors // 2 + 1, jurors + 1)
    if rho == 0.0:
        logs = [_choose(jurors, k) + k * math.log(p) + (jurors - k) * math.log1p(-p) for k in winning]
    else:
        a, b = p * (1 - rho) / rho, (1 - p) * (1 - rho) / rho
        logs = [_choose(jurors, k) + _beta(k + a, jurors - k + b) - _beta(a, b) for k in winning]
    return min(1.0, math.fsum(math.exp(value) for value in logs))


def effective_jurors(jurors: int, correlation: float) -> float:
    """How many unrelated jurors an equally correlated jury is worth.

    Formula: n / (1 + (n - 1) ρ); it never exceeds 1 / ρ.

    Source:
        [KISH] design effect.
    """
    if isinstance(jurors, bool) or not isinstance(jurors, int) or jurors < 1:
        raise InvalidParameter("jurors", jurors, "a whole number >= 1")
    return jurors / (1 + (jurors - 1) * in_unit("correlation", correlation))


def _choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
