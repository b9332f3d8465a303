"""Text checks under the rules of the house: a quote, or a value, against the place it cites."""

from dataclasses import replace

from core.verification.citations import CitedClaim
from core.verification.config import HouseRules
from core.verification.index import SourceIndex
from core.verification.locating import Place, of_page
from core.verification.matching.finding import Found, Haystack, NotFound, find, places
from core.verification.matching.profiles import normalize
from core.verification.outcomes import Outcome, accept, across, of_place, placed, refuse
from core.verification.page_breaks import over_page_break
from core.verification.vocabulary import Advisory, CheckStatus, MatchMethod, Reason


def check_quote(index: SourceIndex, claim: CitedClaim, place: Place, rules: HouseRules) -> Outcome:
    """Check a quote against the place it cites.

    Source: [HOUSE] containment with whole words and numbers; [ETH] statuses.
    """
    expected = claim.text or ""
    first: NotFound | None = None
    for number, candidate in enumerate((place, *_other_readings(index, place))):
        outcome = _find(index, claim, candidate, rules)
        if isinstance(outcome, Found):
            accepted = accept(index, candidate, outcome, rules)
            if number and accepted.status is CheckStatus.GROUNDED:
                accepted = replace(accepted, warnings=(*accepted.warnings, Advisory.PAGE_LABEL_USED))
            return accepted
        first = first or outcome
    assert first is not None
    if place.scope == "page" and place.page is not None and first.reason is Reason.TEXT_MISMATCH:
        joined = over_page_break(index, expected, place.page, rules)
        if joined is not None:
            return across(index, joined, rules)
    return refuse(index, claim, place, first, rules)


def check_value(index: SourceIndex, claim: CitedClaim, place: Place) -> Outcome:
    """Check that a place shows exactly a value; a page or document shows it where one of its lines or elements does.

    Source: [ETH] a value is compared by equality.
    """
    expected = claim.text or ""
    wanted = index.literal(expected)
    if place.scope not in ("page", "document"):
        observed = place.text or ""
        if wanted and index.literal(observed) == wanted:
            method = MatchMethod.EXACT_TEXT if expected == observed else MatchMethod.NORMALIZED_TEXT
            return Outcome(CheckStatus.GROUNDED, None, method, of_place(place), occurrences=1)
        return Outcome(CheckStatus.MISMATCH, Reason.TEXT_MISMATCH, MatchMethod.NORMALIZED_TEXT, of_place(place))
    units = _units(index, place)
    equal = [unit for unit in units if wanted and index.literal(unit[0]) == wanted]
    if len(equal) == 1:
        text, start, end = equal[0]
        return Outcome(
            CheckStatus.GROUNDED,
            None,
            MatchMethod.NORMALIZED_TEXT,
            placed(index, place, start, end, text),
            occurrences=1,
        )
    reason = Reason.AMBIGUOUS_LOCATION if equal else Reason.TEXT_MISMATCH
    note = f"{len(equal)} places show it; name one of them" if equal else "no line shows exactly this"
    return Outcome(
        CheckStatus.MISMATCH, reason, MatchMethod.NORMALIZED_TEXT, of_place(place), occurrences=len(equal), note=note
    )


def _other_readings(index: SourceIndex, place: Place) -> tuple[Place, ...]:
    return tuple(of_page(index, page) for page in place.others)


def _haystack(index: SourceIndex, place: Place) -> Haystack:
    text = place.text or ""
    if place.start is not None and index.representation.flat:
        return index.haystack(place.start, place.start + len(text))
    return index.loose(text)


def _find(index: SourceIndex, claim: CitedClaim, place: Place, rules: HouseRules) -> Found | NotFound:
    expected = claim.text or ""
    haystack = _haystack(index, place)
    if claim.locator.prefix or claim.locator.suffix:
        return _between(claim, haystack)
    if place.scope == "chars":
        found = find(expected, haystack, rules)
        whole = isinstance(found, Found) and found.method in (MatchMethod.EXACT_TEXT, MatchMethod.NORMALIZED_TEXT)
        return found if whole else NotFound(Reason.TEXT_MISMATCH)
    found = find(expected, haystack, rules)
    if isinstance(found, NotFound) and found.reason in (Reason.QUOTE_TOO_SHORT, Reason.AMBIGUOUS_LOCATION):
        return _whole_unit(index, expected, place) or found
    return found


def _between(claim: CitedClaim, haystack: Haystack) -> Found | NotFound:
    """A quote told apart by what stands right before and after it; that lets it be short, but it must be one place."""
    profile = haystack.profile
    before = normalize(claim.locator.prefix, profile).text.lstrip()
    needle = normalize(claim.locator.prefix + (claim.text or "") + claim.locator.suffix, profile).text.strip()
    quote = normalize(claim.text or "", profile).text.strip()
    offset = needle.find(quote, max(0, len(before) - 1))
    found = list(places(needle, haystack.normal.text)) if offset >= 0 and quote else []
    if len(found) != 1:
        reason = Reason.AMBIGUOUS_LOCATION if found else Reason.TEXT_MISMATCH
        return NotFound(reason, places=len(found))
    at = found[0] + offset
    return Found(MatchMethod.NORMALIZED_TEXT_CONTAINS, (haystack.normal.source(at, at + len(quote)),))


def _units(index: SourceIndex, place: Place) -> list[tuple[str, int, int]]:
    """The elements and lines of a page or document, each once, with their stretch of the text."""
    start = place.start or 0
    end = start + len(place.text or "")
    units = {}
    for element in index.elements_on(start, end):
        if element.text and element.start is not None:
            units[element.start, element.end or element.start] = element.text
    for span in index.representation.spans:
        if span.start is not None and start <= span.start < end:
            units[span.start, span.end or span.start] = span.text
    return [(text, *stretch) for stretch, text in sorted(units.items())]


def _whole_unit(index: SourceIndex, expected: str, place: Place) -> Found | NotFound | None:
    """A short text may be a whole heading or line: then it is found by equality, if only once."""
    if place.scope not in ("page", "document") or not index.representation.flat:
        return None
    wanted = index.literal(expected)
    base = place.start or 0
    equal = [(a - base, b - base) for text, a, b in _units(index, place) if index.literal(text) == wanted]
    if len(equal) == 1:
        return Found(MatchMethod.NORMALIZED_TEXT, (equal[0],))
    return NotFound(Reason.AMBIGUOUS_LOCATION, places=len(equal)) if equal else None
