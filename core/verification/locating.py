"""From a locator to the one place it means, or the reason why there is none.

Order, strictest first: table cell, span, element, page with box, page, source. Two places that contradict each other
are a conflict, never a choice. [ETH]
"""

from dataclasses import dataclass

from core.verification.citations import CitedClaim, Locator
from core.verification.index import SourceIndex
from core.verification.representation import Box, Cell, Element, Page, Table
from core.verification.table_lookup import TableRefusal, find_cell
from core.verification.vocabulary import CheckStatus, ClaimKind, CoordinateOrigin, Reason


@dataclass(frozen=True, slots=True)
class Place:
    """What a locator resolved to."""

    text: str | None
    """None where the place has no text to compare, such as a page of a foreign representation."""
    page: Page | None = None
    page_id: str | None = None
    box: Box | None = None
    scope: str = "element"
    """cell, span, element, chars, page or document."""
    element: int | None = None
    """Position of the element in reading order."""
    start: int | None = None
    """Where the text begins in the representation's text."""
    cell: Cell | None = None
    table: Table | None = None
    note: str = ""
    others: tuple[Page, ...] = ()
    """Further pages the page number can mean."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a locator leads nowhere."""

    status: CheckStatus
    reason: Reason
    note: str = ""


def locate(index: SourceIndex, claim: CitedClaim) -> Place | Refusal:
    """Resolve the locator of a claim.

    Returns:
        The place, or a refusal: ``not_found`` for what is not there, ``error`` for a locator that contradicts itself,
        ``capability_blocked`` for what the source cannot say.

    Source: [ETH] precedence of locators.
    """
    locator = claim.locator
    table = claim.kind is ClaimKind.TABLE_CELL or locator.names_table
    if table and (locator.span_id is not None or locator.element_id is not None):
        return _conflict("a table cell and another place")
    if table:
        return _on_its_page(index, _cell(index, locator), locator)
    if locator.span_id is not None:
        return _on_its_page(index, _span(index, locator), locator)
    if locator.element_id is not None:
        return _on_its_page(index, _element(index, locator), locator)
    if locator.bbox is not None:
        return _boxed(index, locator)
    if locator.page is not None:
        return _page(index, locator)
    return _document(index, locator)


def no_text(index: SourceIndex, page: Page | None) -> bool:
    """Whether there is nothing to read where text is asked for: a scan, or an empty source."""
    source = index.representation
    if page is not None and source.flat:
        return page.image_only or not source.text.strip()
    return source.flat and not source.text.strip()


def _conflict(note: str) -> Refusal:
    return Refusal(CheckStatus.ERROR, Reason.LOCATOR_CONFLICT, note)


def _not_found(reason: Reason, note: str = "") -> Refusal:
    return Refusal(CheckStatus.NOT_FOUND, reason, note)


def _on_its_page(index: SourceIndex, found: Place | Refusal, locator: Locator) -> Place | Refusal:
    """A page named beside another place must be the page of that place, and a box must lie in its box."""
    if isinstance(found, Refusal):
        return found
    if locator.page is not None:
        named = {page.id for page in index.pages_named(locator.page)} or {locator.page}
        if found.page_id not in named:
            return _conflict(f"it stands on page {found.page_id}, not on {locator.page}")
    if locator.bbox is not None:
        if index.representation.capabilities.coordinate_origin is CoordinateOrigin.UNKNOWN:
            return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.UNKNOWN_COORDINATE_ORIGIN)
        if found.box is None or not contains(found.box, locator.bbox, _tolerance(index)):
            return _conflict("the box lies outside the place named")
    return found


def _cell(index: SourceIndex, locator: Locator) -> Place | Refusal:
    headers = locator.row is not None or locator.column is not None
    if not headers and (locator.table_id is None or locator.cell is None):
        return Refusal(CheckStatus.ERROR, Reason.MISSING_TABLE_CELL_LOCATOR)
    if not index.representation.capabilities.tables:
        return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.MISSING_TABLE_CAPABILITY)
    if _too_many_pages(index, locator):
        note = f"the citation names no page, and there are {len(index.representation.pages)}"
        return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.LIMITS_EXCEEDED, note)
    found = find_cell(index, locator)
    if isinstance(found, TableRefusal):
        return Refusal(found.status, found.reason, found.note)
    table, cell = found
    page = index.pages.get(table.page or "")
    return Place(cell.text, page, table.page, cell.box, "cell", cell=cell, table=table)


