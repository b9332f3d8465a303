"""Tables of HTML, with row and column spans resolved to places."""

import re

import lxml.html

from core.verification.grounding.flow import as_script
from core.verification.grounding.types import ReadLimits, too_much
from core.verification.representation import Cell, Table

_MOST_SPAN = 1000
_INLINE_BREAK = frozenset(["br", "p", "div", "li", "tr", "td", "th", "ul", "ol", "table"])
_SKIPPED = frozenset(["script", "style", "template", "noscript"])


def read_table(node: lxml.html.HtmlElement, identity: str, limits: ReadLimits) -> Table:
    """Read one table; the cells of tables inside its cells are text to it."""
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    rows = _rows(node)
    headed: list[bool] = []
    for row, (line, in_head) in enumerate(rows):
        column = 0
        own = [cell for cell in line if isinstance(cell.tag, str) and cell.tag.lower() in ("td", "th")]
        headed.append(in_head or (bool(own) and all(cell.tag.lower() == "th" for cell in own)))
        for cell in own:
            while (row, column) in taken:
                column += 1
            row_span = min(_span(cell, "rowspan") or len(rows) - row, len(rows) - row)
            col_span = _span(cell, "colspan") or 1
            if len(taken) + row_span * col_span > limits.max_cells:
                raise too_much("a table has more cells", limits.max_cells)
            taken.update((r, c) for r in range(row, row + row_span) for c in range(column, column + col_span))
            cells.append(Cell(row, column, cell_text(cell), row_span, col_span))
            column += col_span
    header_rows = next((number for number, head in enumerate(headed) if not head), len(headed))
    caption = node.find("./caption")
    return Table(
        identity,
        tuple(cells),
        header_rows=max(1, header_rows),
        caption=" ".join(caption.text_content().split()) if caption is not None else None,
    )


def cell_text(cell: lxml.html.HtmlElement) -> str:
    """The visible text of a cell on one line; raised digits as raised digits."""
    parts: list[str] = []
    stack: list[tuple[lxml.html.HtmlElement, bool, str]] = [(cell, True, "")]
    while stack:
        node, opening, script = stack.pop()
        if not isinstance(node.tag, str):
            parts.append(node.tail or "")
            continue
        tag = node.tag.lower()
        if not opening or tag in _SKIPPED:
            if node is not cell:
                parts += [text for text in (" " if tag in _INLINE_BREAK else "", node.tail or "") if text]
            continue
        if tag in _INLINE_BREAK and node is not cell:
            parts.append(" ")
        inner = tag if tag in ("sup", "sub") else script
        text = node.text or ""
        touching = parts[-1][-1:].isdigit() if parts else False
        if text:
            parts.append(as_script(text, inner == "sub") if inner and touching else text)
        stack.append((node, False, script))
        stack.extend((child, True, inner) for child in reversed(node))
    return " ".join(re.sub(r"[ \t\r\n\f\xa0]+", " ", "".join(parts)).split())


def _rows(node: lxml.html.HtmlElement) -> list[tuple[lxml.html.HtmlElement, bool]]:
    rows = []
    for child in node:
        tag = child.tag.lower() if isinstance(child.tag, str) else ""
        if tag == "tr":
            rows.append((child, False))
        elif tag in ("thead", "tbody", "tfoot"):
            rows += [(line, tag == "thead") for line in child if isinstance(line.tag, str) and line.tag.lower() == "tr"]
    return rows


def _span(cell: lxml.html.HtmlElement, name: str) -> int:
    given = cell.get(name, "1").strip()
    return min(int(given), _MOST_SPAN) if given.isascii() and given.isdigit() else 1
