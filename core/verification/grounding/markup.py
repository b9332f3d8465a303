"""HTML: visible blocks in document order, tables with their spans, what is hidden marked as hidden.

Nothing is fetched and nothing runs. Styles are read only where an element carries its own.
"""

import re
from dataclasses import dataclass, field
from types import MappingProxyType

import lxml.html
from lxml import etree

from core.verification.grounding.encoding import decode
from core.verification.grounding.flow import Flow
from core.verification.grounding.markup_tables import read_table
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.representation import Capabilities, Parser, Representation, Table
from core.verification.vocabulary import Advisory, CapabilityLimit, Reason

NAME = "html"
VERSION = "1"
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
     "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
     "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
     "ul"]
)  # fmt: skip
SKIPPED = frozenset(["script", "style", "noscript", "template", "head", "iframe", "object", "select", "textarea"])
_INVISIBLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])", re.I
)
_WHITE = re.compile(
    r"(?<![-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)", re.I
)
_SPACES = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class _Block:
    """The block being filled: its text so far, and what in it is raised or hidden."""

    kind: str
    path: str
    parts: list[str] = field(default_factory=list)
    length: int = 0
    raised: list[tuple[int, int]] = field(default_factory=list)
    hidden: int = 0
    """Characters of it that are hidden."""


def read(artifact: Artifact) -> Representation:
    """Read an HTML page."""
    declared = _CHARSET.search(artifact.data[:4096])
    text, encoding = decode(artifact.data, declared[1].decode("ascii") if declared else None)
    if len(text) > artifact.limits.max_text:
        raise too_much(f"{len(text):,} characters", artifact.limits.max_text)
    tree, partial = _parsed(text)
    collected = _Collector(artifact)
    collected.walk(tree)
    if not collected.flow.elements and not text.strip():
        raise Unreadable(Reason.PARSE_FAILED, "the page is empty")
    warnings = ([Advisory.PARTIAL_PARSE] if partial else []) + collected.warnings()
    limits = (CapabilityLimit.MISSING_PAGES,) + (() if collected.flow.text else (CapabilityLimit.NO_TEXT_LAYER,))
    title = tree.findtext(".//title")
    return Representation(
        format=NAME,
        parser=Parser("lxml", etree.__version__, "headwater-html", VERSION, MappingProxyType({"encoding": encoding})),
        capabilities=Capabilities(char_offsets=True, tables=True, fingerprint=True),
        artifact=artifact.fingerprint,
        text=collected.flow.text,
        elements=tuple(collected.flow.elements),
        tables=tuple(collected.tables),
        marks=collected.flow.placed_marks(),
        warnings=tuple(warnings),
        limits=limits,
        title=" ".join(title.split()) if title else None,
    )


def _parsed(text: str) -> tuple[lxml.html.HtmlElement, bool]:
    parser = lxml.html.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    source = _DECLARATION.sub("", text).encode("utf-8", "replace")
    if not source.strip():
        raise Unreadable(Reason.PARSE_FAILED, "the page is empty")
    try:
        tree = lxml.html.document_fromstring(source, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise Unreadable(Reason.PARSE_FAILED, f"not readable as HTML: {error}") from error
    fatal = any(entry.level_name == "FATAL" or "depth" in entry.message for entry in parser.error_log)
    return tree, fatal


class _Collector:
    """Walks the page once, without recursion: nesting is the page's choice."""

    def __init__(self, artifact: Artifact) -> None:
        self.flow = Flow(artifact.limits)
        self.tables: list[Table] = []
        self._limits = artifact.limits
        self._open: _Block | None = None
        self._hidden_depth = self._raised_depth = self._pre_depth = 0
        self._white = self._hidden = False

    def warnings(self) -> list[Advisory]:
        """What was seen on the way."""
        found = [Advisory.HIDDEN_TEXT_DETECTED] if self._hidden else []
        return found + ([Advisory.LOW_CONTRAST_TEXT_DETECTED] if self._white else [])

    def walk(self, tree: lxml.html.HtmlElement) -> None:
        """Collect the blocks of a page."""
        stack: list[tuple[lxml.html.HtmlElement, bool]] = [(tree, True)]
        while stack:
            node, opening = stack.pop()
            if not isinstance(node.tag, str):
                self._write(node.tail or "")
                continue
            tag = node.tag.lower()
            if tag in SKIPPED:
                self._write(node.tail or "")
                continue
            if opening:
                self._enter(node, tag)
                self._write(node.text or "")
                stack.append((node, False))
                stack.extend((child, True) for child in reversed(node))
            else:
                self._leave(node, tag)
                self._write(node.tail or "")
        self._close()

    def _enter(self, node: lxml.html.HtmlElement, tag: str) -> None:
        if tag in _BLOCKS:
            self._close()
            self._open = _Block(tag, node.getroottree().getpath(node))
        style = node.get("style", "")
        if (
            node.get("hidden") is not None
            or _INVISIBLE.search(style)
            or (tag == "input" and node.get("type") == "hidden")
        ):
            self._hidden_depth += 1
        elif _WHITE.search(style) and "background" not in style:
            self._hidden_depth += 1
            self._white = True
        self._raised_depth += tag in ("sup", "sub")
        self._pre_depth += tag == "pre"
        if tag == "br":
            self._append("\n")
        if tag == "table":
            self.tables.append(read_table(node, f"t{len(self.tables) + 1}", self._limits))

    def _leave(self, node: lxml.html.HtmlElement, tag: str) -> None:
        style = node.get("style", "")
        if (
            node.get("hidden") is not None
            or _INVISIBLE.search(style)
            or (tag == "input" and node.get("type") == "hidden")
            or (_WHITE.search(style) and "background" not in style)
        ):
            self._hidden_depth -= 1
        self._raised_depth -= tag in ("sup", "sub")
        self._pre_depth -= tag == "pre"
        if tag in _BLOCKS:
            self._close()

    def _write(self, text: str) -> None:
        if not text:
            return
        if not self._pre_depth:
            text = _SPACES.sub(" ", text)
            ended = not self._open or not self._open.parts or self._open.parts[-1][-1:] in " \n"
            text = text.removeprefix(" ") if ended else text
        if text:
            self._append(text)

    def _append(self, text: str) -> None:
        if self._open is None:
            self._open = _Block("text", "")
        block = self._open
        block.parts.append(text)
        start, block.length = block.length, block.length + len(text)
        if self._raised_depth and text.strip():
            block.raised.append((start, block.length))
        if self._hidden_depth:
            block.hidden += len(text.strip())

    def _close(self) -> None:
        block, self._open = self._open, None
        if block is None or not block.parts:
            return
        text = "".join(block.parts)
        stripped = text.strip(" \n\t\r\f")
        shift = len(text) - len(text.lstrip(" \n\t\r\f"))
        raised = tuple((max(0, a - shift), min(len(stripped), b - shift)) for a, b in block.raised)
        self._hidden = self._hidden or bool(block.hidden)
        self.flow.add(
            block.kind, stripped, path=block.path or None, hidden=bool(block.hidden),
            raised=tuple(pair for pair in raised if pair[0] < pair[1]),
        )  # fmt: skip
