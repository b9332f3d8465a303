"""OpenInference spans in the forms they lie on disk, brought into one: ids, parent and flat attributes.

Phoenix writes spans with an ``attributes`` object, flat or nested, or as a data frame whose columns begin with
``attributes.``; the OpenTelemetry SDK writes flat attributes; OTLP writes lists of keys and typed values.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KIND = "openinference.span.kind"


@dataclass(frozen=True, slots=True)
class Span:
    """One step of a run."""

    trace: str
    id: str
    parent: str | None
    name: str
    kind: str
    start: str
    attributes: Mapping[str, Any]
    """Flat: ``retrieval.documents.0.document.id``."""
    row: int

    def documents(self, prefix: str) -> list[dict[str, Any]]:
        """The documents under a prefix, in order; their numbers count from 0 and gaps are closed."""
        found: dict[int, dict[str, Any]] = {}
        for key, value in self.attributes.items():
            if key.startswith(prefix + "."):
                number, _, rest = key[len(prefix) + 1 :].partition(".")
                if number.isdigit() and rest.startswith("document."):
                    found.setdefault(int(number), {})[rest.removeprefix("document.")] = value
        return [found[number] for number in sorted(found)]


def spans_inside(record: Mapping[str, Any]) -> Sequence[Any] | None:
    """The spans that an object holds: OTLP's resource spans, or a page of Phoenix's list."""
    resources = record.get("resourceSpans", record.get("resource_spans"))
    if isinstance(resources, list):
        return [span for resource in resources for span in _of_resource(resource)]
    for key in ("spans", "data"):
        held = record.get(key)
        if isinstance(held, list) and held and all(isinstance(span, dict) and is_span(span) for span in held):
            return held
    return None


def is_span(record: Mapping[str, Any]) -> bool:
    """Whether a record is a span that says its OpenInference kind."""
    attributes = record.get("attributes")
    if f"attributes.{KIND}" in record:
        return True
    if isinstance(attributes, list):
        return any(isinstance(pair, dict) and pair.get("key") == KIND for pair in attributes)
    if not isinstance(attributes, dict):
        return record.get("span_kind") is not None and ("context" in record or "context.span_id" in record)
    return KIND in attributes or isinstance(attributes.get("openinference"), dict)


def span_of(record: Mapping[str, Any], row: int) -> Span:
    """One span in the common form."""
    attributes = dict(_flat(attributes_of(record)))
    context = record.get("context")
    ids = context if isinstance(context, dict) else record
    span_id = _id(ids, "span_id", "spanId") or _id(record, "context.span_id", "id") or f"row {row}"
    trace = _id(ids, "trace_id", "traceId") or _id(record, "context.trace_id") or span_id
    kind = attributes.get(KIND) or record.get("span_kind") or ""
    return Span(
        trace=trace,
        id=span_id,
        parent=_id(record, "parent_id", "parentSpanId", "parent_span_id"),
        name=str(record.get("name") or ""),
        kind=str(kind).upper(),
        start=str(record.get("start_time", record.get("startTimeUnixNano")) or ""),
        attributes=attributes,
        row=row,
    )


def _of_resource(resource: Any) -> Iterator[Any]:
    scopes = resource.get("scopeSpans", resource.get("scope_spans")) if isinstance(resource, dict) else None
    for scope in scopes if isinstance(scopes, list) else ():
        spans = scope.get("spans") if isinstance(scope, dict) else None
        yield from spans if isinstance(spans, list) else ()


def attributes_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a span as they stand, in whichever of the forms."""
    attributes = record.get("attributes")
    if isinstance(attributes, list):
        pairs = (pair for pair in attributes if isinstance(pair, dict) and isinstance(pair.get("key"), str))
        return {pair["key"]: _typed(pair.get("value")) for pair in pairs}
    columns = {
        key.removeprefix("attributes."): value
        for key, value in record.items()
        if key.startswith("attributes.") and value is not None
    }
    return {**(attributes if isinstance(attributes, dict) else {}), **columns}


def _typed(value: Any) -> Any:
    """OTLP's value: ``{"stringValue": "x"}``; whole numbers are written as text there."""
    if not isinstance(value, dict) or len(value) != 1:
        return value
    kind, inner = next(iter(value.items()))
    if kind == "intValue" and isinstance(inner, str) and inner.lstrip("-").isdigit():
        return int(inner)
    if kind == "arrayValue" and isinstance(inner, dict) and isinstance(inner.get("values"), list):
        return [_typed(item) for item in inner["values"]]
    if kind == "kvlistValue" and isinstance(inner, dict) and isinstance(inner.get("values"), list):
        return {str(pair.get("key")): _typed(pair.get("value")) for pair in inner["values"] if isinstance(pair, dict)}
    return inner if kind in ("stringValue", "intValue", "doubleValue", "boolValue") else value


def _flat(nested: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Nested attributes as flat ones; a document's metadata stays whole."""
    for key, value in nested.items():
        path = f"{prefix}{key}"
        if path.endswith(("documents", "output_documents", "input_documents")) and isinstance(value, str):
            value = _parsed(value)
        if path.endswith(".metadata") or path == "metadata":
            yield path, _parsed(value) if isinstance(value, str) else value
        elif isinstance(value, dict):
            yield from _flat(value, f"{path}.")
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            for number, item in enumerate(value):
                if isinstance(item, dict):
                    yield from _flat(item, f"{path}.{number}.")
        else:
            yield path, value


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _id(record: Mapping[str, Any], *keys: str) -> str | None:
    for key in keys:
        value = record.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value)
    return None
