"""The citation markers of an answer's text, each resolved to what it really points to, or marked as pointing nowhere.

Numbers stay those of the answer: renumbering for display would part a number from its source.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

_MARKER = re.compile(r"\[(\d{1,4}(?:\s*[,;]\s*\d{1,4}|\s*[-–]\s*\d{1,4})*)\](?!\()")
_LINK = re.compile(r"(?<!!)\[([^\[\]]{1,300})\]\(\s*<?([^\s)>]{1,2000})>?[^)]{0,300}\)")
_SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+(?=\s|\Z|\[)(?:\s*\[[^\]]{1,40}\])*|\Z)")
_MOST_IN_RANGE = 50


@dataclass(frozen=True, slots=True)
class Marker:
    """One number in an answer's text."""

    text: str
    """As written, such as ``2`` of ``[2, 3]``."""
    start: int
    end: int
    source_id: str | None
    """None: the answer has no such source."""
    in_retrieved: bool | None = None
    """Whether the source was among what was retrieved; None where that is not known."""


@dataclass(frozen=True, slots=True)
class LinkFlag:
    """A link in an answer's text that is not what it says."""

    text: str
    url: str
    source_id: str | None
    """The source its text names, if one."""
    belongs: bool
    """Whether the address is the registry's for that source."""
    registry_url: str | None
    """The address to show instead."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """All markers of an answer, and what the lists say against them."""

    markers: tuple[Marker, ...]
    by_source: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Source id -> the numbers it is cited by; two numbers for one source are one source."""
    unsupported_sentences: tuple[tuple[int, int], ...] = ()
    """Sentences all of whose markers point nowhere."""
    broken_sentences: tuple[tuple[int, int], ...] = ()
    """Sentences with at least one marker that points nowhere."""
    cited_not_listed: tuple[str, ...] = ()
    listed_not_cited: tuple[str, ...] = ()
    links: tuple[LinkFlag, ...] = ()


def resolve(
    text: str,
    sources: Mapping[str, str],
    *,
    listed: Collection[str] | None = None,
    retrieved: Collection[str] | None = None,
    registry: Mapping[str, tuple[str, str | None]] | None = None,
) -> Resolved:
    """Resolve the markers of an answer.

    Args:
        text: The answer's text.
        sources: Number as written -> source id.
        listed: Source ids the answer lists, where it has a list.
        retrieved: Source ids that were retrieved, where that is known.
        registry: Source id -> title and address, for links in the text.

    Returns:
        Every marker in order; nothing is dropped and nothing renumbered.

    Source: [HOUSE] a number means what the answer's own list says, or nothing.
    """
    markers = tuple(_markers(text, sources, retrieved))
    by_source: dict[str, list[str]] = {}
    for marker in markers:
        if marker.source_id is not None and marker.text not in by_source.setdefault(marker.source_id, []):
            by_source[marker.source_id].append(marker.text)
    broken, unsupported = [], []
    for sentence in _SENTENCE.finditer(text):
        own = [marker for marker in markers if sentence.start() <= marker.start < sentence.end()]
        lost = [marker for marker in own if marker.source_id is None]
        if lost:
            start = sentence.start() + len(sentence[0]) - len(sentence[0].lstrip())
            broken.append((start, sentence.end()))
            if len(lost) == len(own):
                unsupported.append((start, sentence.end()))
    return Resolved(
        markers,
        {source: tuple(numbers) for source, numbers in by_source.items()},
        tuple(unsupported),
        tuple(broken),
        tuple(source for source in by_source if listed is not None and source not in listed),
        tuple(source for source in listed or () if source not in by_source),
        tuple(_links(text, registry or {}, retrieved)),
    )


def _markers(text: str, sources: Mapping[str, str], retrieved: Collection[str] | None) -> list[Marker]:
    found = []
    for match in _MARKER.finditer(text):
        for number in re.finditer(r"(\d+)(?:\s*[-–]\s*(\d+))?", match[1]):
            start, end = match.start(1) + number.start(), match.start(1) + number.end()
            for written in _numbers(number[1], number[2]):
                source = sources.get(written)
                known = None if retrieved is None or source is None else source in retrieved
                found.append(Marker(written, start, end, source, known))
    return found


def _numbers(first: str, last: str | None) -> list[str]:
    if last is None:
        return [first]
    low, high = int(first), int(last)
    if not low < high <= low + _MOST_IN_RANGE:
        return [first, last]
    return [str(number) for number in range(low, high + 1)]


def _links(
    text: str, registry: Mapping[str, tuple[str, str | None]], retrieved: Collection[str] | None
) -> list[LinkFlag]:
    titles = {title.casefold().strip(): source for source, (title, _) in registry.items() if title.strip()}
    found = []
    for match in _LINK.finditer(text):
        source = titles.get(match[1].casefold().strip())
        url = registry[source][1] if source is not None else None
        belongs = source is not None and url is not None and url.rstrip("/") == match[2].rstrip("/")
        if retrieved is not None and source is not None and source not in retrieved:
            belongs = False
        found.append(LinkFlag(match[1], match[2], source, belongs, url))
    return found
