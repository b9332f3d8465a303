"""Shared mistakes: what is right may be found twice, what is wrong in the same way was found once."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.detection.types import Span


@dataclass(frozen=True, slots=True)
class Stated:
    """What a document says of an item."""

    document_id: str
    item: str
    value: str
    """As written."""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class SharedWrong:
    """Two documents say the same of an item, and it is wrong."""

    one: Stated
    other: Stated
    right: str
    others_who_say_so: int
    """Further documents with the same wrong value: the more there are, the less it says of these two."""

    @property
    def sentence(self) -> str:
        """In words, for the analyst."""
        item, value = self.one.item, self.one.value
        more = f"; {self.others_who_say_so} more say so too" if self.others_who_say_so else ""
        return f"both say {value} for {item}, which is wrong (it is {self.right}){more}"


def shared_wrong_values(stated: Sequence[Stated], right: Mapping[str, str]) -> tuple[SharedWrong, ...]:
    """Pairs of documents that share a value known to be wrong.

    It is an explanation for the analyst, not a score: whether they copied each other or a third is not said. Items
    whose right value is not known say nothing, and agreement on what is right says nothing either.

    Args:
        stated: What the documents say.
        right: Item -> its right value, where somebody established it.

    Returns:
        One entry per pair and item, the rarest mistake first.

    Source:
        [DONG] section 3: shared false values are the evidence for copying.
    """
    groups: dict[tuple[str, str], dict[str, Stated]] = defaultdict(dict)
    for entry in stated:
        truth = right.get(entry.item)
        if truth is not None and _plain(entry.value) != _plain(truth):
            groups[entry.item, _plain(entry.value)].setdefault(entry.document_id, entry)
    found = [
        SharedWrong(one, other, right[item], len(members) - 2)
        for (item, _), members in groups.items()
        for one, other in combinations(sorted(members.values(), key=lambda entry: entry.document_id), 2)
    ]
    found.sort(key=lambda pair: (pair.others_who_say_so, pair.one.item, pair.one.document_id, pair.other.document_id))
    return tuple(found)


def _plain(value: str) -> str:
    return " ".join(value.split()).casefold()
