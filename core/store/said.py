"""Who says something, when and why; the store keeps every word as it is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import InvalidInput
from core.store.mapping import json_of


@dataclass(frozen=True, slots=True)
class Said:
    """Who says something, when and why, and what stood on the screen."""

    by: str
    at: str
    reason: str
    seen: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not self.by.strip():
            raise InvalidInput("a name is needed: whoever labels stands behind it")


def seen_json(seen: Mapping[str, Any]) -> str:
    """The figures on the screen as they are stored.

    Raises:
        InvalidInput: They are not values of JSON.
    """
    try:
        return json_of(dict(seen))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"the figures seen cannot be kept: {error}") from error
