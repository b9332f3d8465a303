"""The public contract's own text rules [ETH]: equality, containment for quotes, and quotes split over two elements."""

from core.verification.citations import CitedClaim
from core.verification.config import TextNormalization, VerificationConfig
from core.verification.index import SourceIndex, union
from core.verification.locating import Place, Refusal
from core.verification.matching.profiles import normalized_text
from core.verification.representation import Box, Element
from core.verification.vocabulary import CheckStatus, ClaimKind, CoordinateOrigin, MatchMethod, Reason


def method_of(kind: ClaimKind, config: VerificationConfig) -> MatchMethod:
    """The method a kind is compared by under a config, whatever the outcome."""
    exact = config.text_normalization is TextNormalization.NONE
    if kind is ClaimKind.TABLE_CELL:
        return MatchMethod.TABLE_CELL_LOOKUP
    if kind is ClaimKind.QUOTE:
        return MatchMethod.EXACT_TEXT_CONTAINS if exact else MatchMethod.NORMALIZED_TEXT_CONTAINS
    return MatchMethod.EXACT_TEXT if exact else MatchMethod.NORMALIZED_TEXT


def matches(index: SourceIndex, kind: ClaimKind, expected: str, observed: str) -> bool:
    """Whether a text holds: contained for a quote, equal for a value or a cell.

    Source: [ETH] match methods.
    """
    config = index.config
    wanted = normalized_text(expected, config.text_normalization, case_sensitive=config.case_sensitive)
    found = index.literal(observed)
    if not wanted:
        return False
    return wanted in found if kind is ClaimKind.QUOTE else wanted == found


def over_two_elements(index: SourceIndex, claim: CitedClaim, place: Place) -> Place | Refusal | None:
    """The cited element joined with its neighbour, where a quote runs over both and their boxes touch exactly.

    Returns:
        The joined place; ``capability_blocked`` where only the unknown origin of the boxes stands in the way;
        None where no neighbour completes the quote.

    Source: [ETH] split quotes.
    """
    if claim.kind is not ClaimKind.QUOTE or claim.text is None or place.element is None or claim.locator.bbox:
        return None
    if claim.locator.element_id is None or claim.locator.chars is not None:
        return None
    elements = index.representation.elements
    here = place.element
    for first, second in ((here, here + 1), (here - 1, here)):
        if first < 0 or second >= len(elements):
            continue
        joined = _joined(index, elements[first], elements[second], claim.text)
        if joined is None:
            continue
        if index.representation.capabilities.coordinate_origin is CoordinateOrigin.UNKNOWN:
            return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.UNKNOWN_COORDINATE_ORIGIN)
        left, right = elements[first].box, elements[second].box
        if left is not None and right is not None and _touch(left, right):
            page = elements[first].page
            return Place(joined, index.pages.get(page or ""), page, union(left, right), "joined")
    return None


def _joined(index: SourceIndex, first: Element, second: Element, expected: str) -> str | None:
    if first.page != second.page or first.box is None or second.box is None or not first.text or not second.text:
        return None
    joined = f"{first.text} {second.text}"
    if index.config.text_normalization is not TextNormalization.NONE:
        joined = index.literal(joined)
    alone = any(matches(index, ClaimKind.QUOTE, expected, text) for text in (first.text, second.text))
    return joined if not alone and matches(index, ClaimKind.QUOTE, expected, joined) else None


def _touch(first: Box, second: Box) -> bool:
    same_line = first[1] < second[3] and second[1] < first[3] and second[0] == first[2]
    stacked = first[0] < second[2] and second[0] < first[2] and second[1] == first[3]
    return same_line or stacked
