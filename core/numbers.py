"""How numbers are written: rounded once, here, and never to something they are not."""

import math

from core.results import Figure, Interval, Mean

UNDEFINED = "not defined"
TINY = 1e-9
"""Less than this is the rest of binary arithmetic, not a difference."""


def amount(value: float, places: int = 2) -> str:
    """A plain number without idle zeros: 3, 3.5, 0.67; a small rest is not rounded to nothing."""
    if not math.isfinite(value):
        return UNDEFINED
    text = f"{value:.{places}f}"
    if abs(value) > TINY and not float(text):
        return f"{'-' if value < 0 else ''}<{10**-places:.{places}f}"
    return _trimmed(text)


def share(value: float, places: int = 3) -> str:
    """A number in [0, 1] such as gamma; less than 1 is never written as 1."""
    if value < 1 - TINY and float(f"{value:.{places}f}") >= 1:
        return f">{1 - 10**-places:.{places}f}"
    return amount(value, places)


def percent(value: float, places: int = 1) -> str:
    """A share of one in percent; less than 1 is never 100 %, more than 0 never 0 %."""
    if not math.isfinite(value):
        return UNDEFINED
    text = f"{value * 100:.{places}f}"
    if value < 1 - TINY and float(text) >= 100:
        return f">{100 - 10**-places:.{places}f} %"
    if value > TINY and float(text) <= 0:
        return f"<{10**-places:.{places}f} %"
    return f"{_trimmed(text)} %"


def points(value: float) -> str:
    """A difference of two confidences in percentage points, with its sign."""
    text = f"{value * 100:+.1f}"
    if abs(value) > TINY and not float(text):
        return "under +0.1 points" if value > 0 else "under −0.1 points"
    return "no change" if abs(value) <= TINY else f"{_trimmed(text)} points".replace("-", "−")


def ratio(value: float) -> str:
    """A ratio such as inflation: 1.43 ×; more than 1 is never written as 1."""
    if value > 1 + TINY and float(f"{value:.2f}") <= 1:
        return ">1 ×"
    return f"{amount(value)} ×"


def count(number: int, word: str, words: str | None = None) -> str:
    """A number with its noun: 1 claim, 1,715 items."""
    return f"{number:,} {word if number == 1 else words or word + 's'}"


def between(interval: Interval) -> str:
    """A range in words; one value where both ends agree."""
    low, high = amount(interval.low), amount(interval.high)
    return "no open question moves it" if low == high else f"between {low} and {high}"


def percent_between(interval: Interval) -> str:
    """A range of confidences in words."""
    low, high = percent(interval.low), percent(interval.high)
    return low if low == high else f"{low} to {high}"


def share_of(figure: Figure) -> str:
    """A figure in [0, 1], or "not defined"; its reason is shown beside it."""
    return UNDEFINED if figure.value is None else share(figure.value)


def ratio_of(figure: Figure) -> str:
    """A ratio, or "not defined"; its reason is shown beside it."""
    return UNDEFINED if figure.value is None else ratio(figure.value)


def over(mean: Mean, word: str = "claim") -> str:
    """The denominator of a mean: over 196 of 343 claims."""
    if mean.over == mean.of:
        return f"over {count(mean.of, word)}" if mean.of else f"no {word}s"
    return f"over {mean.over:,} of {count(mean.of, word)}"


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
