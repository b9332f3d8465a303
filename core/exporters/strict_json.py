"""JSON that every reader takes: no NaN, no halves of a surrogate pair, one notation for one value."""

import json
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")


_AS_IT_IS = frozenset((str, int, float, bool, type(None)))


def plain(value: Any) -> Any:
    """A value of ours in those of JSON."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def dumped(value: Any, *, indent: int | None = None) -> str:
    """Strict JSON in UTF-8 letters.

    Raises:
        ValueError: A number is NaN or infinite.
    """
    text = json.dumps(plain(value), ensure_ascii=False, allow_nan=False, indent=indent)
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text)
