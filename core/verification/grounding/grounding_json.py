"""Grounding JSON v1 [ETH]: what another parser read; every invariant of its schema is checked."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from core.verification.grounding.json_strictly import MAX_SAFE, load
from core.verification.grounding.types import Artifact, InvalidSource
from core.verification.representation import (
    Box,
    Capabilities,
    Cell,
    Element,
    Page,
    Parser,
    Representation,
    Span,
    Table,
)
from core.verification.vocabulary import CoordinateOrigin

NAME = "grounding-json"
VERSION = "1.0.0"
WHO = "grounding-json"
ARTIFACT_TYPE = "ethos.grounding.v1"

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*$", min_length=1, max_length=256)]
Text = Annotated[str, StringConstraints(max_length=16_384)]
Edge = Annotated[int, Field(ge=0, le=MAX_SAFE, strict=True)]
Count = Annotated[int, Field(ge=0, le=MAX_SAFE, strict=True)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Source(_Strict):
    media_type: Literal["application/pdf"]
    sha256: Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]


class _Producer(_Strict):
    name: Annotated[Text, StringConstraints(min_length=1)]
    version: Annotated[Text, StringConstraints(min_length=1)]


class _Capabilities(_Strict):
    spans: bool
    char_offsets: bool
    tables: bool


class _Coordinates(_Strict):
    unit: Literal["centipoint"]
    origin: Literal["top-left"]


class _Page(_Strict):
    id: Id
    index: Annotated[int, Field(ge=1)]
    width: Annotated[int, Field(ge=1, le=MAX_SAFE)]
    height: Annotated[int, Field(ge=1, le=MAX_SAFE)]
    rotation: Literal[0, 90, 180, 270]


class _Element(_Strict):
    id: Id
    page: Id
    bbox: Annotated[list[Edge], Field(min_length=4, max_length=4)]
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=256)]
    text: Text | None = None


class _Span(_Strict):
    id: Id
    page: Id
    bbox: Annotated[list[Edge], Field(min_length=4, max_length=4)]
    text: Text
    element: Id | None = None
    char_start: Count | None = None
    char_end: Count | None = None


class _Cell(_Strict):
    row: Count
    col: Count
    row_span: Annotated[int, Field(ge=1, le=1_000_000)]
    col_span: Annotated[int, Field(ge=1, le=1_000_000)]
    bbox: Annotated[list[Edge], Field(min_length=4, max_length=4)]
    text: Text


class _Table(_Strict):
    id: Id
    page: Id
    bbox: Annotated[list[Edge], Field(min_length=4, max_length=4)]
    cells: Annotated[list[_Cell], Field(max_length=1_000_000)]


class _Document(_Strict):
    artifact_type: Literal["ethos.grounding.v1"]
    schema_version: Literal["1.0.0"]
    source: _Source
    producer: _Producer
    capabilities: _Capabilities
    coordinate_system: _Coordinates
    pages: Annotated[list[_Page], Field(max_length=5_000)]
    elements: Annotated[list[_Element], Field(max_length=1_000_000)]
    spans: Annotated[list[_Span], Field(max_length=1_000_000)] | None = None
    tables: Annotated[list[_Table], Field(max_length=100_000)] | None = None


def read(artifact: Artifact) -> Representation:
    """Read a Grounding JSON v1 document; its fingerprint is that of the file itself."""
    value = load(artifact.data, WHO, depth=64, floats=False, nulls=False)
    try:
        document = _Document.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = "/" + "/".join(str(part) for part in first["loc"])
        raise InvalidSource(f"{WHO}: {place}: {first['msg']}") from error
    _check(document)
    can = document.capabilities
    return Representation(
        format=NAME,
        parser=Parser(document.producer.name, document.producer.version, "ethos-grounding-json", VERSION),
        capabilities=Capabilities(can.spans, can.char_offsets, can.tables, True, CoordinateOrigin.TOP_LEFT),
        artifact=artifact.fingerprint,
        flat=False,
        pages=tuple(Page(p.id, p.index, p.width, p.height, p.rotation) for p in document.pages),
        elements=tuple(Element(e.id, e.kind, e.text, e.page, _box(e.bbox)) for e in document.elements),
        spans=tuple(Span(s.id, s.text, s.page, _box(s.bbox), s.element) for s in document.spans or ()),
        tables=tuple(
            Table(
                t.id,
                tuple(Cell(c.row, c.col, c.text, c.row_span, c.col_span, _box(c.bbox)) for c in t.cells),
                t.page,
                _box(t.bbox),
            )
            for t in document.tables or ()
        ),
    )


def _check(document: _Document) -> None:
    can = document.capabilities
    spans, tables = document.spans, document.tables
    if (can.char_offsets and not can.spans) or can.spans != (spans is not None) or can.tables != (tables is not None):
        raise _invalid("/capabilities", "capabilities must agree with the supplied arrays and offsets")
    pages = {page.id: page for page in document.pages}
    if len(pages) != len(document.pages):
        raise _invalid("/pages", "page ids must be unique")
    if [page.index for page in document.pages] != list(range(1, len(pages) + 1)):
        raise _invalid("/pages", "pages must be in order, counted from 1")
    elements = {element.id: element for element in document.elements}
    if len(elements) != len(document.elements):
        raise _invalid("/elements", "element ids must be unique")
    for number, element in enumerate(document.elements):
        _placed(element.page, element.bbox, pages, f"/elements/{number}")
    seen: set[str] = set()
    for number, span in enumerate(spans or ()):
        where = f"/spans/{number}"
        _placed(span.page, span.bbox, pages, where)
        if span.id in seen:
            raise _invalid(where, "span ids must be unique")
        seen.add(span.id)
        if span.element is not None and span.element not in elements:
            raise _invalid(where, "references an unknown element")
        _offsets(span, elements.get(span.element or ""), can.char_offsets, where)
    names = {table.id for table in tables or ()}
    if len(names) != len(tables or ()):
        raise _invalid("/tables", "table ids must be unique")
    for number, table in enumerate(tables or ()):
        _cells(table, pages, f"/tables/{number}")


def _offsets(span: _Span, element: _Element | None, declared: bool, where: str) -> None:
    given = (span.char_start, span.char_end)
    if not declared:
        if given != (None, None):
            raise _invalid(where, "offsets are given though char_offsets is false")
        return
    start, end = given
    text = element.text if element is not None else None
    if start is None or end is None or text is None or not start <= end <= len(text) or text[start:end] != span.text:
        raise _invalid(where, "offsets must select the span's text exactly")


def _cells(table: _Table, pages: dict[str, _Page], where: str) -> None:
    _placed(table.page, table.bbox, pages, where)
    before: tuple[int, int] | None = None
    taken: set[tuple[int, int]] = set()
    for cell in table.cells:
        _placed(table.page, cell.bbox, pages, f"{where}/cells")
        if before is not None and (cell.row, cell.col) <= before:
            raise _invalid(f"{where}/cells", "cells must be in order of row and column")
        before = (cell.row, cell.col)
        if len(taken) + cell.row_span * cell.col_span > 1_000_000:
            raise _invalid(f"{where}/cells", "a table spans too many places")
        places = {
            (row, col)
            for row in range(cell.row, cell.row + cell.row_span)
            for col in range(cell.col, cell.col + cell.col_span)
        }
        if places & taken:
            raise _invalid(f"{where}/cells", "cells overlap")
        taken |= places


def _placed(page: str, bbox: list[int], pages: dict[str, _Page], where: str) -> None:
    if page not in pages:
        raise _invalid(where, "references an unknown page")
    inside = bbox[2] <= pages[page].width and bbox[3] <= pages[page].height
    if not (bbox[0] < bbox[2] and bbox[1] < bbox[3] and inside):
        raise _invalid(where, "bbox must be positive and within its page")


def _box(bbox: list[int]) -> Box:
    return (bbox[0], bbox[1], bbox[2], bbox[3])


def _invalid(where: str, what: str) -> InvalidSource:
    return InvalidSource(f"{WHO}: {where}: {what}")
