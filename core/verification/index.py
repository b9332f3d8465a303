"""A representation made ready for many checks: places by id, texts normalised once."""

from bisect import bisect_left, bisect_right
from functools import cached_property

from core.verification.config import VerificationConfig
from core.verification.matching.finding import Haystack
from core.verification.matching.profiles import normalized_text
from core.verification.representation import Box, Element, Page, Representation, Span, Table


class SourceIndex:
    """One source under one config; make it once and check thousands of claims against it."""

    def __init__(self, representation: Representation, config: VerificationConfig) -> None:
        self.representation = representation
        self.config = config
        self.pages: dict[str, Page] = {}
        self.elements: dict[str, int] = {}
        self.spans: dict[str, Span] = {}
        self.tables: dict[str, Table] = {}
        for page in representation.pages:
            self.pages.setdefault(page.id, page)
        for position, element in enumerate(representation.elements):
            self.elements.setdefault(element.id, position)
        for span in representation.spans if representation.capabilities.spans else ():
            self.spans.setdefault(span.id, span)
        for table in representation.tables if representation.capabilities.tables else ():
            self.tables.setdefault(table.id, table)
        self.furniture: frozenset[str] | None = None
        """Lines printed on every page, once somebody asked for them."""
        self._named: dict[str, tuple[Page, ...]] = {}
        self._literal: dict[str, str] = {}
        self._haystacks: dict[tuple[int, int], Haystack] = {}
        self._loose: dict[str, Haystack] = {}

    # Pages

    @cached_property
    def _by_position(self) -> dict[int, Page]:
        return {page.position: page for page in self.representation.pages}

    @cached_property
    def _by_label(self) -> dict[str, list[Page]]:
        labels: dict[str, list[Page]] = {}
        for page in self.representation.pages:
            if page.label:
                labels.setdefault(page.label.casefold(), []).append(page)
        return labels

    def pages_named(self, name: str) -> tuple[Page, ...]:
        """The pages a name can mean, likeliest first: id, position, printed label."""
        known = self._named.get(name)
        if known is not None:
            return known
        found = []
        if name in self.pages:
            found.append(self.pages[name])
        plain = name.strip()
        if plain.isascii() and plain.isdigit() and len(plain) < 9 and int(plain) in self._by_position:
            found.append(self._by_position[int(plain)])
        labelled = self._by_label.get(plain.casefold(), [])
        if len(labelled) == 1:
            found += labelled
        self._named[name] = tuple(dict.fromkeys(found))
        return self._named[name]

    def page_at(self, position: int) -> Page | None:
        """The page at a 1-based position."""
        return self._by_position.get(position)

    @cached_property
    def _page_starts(self) -> list[int]:
        return [page.start for page in self.representation.pages]

    def page_of(self, offset: int) -> Page | None:
        """The page an offset of the text lies on."""
        if not self.representation.pages:
            return None
        return self.representation.pages[max(0, bisect_right(self._page_starts, offset) - 1)]

    # Texts

    def haystack(self, start: int, end: int) -> Haystack:
        """A stretch of the representation's text, normalised once."""
        key = (start, end)
        found = self._haystacks.get(key)
        if found is None:
            text = self.representation.text[start:end]
            found = self._haystacks[key] = Haystack(text, self.config.text_normalization)
        return found

    def loose(self, text: str) -> Haystack:
        """A text of its own, such as that of an element of a foreign representation."""
        found = self._loose.get(text)
        if found is None:
            found = self._loose[text] = Haystack(text, self.config.text_normalization)
        return found

    def literal(self, text: str) -> str:
        """A text normalised by the contract's rules."""
        found = self._literal.get(text)
        if found is None:
            found = normalized_text(text, self.config.text_normalization, case_sensitive=self.config.case_sensitive)
            self._literal[text] = found
        return found

    # Places

    @cached_property
    def _marks(self) -> dict[str, tuple[list[int], list[int]]]:
        """Kind -> starts and ends; stretches of one kind do not overlap."""
        kinds: dict[str, tuple[list[int], list[int]]] = {}
        for mark in self.representation.marks:
            starts, ends = kinds.setdefault(mark.kind, ([], []))
            if ends and mark.start < ends[-1]:
                ends[-1] = max(ends[-1], mark.end)
            else:
                starts.append(mark.start)
                ends.append(mark.end)
        return kinds

    def has(self, kind: str) -> bool:
        """Whether anything in the source carries such a mark."""
        return kind in self._marks

    def marked(self, kind: str, start: int, end: int) -> bool:
        """Whether a stretch of the text overlaps a mark of that kind."""
        if kind not in self._marks:
            return False
        starts, ends = self._marks[kind]
        last = bisect_left(starts, end) - 1
        return last >= 0 and ends[last] > start

    @cached_property
    def _placed_spans(self) -> tuple[list[int], list[Span]]:
        spans = sorted((s for s in self.representation.spans if s.start is not None), key=lambda s: s.start or 0)
        return [span.start or 0 for span in spans], spans

    def box(self, start: int, end: int, page: str | None) -> Box | None:
        """The smallest box around the lines that carry a stretch of the text on one page."""
        starts, spans = self._placed_spans
        first = max(0, bisect_right(starts, start) - 1)
        found: Box | None = None
        for span in spans[first : bisect_left(starts, end)]:
            if span.box is None or span.page != page or (span.end or 0) <= start:
                continue
            found = span.box if found is None else union(found, span.box)
        return found

    @cached_property
    def _placed_elements(self) -> tuple[list[int], list[Element]]:
        elements = [e for e in self.representation.elements if e.start is not None]
        elements.sort(key=lambda e: e.start or 0)
        return [element.start or 0 for element in elements], elements

    def element_of(self, start: int, end: int) -> Element | None:
        """The element that holds a stretch of the text whole, if one does."""
        starts, elements = self._placed_elements
        at = bisect_right(starts, start) - 1
        if at >= 0 and (elements[at].end or 0) >= end:
            return elements[at]
        return None

    def elements_on(self, start: int, end: int) -> list[Element]:
        """The elements that begin within a stretch of the text."""
        starts, elements = self._placed_elements
        return elements[bisect_left(starts, start) : bisect_left(starts, end)]


def union(left: Box, right: Box) -> Box:
    """The smallest box around two."""
    return (min(left[0], right[0]), min(left[1], right[1]), max(left[2], right[2]), max(left[3], right[3]))
