"""The real tree OpenDataLoader writes: nested ``kids``, lists and tables, in document order."""

from collections.abc import Mapping
from typing import Any

from core.verification.grounding.opendataloader_fields import box_of, number_of, refused
from core.verification.representation import Cell, Element, Page, Table

MOST_PAGES = 5_000
_ELEMENT_FIELDS = ("type", "id", "page number", "bounding box", "content", "text")
_TABLE_FIELDS = ("type", "id", "page number", "bounding box")

Node = Mapping[str, Any]


def read_tree(root: Node) -> tuple[list[Page], list[Element], list[Table]]:
    """Pages, elements and tables of a tree; page sizes are the extent of what stands on them."""
    count = number_of(root, "number of pages", "missing number of pages", "number of pages must fit u32")
    if count == 0:
        raise refused("number of pages must be positive")
    if count > MOST_PAGES:
        raise refused("number of pages exceeds adapter limit")
    kids = root.get("kids")
    if not isinstance(kids, list):
        raise refused("missing kids array")
    tree = _Tree(count)
    for kid in kids:
        node = _node(kid)
        tree.collect_tables(node)
        tree.element(node)
    pages = [
        Page(f"page-{number}", number, max(1, width), max(1, height))
        for number, (width, height) in enumerate(tree.extents, start=1)
    ]
    return pages, tree.elements, tree.tables


class _Tree:
    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.extents = [(1, 1)] * pages
        self.elements: list[Element] = []
        self.tables: list[Table] = []
        self._ids: set[str] = set()
        self._unnamed = self._unnamed_tables = 0

    def collect_tables(self, node: Node) -> None:
        """Tables before elements, in the order of the tree."""
        if "rows" in node and any(key in node for key in _TABLE_FIELDS):
            table = self._table(node)
            if any(known.id == table.id for known in self.tables):
                raise refused("duplicate real table id")
            self.tables.append(table)
        for child in _children(node):
            self.collect_tables(child)

    def element(self, node: Node) -> str | None:
        """Take up an element with everything below it; returns its text with theirs."""
        children = _children(node)
        if not any(key in node for key in _ELEMENT_FIELDS):
            if not children:
                raise refused("content node has no element fields or child containers")
            return _joined([self.element(child) for child in children])
        kind = node.get("type")
        if "type" in node and not isinstance(kind, str):
            raise refused("content type must be a string")
        number = self._page(
            node, "missing page number", "page number must fit u32", "page number references unknown page"
        )
        box = box_of(node, "bounding box", "missing bounding box")
        width, height = self.extents[number - 1]
        self.extents[number - 1] = (max(width, box[2]), max(height, box[3]))
        identity = self._identity(node)
        if identity in self._ids:
            raise refused("duplicate content id")
        self._ids.add(identity)
        place = len(self.elements)
        name = kind.strip().lower() if isinstance(kind, str) and kind.strip() else "unknown"
        self.elements.append(Element(identity, name, None, f"page-{number}", box))
        text = _joined([_own_text(node), *(self.element(child) for child in children)])
        self.elements[place] = Element(identity, name, text, f"page-{number}", box)
        return text

    def _identity(self, node: Node) -> str:
        if "id" in node:
            named = _named(node["id"])
            if named is None:
                raise refused("content id must be integer or non-empty string")
            return named
        self._unnamed += 1
        return f"odl-el-{self._unnamed}"

    def _page(self, node: Node, missing: str, too_large: str, unknown: str) -> int:
        number = number_of(node, "page number", missing, too_large)
        if not 1 <= number <= self.pages:
            raise refused(unknown)
        return number

    def _table(self, node: Node) -> Table:
        number = self._page(
            node, "missing table page number", "table page number must fit u32",
            "table page number references unknown page",
        )  # fmt: skip
        box = box_of(node, "bounding box", "missing table bounding box")
        if "id" in node:
            identity = _named(node["id"])
            if identity is None:
                raise refused("table id must be integer or non-empty string")
        else:
            self._unnamed_tables += 1
            identity = f"odl-table-{self._unnamed_tables}"
        cells = []
        for row, line in enumerate(_rows(node), start=1):
            if not isinstance(line.get("cells"), list):
                raise refused("row cells must be an array")
            for column, cell in enumerate(line["cells"], start=1):
                cells.append(self._cell(_node(cell), number, row, column))
        return Table(identity, tuple(cells), f"page-{number}", box)

    def _cell(self, node: Node, table_page: int, row: int, column: int) -> Cell:
        number = self._page(
            node, "missing cell page number", "cell page number must fit u32",
            "cell page number references unknown page",
        )  # fmt: skip
        if number != table_page:
            raise refused("cell page number must match table page number")
        box = box_of(node, "bounding box", "missing cell bounding box")
        text = _whole_text(node)
        if text is None or not text.strip():
            raise refused("missing cell content")
        return Cell(row, column, text, box=box)


def _node(value: object) -> Node:
    return value if isinstance(value, Mapping) else {}


def _named(value: object) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32:
        return f"odl-{value}"
    if isinstance(value, str) and value.strip():
        return f"odl-{value.strip()}"
    return None


def _children(node: Node) -> list[Node]:
    children: list[Node] = []
    for names, ambiguous in (
        (("kids", "children"), "ambiguous kids/children containers"),
        (("list items", "list_items"), "ambiguous list item containers"),
    ):
        given = [name for name in names if name in node]
        if len(given) > 1:
            raise refused(ambiguous)
        for name in given:
            if not isinstance(node[name], list):
                raise refused(f"{name} must be an array")
            children += map(_node, node[name])
    if "rows" in node:
        for row in _rows(node):
            if "cells" in row:
                if not isinstance(row["cells"], list):
                    raise refused("row cells must be an array")
                children += map(_node, row["cells"])
    return children


def _rows(node: Node) -> list[Node]:
    rows = node["rows"]
    if not isinstance(rows, list):
        raise refused("rows must be an array")
    if any(not isinstance(row, Mapping) for row in rows):
        raise refused("row must be an object")
    return rows


def _own_text(node: Node) -> str | None:
    texts = []
    for key in ("content", "text"):
        if key in node:
            if not isinstance(node[key], str):
                raise refused(f"{key} must be a string")
            if node[key]:
                texts.append(node[key])
    if len(set(texts)) > 1:
        raise refused("content and text fields disagree")
    return texts[0] if texts else None


def _whole_text(node: Node) -> str | None:
    return _joined([_own_text(node), *(_whole_text(child) for child in _children(node))])


def _joined(parts: list[str | None]) -> str | None:
    texts = [part for part in parts if part is not None]
    return "\n".join(texts) if texts else None
