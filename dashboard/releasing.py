"""The deeds of the Release page: each a use case under the reviewer's name; what it did is kept for the page to say.

A deed names the line and the turn it was meant for. One that comes twice, or late, meets another turn and does nothing.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from core import services
from core.conclusions import Conclusion
from core.errors import HeadwaterError, StaleVersion
from core.releasable import ReleaseFile
from core.verdicts import ReleasedText, Subject
from dashboard import caching, session
from dashboard.components import reviewer
from dashboard.viewmodels.release import TEXTS, signed_words
from dashboard.viewmodels.release_queue import item_key
from dashboard.wording import refusal

ALREADY = "Your click came for a line that had gone by; nothing was signed."
DEEDS = ("sign", "next", "previous", "undo")
TURN, STATUS, MINE, DONE = "release-turn", "release-status", "release-mine", "release-done"


@dataclass(frozen=True, slots=True)
class Around:
    """The lines before and after the one in hand."""

    previous: str | None
    next: str | None


def turn() -> int:
    """The number of the turn; another session starts elsewhere."""
    session.start(TURN, time.time_ns() // 1_000_000)
    return int(session.value(TURN))


def status() -> dict[str, str]:
    """What the last deed did, and how it went."""
    words, tone = session.value(STATUS, ("", ""))
    return {"words": words, "tone": tone}


def done() -> str:
    """The line that was signed last: its draft of a reason may go."""
    return str(session.value(DONE, ""))


def can_undo() -> bool:
    """Whether something was signed in this session that stands."""
    return bool(session.value(MINE))


def say(words: str, tone: str = "") -> None:
    """Keep what the last deed did."""
    session.keep(STATUS, (words, tone))


def open_item(key: str | None) -> None:
    """Take a line in hand; None takes the first of the list."""
    session.write_address(item=key)


def pick(key: str) -> None:
    """Take a line in hand from the list."""
    say("")
    open_item(key)
    session.keep(TURN, turn() + 1)


def handle(sent: Mapping[str, object], file: ReleaseFile | None, around: Around) -> None:
    """Do what was pressed or clicked.

    Args:
        sent: As the form reports it.
        file: The line as it was on the screen; it is what was seen.
        around: Where it goes from there.
    """
    what, item = sent.get("do"), sent.get("item")
    if what not in DEEDS:
        return
    here = "" if file is None else item_key(file.item.kind, file.item.uid)
    if sent.get("turn") != turn() or item != here:
        say(ALREADY, "bad")
        session.keep(TURN, turn() + 1)
        return
    try:
        if what == "sign" and file is not None:
            _sign(sent, file, around)
        elif what == "undo":
            _undo()
        elif what in ("next", "previous"):
            say("")
            open_item(around.next if what == "next" else around.previous)
    except StaleVersion as error:
        say(f"{refusal(error)} It is shown as it stands now.", "bad")
        # Signed by somebody else it may have left the list; who was about to sign wants to see it all the same.
        open_item(here or None)
    except HeadwaterError as error:
        say(refusal(error), "bad")
    session.keep(TURN, turn() + 1)


def _sign(sent: Mapping[str, object], file: ReleaseFile, around: Around) -> None:
    decision, text, reason = sent.get("decision"), sent.get("text"), sent.get("reason")
    if decision not in tuple(Conclusion) or text not in TEXTS or not isinstance(reason, str):
        return
    made = services.sign(
        caching.workspace(),
        kind=file.item.kind,
        uid=file.item.uid,
        decision=Conclusion(str(decision)),
        text=cast(ReleasedText, text),
        reason=reason,
        by=reviewer.name(),
        expected=file.newest,
        file=file,
    )
    key = item_key(made.kind, made.uid)
    session.keep(MINE, (*session.value(MINE, ())[-99:], (made.kind, made.uid, made.number)))
    session.keep(DONE, key)
    say(signed_words(made), "good")
    open_item(around.next or around.previous)


def _undo() -> None:
    mine = session.value(MINE, ())
    if not mine:
        return
    kind, uid, number = cast("tuple[Subject, str, int]", mine[-1])
    made = services.take_back(
        caching.workspace(), kind=kind, uid=uid, reason="taken back", by=reviewer.name(), expected=number
    )
    session.keep(MINE, mine[:-1])
    say(f"Entry {number:,} is taken back by entry {made.number:,}; both stay on record.", "good")
    open_item(item_key(kind, uid))
