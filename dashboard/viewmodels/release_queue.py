"""The release queue: which part of it the address asks for, and how its lines read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, LiteralString, cast

from core.conclusions import Conclusion
from core.results import Page
from core.verdicts import ReleaseCounts, ReleaseFilter, ReleaseItem, ReleaseStatus, Subject
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import cut
from dashboard.wording import CONCLUSION, conclusion_words

SHOWS: tuple[str, ...] = ("waiting", "moved", "signed", "all")
"""Parts of the queue that one click chooses; the first needs no mention in the address."""
KINDS: tuple[Subject, ...] = ("answer", "claim")


@dataclass(frozen=True, slots=True)
class ReleaseQueueView:
    """What the address asks for; settings that cannot be used are named."""

    show: str
    wanted: ReleaseFilter
    refused: tuple[str, ...]

    @property
    def base(self) -> ReleaseFilter:
        """The same whatever the status: what the counts are over."""
        return replace(self.wanted, status=None)

    @property
    def active(self) -> bool:
        """Whether anything but the part narrows the queue."""
        return self.base != ReleaseFilter(None)


def release_queue_view(address: Mapping[str, str]) -> ReleaseQueueView:
    """Read the address; what cannot be used is refused by name and lets everything pass."""
    refused = []
    show = address.get("show", SHOWS[0])
    if show not in SHOWS:
        refused.append(f"show: expected one of {', '.join(SHOWS)}; found {show!r}")
        show = SHOWS[0]
    decision = address.get("decision")
    if decision is not None and decision not in tuple(Conclusion):
        refused.append(f"decision: expected one of {', '.join(Conclusion)}; found {decision!r}")
        decision = None
    wanted = ReleaseFilter(
        status=None if show == "all" else cast(ReleaseStatus, show),
        dataset=address.get("dataset") or None,
        conclusion=None if decision is None else Conclusion(decision),
        search=address.get("q", ""),
    )
    return ReleaseQueueView(show, wanted, tuple(refused))


def item_key(kind: Subject, uid: str) -> str:
    """What names a line in the list and the address."""
    return f"{kind}/{uid}"


def read_key(key: str | None) -> tuple[Subject, str] | None:
    """The line that a key names; None where it names none."""
    kind, _, uid = (key or "").partition("/")
    return (cast(Subject, kind), uid) if kind in KINDS and uid else None


def show_labels(counts: ReleaseCounts) -> dict[str, LiteralString]:
    """The parts of the queue with how many lines each has."""
    every = counts.waiting + counts.moved + counts.signed
    return {
        "waiting": f"Waiting {counts.waiting:,}",
        "moved": f"Moved since {counts.moved:,}",
        "signed": f"Signed {counts.signed:,}",
        "all": f"All {every:,}",
    }


def release_rows(items: Sequence[ReleaseItem]) -> list[dict[str, Any]]:
    """The lines as the list draws them."""
    return [_row(item) for item in items]


def _row(item: ReleaseItem) -> dict[str, Any]:
    title = item.question or item.text
    note = {"waiting": "", "moved": "moved since", "signed": "signed"}[item.status]
    if item.signed is not None and item.signed.against and not item.signed.withdrawn:
        note = "against the rule"
    about = [item.text if item.question else item.dataset]
    if item.kind == "claim":
        about.insert(0, "a claim alone")
    return {
        "id": item_key(item.kind, item.uid),
        "title": cut(title, 160) or "no text",
        "moves": f"{item.open_questions:,} open" if item.open_questions else "",
        "flips": False,
        "kind": conclusion_words(item.conclusion),
        "note": note,
        "claim": cut(" · ".join(about), 160),
        "hint": hint_of(item),
        "ticked": False,
    }


def hint_of(item: ReleaseItem) -> str:
    """A line on a longer look."""
    said = [item.question, cut(item.text, 600), f"{item.dataset}, here since {when(item.waiting_since)}"]
    said.append(f"{conclusion_words(item.conclusion)}: {item.why}" if item.why else conclusion_words(item.conclusion))
    said.append(count(item.open_questions, "open question"))
    if item.signed is not None:
        said.append(f"signed {CONCLUSION[item.signed.decision]} by {item.signed.by}, {when(item.signed.at)}")
    return "\n".join(part for part in said if part)


def place_words(page: Page[ReleaseItem]) -> str:
    """Which part of the queue is shown."""
    if not page.total:
        return "nothing here"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {first + len(page.rows) - 1:,} of {page.total:,}"


def nothing_words(view: ReleaseQueueView, counts: ReleaseCounts) -> tuple[str, str]:
    """What stands there when no line matches, and what to do."""
    every = counts.waiting + counts.moved + counts.signed
    if view.active and not every:
        return "Nothing matches", "Widen the search or take a filter off."
    if view.show == "waiting" and counts.moved:
        return "Nothing waits", f"{count(counts.moved, 'signature')} moved since: look at them under Moved since."
    if view.show == "waiting" and every:
        return "Nothing waits", "Everything here is signed. What moves afterwards comes back under Moved since."
    if view.show == "moved":
        return "Nothing has moved", "What was signed still stands as it was seen."
    if view.show == "signed":
        return "Nothing is signed yet", "Open Waiting, read an answer, and sign what is released of it."
    return "Nothing is here yet", "Import a file that brings answers or claims; they wait here for a decision."
