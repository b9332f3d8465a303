"""Markdown: what a reader sees of it, block by block, each with its lines in the file."""

from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.verification.grounding.encoding import decode
from core.verification.grounding.flow import Flow
from core.verification.grounding.types import Artifact, too_much
from core.verification.representation import Capabilities, Cell, Parser, Representation, Table
from core.verification.vocabulary import CapabilityLimit

NAME = "markdown"
VERSION = "1"
_KINDS = {"heading_open": "heading", "paragraph_open": "paragraph", "list_item_open": "list_item"}


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """CommonMark with tables; raw HTML stays text nobody renders."""
    return MarkdownIt("commonmark", {"html": True, "maxNesting": 20}).enable("table")


def read(artifact: Artifact) -> Representation:
    """Read a Markdown file."""
    text, encoding = decode(artifact.data)
    if len(text) > artifact.limits.max_text:
        raise too_much(f"{len(text):,} characters", artifact.limits.max_text)
    flow = Flow(artifact.limits)
    tables: list[Table] = []
    kind, lines = "paragraph", ""
    grid: list[Cell] = []
    row = column = -1
    title = None
    for token in _parser().parse(text):
        if token.type in _KINDS:
            kind, lines = _KINDS[token.type], _lines(token)
        elif token.type == "table_open":
            grid, row, lines = [], -1, _lines(token)
        elif token.type == "tr_open":
            row, column = row + 1, 0
        elif token.type == "table_close":
            tables.append(Table(f"t{len(tables) + 1}", tuple(grid)))
            rows = [[cell.text or "" for cell in grid if cell.row == number] for number in range(row + 1)]
            flow.add("table", "\n".join("\t".join(cells) for cells in rows), path=lines)
            row = -1
        elif token.type == "inline":
            shown = _shown(token)
            if row >= 0:
                grid.append(Cell(row, column, " ".join(shown.split())))
                column += 1
            else:
                flow.add(kind, shown, path=_lines(token) or lines)
                title = title or (shown if kind == "heading" else None)
        elif token.type in ("fence", "code_block"):
            flow.add("code", token.content.rstrip("\n"), path=_lines(token))
    return Representation(
        format=NAME,
        parser=Parser(
            "markdown-it-py",
            version("markdown-it-py"),
            "headwater-markdown",
            VERSION,
            MappingProxyType({"encoding": encoding, "rules": "commonmark, table"}),
        ),
        capabilities=Capabilities(char_offsets=True, tables=True, fingerprint=True),
        artifact=artifact.fingerprint,
        text=flow.text,
        elements=tuple(flow.elements),
        tables=tuple(tables),
        limits=(CapabilityLimit.MISSING_PAGES,) + (() if flow.text else (CapabilityLimit.NO_TEXT_LAYER,)),
        title=title,
    )


def _lines(token: Token) -> str:
    return f"lines {token.map[0] + 1}-{token.map[1]}" if token.map else ""


def _shown(token: Token) -> str:
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "image":
            parts.append(child.content)
    return "".join(parts)
