"""The deeds of the work place: each a use case under the reviewer's name; what it did is kept for the page to say.

A deed names the item and the turn it was meant for. One that comes twice, or late, meets another turn and does nothing.
"""

from collections.abc import Callable
from dataclasses import replace

from core import services
from core.errors import HeadwaterError, StaleVersion
from core.results import LabelEvent
from core.work import WorkItem
from dashboard import asking, caching, session
from dashboard.answering import give
from dashboard.components import reviewer
from dashboard.viewmodels.deeds import Deed, read_deed
from dashboard.viewmodels.inspector import undoable
from dashboard.viewmodels.queue import QueueView
from dashboard.viewmodels.relabel import answer_words, done_words
from dashboard.viewmodels.trail import Trail
from dashboard.wording import refusal
from dashboard.work_state import next_turn, refuse, say, status, trail, turn, walk, weight

ALREADY = "Your click came for an item that had gone by; nothing was saved."


def in_hand(view: QueueView) -> str | None:
    """The item to show: the one in hand, that of the address, or the first of the queue."""
    way = trail()
    asked = session.address("item")
    if session.take("work-restart"):
        way = Trail()
    elif asked and asked != way.current:
        way = way.to(asked)
    if way.current is None:
        first = asking.next_key(view.wanted, None)
        way = way.to(first) if first else way
    walk(way)
    return way.current


def start_over() -> None:
    """Another part of the queue was chosen: its first item comes in hand."""
    session.first_page()
    session.keep("work-restart", True)
    session.keep("work-status", ("", ""))
    session.keep("work-conflict", None)
    session.write_address(item=None)


def gone(error: HeadwaterError, view: QueueView) -> str | None:
    """The item in hand cannot be shown: say why, and take the next one."""
    say(refusal(error), "bad")
    after = asking.next_key(view.wanted, None)
    walk(Trail((after,), 0) if after else Trail())
    return after


def pick(key: str) -> None:
    """Take an item in hand from the list."""
    say("", "")
    walk(trail().to(key))
    next_turn()


def tick(key: str, on: bool) -> None:
    """Tick a line of the list for work in bulk, or take the tick off."""
    others = tuple(other for other in session.value("ticked", ()) if other != key)
    session.keep("ticked", (*others, key) if on else others)


def assign(to_nobody: bool = False) -> None:
    """Give what is ticked to somebody, or to nobody."""
    name = None if to_nobody else str(session.value("give-to") or "").strip()
    if name == "":
        say("Choose or type a name first; nothing was given to anybody.", "bad")
        return
    try:
        given = services.assign(caching.workspace(), session.value("ticked", ()), to=name, by=reviewer.name())
    except HeadwaterError as error:
        say(refusal(error), "bad")
        return
    say(f"{given} given to {name or 'nobody'}.", "good")
    session.drop("ticked", "give-to")


def unskip() -> None:
    """Take everything back that was skipped."""
    try:
        taken = services.unskip(caching.workspace(), by=reviewer.name())
    except HeadwaterError as error:
        say(refusal(error), "bad")
        return
    say(f"{taken} taken back into your queue.", "good")


def can_undo(item: WorkItem | None) -> bool:
    """Whether U takes something back: an answer since one came, else one's own on this item."""
    if session.value("work-undo"):
        return True
    return item is not None and undoable(item.history, reviewer.acting()) is not None


def handle(sent: object, item: WorkItem | None, view: QueueView) -> None:
    """Do what was pressed or clicked.

    Args:
        sent: As the component reports it.
        item: The item as it was on the screen: with the label that was seen there.
        view: The part of the queue that is worked on.
    """
    deed = read_deed(sent)
    if deed is None:
        return
    if deed.do == "weigh":
        session.keep("work-weight", (deed.item, min(1.0, max(0.0, deed.weight or 0.0))))
        return
    try:
        if deed.do == "check":
            _check(deed)
        elif deed.turn != turn() or deed.item != (item.item.key if item else ""):
            refuse(deed, ALREADY)
        else:
            DOES[deed.do](deed, item, view)
    except HeadwaterError as error:
        refuse(deed, refusal(error))
    next_turn()


def _onward(view: QueueView) -> None:
    """The next item: along the way that was walked already, else in the order of value."""
    way = trail()
    following = way.following or asking.next_key(view.wanted, way.current)
    if following is None:
        walk(replace(way, at=len(way.keys)))
    elif following == way.current:
        say(f"{status().words} This is the only open item.".strip(), status().tone)
    else:
        walk(way.to(following))


