"""Representations as JSON, for the way out of the reading process and for the cache.

JSON and not pickle: what comes out of a process that read a hostile file is itself untrusted.
"""

import json
from collections.abc import Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from core.errors import HeadwaterError
from core.verification.representation import (
    Box,
    Capabilities,
    Cell,
    Element,
    Mark,
    Page,
    Parser,
    Representation,
    Span,
    Table,
)
from core.verification.vocabulary import Advisory, CapabilityLimit, CoordinateOrigin

_CELL = tuple(f.name for f in fields(Cell))
_ELEMENT = tuple(f.name for f in fields(Element))
_PAGE = tuple(f.name for f in fields(Page))
_SPAN = tuple(f.name for f in fields(Span))


class BrokenCoding(HeadwaterError):
    """Bytes that should hold a representation do not."""


def encode(representation: Representation) -> bytes:
    """A representation as JSON bytes."""
    source = representation
    plain = {
        "format": source.format,
        "parser": [
            source.parser.name,
            source.parser.version,
            source.parser.adapter,
            source.parser.adapter_version,
            dict(source.parser.options),
        ],
        "capabilities": [getattr(source.capabilities, f.name) for f in fields(Capabilities)],
        "artifact": source.artifact,
        "declared": source.declared,
        "text": source.text,
        "pages": _rows(source.pages, _PAGE),
        # The text of a placed element or span is a stretch of the whole; writing it twice would double the file.
        "elements": [[None if _placed(e, source.text) else e.text, *_values(e, _ELEMENT)] for e in source.elements],
        "spans": [[None if _placed(s, source.text) else s.text, *_values(s, _SPAN)] for s in source.spans],
        "tables": encode_tables(source.tables),
        "marks": [[mark.kind, mark.start, mark.end] for mark in source.marks],
        "warnings": list(source.warnings),
        "limits": list(source.limits),
        "flat": source.flat,
        "title": source.title,
        "tables_on_demand": source.tables_on_demand,
    }
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")


def decode(data: bytes) -> Representation:
    """Read a representation again.

    Raises:
        BrokenCoding: The bytes hold none.
    """
    try:
        plain = json.loads(data.decode("utf-8", "surrogatepass"))
        return _decoded(plain)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise BrokenCoding(f"not a representation: {type(error).__name__}") from error


def encode_tables(tables: Sequence[Table]) -> list[list[Any]]:
    """Tables as plain lists."""
    return [[t.id, _rows(t.cells, _CELL), t.page, t.box, t.header_rows, t.header_cols, t.caption] for t in tables]


def decode_tables(given: Any) -> tuple[Table, ...]:
    """Tables from plain lists."""
    return tuple(
        Table(
            _text(row[0]),
            tuple(Cell(**{**dict(zip(_CELL, cell, strict=True)), "box": _box(cell[5])}) for cell in row[1]),
            row[2],
            _box(row[3]),
            int(row[4]),
            int(row[5]),
            row[6],
        )
        for row in given
    )


def _decoded(plain: dict[str, Any]) -> Representation:
    text = _text(plain["text"])
    name, version, adapter, adapter_version, options = plain["parser"]
    can = dict(zip((f.name for f in fields(Capabilities)), plain["capabilities"], strict=True))
    can["coordinate_origin"] = CoordinateOrigin(can["coordinate_origin"])
    return Representation(
        format=_text(plain["format"]),
        parser=Parser(_text(name), _text(version), adapter, adapter_version, MappingProxyType(dict(options))),
        capabilities=Capabilities(**can),
        artifact=plain["artifact"],
        declared=plain["declared"],
        text=text,
        pages=tuple(Page(*row) for row in plain["pages"]),
        elements=tuple(_element(row, text) for row in plain["elements"]),
        spans=tuple(_span(row, text) for row in plain["spans"]),
        tables=decode_tables(plain["tables"]),
        marks=tuple(Mark(_text(kind), int(start), int(end)) for kind, start, end in plain["marks"]),
        warnings=tuple(Advisory(value) for value in plain["warnings"]),
        limits=tuple(CapabilityLimit(value) for value in plain["limits"]),
        flat=bool(plain["flat"]),
        title=plain["title"],
        tables_on_demand=bool(plain["tables_on_demand"]),
    )


def _rows(items: Sequence[Any], names: tuple[str, ...]) -> list[list[Any]]:
    return [[getattr(item, name) for name in names] for item in items]


def _values(item: Any, names: tuple[str, ...]) -> list[Any]:
    return [getattr(item, name) for name in names if name != "text"]


def _placed(item: Element | Span, text: str) -> bool:
    return item.start is not None and item.end is not None and text[item.start : item.end] == item.text


def _element(row: list[Any], whole: str) -> Element:
    text, identity, kind, page, box, start, end, path = row
    if text is None and start is not None:
        text = whole[start:end]
    return Element(_text(identity), _text(kind), text, page, _box(box), start, end, path)


def _span(row: list[Any], whole: str) -> Span:
    text, identity, page, box, element, start, end = row
    if text is None and start is not None:
        text = whole[start:end]
    return Span(_text(identity), _text(text), page, _box(box), element, start, end)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text was expected, got {value!r}")
    return value


def _box(value: Any) -> Box | None:
    if value is None:
        return None
    left, top, right, bottom = map(int, value)
    return (left, top, right, bottom)
