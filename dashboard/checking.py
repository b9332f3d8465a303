"""What the pages ask about citations and their checks. Made once per state of the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from core import services
from core.checked import (
    Attachment,
    CitationCounts,
    CitationFile,
    CitationFilter,
    CitationLine,
    CitationQuality,
    PagePicture,
    StaleSource,
)
from core.results import Page
from core.services.quoted import quoted_in as find_quoted
from dashboard import asking, caching

EVERY = CitationFilter()
"""Lets every citation pass."""
MOST = 1_000
"""Citations that are asked for at once."""


@dataclass(frozen=True, slots=True)
class Around:
    """The place of an open citation in the list it was opened from."""

    number: int | None
    """1-based; None where it is not on the page it was opened from."""
    of: int
    previous: str | None
    next: str | None
    page: int


def _once(what: str, facts: tuple[Any, ...], make: Any) -> Any:
    return caching.once(what, (*asking.now(), *facts), make)


def citations(wanted: CitationFilter, page: int, size: int) -> Page[CitationLine]:
    """One page of citations."""
    return services.citations(caching.workspace(), wanted, page=page, size=size)


def counts(wanted: CitationFilter) -> CitationCounts:
    """How many citations of each status and reason there are."""
    made = _once("citation counts", (repr(wanted),), lambda: services.citation_counts(caching.workspace(), wanted))
    return cast(CitationCounts, made)


def citation(uid: str) -> CitationFile:
    """One citation in full."""
    return cast(CitationFile, _once("citation", (uid,), lambda: services.citation(caching.workspace(), uid)))


def of_claim(uid: str) -> tuple[CitationLine, ...]:
    """The citations of a claim."""
    made = _once("claim checks", (uid,), lambda: services.claim_checks(caching.workspace(), uid))
    return cast("tuple[CitationLine, ...]", made)


def of_answer(uid: str) -> tuple[CitationLine, ...]:
    """The citations of an answer."""
    return cast("tuple[CitationLine, ...]", _once("answer checks", (uid,), lambda: _all_of(uid)))


def _all_of(answer: str) -> tuple[CitationLine, ...]:
    wanted, found = CitationFilter(answer_uid=answer), list[CitationLine]()
    while True:
        page = citations(wanted, len(found) // MOST + 1, MOST)
        found += page.rows
        if not page.rows or len(found) >= page.total:
            return tuple(found)


def quality(**of: str) -> CitationQuality:
    """Citation precision and completeness of a claim, an answer or a data set."""
    facts = tuple(sorted(of.items()))
    made = _once("quality", facts, lambda: services.citation_quality(caching.workspace(), **of))
    return cast(CitationQuality, made)


def quoted_in(answer_uid: str, words: Sequence[str]) -> Mapping[str, str]:
    """Words -> title of the first source of an answer whose text holds them."""
    facts = (answer_uid, tuple(words))
    made = _once("quoted", facts, lambda: find_quoted(caching.workspace(), answer_uid, words))
    return cast("Mapping[str, str]", made)


def picture(uid: str) -> PagePicture | None:
    """The page a citation's check looked at."""
    made = _once("page picture", (uid,), lambda: services.page_picture(caching.workspace(), uid))
    return cast("PagePicture | None", made)


def stale_sources(dataset: str | None) -> tuple[StaleSource, ...]:
    """Sources of which another version was cited or checked than is here."""
    made = _once("stale", (dataset,), lambda: services.stale_sources(caching.workspace(), dataset))
    return cast("tuple[StaleSource, ...]", made)


def attachments(dataset: str) -> tuple[Attachment, ...]:
    """The files that stand for sources of a data set."""
    made = _once("attachments", (dataset,), lambda: services.attachments(caching.workspace(), dataset))
    return cast("tuple[Attachment, ...]", made)


def around(wanted: CitationFilter, number: int, size: int, uid: str) -> Around:
    """Where a citation stands in a list, and its neighbours, over the borders of pages.

    Args:
        wanted: What the list holds.
        number: The page the citation was opened from.
        size: Rows of a page.
        uid: The citation.
    """
    made = _once("citation page", (repr(wanted), number, size), lambda: citations(wanted, number, size))
    page = cast("Page[CitationLine]", made)
    uids = [line.uid for line in page.rows]
    if uid not in uids:
        return Around(None, page.total, None, None, number)
    at = uids.index(uid)
    first = (number - 1) * size
    before = uids[at - 1] if at else _edge(wanted, number - 1, size, -1)
    after = uids[at + 1] if at + 1 < len(uids) else _edge(wanted, number + 1, size, 0)
    return Around(first + at + 1, page.total, before, after, number)


def _edge(wanted: CitationFilter, number: int, size: int, at: int) -> str | None:
    rows = citations(wanted, number, size).rows if number >= 1 else ()
    return rows[at].uid if rows else None
