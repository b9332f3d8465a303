"""Spans by OpenTelemetry's conventions for generative AI, and those of TruLens: an answer, and what was retrieved.

The conventions give a retrieved document its id and a score, and no text; what stands beside them is kept. Attributes
of several values may be written as JSON. Documents stand in a list; their place in it counts from 1. What was
retrieved is never cited: neither convention says which document an answer leans on.
"""

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import document_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.sample import Sample
from core.importers.spans import attributes_of, is_span, span_of, spans_inside
from core.importers.traced import Passage, TracedAnswer, put, split
from core.importers.types import Detection

_BASES = ("ai.observability.", "trulens.")
"""What TruLens' attributes begin with, in its older and its newer versions."""

Attributes = Mapping[str, Any]
Step = tuple[Fields, Attributes]
"""A span and its attributes."""


class SpanTraces(RecordFormat):
    """Spans gathered by what they belong to; a convention says what they hold."""

    GROUPED = True

    def __init__(self) -> None:
        self._traces: dict[str, list[Step]] = {}

    def begin(self) -> "SpanTraces":
        """A reader without spans."""
        return type(self)()

    @abstractmethod
    def own(self, attributes: Attributes) -> bool:
        """Whether a span has attributes of this convention."""

    @abstractmethod
    def answered(self, steps: Sequence[Step]) -> tuple[str | None, str]:
        """The answer that a trace ends with, and the question it began with."""

    @abstractmethod
    def documents(self, attributes: Attributes) -> Iterator[dict[str, Any]]:
        """What a span retrieved: objects with id, score and content, as far as it says."""

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The spans of an OTLP export."""
        return None if _is_step(record) else spans_inside(record)

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A span; those of other conventions in the same trace are read along."""
        return _is_step(record)

    def detect(self, sample: Sample) -> Detection:
        """Sure only where spans have attributes of this convention; those that OpenInference names are its own."""
        detection = super().detect(sample)
        spans = [value for value, _ in self._records(sample) if isinstance(value, dict) and _is_step(value)]
        if not any(self.own(attributes_of(span)) for span in spans[:200]):
            return Detection(0.0, (f"no {self.SIGNS}",))
        if any(is_span(span) for span in spans[:200]):
            return Detection(min(0.5, detection.score), (*detection.reasons, "and spans of OpenInference"))
        return detection

    def group(self, record: Mapping[str, Any]) -> str | None:
        """The trace of a span."""
        return span_of(record, 0).trace if _is_step(record) else None

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Keep a span until its trace is whole."""
        key = self.group(fields.record) or f"row {fields.row}"
        self._traces.setdefault(key, []).append((fields, attributes_of(fields.record)))

    def finish(self, facts: Assembly) -> None:
        """Put every trace that has an answer."""
        for trace, steps in self._traces.items():
            text, question = self.answered(steps)
            row = steps[0][0].row
            if text is None:
                found, message = f"{len(steps)} spans", f"the trace {trace!r} holds no answer"
                facts.findings.problem(message, expected=self.READS, found=found, row=row, field="attributes")
                continue
            passages = [
                passage for fields, attributes in steps for passage in self._passages(fields, attributes, facts)
            ]
            put(TracedAnswer(trace, text, split(text)[1], question, tuple(passages)), facts, row)

    def _passages(self, fields: Fields, attributes: Attributes, facts: Assembly) -> Iterator[Passage]:
        for rank, document in enumerate(self.documents(attributes), 1):
            inner = fields.inside(document, f"documents[{rank}]")
            text, own_id = inner.text("content", "text", "page_content") or "", inner.identifier("id")
            metadata = document.get("metadata")
            stated = {**(metadata if isinstance(metadata, dict) else {}), **document}
            source = document_source(stated, facts.findings, fields.row, own_id=own_id, text=text)
            extra = inner.rest("content", "text", "page_content", "score")
            yield Passage(source, text, rank, inner.number("score"), extra)


class GenAiImporter(SpanTraces):
    """Reads spans with attributes ``gen_ai.*``."""

    NAME = "otel-genai"
    READS = "OpenTelemetry spans with gen_ai.output.messages and gen_ai.retrieval.documents, flat or as OTLP"
    SIGNS = "spans with attributes of gen_ai"

    def own(self, attributes: Attributes) -> bool:
        """Any attribute of the convention."""
        return any(key.startswith("gen_ai.") for key in attributes)

    def answered(self, steps: Sequence[Step]) -> tuple[str | None, str]:
        """The text of the last span that gives any; the first words of a user."""
        said = [text for _, held in steps if (text := _spoken(held.get("gen_ai.output.messages"), "assistant"))]
        asked = [text for _, held in steps if (text := _spoken(held.get("gen_ai.input.messages"), "user"))]
        asked += [text for _, held in steps if isinstance(text := held.get("gen_ai.retrieval.query.text"), str)]
        return (said[-1] if said else None), (asked[0] if asked else "")

    def documents(self, attributes: Attributes) -> Iterator[dict[str, Any]]:
        """The documents of a retrieval."""
        for document in _opened(attributes.get("gen_ai.retrieval.documents")):
            if isinstance(document, dict):
                yield document


class TruLensImporter(SpanTraces):
    """Reads spans that TruLens records, by its own attributes."""

    NAME = "trulens"
    READS = "TruLens spans with record_root.output and retrieval.retrieved_contexts, under ai.observability or trulens"
    SIGNS = "spans with attributes of TruLens"

    def own(self, attributes: Attributes) -> bool:
        """Any attribute of TruLens."""
        return any(key.startswith(_BASES) for key in attributes)

    def group(self, record: Mapping[str, Any]) -> str | None:
        """The record a span belongs to, else its trace."""
        named = _of(attributes_of(record), "record_id", "record_root.record_id")
        return named if isinstance(named, str) and named else super().group(record)

    def answered(self, steps: Sequence[Step]) -> tuple[str | None, str]:
        """Output and input of the root of the record."""
        said = [
            text
            for _, held in steps
            if isinstance(text := _of(held, "record_root.output", "record_root.main_output"), str)
        ]
        asked = [
            text
            for _, held in steps
            if isinstance(text := _of(held, "record_root.input", "record_root.main_input"), str)
        ]
        asked += [text for _, held in steps if isinstance(text := _of(held, *_retrieved("query_text")), str)]
        return (said[-1] if said else None), (asked[0] if asked else "")

    def documents(self, attributes: Attributes) -> Iterator[dict[str, Any]]:
        """The contexts of a retrieval, each with its score where as many are given."""
        contexts = _opened(_of(attributes, *_retrieved("retrieved_contexts")))
        scores = _opened(_of(attributes, *_retrieved("retrieved_scores")))
        for place, context in enumerate(contexts):
            document = dict(context) if isinstance(context, dict) else {"content": context}
            yield document | ({"score": scores[place]} if len(scores) == len(contexts) else {})


def _retrieved(name: str) -> tuple[str, str]:
    return f"retrieval.{name}", f"sem.retrieval.{name}"


def _of(attributes: Attributes, *names: str) -> Any:
    """The first attribute of TruLens under any of its bases and these names."""
    return next(
        (attributes[base + name] for name in names for base in _BASES if attributes.get(base + name) is not None), None
    )


def _is_step(record: Mapping[str, Any]) -> bool:
    named = "context" in record or "spanId" in record or "span_id" in record or "context.span_id" in record
    return named and ("attributes" in record or any(key.startswith("attributes.") for key in record))


def _opened(value: Any) -> list[Any]:
    """The values of an attribute, which may be written as JSON."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return []
    return value if isinstance(value, list) else []


def _spoken(messages: Any, role: str) -> str | None:
    """The text of the last message of a role."""
    for message in reversed(_opened(messages)):
        if not isinstance(message, dict) or message.get("role") not in (role, None):
            continue
        parts = message.get("parts")
        texts = [part.get("content") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        texts = texts or [message.get("content")]
        spoken = "\n".join(text for text in texts if isinstance(text, str) and text.strip())
        if spoken:
            return spoken
    return None
