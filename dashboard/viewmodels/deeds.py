"""What is pressed in the work place, what it did, and what stood in its way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Do = Literal["label", "next", "previous", "undo", "redo", "skip", "second", "weigh", "keep", "take", "check"]
DEEDS: tuple[Do, ...] = (
    *("label", "next", "previous", "undo", "redo", "skip"),
    *("second", "weigh", "keep", "take", "check"),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """What was pressed or clicked in the work place."""

    do: Do
    item: str
    """The item it was meant for: one that has changed hands meanwhile is not touched."""
    turn: int
    number: int = 0
    """1 to 4 for a label, else 0."""
    weight: float | None = None
    reason: str = ""
    everywhere: bool = False
    relation: str = ""
    token: str = ""
    """Made up by the browser, kept with what is saved: it tells later whether a click arrived."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the last deed did."""

    words: str = ""
    tone: Literal["", "good", "bad"] = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster."""

    by: str
    says: str
    mine: str


def read_deed(sent: object) -> Deed | None:
    """What the component sends, or None where it is none of what it may send."""
    if not isinstance(sent, Mapping):
        return None
    do, item, turn = sent.get("do"), sent.get("item"), sent.get("turn")
    if do not in DEEDS or not isinstance(item, str) or not isinstance(turn, int):
        return None
    number, weight = sent.get("number"), sent.get("weight")
    return Deed(
        do,
        item,
        turn,
        number if isinstance(number, int) and 1 <= number <= 4 else 0,
        float(weight) if isinstance(weight, int | float) and not isinstance(weight, bool) else None,
        _text(sent.get("reason")),
        sent.get("everywhere") is True,
        _text(sent.get("relation")),
        _text(sent.get("token"))[:64],
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
