"""Reading values out of a page's structured data, however deep they are nested."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.detection.pages import Page, Stated

_ARTICLES = ("article", "posting", "report", "webpage", "creativework", "review", "story", "dataset")


def texts_under(page: Page, keys: Sequence[str]) -> Iterator[Stated]:
    """Names and texts under these keys of the page's article nodes; references to nodes of the graph are followed."""
    by_id = {node["@id"]: node for node in page.nodes if isinstance(node.get("@id"), str)}
    for node in page.nodes:
        if not is_article(node):
            continue
        for key in keys:
            for value in _values(node.get(key)):
                text = _name(value, by_id)
                if text:
                    yield Stated(f"{key} in structured data", text)


def references_under(page: Page, keys: Sequence[str]) -> Iterator[Stated]:
    """Addresses under these keys of the page's article nodes."""
    by_id = {node["@id"]: node for node in page.nodes if isinstance(node.get("@id"), str)}
    for node in page.nodes:
        if not is_article(node):
            continue
        for key in keys:
            for value in _values(node.get(key)):
                text = _address(value, by_id)
                if text:
                    yield Stated(f"{key} in structured data", text)


def is_article(node: Mapping[str, Any]) -> bool:
    """True for a node that describes the page's own piece; a node without a type is taken for it."""
    kinds = [str(kind).casefold() for kind in _values(node.get("@type"))]
    return not kinds or any(kind.endswith(_ARTICLES) for kind in kinds)


def _values(value: Any) -> list[Any]:
    return value[:50] if isinstance(value, list) else [] if value is None else [value]


def _name(value: Any, by_id: Mapping[str, Mapping[str, Any]]) -> str:
    if isinstance(value, dict):
        named = value.get("name")
        if not isinstance(named, str) and isinstance(value.get("@id"), str):
            named = by_id.get(value["@id"], {}).get("name")
        return named.strip() if isinstance(named, str) else ""
    return value.strip() if isinstance(value, str) and not value.startswith(("#", "http")) else ""


def _address(value: Any, by_id: Mapping[str, Mapping[str, Any]]) -> str:
    if isinstance(value, dict):
        for key in ("url", "@id", "mainEntityOfPage"):
            found = value.get(key)
            if isinstance(found, str) and not found.startswith("#"):
                return found.strip()
        return ""
    return value.strip() if isinstance(value, str) and value.startswith(("http://", "https://", "/")) else ""
