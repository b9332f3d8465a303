"""How numbers are written on the screen: as everywhere else, in one place."""

from core.numbers import (
    TINY,
    UNDEFINED,
    amount,
    between,
    count,
    over,
    percent,
    percent_between,
    points,
    ratio,
    ratio_of,
    share,
    share_of,
)

__all__ = [
    "TINY",
    "UNDEFINED",
    "amount",
    "between",
    "count",
    "over",
    "percent",
    "percent_between",
    "points",
    "ratio",
    "ratio_of",
    "share",
    "share_of",
]
