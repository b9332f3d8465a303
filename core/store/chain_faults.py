"""What is wrong with a hash chain, told from its links alone: changed, missing, added and reordered entries."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """One entry as the database has it."""

    number: int
    previous: str
    hash: str
    sound: bool
    """True where the hash fits the rest of the entry."""


def chain_faults(links: Sequence[Link], count: int, last: str) -> list[str]:
    """Everything that is wrong, each entry by its number; empty for an intact chain.

    Args:
        links: The entries by number.
        count: How many entries the ledger says there are.
        last: The hash the ledger has of the last one.
    """
    places, torn = _places(links, count, last)
    faults = []
    closed = any(link.previous == "" and link.number in places for link in links)
    surplus = min(places.values(), default=1) - 1
    if surplus and closed:
        faults.append(f"ledger counts {count} entries, the chain has {len(places)}")
        places = {number: place - surplus for number, place in places.items()}
        count -= surplus
    rest = {link.number for link in links} - places.keys()
    lost = set(range(1, count + 1)) - set(places.values())
    for place in sorted(lost):
        # An entry that was rewritten together with its hash: it stands there, but the next does not follow from it.
        faults.append(f"event {place} was changed" if place in rest else f"event {place} is missing")
    faults += [f"event {number} was added" for number in sorted(rest - lost)]
    faults += [f"event {link.number} was changed" for link in links if not link.sound and link.number in places]
    if torn is not None and not lost:
        faults.append(
            f"event {torn} was changed" if places[torn] < count else f"event {torn} or the ledger was changed"
        )
    moved = _moved(places) if rest or lost else (number for number in sorted(places) if number != places[number])
    return faults + [f"event {number} was moved: it is entry {places[number]} of the chain" for number in moved]


def _places(links: Sequence[Link], count: int, last: str) -> tuple[dict[int, int], int | None]:
    """Number -> place in the chain for every entry that hangs on its end or its beginning.

    Also returns the number of the last entry that hangs on the beginning, where the end does not follow from it.
    """
    by_hash = {link.hash: link for link in links}
    places: dict[int, int] = {}
    place, wanted = count, last
    while wanted in by_hash and by_hash[wanted].number not in places:
        places[by_hash[wanted].number] = place
        place, wanted = place - 1, by_hash[wanted].previous
    if wanted == "":
        return places, None
    following: dict[str, list[Link]] = {}
    for link in links:
        if link.number not in places:
            following.setdefault(link.previous, []).append(link)
    at, before, torn = 1, "", None
    while at <= place and following.get(before):
        # Where two follow the same entry, the one at its place is the older.
        link = min(following.pop(before), key=lambda link: (link.number != at, link.number))
        places[link.number] = at
        at, before, torn = at + 1, link.hash, link.number
    return places, torn


def _moved(places: dict[int, int]) -> Iterator[int]:
    """Numbers that do not come in the order of the chain: all but the longest run that does."""
    numbers = sorted(places)
    ends: list[int] = []
    lengths = []
    for number in numbers:
        at = bisect_left(ends, places[number])
        ends[at : at + 1] = [places[number]]
        lengths.append(at + 1)
    want = len(ends)
    kept = set()
    for number, length in zip(reversed(numbers), reversed(lengths), strict=True):
        if length == want:
            kept.add(number)
            want -= 1
    return (number for number in numbers if number not in kept)
