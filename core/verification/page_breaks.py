"""Quotes that run over a page break, past what is printed on every page: running headers, footers, page numbers."""

import re

from core.verification.config import HouseRules
from core.verification.index import SourceIndex
from core.verification.matching.finding import NEGATION, Found, Haystack, find
from core.verification.matching.profiles import LINE_HYPHEN, normalized_text
from core.verification.representation import Page
from core.verification.vocabulary import MatchMethod

_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|seite|s\.)?\s*[-–(]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–)]?\s*(?:(?:of|/|von)\s*\d{1,4})?\W*\Z",
    re.IGNORECASE,
)
_MOST_LINES = 2
"""Lines of one page edge that may be passed over."""
_TITLE_CHARS = 60

Joined = tuple[tuple[int, int], tuple[int, int], MatchMethod]
"""The stretch on the first page, the stretch on the second, and how they were found."""


def over_page_break(index: SourceIndex, expected: str, page: Page, rules: HouseRules) -> Joined | None:
    """Find a quote that ends on the page after, or began on the page before, the one cited.

    Source: [HOUSE] pages are joined in order; what is passed over repeats on other pages or is a page number.
    """
    for first, second in ((page.position, page.position + 1), (page.position - 1, page.position)):
        left, right = index.page_at(first), index.page_at(second)
        if left is None or right is None:
            continue
        found = _joined(index, expected, left, right, rules)
        if found is not None:
            return found
    return None


def _joined(index: SourceIndex, expected: str, left: Page, right: Page, rules: HouseRules) -> Joined | None:
    text = index.representation.text
    words = normalized_text(expected, index.config.text_normalization).split(" ")
    for end in _ends(index, left):
        for start in _starts(index, right):
            if not _may_join(index, words, (left.start, end), (start, right.end)):
                continue
            before, after = text[left.start : end], text[start : right.end]
            found = find(expected, Haystack(f"{before}\n{after}", index.config.text_normalization), rules)
            if not isinstance(found, Found):
                continue
            for a, b in found.spans:
                if a < len(before) < b - 1:
                    return (left.start + a, end), (start, start + b - len(before) - 1), found.method
    return None


def _may_join(index: SourceIndex, words: list[str], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether the first words end one page and the rest begin the other, or a hyphen at the break leaves it open."""
    before = index.haystack(*left).normal.text.rstrip()
    after = index.haystack(*right).normal.text.lstrip()
    if before[-1:] in ("-", LINE_HYPHEN):
        return True
    return any(
        before.endswith(" ".join(words[:cut])) and after.startswith(" ".join(words[cut:]))
        for cut in range(1, len(words))
    )


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    for match in re.finditer(r"[^\r\n]+", text[start:end]):
        if match[0].strip():
            lines.append((start + match.start(), start + match.end()))
    return lines


def _ends(index: SourceIndex, page: Page) -> list[int]:
    """Where the running text of a page may end: after its last line, or before what is printed at its foot."""
    text = index.representation.text
    lines = _lines(text, page.start, page.end)
    ends = [page.end]
    for start, end in reversed(lines[-_MOST_LINES:]):
        if not _furniture(index, text[start:end]):
            break
        ends.append(start)
    return ends


def _starts(index: SourceIndex, page: Page) -> list[int]:
    """Where the running text of a page may begin."""
    text = index.representation.text
    lines = _lines(text, page.start, page.end)
    starts = [page.start]
    for number, (start, end) in enumerate(lines[:_MOST_LINES]):
        following = text[lines[number + 1][0] : lines[number + 1][1]] if number + 1 < len(lines) else ""
        if not (_furniture(index, text[start:end]) or _title(text[start:end], following)):
            break
        starts.append(lines[number + 1][0] if number + 1 < len(lines) else end)
    return starts


def _furniture(index: SourceIndex, line: str) -> bool:
    return bool(_PAGE_NUMBER.match(line)) or _shape(line) in _repeated(index)


def _title(line: str, following: str) -> bool:
    """A short line that begins large, ends without a stop and is followed by the middle of a sentence."""
    line = line.strip()
    return (
        len(line) <= _TITLE_CHARS
        and line[:1].isupper()
        and line[-1:].isalnum()
        and following.strip()[:1].islower()
        and NEGATION.search(line) is None
    )


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split()))


def _repeated(index: SourceIndex) -> frozenset[str]:
    """Lines that stand at the edge of at least three pages, numbers apart."""
    if index.furniture is None:
        text = index.representation.text
        seen: dict[str, int] = {}
        for page in index.representation.pages:
            lines = _lines(text, page.start, page.end)
            for shape in {_shape(text[a:b]) for a, b in lines[:_MOST_LINES] + lines[-_MOST_LINES:]}:
                seen[shape] = seen.get(shape, 0) + 1
        index.furniture = frozenset(shape for shape, n in seen.items() if n >= 3 and NEGATION.search(shape) is None)
    return index.furniture
