"""Word files: paragraphs and tables in their order; there are no pages in such a file."""

import io
from collections.abc import Iterator
from importlib.metadata import version
from zipfile import BadZipFile

import docx
from docx.document import Document
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn
from docx.table import Table as WordTable, _Cell
from docx.text.paragraph import Paragraph
from lxml import etree

from core.verification.grounding.archive import checked
from core.verification.grounding.flow import Flow, as_script
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.representation import Capabilities, Cell, Parser, Representation, Table
from core.verification.vocabulary import Advisory, CapabilityLimit, Reason

NAME = "docx"
VERSION = "1"
_DAMAGE = (OpcError, BadZipFile, etree.XMLSyntaxError, KeyError, ValueError, AttributeError, TypeError, IndexError)
"""What the library raises, by name, on files that break its assumptions."""

Run = tuple[str, str, bool]
"""Text, "superscript" or "subscript" or "", and whether it is hidden."""


def read(artifact: Artifact) -> Representation:
    """Read a Word file."""
    names = checked(artifact)
    if "word/document.xml" not in names:
        raise Unreadable(Reason.PARSE_FAILED, "not a Word file: it has no document part")
    flow = Flow(artifact.limits)
    tables: list[Table] = []
    hidden = False
    try:
        document = docx.Document(io.BytesIO(artifact.data))
        for block in document.iter_inner_content():
            if isinstance(block, Paragraph):
                hidden = _paragraph(flow, block) or hidden
            else:
                table = _table(block, f"t{len(tables) + 1}", artifact)
                tables.append(table)
                flow.add("table", _as_text(table))
        title = _title(document)
    except _DAMAGE as error:
        raise Unreadable(Reason.PARSE_FAILED, f"not readable as a Word file: {error}") from error
    except RecursionError as error:
        raise too_much("the document is nested deeper", artifact.limits.max_depth) from error
    limits = [CapabilityLimit.MISSING_PAGES]
    if not flow.text:
        limits.append(CapabilityLimit.NO_TEXT_LAYER)
    if any(name.startswith(("word/footnotes", "word/endnotes", "word/header", "word/footer")) for name in names):
        limits.append(CapabilityLimit.FOOTNOTES_NOT_READ)
    return Representation(
        format=NAME,
        parser=Parser("python-docx", version("python-docx"), "headwater-docx", VERSION),
        capabilities=Capabilities(char_offsets=True, tables=True, fingerprint=True),
        artifact=artifact.fingerprint,
        text=flow.text,
        elements=tuple(flow.elements),
        tables=tuple(tables),
        marks=flow.placed_marks(),
        warnings=(Advisory.HIDDEN_TEXT_DETECTED,) if hidden else (),
        limits=tuple(limits),
        title=title,
    )


def _paragraph(flow: Flow, paragraph: Paragraph) -> bool:
    parts: list[str] = []
    raised: list[tuple[int, int]] = []
    hidden = False
    length = 0
    for text, script, invisible in _runs(paragraph):
        if script and text.strip():
            raised.append((length, length + len(text)))
        hidden = hidden or (invisible and bool(text.strip()))
        parts.append(text)
        length += len(text)
    text = "".join(parts)
    shift = len(text) - len(text.lstrip())
    stripped = text.strip()
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    kind = (
        "heading"
        if style.startswith(("Heading", "Title"))
        else "list_item"
        if style.startswith("List")
        else "paragraph"
    )
    stretches = tuple(
        (max(0, a - shift), min(len(stripped), b - shift)) for a, b in raised if a - shift < len(stripped)
    )
    flow.add(kind, stripped, hidden=hidden, raised=stretches)
    return hidden


def _runs(paragraph: Paragraph) -> Iterator[Run]:
    """The runs of a paragraph, those inside links and tracked insertions too; deletions are not part of the text."""
    for node in paragraph._p.iter(qn("w:r")):
        if any(parent.tag == qn("w:del") for parent in node.iterancestors(qn("w:del"))):
            continue
        properties = node.find(qn("w:rPr"))
        script, hidden = "", False
        if properties is not None:
            aligned = properties.find(qn("w:vertAlign"))
            script = aligned.get(qn("w:val"), "") if aligned is not None else ""
            hidden = properties.find(qn("w:vanish")) is not None
        text = "".join(
            child.text or "" if child.tag == qn("w:t") else "\t" if child.tag == qn("w:tab")
            else "\u2011" if child.tag == qn("w:noBreakHyphen") else "\u00ad" if child.tag == qn("w:softHyphen")
            else "\n" if child.tag in (qn("w:br"), qn("w:cr")) else ""
            for child in node
        )  # fmt: skip
        yield text, script if script in ("superscript", "subscript") else "", hidden


def _table(block: WordTable, identity: str, artifact: Artifact) -> Table:
    """A table by its XML: the library repeats merged cells, here each is one cell with its span."""
    cells: list[Cell] = []
    above: dict[int, int] = {}
    for row, line in enumerate(block._tbl.tr_lst):
        column = line.grid_before
        for node in line.tc_lst:
            width = node.grid_span
            if len(cells) + width > artifact.limits.max_cells:
                raise too_much("a table has more cells", artifact.limits.max_cells)
            if node.vMerge == "continue" and column in above:
                merged = cells[above[column]]
                cells[above[column]] = Cell(merged.row, merged.col, merged.text, row - merged.row + 1, merged.col_span)
            else:
                cells.append(Cell(row, column, _cell_text(_Cell(node, block)), 1, width))
                above[column] = len(cells) - 1
            column += width
    return Table(identity, tuple(cells))


def _cell_text(cell: _Cell) -> str:
    lines = []
    for paragraph in cell.paragraphs:
        line = ""
        for text, script, _ in _runs(paragraph):
            line += as_script(text, script == "subscript") if script and line[-1:].isdigit() else text
        lines.append(line)
    return " ".join(" ".join(lines).split())


def _as_text(table: Table) -> str:
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell.text or "")
    return "\n".join("\t".join(cells) for _, cells in sorted(rows.items()))


def _title(document: Document) -> str | None:
    return document.core_properties.title or None
