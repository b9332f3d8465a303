"""Stable digests of values and bytes: canonical JSON and SHA-256."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Set
from typing import Any

_AS_IT_IS = frozenset((str, int, float, bool, type(None)))


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is dict:
        return {key if type(key) is str else str(key): _plain(item) for key, item in value.items()}
    if kind is tuple or kind is list:
        return [item if type(item) in _AS_IT_IS else _plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted(_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, compact separators and raw UTF-8; NaN is refused.

    Raises:
        ValueError: A number is NaN or infinite.
    """
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def digest_bytes(data: bytes) -> str:
    """SHA-256 of bytes, as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()
