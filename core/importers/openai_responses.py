"""OpenAI Responses and Chat: annotations point into the ANSWER, from 0, never into the source.

Whether the end is the last letter or the one behind it is told differently in different places; the sentence that a
place lies in is the same. ``file_citation`` has one index, the place in the answer it follows. What a file search
returned is retrieved; a file it returned with its text is the passage that a citation of that file stands for.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.answer_spans import AnswerCitation, parts_by_place
from core.importers.assembly import Assembly
from core.importers.documents import address_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Cited, Passage, TracedAnswer, put
from core.model import Source


class OpenAiImporter(RecordFormat):
    """Reads responses and chat completions, alone, one a line, or as lines of a batch."""

    NAME = "openai"
    READS = "OpenAI responses {output[{type: message, content[…annotations]}]} or chat completions {choices[{message}]}"
    SIGNS = "output items of a response, or choices of a chat completion"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A response or a completion, without the lists that Perplexity adds."""
        body = _body(record)
        return (is_response(body) or is_completion(body)) and not is_searched(body)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one response."""
        held = _body(fields.record)
        body = fields if held is fields.record else fields.inside(held, "response.body")
        name = body.identifier("id") or fields.identifier("custom_id") or f"a{fields.row}"
        question = _question(fields, body)
        if is_response(held):
            self._response(body, name, question, facts)
            return
        for number, choice in enumerate(body.objects("choices")):
            message = choice.object("message", needed=True)
            if message is not None:
                own = name if number == 0 else f"{name}/{number}"
                _answer([message], "content", own, question, (), facts)

    def _response(self, body: Fields, name: str, question: str, facts: Assembly) -> None:
        before = len(body.findings.problems)
        passages: list[Passage] = []
        texts: list[Fields] = []
        for item in body.objects("output"):
            kind = item.record.get("type")
            if kind == "file_search_call":
                passages += _searched(item)
            elif kind == "message":
                texts += [part for part in item.objects("content") if part.record.get("type") == "output_text"]
        if len(body.findings.problems) == before:
            _answer(texts, "text", name, question, tuple(passages), facts)


def _answer(
    texts: list[Fields], key: str, name: str, question: str, passages: tuple[Passage, ...], facts: Assembly
) -> None:
    if not texts:
        message = "a response without a message has no answer"
        facts.findings.count("run-without-answer", message, example=repr(name))
        return
    before = len(facts.findings.problems)
    whole, citations = "", []
    for part in texts:
        words = part.text(key) or ""
        for annotation in part.objects("annotations"):
            citation = _citation(annotation, passages, len(words), len(whole))
            if citation is not None:
                citations.append(citation)
        whole += words
    parts = parts_by_place(whole, citations, texts[0])
    if len(facts.findings.problems) == before:
        put(TracedAnswer(name, whole, parts, question, passages, {}), facts, texts[0].row)


def _citation(annotation: Fields, passages: tuple[Passage, ...], length: int, offset: int) -> AnswerCitation | None:
    kind = annotation.record.get("type")
    # Chat puts the fields of an annotation into an object of its name.
    inner = (annotation.object(str(kind)) if isinstance(annotation.record.get(str(kind)), dict) else None) or annotation
    if kind == "url_citation":
        url = inner.text("url", needed=True) or "unnamed page"
        cited = Cited(source=address_source(url, title=inner.text("title")), extra=inner.rest("type", "url", "title"))
        start, end = inner.whole("start_index", least=0), inner.whole("end_index", least=0)
        return AnswerCitation(cited, start, end, annotation, length, offset)
    if kind not in ("file_citation", "container_file_citation"):
        # A file_path names a file that was made, and its index is one in a list of files.
        message = "annotations of a kind that cites nothing are left out"
        annotation.findings.count("annotation-not-read", message, example=str(kind), row=annotation.row)
        return None
    file = inner.identifier("file_id", needed=True) or "unnamed file"
    extra = inner.rest("type", "file_id", "filename", "quote")
    place = next((number for number, passage in enumerate(passages) if passage.source.id == file), None)
    source = None if place is not None else Source(file, title=inner.text("filename") or "")
    cited = Cited(place, source=source, expected_text=inner.text("quote"), extra=extra)
    start, end = inner.whole("start_index", "index", least=0), inner.whole("end_index", "index", least=0)
    return AnswerCitation(cited, start, end, annotation, length, offset)


def _searched(item: Fields) -> list[Passage]:
    made = []
    for rank, result in enumerate(item.objects("results"), 1):
        file = result.identifier("file_id", needed=True)
        if file is not None:
            source = Source(file, title=result.text("filename") or "")
            extra = result.rest("file_id", "filename", "score", "text")
            made.append(Passage(source, result.text("text") or "", rank, result.number("score"), extra))
    return made


def _question(fields: Fields, body: Fields) -> str:
    """What was asked, where the request stands beside the response."""
    request = fields.object("request") if isinstance(fields.record.get("request"), dict) else None
    for held in (request, body):
        if held is None:
            continue
        given = held.record.get("input", held.record.get("messages"))
        if isinstance(given, str):
            return given
        for message in reversed(given if isinstance(given, list) else []):
            if isinstance(message, dict) and message.get("role") == "user" and isinstance(message.get("content"), str):
                return str(message["content"])
    return ""


def _body(record: Mapping[str, Any]) -> Mapping[str, Any]:
    response = record.get("response")
    if isinstance(response, dict):
        inner = response.get("body", response)
        return inner if isinstance(inner, dict) else record
    return record


def is_searched(record: Mapping[str, Any]) -> bool:
    """Whether an answer carries the addresses or search results that Perplexity adds."""
    output = record.get("output")
    items = output if isinstance(output, list) else []
    listed = any(isinstance(record.get(key), list) for key in ("citations", "search_results"))
    return listed or any(isinstance(item, dict) and item.get("type") == "search_results" for item in items)


def is_response(record: Mapping[str, Any]) -> bool:
    """Whether a record is an answer of the Responses interface."""
    output = record.get("output")
    return isinstance(output, list) and any(
        isinstance(item, dict) and item.get("type") in ("message", "file_search_call", "web_search_call")
        for item in output
    )


def is_completion(record: Mapping[str, Any]) -> bool:
    """Whether a record is a chat completion."""
    choices = record.get("choices")
    return isinstance(choices, list) and any(isinstance(item, dict) and "message" in item for item in choices)
