"""Nodes for what a signal names and nobody retrieved."""

from datetime import date

from core.detection.identity.addresses import Address
from core.detection.identity.publishers import publisher_key
from core.model import Source
from core.states import SourceKind


def page_node(address: Address) -> Source:
    """The page at an address."""
    name = address.key or address.raw
    return Source(
        id=name,
        title=f"{name} (not retrieved)",
        kind=SourceKind.DOCUMENT,
        retrieved=False,
        url=address.canonical,
        publisher=address.site,
    )


def publisher_node(name: str, headline: str) -> Source:
    """The piece a publisher is said to have run first, where no address is given."""
    return Source(
        id=f"original at {publisher_key(name)}: {' '.join(headline.split()).casefold()[:120]}",
        title=f"{headline} (original at {name}, not retrieved)",
        kind=SourceKind.DOCUMENT,
        retrieved=False,
        publisher=name,
    )


def wire_node(wire: str, day: date | None, number: int = 1) -> Source:
    """A wire's story of a day; the number tells apart stories that are plainly not one."""
    when = f" {day.isoformat()}" if day is not None else ""
    which = f" ({number})" if number > 1 else ""
    name = f"{wire} story{when}{which}"
    return Source(
        id=name,
        title=f"{name} (not retrieved)",
        kind=SourceKind.WIRE_STORY,
        retrieved=False,
        publisher=wire,
        published_at=day.isoformat() if day is not None else None,
    )


def release_node(issuer: str, day: date | None) -> Source:
    """An issuer's press release of a day."""
    when = f" {day.isoformat()}" if day is not None else ""
    name = f"press release of {issuer}{when}"
    return Source(
        id=name, title=f"{name} (not retrieved)", kind=SourceKind.PRESS_RELEASE, retrieved=False, publisher=issuer
    )


def unnamed_release_node(document_id: str) -> Source:
    """The press release a document speaks of without saying whose it is."""
    name = f"press release behind {document_id}"
    return Source(id=name, title=f"{name} (not retrieved)", kind=SourceKind.PRESS_RELEASE, retrieved=False)


def study_node(identifier: str, kind: SourceKind = SourceKind.STUDY) -> Source:
    """A study, trial or data set under its identifier."""
    name = f"{'data set' if kind is SourceKind.DATASET else 'study'} {identifier}"
    return Source(id=name, title=name, kind=kind, retrieved=False)


def repository_node(address: Address) -> Source:
    """A repository a fork goes back to."""
    name = address.key or address.raw
    return Source(
        id=name, title=f"{name} (not retrieved)", kind=SourceKind.REPOSITORY, retrieved=False, url=address.canonical
    )
