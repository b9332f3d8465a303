"""What an estimator is given and what it is: plain numbers in, an explained number out."""

from collections.abc import Callable
from dataclasses import dataclass

from core.results import Estimate


@dataclass(frozen=True, slots=True)
class Support:
    """The counted items of one claim, reduced to numbers."""

    prior: float
    """In [0, 1]."""
    increments: tuple[float, ...]
    """Support per counted item, each in [0, 0.5)."""
    weights: tuple[float, ...]
    """Credited share per counted item, in [0, 1]; same order; they add up to ``eie``."""
    names: tuple[str, ...]
    """What to call each item in a step."""
    eie: float
    scarcity: float | None
    """min(1, N / K); None where gamma is undefined."""
    gamma: float | None
    """min(1, EIE / K); None where K is "all" and nothing is counted."""

    @property
    def raw(self) -> float:
        """Sum of the increments."""
        return sum(self.increments)


Estimator = Callable[[Support], Estimate]
