"""Looking for an expected text: exactly, then normalised, then over line-end hyphens, then around an ellipsis.

Every way yields stretches of the source, and the first reason why a stretch that looked right was not accepted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from core.verification.config import HouseRules, TextNormalization
from core.verification.matching.boundaries import spaceless, split_at
from core.verification.matching.hyphens import Hyphenated
from core.verification.matching.profiles import PROFILES, Normalized, normalize
from core.verification.vocabulary import Advisory, MatchMethod, Reason

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BIDI_END = "\u202c\u2069"
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3,4}|…)\s*\]|\(\s*(?:\.{3,4}|…)\s*\)|\.{3,4}|\. \. \.|…)\s*")
_CLOSING = " \t\r\n.!?…。！？．"
NEGATION = re.compile(
    r"\b(?:not|no|never|none|nor|neither|nothing|nobody|without|cannot|unless|except|excluding|hardly|barely|false|"
    r"untrue|hoax|myth|denied|denies|deny|refuted|rejects?|rejected|fails?|failed|n[o']t)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words that turn a statement round or take something out of it."""
MOST_PLACES = 1000
"""Occurrences counted at most; a text that stands more often than that stands there often."""
MOST_OMITTED = 2000
"""Characters an ellipsis may stand for."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where a text stands in its target, by which method, and what to know about it."""

    method: MatchMethod
    spans: tuple[tuple[int, int], ...]
    """Stretches of the target's text, in order; more than one where it stands there several times."""
    parts: tuple[tuple[int, int], ...] = ()
    """The parts of the first place, where an ellipsis left something out."""
    advisories: tuple[Advisory, ...] = ()


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why nothing was accepted."""

    reason: Reason
    near: tuple[int, int] | None = None
    """The stretch that looked right but was refused."""
    advisories: tuple[Advisory, ...] = ()
    places: int = 0
    """How often a too short text stands there."""


class Haystack:
    """One target with what is computed from it once: its normalised text and its line-end hyphens."""

    __slots__ = ("_hyphens", "_normal", "_profile", "bidi", "text")

    def __init__(self, text: str, profile: TextNormalization) -> None:
        self.text = text
        self.bidi = _BIDI.search(text) is not None
        self._profile = profile
        self._normal: Normalized | None = None
        self._hyphens: Hyphenated | None = None

    @property
    def profile(self) -> TextNormalization:
        """The profile both sides are normalised by."""
        return self._profile

    @property
    def normal(self) -> Normalized:
        """The normalised text."""
        if self._normal is None:
            self._normal = normalize(self.text, self._profile)
        return self._normal

    @property
    def hyphens(self) -> Hyphenated:
        """The text as it reads over its line-end hyphens."""
        if self._hyphens is None:
            self._hyphens = Hyphenated(self.text, self._profile)
        return self._hyphens


def find(expected: str, haystack: Haystack, rules: HouseRules) -> Found | NotFound:
    """Find an expected text in a target under the rules of the house.

    Args:
        expected: The text a citation states; may use an ellipsis for what it leaves out.
        haystack: The target.
        rules: Least length of a text that is only part of the target.

    Returns:
        Every accepted place by the strictest method that has one, or why there is none.

    Source: [HOUSE] quotes must keep words, numbers and direction whole.
    """
    wanted = _trimmed(normalize(expected, haystack.profile).text, haystack.profile)
    if not wanted:
        return NotFound(Reason.MISSING_REQUIRED_TEXT)
    if _BIDI.search(expected):
        return NotFound(Reason.BIDI_CONTROL)
    if _same(wanted, haystack):
        method = MatchMethod.EXACT_TEXT if expected == haystack.text else MatchMethod.NORMALIZED_TEXT
        whole = _edges(haystack.text, haystack.profile)
        return _direction_checked(Found(method, (whole,)), haystack)
    outcome = _literal(expected, wanted, haystack)
    if isinstance(outcome, NotFound):
        outcome = _over_hyphens(wanted, haystack, outcome)
    if isinstance(outcome, NotFound) and outcome.reason is Reason.TEXT_MISMATCH and _ELLIPSIS.search(expected):
        return _around_ellipsis(expected, haystack, rules)
    if isinstance(outcome, Found):
        if too_short(wanted, rules) and not _all_of_it(outcome, haystack):
            places = len(outcome.spans)
            reason = Reason.AMBIGUOUS_LOCATION if places > 1 else Reason.QUOTE_TOO_SHORT
            return NotFound(reason, outcome.spans[0], places=places)
        return _direction_checked(outcome, haystack)
    if outcome.near is None and too_short(wanted, rules):
        return NotFound(Reason.QUOTE_TOO_SHORT)
    return outcome


def too_short(wanted: str, rules: HouseRules) -> bool:
    """Whether a normalised text says too little to be recognised inside a larger one.

    Two signs of a script without spaces count as one word.
    """
    if len(wanted) >= rules.min_chars:
        return False
    words = len(wanted.split())
    if not wanted.isascii():
        words += sum(map(spaceless, wanted)) // 2
    return words < rules.min_words


def _all_of_it(found: Found, haystack: Haystack) -> bool:
    """Whether nothing but closing marks stands around the one place found: it is then no part of a larger text."""
    if len(found.spans) != 1:
        return False
    start, end = found.spans[0]
    return not haystack.text[:start].strip() and not haystack.text[end:].strip(_CLOSING)


def places(wanted: str, text: str) -> Iterator[int]:
    """Every place a text begins, overlapping ones too."""
    at = text.find(wanted)
    for _ in range(MOST_PLACES):
        if at < 0:
            return
        yield at
        at = text.find(wanted, at + 1)


def _trimmed(text: str, profile: TextNormalization) -> str:
    return text.strip(PROFILES[profile].trimmed or None)


def _edges(text: str, profile: TextNormalization) -> tuple[int, int]:
    blank = (PROFILES[profile].trimmed or "") + PROFILES[profile].dropped
    return len(text) - len(text.lstrip(blank)), len(text.rstrip(blank))


def _same(wanted: str, haystack: Haystack) -> bool:
    normal = haystack.normal.text
    return len(normal) <= len(wanted) + 2 and _trimmed(normal, haystack.profile) == wanted


def _literal(expected: str, wanted: str, haystack: Haystack) -> Found | NotFound:
    """Every clean place of the normalised text; the method is the exact one where one of them is sign for sign."""
    refused: NotFound | None = None
    trimmed = expected.strip()
    normal = haystack.normal
    exact, clean = [], []
    for at in places(wanted, normal.text):
        stop = at + len(wanted)
        reason = split_at(normal.text, at, stop)
        span = normal.source(at, stop)
        if reason is not None:
            refused = refused or NotFound(reason, span)
        elif haystack.text[span[0] : span[1]] == trimmed:
            exact.append(span)
        else:
            clean.append(span)
    if exact:
        return Found(MatchMethod.EXACT_TEXT_CONTAINS, (*exact, *clean))
    if clean:
        return Found(MatchMethod.NORMALIZED_TEXT_CONTAINS, tuple(clean))
    return refused or NotFound(Reason.TEXT_MISMATCH)


def _over_hyphens(wanted: str, haystack: Haystack, before: NotFound) -> Found | NotFound:
    hyphens = haystack.hyphens
    if not hyphens.present:
        return before
    spans, ambiguous = hyphens.find(wanted)
    if not spans:
        return before
    return Found(
        MatchMethod.NORMALIZED_DEHYPHENATED, spans, advisories=(Advisory.AMBIGUOUS_HYPHEN,) if ambiguous else ()
    )


def _around_ellipsis(expected: str, haystack: Haystack, rules: HouseRules) -> Found | NotFound:
    """Parts in order, within one paragraph, nothing that negates left out between them."""
    parts = [_trimmed(normalize(part, haystack.profile).text, haystack.profile) for part in _ELLIPSIS.split(expected)]
    parts = [part for part in parts if part]
    if (
        not parts
        or too_short(" ".join(parts), rules)
        or any(len(part) < 10 and len(part.split()) < 2 for part in parts)
    ):
        return NotFound(Reason.QUOTE_TOO_SHORT)
    text = haystack.normal.text
    best: tuple[tuple[int, int], ...] | None = None
    for start in places(parts[0], text):
        spans = _in_order(parts, text, start)
        if spans is not None and (best is None or spans[-1][1] - spans[0][0] < best[-1][1] - best[0][0]):
            best = spans
    if best is None:
        return NotFound(Reason.TEXT_MISMATCH)
    raw = tuple(haystack.normal.source(*span) for span in best)
    gaps = [text[left[1] : right[0]] for left, right in pairwise(best)]
    whole = (raw[0][0], raw[-1][1])
    if any("\n\n" in haystack.text[left[1] : right[0]] for left, right in pairwise(raw)):
        return NotFound(Reason.TEXT_MISMATCH, whole)
    if any(_ELLIPSIS.search(gap) and _ELLIPSIS.sub("", gap).strip() for gap in gaps):
        # The ellipsis is the source's own: what else is missing there was dropped without a sign.
        return NotFound(Reason.TEXT_MISMATCH, whole)
    if any(NEGATION.search(gap) for gap in gaps):
        return NotFound(Reason.TEXT_MISMATCH, whole, (Advisory.NEGATION_OMITTED,))
    return _direction_checked(Found(MatchMethod.NORMALIZED_TEXT_CONTAINS, (whole,), parts=raw), haystack)


def _in_order(parts: list[str], text: str, start: int) -> tuple[tuple[int, int], ...] | None:
    spans: list[tuple[int, int]] = []
    at = start
    for part in parts:
        limit = at + MOST_OMITTED + len(part)
        while (at := text.find(part, at, limit)) >= 0 and split_at(text, at, at + len(part)):
            at += 1
        if at < 0 or (not spans and at != start):
            return None
        spans.append((at, at + len(part)))
        at += len(part)
    return tuple(spans)


def _direction_checked(found: Found, haystack: Haystack) -> Found | NotFound:
    """Refuse a place whose direction of reading is changed: what is seen there is not what is stored."""
    if not haystack.bidi:
        return found
    clean = tuple(span for span in found.spans if not _turned(haystack.text, *span))
    if not clean:
        return NotFound(Reason.BIDI_CONTROL, found.spans[0])
    return Found(found.method, clean, found.parts, found.advisories)


def _turned(text: str, start: int, end: int) -> bool:
    """Whether a stretch holds a control of direction, or stands under one its paragraph has not closed again."""
    if _BIDI.search(text, start, end):
        return True
    depth = 0
    for match in _BIDI.finditer(text, text.rfind("\n", 0, start) + 1, start):
        depth = max(0, depth - 1) if match[0] in _BIDI_END else depth + 1
    return depth > 0