def _too_many_pages(index: SourceIndex, locator: Locator) -> bool:
    """Whether tables would have to be looked for on more pages than are searched."""
    house, source = index.config.house, index.representation
    most = house.max_tables_pages if house is not None else 0
    return source.tables_on_demand and locator.page is None and locator.table_id is None and len(source.pages) > most


def _span(index: SourceIndex, locator: Locator) -> Place | Refusal:
    if not index.representation.capabilities.spans:
        return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.MISSING_SPAN_CAPABILITY)
    span = index.spans.get(locator.span_id or "")
    if span is None:
        return _not_found(Reason.SPAN_NOT_FOUND)
    if locator.element_id is not None and span.element != locator.element_id:
        return _conflict("the span belongs to another element")
    return Place(span.text, index.pages.get(span.page or ""), span.page, span.box, "span", start=span.start)


def _element(index: SourceIndex, locator: Locator) -> Place | Refusal:
    position = index.elements.get(locator.element_id or "")
    if position is None:
        return _not_found(Reason.ELEMENT_NOT_FOUND)
    place = of_element(index, position)
    if locator.chars is not None:
        return _narrowed(place, locator.chars)
    return place


def of_element(index: SourceIndex, position: int) -> Place:
    """The place of an element, by its position in reading order."""
    element: Element = index.representation.elements[position]
    page = index.pages.get(element.page or "")
    return Place(element.text, page, element.page, element.box, "element", position, element.start)


def _narrowed(place: Place, chars: tuple[int, int]) -> Place | Refusal:
    text = place.text or ""
    if chars[1] > len(text):
        return _not_found(Reason.SPAN_NOT_FOUND, f"there are only {len(text)} characters")
    start = None if place.start is None else place.start + chars[0]
    return Place(text[chars[0] : chars[1]], place.page, place.page_id, place.box, "chars", place.element, start)


def _boxed(index: SourceIndex, locator: Locator) -> Place | Refusal:
    if locator.page is None:
        return Refusal(CheckStatus.ERROR, Reason.MISSING_PAGE_FOR_BBOX)
    if index.representation.capabilities.coordinate_origin is CoordinateOrigin.UNKNOWN:
        return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.UNKNOWN_COORDINATE_ORIGIN)
    assert locator.bbox is not None
    named = {page.id for page in index.pages_named(locator.page)} or {locator.page}
    best: tuple[int, int] | None = None
    for position, element in enumerate(index.representation.elements):
        if element.page in named and element.box and contains(element.box, locator.bbox, _tolerance(index)):
            candidate = (_area(element.box), position)
            best = candidate if best is None else min(best, candidate)
    return _not_found(Reason.BBOX_NOT_FOUND) if best is None else of_element(index, best[1])


def _page(index: SourceIndex, locator: Locator) -> Place | Refusal:
    source = index.representation
    if not source.pages:
        note = "this kind of source has no pages"
        return Refusal(CheckStatus.CAPABILITY_BLOCKED, Reason.PAGE_NOT_FOUND, note)
    pages = index.pages_named(locator.page or "")
    if not pages:
        return _not_found(Reason.PAGE_NOT_FOUND, f"there are {len(source.pages)} pages")
    place = of_page(index, pages[0], pages[1:])
    return _narrowed(place, locator.chars) if locator.chars is not None else place


def of_page(index: SourceIndex, page: Page, others: tuple[Page, ...] = ()) -> Place:
    """The place that is a whole page."""
    source = index.representation
    text = source.text[page.start : page.end] if source.flat else None
    box = (0, 0, page.width, page.height) if page.width and page.height else None
    return Place(text, page, page.id, box, "page", start=page.start if source.flat else None, others=others)


def _document(index: SourceIndex, locator: Locator) -> Place | Refusal:
    source = index.representation
    if index.config.house is None:
        return Refusal(CheckStatus.ERROR, Reason.MISSING_LOCATOR)
    place = Place(source.text if source.flat else None, scope="document", start=0)
    return _narrowed(place, locator.chars) if locator.chars is not None else place


def contains(outer: Box, inner: Box, tolerance: int) -> bool:
    """Whether a box lies within another, up to a tolerance."""
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def _tolerance(index: SourceIndex) -> int:
    return index.config.bbox_containment_tolerance_q or 0


def _area(box: Box) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])
