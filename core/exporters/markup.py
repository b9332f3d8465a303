"""Markup that is safe by construction: text is escaped unless it is markup already."""

import re
from html import escape

_VOID = frozenset(("meta", "br", "hr", "col", "wbr"))
# What neither HTML nor XML may hold: controls, halves of surrogate pairs, and signs that are none.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_LINK = re.compile(r"https?://[^\s<>\"'\x00-\x20]+", re.IGNORECASE)


class Markup(str):
    """Finished markup; everything else is text."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Text as markup; what is markup already stays as it is."""
    if isinstance(value, Markup):
        return value
    return Markup(escape(_FORBIDDEN.sub("�", str(value)), quote=True))


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """An element.

    Args:
        name: Its name.
        children: Text, or markup; None is nothing.
        attributes: ``class_`` for class, ``aria_label`` for aria-label; None and False are left out, True stands bare.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value not in (None, False))
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{''.join(text(child) for child in children if child is not None)}</{name}>")


def join(*parts: object) -> Markup:
    """Several pieces one after the other."""
    return Markup("".join(text(part) for part in parts if part is not None))


def outside(value: str, name: str = "bdi", **attributes: object) -> Markup:
    """Text from outside: its direction of writing cannot reach what stands beside it."""
    return tag(name, value, dir="auto", **attributes)


def address(url: str) -> Markup:
    """A web address as a link; any other scheme as text with a mark."""
    if _LINK.fullmatch(url):
        return tag("a", url, href=url, rel="noopener noreferrer nofollow")
    return join(outside(url, "code"), " ", tag("span", "(not a web address, so not a link)", class_="mark"))


def _attribute(key: str, value: object) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{text(value)}"'
