"""JSON read once and only one way: no repeated key, no NaN, a bounded depth."""

import json
from typing import Any

from core.verification.grounding.types import InvalidSource

MAX_SAFE = 9_007_199_254_740_991
"""Largest whole number every JSON implementation keeps exactly."""


def load(data: bytes, who: str, *, depth: int, floats: bool = True, nulls: bool = True) -> Any:
    """Read JSON bytes.

    Args:
        who: Begins every message, such as "opendataloader-json adapter".
        depth: Deepest nesting taken.
        floats: Whether numbers with a fraction are taken.
        nulls: Whether null is taken.

    Raises:
        InvalidSource: The bytes are not JSON, or JSON that two readers could read differently.
    """

    def refused(what: str) -> InvalidSource:
        return InvalidSource(f"{who}: {what}")

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            raise refused("duplicate object key")
        return found

    def fraction(text: str) -> float:
        if not floats:
            raise refused("floating point values are not allowed")
        return float(text)

    def whole(text: str) -> int:
        if len(text) > 17 or abs(int(text)) > MAX_SAFE:
            raise refused("integer limit exceeded")
        return int(text)

    def constant(text: str) -> Any:
        raise refused(f"{text} is not JSON")

    if data.startswith(b"\xef\xbb\xbf"):
        raise refused("remove the UTF-8 byte order mark")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_float=fraction,
            parse_int=whole,
            parse_constant=constant,
        )
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise refused("input is not valid JSON") from error
    except RecursionError as error:
        raise refused("depth limit exceeded") from error
    _bounded(value, depth, nulls, refused)
    return value


def _bounded(value: Any, depth: int, nulls: bool, refused: Any) -> None:
    level = [value]
    for _ in range(depth + 1):
        below = []
        for item in level:
            children = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
            for child in children:
                if child is None and not nulls:
                    raise refused("null values are not allowed")
                if isinstance(child, dict | list):
                    below.append(child)
        if not below:
            return
        level = below
    raise refused("depth limit exceeded")
