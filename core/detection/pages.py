"""What a page states about itself: metadata, structured data, bylines and links, each with the place it was read."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice
from types import MappingProxyType
from typing import Any

from core.detection.readable import in_furniture, parse, text_of

MAX_LINKS = 2_000
MAX_TAGS = 500
MAX_NODES = 500
"""Nodes of structured data that are read; what follows is not."""

_BEHIND = 200_000


@dataclass(frozen=True, slots=True)
class Stated:
    """A value as it stands in the source, with its offsets where they can be told."""

    name: str
    value: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the text of a page."""

    href: str
    words: str
    start: int | None = None
    """Where the address stands in the source."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read once; every signal reads this, not the HTML."""

    text: str = ""
    title: str = ""
    base: str | None = None
    saved_from: str | None = None
    """The address a browser notes when it saves a page."""
    canonical: tuple[Stated, ...] = ()
    """rel=canonical and og:url, in this order."""
    alternates: tuple[Stated, ...] = ()
    """Language editions and AMP copies the page names; the name is hreflang:xx or amphtml."""
    meta: tuple[Stated, ...] = ()
    """name or property, in lower case, and its content."""
    nodes: tuple[Mapping[str, Any], ...] = ()
    """Every object of the page's JSON-LD, graphs taken apart."""
    bylines: tuple[Stated, ...] = ()
    links: tuple[Link, ...] = ()

    def named(self, *names: str) -> Iterator[Stated]:
        """The metadata under any of these names."""
        wanted = set(names)
        return (stated for stated in self.meta if stated.name in wanted)


EMPTY = Page()
_SAVED = re.compile(r"<!--\s*saved from url=\(\d+\)(\S+?)\s*-->")
_BYLINE = (
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' byline ')]"
    " | //*[contains(@class, 'byline') or contains(@class, 'article-source') or contains(@class, 'story-source')]"
    " | //*[contains(concat(' ', normalize-space(@rel), ' '), ' author ')] | //*[@itemprop='author']"
    " | //*[@itemprop='sourceOrganization']"
)


def read_page(source: str) -> Page:
    """Read a page; what cannot be read as HTML is an empty page."""
    tree = parse(source)
    if tree is None:
        return EMPTY
    base = next((str(tag.get("href")) for tag in tree.iter("base") if tag.get("href")), None)
    return Page(
        text=text_of(tree),
        title=next((_flat(tag.text_content()) for tag in tree.iter("title")), ""),
        base=base,
        saved_from=saved[1] if (saved := _SAVED.search(source[:5_000])) is not None else None,
        canonical=tuple(islice(_canonical(tree, source), MAX_TAGS)),
        alternates=tuple(islice(_alternates(tree, source), MAX_TAGS)),
        meta=tuple(islice(_meta(tree, source), MAX_TAGS)),
        nodes=tuple(_nodes(tree)),
        bylines=tuple(islice(_bylines(tree, source), MAX_TAGS)),
        links=tuple(_links(tree, source)),
    )


def dated(page: Page) -> str | None:
    """When a page says it was published, as written."""
    names = ("article:published_time", "datepublished", "date", "dc.date", "dcterms.date", "citation_publication_date")
    stated = next((found.value for found in page.named(*names)), None)
    if stated is not None:
        return stated
    return next((node["datePublished"] for node in page.nodes if isinstance(node.get("datePublished"), str)), None)


def _canonical(tree: Any, source: str) -> Iterator[Stated]:
    for tag in tree.iter("link"):
        if "canonical" in (tag.get("rel") or "").lower().split() and tag.get("href"):
            yield _stated("rel=canonical", tag.get("href"), source)
    for tag in tree.iter("meta"):
        if (tag.get("property") or tag.get("name") or "").lower() == "og:url" and tag.get("content"):
            yield _stated("og:url", tag.get("content"), source)


def _alternates(tree: Any, source: str) -> Iterator[Stated]:
    for tag in tree.iter("link"):
        rel = (tag.get("rel") or "").lower().split()
        if "amphtml" in rel and tag.get("href"):
            yield _stated("amphtml", tag.get("href"), source)
        elif "alternate" in rel and tag.get("hreflang") and tag.get("href"):
            yield _stated(f"hreflang:{tag.get('hreflang').lower()}", tag.get("href"), source)


def _meta(tree: Any, source: str) -> Iterator[Stated]:
    for tag in tree.iter("meta"):
        name = (tag.get("property") or tag.get("name") or tag.get("itemprop") or "").strip().lower()
        content = (tag.get("content") or "").strip()
        if name and content and len(content) <= 2_000:
            yield _stated(name, content, source)
    # Feeds name the origin of an item in an element of its own.
    for tag in tree.iter("source"):
        if tag.get("url"):
            yield _stated(
                "rss:source", f"{_flat(tag.text_content() or tag.tail or '')} {tag.get('url')}".strip(), source
            )


def _nodes(tree: Any) -> Iterator[Mapping[str, Any]]:
    count = 0
    for tag in tree.iter("script"):
        if (tag.get("type") or "").split(";")[0].strip().lower() != "application/ld+json":
            continue
        try:
            stack = [json.loads(tag.text or "", strict=False)]
        except (ValueError, RecursionError):
            continue
        while stack and count < MAX_NODES:
            value = stack.pop()
            if isinstance(value, list):
                stack.extend(reversed(value))
            elif isinstance(value, dict):
                count += 1
                yield MappingProxyType(value)
                graph = value.get("@graph")
                stack.extend(reversed(graph) if isinstance(graph, list) else [graph] if graph else [])


def _bylines(tree: Any, source: str) -> Iterator[Stated]:
    seen = set()
    for tag in tree.xpath(_BYLINE):
        words = _flat(tag.get("content") or tag.text_content())
        if 0 < len(words) <= 200 and words not in seen:
            seen.add(words)
            yield _stated("byline", words, source)


def _links(tree: Any, source: str) -> Iterator[Link]:
    count = read_to = 0
    for tag in tree.iter("a"):
        href = (tag.get("href") or "").strip()
        if not href or href.startswith("#") or in_furniture(tag):
            continue
        # Links stand in the source in the order of the tree: each is looked for behind the one before.
        place = source.find(href, read_to, read_to + _BEHIND)
        read_to = max(read_to, place)
        yield Link(href, _flat(tag.text_content())[:200], place if place >= 0 else None)
        count += 1
        if count == MAX_LINKS:
            return


def _stated(name: str, value: str, source: str) -> Stated:
    """The value with its place in the source, written plainly or with its ampersands escaped."""
    for written in (value, escape(value), value.replace("&", "&amp;")):
        start = source.find(written)
        if start >= 0:
            return Stated(name, value, start, start + len(written))
    return Stated(name, value)


def _flat(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip()