def _label(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    if item is None or not deed.number:
        return
    try:
        event = give(deed, item, reviewer.name(), item.expected_event)
    except StaleVersion as error:
        mine = answer_words(item, deed)
        words = (error.by or "somebody", error.says or "no label", mine)
        session.keep("work-conflict", {"words": words, "deed": deed, "event": error.event})
        refuse(deed, str(error))
        return
    _given(deed, item, event, view)


def _given(deed: Deed, item: WorkItem, event: LabelEvent, view: QueueView) -> None:
    session.keep("work-conflict", None)
    session.keep("work-told", {"done": deed.token})
    session.keep("work-undo", (*session.value("work-undo", ())[-99:], (event.number, deed.item)))
    session.keep("work-redo", ())
    session.keep("work-count", int(session.value("work-count", 0)) + 1)
    after = asking.readings(item, deed.weight if deed.weight is not None else weight(item))[deed.number - 1]
    first = asking.work_item(deed.item, reviewer.name()).words if item.blind else ()
    say(done_words(event, item, deed, after, first), "good")
    _onward(view)


def _keep(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    kept = session.value("work-conflict")
    session.keep("work-conflict", None)
    if kept is not None:
        say(f"Kept what {kept['words'][0]} said: {kept['words'][1]}. Yours was not saved.", "")
        session.keep("work-told", {"done": kept["deed"].token})
        _onward(view)


def _take(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    kept = session.value("work-conflict")
    if kept is None or item is None:
        return
    mine: Deed = kept["deed"]
    try:
        event = give(mine, item, reviewer.name(), kept["event"])
    except StaleVersion as error:
        words = (error.by or "somebody", error.says or "no label", answer_words(item, mine))
        session.keep("work-conflict", {"words": words, "deed": mine, "event": error.event})
        return
    _given(mine, item, event, view)


def _next(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    say("", "")
    _onward(view)


def _previous(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    say("", "")
    walk(trail().back())


def _skip(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    services.skip(caching.workspace(), deed.item, by=reviewer.name())
    say("Skipped: it is under Skipped until you take it back.", "")
    _onward(view)


def _second(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    if item is not None and item.blind:
        say("This is the second reading: answer it, or skip it.", "")
        return
    if item is not None and item.item.flagged:
        services.withdraw_second_opinion(caching.workspace(), deed.item, by=reviewer.name())
        say("The request for a second opinion is withdrawn.", "")
        return
    services.flag_second_opinion(caching.workspace(), deed.item, by=reviewer.name(), reason=deed.reason)
    say("A second opinion is asked for. Whoever gives it will not see your answer.", "good")


def _undo(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    stack = session.value("work-undo", ())
    own = undoable(item.history, reviewer.name()) if item is not None else None
    number, key = stack[-1] if stack else (own, deed.item)
    if number is None:
        say("There is nothing of yours to take back.", "")
        return
    event = services.undo(caching.workspace(), number, by=reviewer.name())
    session.keep("work-undo", stack[:-1])
    session.keep("work-redo", (*session.value("work-redo", ()), (event.number, key)))
    say(f"Entry {number} is taken back by entry {event.number}; both stay on record. Y gives it again.", "good")
    walk(trail().to(key))


def _redo(deed: Deed, item: WorkItem | None, view: QueueView) -> None:
    stack = session.value("work-redo", ())
    if not stack:
        return
    number, key = stack[-1]
    event = services.undo(caching.workspace(), number, by=reviewer.name())
    session.keep("work-redo", stack[:-1])
    session.keep("work-undo", (*session.value("work-undo", ()), (event.number, key)))
    say(f"Given again by entry {event.number}.", "good")
    walk(trail().to(key))


def _check(deed: Deed) -> None:
    """Whether a click whose answer never came had been stored."""
    item = asking.work_item(deed.item, reviewer.name())
    event = next((event for event in item.history if deed.token and event.seen.get("token") == deed.token), None)
    if event is not None:
        say(f"The connection broke, but your answer had arrived: it is stored as entry {event.number}.", "good")
        session.keep("work-told", {"done": deed.token})
    else:
        answer = f" ({answer_words(item, deed)})" if deed.number else ""
        again = f" Press {deed.number} to give it again." if deed.number else ""
        say(f"The connection broke before your answer{answer} arrived: nothing of it is stored.{again}", "bad")
        session.keep("work-told", {"checked": deed.token})


DOES: dict[str, Callable[[Deed, WorkItem | None, QueueView], None]] = {
    "label": _label,
    "next": _next,
    "previous": _previous,
    "skip": _skip,
    "second": _second,
    "undo": _undo,
    "redo": _redo,
    "keep": _keep,
    "take": _take,
}
