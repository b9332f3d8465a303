"""The queue of open questions: which part of it the address asks for, and how its lines read."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, LiteralString

from core.results import Page
from core.work import Choice, QueueCounts, QueueFilter, QueueItem, WorkKind
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.tables import cut
from dashboard.wording import WORK_KIND

VIEWS = ("all", "flips", "disputes", "second", "mine", "skipped")
"""Parts of the queue that one click chooses."""

MENUS = ("dataset", "answer", "publisher", "rule", "band", "kind", "assignee")
"""Settings of the address that have a menu."""

AGES = MappingProxyType({"1": "1 day", "7": "a week", "30": "30 days"})
"""Days as the address has them -> how they are named."""

NOBODY = "nobody"
"""The address's word for items that are not given to anybody."""

NAMES = MappingProxyType(
    {
        "dataset": "data set",
        "answer": "answer",
        "publisher": "publisher",
        "rule": "rule",
        "band": "how likely",
        "kind": "kind",
        "age": "waiting at least",
        "assignee": "given to",
    }
)


@dataclass(frozen=True, slots=True)
class QueueView:
    """What the address asks for, and in which words the page says so."""

    show: str
    """One of VIEWS."""
    wanted: QueueFilter
    base: QueueFilter
    """The same without the part of the queue: what the counts of the parts are over."""
    active: tuple[str, ...]
    """Every setting that narrows the queue, in words."""
    refused: tuple[str, ...]
    """Settings of the address that cannot be used, and why."""


def queue_view(address: Mapping[str, str], me: str | None) -> QueueView:
    """Read the address; what cannot be used is refused by name and lets everything pass."""
    refused = []
    show = address.get("show", "all")
    if show not in VIEWS:
        refused.append(f"show: expected one of {', '.join(VIEWS)}; found {show!r}")
        show = "all"
    kind = address.get("kind")
    if kind is not None and kind not in set(WorkKind):
        refused.append(f"kind: expected one of {', '.join(WorkKind)}; found {kind!r}")
        kind = None
    age = address.get("age")
    if age is not None and age not in AGES:
        refused.append(f"age: expected one of {', '.join(AGES)} days; found {age!r}")
        age = None
    given = address.get("assignee")
    given = "" if given == NOBODY else given
    base = QueueFilter(
        dataset=address.get("dataset"),
        answer_uid=address.get("answer"),
        publisher=address.get("publisher"),
        rule=address.get("rule"),
        band=address.get("band"),
        min_age_days=float(age) if age is not None else None,
        assignee=given,
        kind=WorkKind(kind) if kind is not None else None,
        reviewer=me,
    )
    said = {name: address[name] for name in MENUS if address.get(name) and name != "kind"}
    if kind is not None:
        said["kind"] = WORK_KIND[WorkKind(kind)]
    if age is not None:
        said["age"] = AGES[age]
    active = tuple(f"{NAMES[name]}: {said[name]}" for name in said)
    return QueueView(show, _part(base, show, me), base, active, tuple(refused))


def _part(base: QueueFilter, show: str, me: str | None) -> QueueFilter:
    """The filter of one part of the queue."""
    match show:
        case "flips":
            return replace(base, flips_only=True)
        case "disputes":
            return replace(base, kind=WorkKind.DISPUTE)
        case "second":
            return replace(base, kind=WorkKind.SECOND_READING)
        case "mine":
            return replace(base, assignee=me)
        case "skipped":
            return replace(base, skipped=True)
    return base


def view_labels(counts: QueueCounts) -> dict[str, LiteralString]:
    """What the parts of the queue are called, each with how many items it holds."""
    return {
        "all": f"All {counts.open:,}",
        "flips": f"Turning {counts.flips:,}",
        "disputes": f"Disputes {counts.disputes:,}",
        "second": f"Second readings {counts.second_readings:,}",
        "mine": f"Given to me {counts.mine:,}",
        "skipped": f"Skipped {counts.skipped:,}",
    }


def menu(choices: Sequence[Choice], chosen: str | None) -> dict[str, str]:
    """Value -> how a menu shows it; what the address asks for is in it even where nothing is open for it."""
    shown = {choice.value: f"{cut(choice.text, 70) or 'none'} ({choice.count:,})" for choice in choices}
    if chosen and chosen not in shown:
        shown[chosen] = f"{cut(chosen, 70)} (0)"
    return shown


def queue_rows(items: Sequence[QueueItem], ticked: Collection[str] = ()) -> list[dict[str, Any]]:
    """The lines of one page for the list component; every word in them is drawn as text."""
    return [
        {
            "id": item.key,
            "title": cut(item.source_title or item.source_id, 90),
            "claim": cut(item.claim_text, 140),
            "kind": "" if item.kind is WorkKind.SOURCE else WORK_KIND[item.kind],
            "moves": moves(item),
            "flips": item.flips,
            "note": _note(item),
            "ticked": item.key in ticked,
            "hint": hint(item),
        }
        for item in items
    ]


def moves(item: QueueItem) -> str:
    """How far settling an item can move the confidence, in percentage points."""
    size = abs(item.difference) * 100
    return f"{amount(size, 1)} pts" if size > 1e-7 else "no move"


def hint(item: QueueItem) -> str:
    """An item in full: what it is, what settling it would do, since when it waits."""
    parts = [
        item.source_title or item.source_id,
        item.publisher or "",
        WORK_KIND[item.kind],
        f"settling it moves the confidence by up to {moves(item)}" if abs(item.difference) > 1e-9 else "",
        "turns what confidence allows" if item.flips else "",
        f"used by {count(item.claims, 'claim')}",
        f"rule {item.rule}" if item.rule else "",
        item.band or "",
        f"waiting since {when(item.waiting_since)}",
    ]
    return "\n".join(part for part in parts if part)


def _note(item: QueueItem) -> str:
    asked = item.flagged and item.kind is not WorkKind.SECOND_READING
    return " · ".join(
        part
        for part in (f"for {item.assignee}" if item.assignee else "", "second opinion asked" if asked else "")
        if part
    )


def place_words(page: Page[QueueItem]) -> str:
    """Which part of the queue is shown: 51 to 100 of 343 open."""
    if not page.total:
        return "nothing open"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {min(page.total, first + len(page.rows) - 1):,} of {page.total:,} open"


def nothing_words(view: QueueView, counts: QueueCounts) -> tuple[str, str]:
    """Why nothing is shown, and what to do next."""
    if view.active:
        return "Nothing is open under these filters.", "Take a filter off to see the rest."
    if view.show != "all":
        said = {
            "flips": "No open question alone would turn what confidence allows.",
            "disputes": "Nobody disagrees.",
            "second": "No second reading is asked of you.",
            "mine": "Nothing is given to you.",
            "skipped": "You have skipped nothing.",
        }[view.show]
        return said, "Choose All to see every open question." if counts.open else "Nothing else is open either."
    if counts.skipped:
        return "Everything is answered but what you skipped.", "Choose Skipped to come back to it."
    return (
        "No question is open: every source is labelled and every suspected link judged.",
        "Import a file that brings new claims, or look at how far people agree.",
    )
