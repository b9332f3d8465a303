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
    places, first_known = _places(links, count, last)
    faults = []
    if first_known == 0 and min(places.values(), default=1) != 1:
        faults.append(f"ledger counts {count} entries, the chain has {len(places)}")
        shift = min(places.values()) - 1
        places = {number: place - shift for number, place in places.items()}
        count -= shift
    rest = {link.number for link in links} - places.keys()
    lost = set(range(1, count + 1)) - set(places.values())
    for place in sorted(lost):
        # An entry that was rewritten together with its hash: it stands there, but the next does not follow from it.
        faults.append(f"event {place} was changed" if place in rest else f"event {place} is missing")
    faults += [f"event {number} was added" for number in sorted(rest - lost)]
    faults += [f"event {link.number} was changed" for link in links if not link.sound and link.number in places]
    faults += [f"event {number} was moved: it is entry {places[number]} of the chain" for number in _moved(places)]
    if not faults:
        faults += [f"event {n} was renumbered: it is entry {p} of the chain" for n, p in places.items() if n != p]
    if not faults and links and last != max(links, key=lambda link: places[link.number]).hash:
        faults.append("ledger does not fit the last entry")
    return faults


def _places(links: Sequence[Link], count: int, last: str) -> tuple[dict[int, int], int]:
    """Number -> place in the chain for every entry that hangs on its end or its beginning.

    Also returns the place before the earliest that hangs on the end; 0 where the chain is closed, or should be.
    """
    by_hash = {link.hash: link for link in links}
    places: dict[int, int] = {}
    place, wanted = count, last
    while wanted in by_hash and by_hash[wanted].number not in places:
        places[by_hash[wanted].number] = place
        place, wanted = place - 1, by_hash[wanted].previous
    if wanted == "" and places:
        return places, 0
    following: dict[str, list[Link]] = {}
    for link in links:
        if link.number not in places:
            following.setdefault(link.previous, []).append(link)
    at, wanted = 1, ""
    while at <= place and following.get(wanted):
        # Where two follow the same entry, the one at its place is the older.
        link = min(following.pop(wanted), key=lambda link: (link.number != at, link.number))
        places[link.number] = at
        at, wanted = at + 1, link.hash
    return places, place


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
