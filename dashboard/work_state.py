"""Where the work stands in this session: the way through the queue, the turn, what the last deed did."""

import time

from core.work import WorkItem
from dashboard import asking, session
from dashboard.viewmodels.deeds import Conflict, Deed, Status
from dashboard.viewmodels.trail import Trail


def trail() -> Trail:
    """The way through the queue."""
    return Trail(*session.value("trail", ((), -1)))


def walk(way: Trail) -> None:
    """Keep the way through the queue; the address follows, so that a reload shows the same item."""
    session.keep("trail", (way.keys, way.at))
    session.write_address(item=way.current)


def turn() -> int:
    """The number of the turn; another session starts elsewhere."""
    session.start("turn", time.time_ns() // 1_000_000)
    return int(session.value("turn"))


def status() -> Status:
    """What the last deed did."""
    return Status(*session.value("work-status", ("", "")))


def told() -> dict[str, str]:
    """Which click of the browser was stored, was refused, or was looked for in vain."""
    return dict(session.value("work-told", {}))


def conflict() -> Conflict | None:
    """Somebody else's answer that stands in the way of the item in hand."""
    kept = session.value("work-conflict")
    return Conflict(*kept["words"]) if kept is not None and kept["deed"].item == trail().current else None


def weight(item: WorkItem) -> float:
    """The weight a partial answer would have."""
    key, chosen = session.value("work-weight", ("", 0.5))
    return float(chosen) if key == item.item.key else asking.weight_of(item)


def next_turn() -> None:
    """The next turn: what was meant for this one comes too late from now on."""
    session.keep("turn", turn() + 1)


def say(words: str, tone: str) -> None:
    """Keep what the last deed did."""
    session.keep("work-status", (words, tone))


def refuse(deed: Deed, words: str) -> None:
    """Nothing was saved: say why, and let the browser keep its draft."""
    say(words, "bad")
    session.keep("work-told", {"refused": deed.token})
