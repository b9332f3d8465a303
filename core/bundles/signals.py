"""Two probabilities from elsewhere that a decision may take: does the context suffice, how sure is the generator."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.errors import InvalidParameter
from core.model import Judgement
from core.policy import in_unit

SUFFICIENCY, GENERATOR = "context_sufficiency", "generator_confidence"
"""Axes of a claim's judgements that carry them: a number in [0, 1], with the calibration it was made by as rubric."""
UNCALIBRATED = 0.5
"""Threshold of a signal that nobody calibrated [HOUSE]."""
_WORDS = {"sufficient": 1.0, "insufficient": 0.0, "certain": 1.0, "uncertain": 0.0}


@dataclass(frozen=True, slots=True)
class Signal:
    """A probability from elsewhere with the threshold it was calibrated to; the two signals are never mixed."""

    value: float
    """In [0, 1]."""
    threshold: float
    calibrated_by: str = ""
    """Names the calibration; empty says there is none."""

    def __post_init__(self) -> None:
        in_unit("signal", self.value)
        in_unit("threshold of a signal", self.threshold)

    @property
    def holds(self) -> bool:
        """True where it reaches its threshold."""
        return self.value >= self.threshold


NO_THRESHOLDS: Mapping[str, float] = MappingProxyType({})


def signal_of(
    judgements: Sequence[Judgement], axis: str, thresholds: Mapping[str, float] = NO_THRESHOLDS
) -> Signal | None:
    """The latest word on an axis, as a signal.

    Args:
        judgements: Of one claim.
        axis: "context_sufficiency" or "generator_confidence".
        thresholds: Axis -> the team's calibrated threshold; 0.5 where it has none.

    Returns:
        None where nobody said anything.

    Raises:
        InvalidParameter: The latest word is neither a number in [0, 1] nor one such as "sufficient" or "uncertain".

    Source:
        [TOUCH] section 8: generation confidence is not context sufficiency; each has its own calibration.
    """
    said = [judgement for judgement in judgements if judgement.axis == axis]
    if not said:
        return None
    latest = max(said, key=lambda judgement: judgement.at or "")
    value = _number(axis, latest.value)
    calibrated = latest.rubric or ("own threshold" if axis in thresholds else "")
    return Signal(value, thresholds.get(axis, UNCALIBRATED), calibrated)


def _number(axis: str, word: str) -> float:
    plain = word.strip().casefold()
    if plain in _WORDS:
        return _WORDS[plain]
    try:
        number = float(plain)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and 0.0 <= number <= 1.0):
        raise InvalidParameter(axis, word, 'a number in [0, 1], or a word such as "sufficient" or "uncertain"')
    return number
