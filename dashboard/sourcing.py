"""The deeds of the source registry, each with the words that say what it did."""

from collections.abc import Sequence

from dashboard import kin_asking, kin_deeds
from dashboard.components.source_page import SourceDeeds
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.source import saved_words


def deeds(uid: str) -> SourceDeeds:
    """What the page of a source may ask for and do."""
    dataset, _, _ = uid.partition(":")

    def retract(retracted: bool, reason: str, expected: int | None) -> tuple[str, int] | None:
        event = kin_deeds.set_retracted(uid, retracted, reason, expected)
        return (saved_words(event, retracted=retracted), event.number) if event is not None else None

    def unmerge(ids: Sequence[str], reason: str) -> str | None:
        done = kin_deeds.unmerge(dataset, ids, reason)
        return None if done is None else f"Taken apart: {count(len(ids), 'document')} stand on their own again."

    def undo(number: int) -> str | None:
        event = kin_deeds.undo(number)
        return None if event is None else f"Entry {number} is taken back by entry {event.number}; both stay on record."

    return SourceDeeds(lambda retracted: kin_asking.retraction_effect(uid, retracted), retract, unmerge, undo)


def merge(dataset: str, ids: Sequence[str], reason: str) -> str | None:
    """Say that sources are one; what it did in words, or None where it was refused."""
    done = kin_deeds.merge(dataset, ids, reason)
    return None if done is None else f"Merged: {count(len(ids), 'source')} are one now."
