"""OpenDataLoader JSON: the documented subset and the real tree, mapped as the public contract [ETH] maps them.

It declares no version of its boxes' origin, no spans and no fingerprint; those limits are stated, not guessed away.
"""

from collections.abc import Mapping
from typing import Any

from core.verification.grounding.json_strictly import load
from core.verification.grounding.opendataloader_fields import (
    WHO,
    box_of,
    centipoints,
    items_of,
    number_of,
    refused,
    text_of,
)
from core.verification.grounding.opendataloader_tree import read_tree
from core.verification.grounding.types import Artifact
from core.verification.representation import Box, Capabilities, Cell, Element, Page, Parser, Representation, Table

NAME = "opendataloader-json"
VERSION = "0.1.0"


def read(artifact: Artifact) -> Representation:
    """Read OpenDataLoader JSON of either shape."""
    root = load(artifact.data, WHO, depth=artifact.limits.max_depth)
    if not isinstance(root, dict):
        raise refused("missing 'tool' object")
    if "tool" not in root and all(key in root for key in ("file name", "number of pages", "kids")):
        pages, elements, tables = read_tree(root)
        return _made(
            artifact, Parser("opendataloader-pdf", "unknown", NAME, VERSION), pages, elements, tables, bool(tables)
        )
    tool = root.get("tool")
    if not isinstance(tool, Mapping):
        raise refused("missing 'tool' object")
    parser = Parser(
        text_of(tool, "name", "missing tool.name"), text_of(tool, "version", "missing tool.version"), NAME, VERSION
    )
    found = _pages(root)
    elements = _elements(root, found)
    tables = _tables(root, found)
    pages = sorted(found.values(), key=lambda page: page.position)
    return _made(artifact, parser, pages, elements, tables, "tables" in root)


def _made(
    artifact: Artifact, parser: Parser, pages: list[Page], elements: list[Element], tables: list[Table], tabular: bool
) -> Representation:
    return Representation(
        format=NAME,
        parser=parser,
        capabilities=Capabilities(tables=tabular),
        artifact=artifact.fingerprint,
        flat=False,
        pages=tuple(pages),
        elements=tuple(elements),
        tables=tuple(tables),
    )


def _pages(root: Mapping[str, Any]) -> dict[int, Page]:
    pages: dict[int, Page] = {}
    for page in items_of(root, "pages", "missing 'pages' array"):
        number = number_of(page, "number", "missing page.number", "page.number must fit u32")
        if number == 0:
            raise refused("page.number must be 1-based")
        if number in pages:
            raise refused("duplicate page.number")
        width, height = (_extent(page, side) for side in ("width", "height"))
        pages[number] = Page(f"page-{number}", number, width, height)
    return pages


def _extent(page: Mapping[str, Any], side: str) -> int:
    value = page.get(side)
    points = centipoints(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    if points is None or points <= 0:
        raise refused(f"page {side} must be positive finite")
    return points


def _elements(root: Mapping[str, Any], pages: dict[int, Page]) -> list[Element]:
    elements: list[Element] = []
    seen: set[str] = set()
    for position, item in enumerate(items_of(root, "elements", "missing 'elements' array"), start=1):
        page = _page_of(item, "element", pages)
        given = item.get("id")
        identity = given.strip() if isinstance(given, str) and given.strip() else f"odl-el-{position}"
        if identity in seen:
            raise refused("duplicate element.id")
        seen.add(identity)
        box = _inside(box_of(item, "bbox", "missing element.bbox"), page, "element")
        kind = item.get("type")
        kind = kind.strip().lower() if isinstance(kind, str) and kind.strip() else "unknown"
        text = item.get("text")
        elements.append(Element(identity, kind, text if isinstance(text, str) else None, page.id, box))
    return elements


def _tables(root: Mapping[str, Any], pages: dict[int, Page]) -> list[Table]:
    if "tables" not in root:
        return []
    tables: list[Table] = []
    for item in items_of(root, "tables", "'tables' is not an array"):
        identity = text_of(item, "id", "missing table.id")
        if any(table.id == identity for table in tables):
            raise refused("duplicate table.id")
        page = _page_of(item, "table", pages)
        box = _inside(box_of(item, "bbox", "missing table.bbox"), page, "table")
        cells: list[Cell] = []
        taken: set[tuple[int, int]] = set()
        for given in items_of(item, "cells", "missing table.cells array"):
            cell = _cell(given, page)
            if len(taken) + cell.row_span * cell.col_span > 1_000_000:
                raise refused("a table spans too many places")
            places = {
                (row, col)
                for row in range(cell.row, cell.row + cell.row_span)
                for col in range(cell.col, cell.col + cell.col_span)
            }
            if places & taken:
                raise refused("overlapping table cell address range")
            taken |= places
            cells.append(cell)
        tables.append(Table(identity, tuple(cells), page.id, box))
    return tables


def _cell(item: Mapping[str, Any], page: Page) -> Cell:
    spans = []
    for key in ("row_span", "col_span"):
        span = number_of(item, key, f"cell.{key} must fit u32", f"cell.{key} must fit u32") if key in item else 1
        if span == 0:
            raise refused(f"cell.{key} must be positive")
        spans.append(span)
    return Cell(
        number_of(item, "row", "missing cell.row", "cell.row must fit u32"),
        number_of(item, "col", "missing cell.col", "cell.col must fit u32"),
        text_of(item, "text", "missing cell.text"),
        spans[0],
        spans[1],
        _inside(box_of(item, "bbox", "missing cell.bbox"), page, "cell"),
    )


def _page_of(item: Mapping[str, Any], what: str, pages: dict[int, Page]) -> Page:
    number = number_of(item, "page", f"missing {what}.page", f"{what}.page must fit u32")
    if number == 0:
        raise refused(f"{what}.page must be 1-based")
    if number not in pages:
        raise refused(f"{what}.page references unknown page")
    return pages[number]


def _inside(box: Box, page: Page, what: str) -> Box:
    if box[0] < 0 or box[1] < 0 or box[2] > page.width or box[3] > page.height:
        raise refused(f"{what} bbox exceeds page bounds")
    return box
