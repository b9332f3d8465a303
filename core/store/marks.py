"""What people say of documents beside labels: that two are one, that one is retracted. Nothing here reads the database.

Such an event is kept like a verdict, under a key that names no relation of the domain. The newest one that nobody has
taken back counts: a merge is undone by the next word, not by a vote.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.model import Source
from core.results import LabelEvent
from core.states import EdgeStatus
from core.store.in_force import effective

MERGE = "merge"
"""Kind of the event that two documents are one, or that they are not."""
RETRACTION = "retraction"
"""Kind of the event that a source is retracted, or that it is not."""
_ONE, _RETRACTED = "one document", "retracted"


def merge_key(one: str, other: str) -> str:
    """What a merge is kept under, whichever way round the ids are given."""
    return "\x1f".join((*sorted((one, other)), _ONE))


def retraction_key(source_id: str) -> str:
    """What a retraction is kept under."""
    return f"{source_id}\x1f\x1f{_RETRACTED}"


def merged_ids(edge_key: str | None) -> tuple[str, str] | None:
    """The ids that a merge is about; None where the key is another's."""
    parts = [] if edge_key is None else edge_key.split("\x1f")
    return (parts[0], parts[1]) if len(parts) == 3 and parts[2] == _ONE else None


def is_retraction(edge_key: str | None) -> bool:
    """Whether a key is a retraction's."""
    return edge_key is not None and edge_key.endswith(f"\x1f\x1f{_RETRACTED}")


def is_mark(event: LabelEvent) -> bool:
    """Whether an event, or what it takes back, is a merge or a retraction."""
    return is_retraction(event.edge_key) or merged_ids(event.edge_key) is not None


def says(event: LabelEvent) -> str:
    """What a merge or retraction says of its source, in words."""
    yes = event.edge_status is EdgeStatus.CONFIRMED
    ids = merged_ids(event.edge_key)
    if ids is None:
        return "retracted" if yes else "not retracted"
    other = ids[1] if event.source_id == ids[0] else ids[0]
    return f"one document with {other}" if yes else f"another document than {other}"


def newest(events: Iterable[LabelEvent], key: str) -> LabelEvent | None:
    """The event that counts under a key."""
    live = effective(event for event in events if event.edge_key == key)
    return live[-1] if live else None


def with_retraction(source: Source, events: Iterable[LabelEvent]) -> Source:
    """The source, retracted or not as people say; the data's own word where nobody has said."""
    found = newest(events, retraction_key(source.id))
    return source if found is None else replace(source, retracted=found.edge_status is EdgeStatus.CONFIRMED)


def leaders(links: Iterable[tuple[int, int]], ids: Mapping[int, str]) -> dict[int, int]:
    """Member -> the one whose id stands for the group, itself among them; only for groups of two or more.

    Args:
        links: Pairs of numbers that are one document.
        ids: The ids of the documents at hand; a member without one only holds others together.
    """
    root: dict[int, int] = {}

    def find(number: int) -> int:
        while root.setdefault(number, number) != number:
            root[number] = root[root[number]]
            number = root[number]
        return number

    for one, other in links:
        root[find(one)] = find(other)
    groups: dict[int, list[int]] = {}
    for number in root:
        if number in ids:
            groups.setdefault(find(number), []).append(number)
    return {
        member: min(members, key=lambda number: ids[number])
        for members in groups.values()
        if len(members) > 1
        for member in members
    }


_FILLED = ("title", "url", "publisher", "author", "published_at", "text", "language", "version", "fingerprint")


def together(members: Sequence[Source]) -> Source:
    """Several documents as one: the first, its gaps filled by the others; retracted where one of them is."""
    first = members[0]
    filled = {
        name: next((value for member in members if (value := getattr(member, name))), getattr(first, name))
        for name in _FILLED
    }
    return replace(
        first,
        **filled,
        retrieved=any(member.retrieved for member in members),
        retracted=any(member.retracted for member in members),
    )
