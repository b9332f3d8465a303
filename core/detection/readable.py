"""The text a reader of a page reads: paragraphs without navigation, forms, scripts and hidden parts."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree, html

_SKIP = frozenset(
    re.findall(
        r"\w+",
        """
    script style noscript template svg math head nav footer aside form button select option iframe object canvas
    audio video dialog menu
        """,
    )
)
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        """
    p div section article main header h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr blockquote pre figure figcaption
    address details summary hr br body
        """,
    )
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>", re.IGNORECASE)
_ENOUGH = 200
"""Characters from which an <article> or <main> is taken for the text of the page."""


def parse(source: str) -> Any | None:
    """The tree of an HTML source; None where there is none in it. Nothing is fetched."""
    source = _DECLARATION.sub("", source).replace("\x00", "")
    if not source.strip():
        return None
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    try:
        tree = html.document_fromstring(source, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        return None
    return tree if isinstance(tree, html.HtmlElement) else None


def text_of(tree: Any) -> str:
    """The readable text of a page, one paragraph a line; the longest article or main part where there is one."""
    best = ""
    for part in tree.iter("article", "main"):
        found = _text(part)
        if len(found) > len(best):
            best = found
    whole = _text(tree)
    return best if len(best) >= _ENOUGH and len(best) * 3 >= len(whole) else whole


def _text(part: Any) -> str:
    pieces: list[str] = []
    for piece in _pieces(part):
        pieces.append(piece)
    lines = (re.sub(r"[ \t\r\f\v]+", " ", line).strip() for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _pieces(root: Any) -> Iterator[str]:
    # A stack of our own: a page may nest deeper than Python recurses.
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        element, leaving = stack.pop()
        block = element.tag in _BLOCKS
        if leaving:
            if block:
                yield "\n"
            if element.tail and element is not root:
                yield re.sub(r"\s+", " ", element.tail)
            continue
        if not isinstance(element.tag, str) or element.tag in _SKIP or _is_hidden(element):
            if element.tail and element is not root:
                yield re.sub(r"\s+", " ", element.tail)
            continue
        if block:
            yield "\n"
        if element.text:
            yield re.sub(r"\s+", " ", element.text)
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))


def _is_hidden(element: Any) -> bool:
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or bool(_HIDDEN_STYLE.search(element.get("style") or ""))
    )


def in_furniture(element: Any) -> bool:
    """True for what stands in navigation, a footer, a sidebar or a form: not said by the text."""
    return any(ancestor.tag in _SKIP for ancestor in element.iterancestors())
