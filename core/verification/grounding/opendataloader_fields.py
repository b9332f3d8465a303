"""Fields of OpenDataLoader JSON, each read with the message the public contract has for it."""

from collections.abc import Mapping
from math import floor, isfinite
from typing import Any

from core.verification.grounding.json_strictly import MAX_SAFE
from core.verification.grounding.types import InvalidSource
from core.verification.representation import Box

WHO = "opendataloader-json adapter"
_U32 = 2**32


def refused(message: str) -> InvalidSource:
    """The refusal of a file."""
    return InvalidSource(f"{WHO}: {message}")


def items_of(item: Mapping[str, Any], key: str, message: str) -> list[Mapping[str, Any]]:
    """A list of objects."""
    found = item.get(key)
    if not isinstance(found, list):
        raise refused(message)
    return [each if isinstance(each, Mapping) else {} for each in found]


def text_of(item: Mapping[str, Any], key: str, message: str) -> str:
    """A text that is not blank."""
    value = item.get(key)
    if not isinstance(value, str) or not value.strip():
        raise refused(message)
    return value


def number_of(item: Mapping[str, Any], key: str, missing: str, too_large: str) -> int:
    """A whole number from 0 on."""
    value = item.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise refused(missing)
    if value >= _U32:
        raise refused(too_large)
    return value


def box_of(item: Mapping[str, Any], key: str, missing: str) -> Box:
    """A box in points, as hundredths of a point."""
    if key not in item:
        raise refused(missing)
    value = item[key]
    if not isinstance(value, list):
        raise refused("bbox is not an array")
    if len(value) != 4:
        raise refused("bbox must have 4 entries")
    edges = []
    for entry in value:
        if isinstance(entry, bool) or not isinstance(entry, int | float):
            raise refused("bbox entry is not a number")
        edge = centipoints(entry)
        if edge is None:
            raise refused("bbox entry is not finite")
        edges.append(edge)
    if edges[0] > edges[2] or edges[1] > edges[3]:
        raise refused("bbox is malformed (x0>x1 or y0>y1)")
    if edges[0] == edges[2] or edges[1] == edges[3]:
        raise refused("bbox must have positive area")
    return (edges[0], edges[1], edges[2], edges[3])


def centipoints(points: float) -> int | None:
    """Points as whole hundredths, halves away from zero; None for what is no such number."""
    if not isfinite(points):
        return None
    scaled = points * 100.0
    rounded = floor(scaled + 0.5) if scaled >= 0 else -floor(-scaled + 0.5)
    return rounded if abs(rounded) <= MAX_SAFE else None
