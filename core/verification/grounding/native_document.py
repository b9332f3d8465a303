"""The contract's native document JSON [ETH]: pages, elements, spans and tables under ``payload``."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from core.verification.grounding.json_strictly import load
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
from core.verification.vocabulary import Advisory, CoordinateOrigin

NAME = "native-document"
VERSION = "1.0.0"
WHO = "native document"

Bbox = Annotated[list[int], Field(min_length=4, max_length=4)]
Fingerprint = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]


class _Open(BaseModel):
    """Fields beyond those we use are the document's own business."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Parser(_Open):
    name: str
    version: str


class _Page(_Open):
    id: str
    index: Annotated[int, Field(ge=1)]
    width: Annotated[int, Field(ge=1)]
    height: Annotated[int, Field(ge=1)]
    rotation: int = 0


class _Element(_Open):
    id: str
    type: str
    page: str
    bbox: Bbox
    text: str | None = None


class _Span(_Open):
    id: str
    page: str
    bbox: Bbox
    text: str
    char_start: int | None = None
    char_end: int | None = None


class _Cell(_Open):
    row: Annotated[int, Field(ge=0)]
    col: Annotated[int, Field(ge=0)]
    row_span: Annotated[int, Field(ge=1, le=100_000)] = 1
    col_span: Annotated[int, Field(ge=1, le=100_000)] = 1
    bbox: Bbox
    text: str = ""


class _Table(_Open):
    id: str
    page_refs: Annotated[list[str], Field(min_length=1)]
    bbox: Bbox
    cells: list[_Cell]
    header_rows: int = 1
    header_cols: int = 1


class _Warning(_Open):
    code: str


class _Coordinates(_Open):
    origin: CoordinateOrigin

    model_config = ConfigDict(extra="ignore", strict=False)


class _Payload(_Open):
    coordinate_system: _Coordinates
    pages: list[_Page]
    elements: list[_Element]
    spans: list[_Span]
    tables: list[_Table]
    security_warnings: list[_Warning] = Field(default_factory=list)
    parser_warnings: list[_Warning] = Field(default_factory=list)


class _Document(_Open):
    schema_version: str
    parser: _Parser
    fingerprint: Fingerprint
    payload: _Payload


def read(artifact: Artifact) -> Representation:
    """Read a native document; its fingerprint is the one it declares."""
    value: Any = load(artifact.data, WHO, depth=64)
    try:
        document = _Document.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidSource(f"{WHO}: {place}: {first['msg']}") from error
    payload = document.payload
    pages = {page.id for page in payload.pages}
    for kind, items in (("element", payload.elements), ("span", payload.spans)):
        ids = [item.id for item in items]
        if len(set(ids)) != len(ids):
            raise InvalidSource(f"{WHO}: duplicate {kind} id")
        if any(item.page not in pages for item in items):
            raise InvalidSource(f"{WHO}: {kind}.page references unknown page")
    if any(page not in pages for table in payload.tables for page in table.page_refs):
        raise InvalidSource(f"{WHO}: table.page_refs references unknown page")
    codes = [warning.code for warning in (*payload.security_warnings, *payload.parser_warnings)]
    return Representation(
        format=NAME,
        parser=Parser(document.parser.name, document.parser.version),
        capabilities=Capabilities(True, True, True, True, payload.coordinate_system.origin, False),
        artifact=artifact.fingerprint,
        declared=document.fingerprint,
        flat=False,
        pages=tuple(Page(p.id, p.index, p.width, p.height, p.rotation) for p in payload.pages),
        elements=tuple(Element(e.id, e.type, e.text, e.page, _box(e.bbox)) for e in payload.elements),
        spans=tuple(Span(s.id, s.text, s.page, _box(s.bbox)) for s in payload.spans),
        tables=tuple(
            Table(
                t.id,
                tuple(Cell(c.row, c.col, c.text, c.row_span, c.col_span, _box(c.bbox)) for c in t.cells),
                t.page_refs[0],
                _box(t.bbox),
                t.header_rows,
                max(1, t.header_cols),
            )
            for t in payload.tables
        ),
        warnings=tuple(Advisory(code) for code in dict.fromkeys(codes) if code in tuple(Advisory)),
    )


def _box(bbox: list[int]) -> Box:
    return (bbox[0], bbox[1], bbox[2], bbox[3])
