"""OpenInference traces, as Phoenix exports them: the root's output is the answer, what was retrieved are candidates.

Documents are numbered from 0 in the attributes; their place in the retrieval counts from 1. What a reranker kept is
not cited either: its order and score stand beside the retriever's.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import document_source
from core.importers.fields import Fields
from core.importers.findings import shown
from core.importers.record_format import RecordFormat
from core.importers.sample import Sample
from core.importers.spans import KIND, Span, is_span, span_of, spans_inside
from core.importers.traced import Passage, TracedAnswer, put, split
from core.importers.types import Detection

_RETRIEVED = "retrieval.documents"
_RERANKED = "reranker.output_documents"
_ANSWER_KEYS = ("answer", "response", "output", "result", "content", "text")
_QUESTION_KEYS = ("question", "query", "input", "user_input", "prompt", "content", "text")


class OpenInferenceImporter(RecordFormat):
    """Reads spans as JSON, JSON Lines, OTLP or a Phoenix data frame."""

    NAME = "openinference"
    READS = f"OpenInference spans with {KIND}, as Phoenix or OpenTelemetry export them"
    SIGNS = f"span ids and the attribute {KIND}"
    GROUPED = True

    def __init__(self) -> None:
        self._traces: dict[str, list[Span]] = {}

    def begin(self) -> "OpenInferenceImporter":
        """A reader without spans."""
        return OpenInferenceImporter()

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The spans of an OTLP export or of a page of a list."""
        return None if is_span(record) else spans_inside(record)

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A span of this convention; other spans of the same trace are read along."""
        return is_span(record) or ("name" in record and ("spanId" in record or "context" in record))

    def group(self, record: Mapping[str, Any]) -> str | None:
        """The trace of a span."""
        return span_of(record, 0).trace if self.fits(record) else None

    def detect(self, sample: Sample) -> Detection:
        """Sure only where a span states its OpenInference kind."""
        detection = super().detect(sample)
        if not any(isinstance(value, dict) and is_span(value) for value, _ in self._records(sample)):
            return Detection(0.0, (f"no span states {KIND}",))
        return detection

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Keep a span until its trace is whole."""
        span = span_of(fields.record, fields.row or 0)
        self._traces.setdefault(span.trace, []).append(span)

    def finish(self, facts: Assembly) -> None:
        """Put every trace that has an answer."""
        for trace, spans in self._traces.items():
            self._trace(trace, spans, facts)

    def _trace(self, trace: str, spans: list[Span], facts: Assembly) -> None:
        findings = facts.findings
        known = {span.id for span in spans}
        roots = [span for span in spans if span.parent is None or span.parent not in known]
        root = next((span for span in roots if _said(span, "output") is not None), roots[0] if roots else spans[0])
        passages = _passages(spans, facts)
        text = _answer(root, spans)
        if text is None:
            expected = "output.value of the root span, or an LLM span with an output message"
            message = f"the trace {trace!r} holds no answer"
            findings.problem(
                message, expected=expected, found=f"{len(spans)} spans", row=root.row, field="output.value"
            )
            return
        question = _worded(root, "input", _QUESTION_KEYS) or ""
        extra = {"span_id": root.id, "name": root.name, "start_time": root.start}
        kept = {key: value for key, value in extra.items() if value}
        put(TracedAnswer(trace, text, split(text)[1], question, passages, kept), facts, root.row)


def _passages(spans: list[Span], facts: Assembly) -> tuple[Passage, ...]:
    made: list[Passage] = []
    place: dict[tuple[str, str], int] = {}
    for span in spans:
        for rank, document in enumerate(span.documents(_RETRIEVED), 1):
            passage = _passage(document, rank, span, facts)
            place.setdefault((passage.source.id, passage.text), len(made))
            made.append(passage)
    for span in spans:
        for rank, document in enumerate(span.documents(_RERANKED), 1):
            passage = _passage(document, rank, span, facts)
            known = place.get((passage.source.id, passage.text))
            again = {"reranked": rank, "reranker_score": passage.score}
            if known is None:
                place[(passage.source.id, passage.text)] = len(made)
                made.append(passage)
            else:
                first = made[known]
                kept = {key: value for key, value in again.items() if value is not None}
                made[known] = Passage(first.source, first.text, first.rank, first.score, {**first.extra, **kept})
    return tuple(made)


def _passage(document: Mapping[str, Any], rank: int, span: Span, facts: Assembly) -> Passage:
    fields = Fields(document, facts.findings, span.row, f"{_RETRIEVED}[{rank}].")
    metadata = document.get("metadata")
    stated = dict(metadata) if isinstance(metadata, dict) else {}
    stated |= {key: document[key] for key in ("url", "title", "name") if document.get(key) is not None}
    if "name" in stated:
        stated.setdefault("title", stated.pop("name"))
    text, own_id = fields.text("content") or "", fields.identifier("id")
    source = document_source(stated, facts.findings, span.row, own_id=own_id, text=text)
    extra = fields.rest("content", "score")
    return Passage(source, text, rank, fields.number("score"), extra)


def _answer(root: Span, spans: list[Span]) -> str | None:
    answer = _worded(root, "output", _ANSWER_KEYS)
    if answer is not None:
        return answer
    spoken = [message for span in spans if (message := span.attributes.get("llm.output_messages.0.message.content"))]
    return spoken[-1] if spoken and isinstance(spoken[-1], str) else None


def _said(span: Span, side: str) -> str | None:
    value = span.attributes.get(f"{side}.value")
    return value if isinstance(value, str) and value.strip() else None


def _worded(span: Span, side: str, keys: tuple[str, ...]) -> str | None:
    """What a span was given or gave, as words: a JSON value is opened where one of its keys holds them."""
    value = _said(span, side)
    if value is None or span.attributes.get(f"{side}.mime_type") != "application/json":
        return value
    try:
        opened = json.loads(value)
    except (ValueError, RecursionError):
        return value
    if isinstance(opened, str):
        return opened
    if isinstance(opened, dict):
        words = next((opened[key] for key in keys if isinstance(opened.get(key), str)), None)
        return words if words is not None or side == "output" else shown(opened)
    return None if side == "output" else shown(opened)
