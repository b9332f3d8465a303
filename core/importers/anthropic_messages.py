"""Anthropic messages with citations: a cited text block is a claim, ``cited_text`` the quote its source must hold.

Documents and blocks count from 0, ends of characters and blocks are exclusive; pages count from 1, and their end is
exclusive too. A message alone names its documents by number, so they are sources of that message; where the request
stands beside it, they bring their title and text.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.anthropic_request import Given, given_with
from core.importers.assembly import Assembly, extra_of
from core.importers.documents import address_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.sentences import sentences
from core.importers.traced import Cited, Part, Passage, TracedAnswer, put
from core.model import Source

_PLACES = {
    "char_location": ("start_char_index", "end_char_index"),
    "page_location": ("start_page_number", "end_page_number"),
    "content_block_location": ("start_block_index", "end_block_index"),
    "search_result_location": ("start_block_index", "end_block_index"),
    "web_search_result_location": (),
}
"""Kind of a citation -> the keys of its place, its start and its exclusive end."""


class AnthropicImporter(RecordFormat):
    """Reads messages, alone, out of batch results, or beside their request."""

    NAME = "anthropic"
    READS = "Anthropic messages: {role: assistant, content[{type: text, text, citations[]}]}, with or without request"
    SIGNS = "an assistant's content of text blocks in Anthropic's form"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A message whose blocks are Anthropic's."""
        message = _message(record)
        return message is not None and _is_message(message)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one message."""
        before = len(fields.findings.problems)
        held = _message(fields.record) or {}
        message = fields if held is fields.record else fields.inside(held, "message")
        name = message.identifier("id") or fields.identifier("custom_id") or f"a{fields.row}"
        request = fields.object("request", "params", "input")
        given = given_with(request, name)
        text, spans, found = "", [], []
        for block in message.objects("content", needed=True):
            kind = block.record.get("type")
            if kind == "text":
                words = block.text("text", needed=True) or ""
                cited = tuple(_cited(citation, name, given) for citation in block.objects("citations"))
                if cited and words.strip():
                    spans.append((len(text), words, cited))
                text += words
            elif kind == "web_search_tool_result":
                found += _web_results(block)
        if len(fields.findings.problems) > before:
            return
        passages = (*given.passages, *found)
        extra = {key: held[key] for key in ("model", "stop_reason", "container") if held.get(key) is not None}
        put(TracedAnswer(name, text, _parts(text, spans), given.question, passages, extra), facts, fields.row)


Span = tuple[int, str, tuple[Cited, ...]]
"""Where a cited block begins in the answer, its text, its citations."""


def _parts(text: str, spans: list[Span]) -> tuple[Part, ...]:
    """Cited blocks as claims, and between them the sentences that no citation touches."""
    stretches = sentences(text)
    placed: list[tuple[int, Part]] = []
    for start, words, cited in spans:
        end = start + len(words)
        around = [part for part in stretches if part.start < end and start < part.end]
        sentence = text[around[0].start : around[-1].end] if around else words
        placed.append((start, Part(words, cited, sentence=sentence)))
    for part in stretches:
        if all(part.end <= start or start + len(words) <= part.start for start, words, _ in spans):
            placed.append((part.start, Part(part.text, sentence=part.text)))
    return tuple(part for _, part in sorted(placed, key=lambda pair: pair[0]))


def _cited(citation: Fields, name: str, given: Given) -> Cited:
    kind = citation.record.get("type")
    if not isinstance(kind, str) or kind not in _PLACES:
        citation.problem("type", "one of " + ", ".join(_PLACES), kind)
        return Cited(missing="unread citation")
    quote = citation.text("cited_text")
    place = _place(citation, _PLACES[kind])
    extra = citation.rest("type", "cited_text", "document_title", "title", "url", "source")
    page = None
    if kind == "char_location" and place is not None:
        extra["chars"] = list(place)
    if kind == "page_location" and place is not None:
        page = place[0]
    source = _source(kind, citation, name, given)
    return Cited(source=source, marker=None, expected_text=quote, page=page, extra=extra)


def _place(citation: Fields, keys: tuple[str, ...]) -> tuple[int, int] | None:
    if not keys:
        return None
    least = 1 if "page" in keys[0] else 0
    start, end = citation.whole(keys[0], needed=True, least=least), citation.whole(keys[1], needed=True, least=least)
    if start is None or end is None:
        return None
    if end <= start:
        citation.problem(keys[1], f"a place behind {start}: the end is exclusive", end)
        return None
    return start, end


def _source(kind: str, citation: Fields, name: str, given: Given) -> Source:
    if kind == "web_search_result_location":
        url = citation.text("url", needed=True) or "unnamed page"
        return address_source(url, title=citation.text("title"))
    if kind == "search_result_location":
        named = citation.text("source", needed=True) or "unnamed search result"
        return address_source(named, title=citation.text("title"))
    number = citation.whole("document_index", needed=True, least=0)
    if number is None:
        return Source(f"{name} document")
    known = given.documents.get(number)
    if known is not None:
        return known
    if given.documents:
        found = f"document {number}, counted from 0"
        citation.problem("document_index", f"one of the {len(given.documents)} documents of the request", found)
    title = citation.text("document_title") or ""
    identifier = citation.identifier("file_id") or f"{name} document {number}"
    return Source(identifier, title=title, extra=extra_of({"document_index": number}))


def _web_results(block: Fields) -> list[Passage]:
    """Pages a web search brought: retrieved, and without a readable text."""
    content = block.record.get("content")
    if not isinstance(content, list):
        return []
    made = []
    for rank, result in enumerate(block.objects("content"), 1):
        url = result.text("url", needed=True)
        if url is not None:
            extra = {"page_age": age} if (age := result.text("page_age")) is not None else {}
            made.append(Passage(address_source(url, title=result.text("title")), "", rank, None, extra))
    return made


def _message(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message in a record: itself, under ``response`` or ``message``, or in a batch's result."""
    if isinstance(record.get("content"), list):
        return record
    result = record.get("result")
    for held in (
        record.get("response"),
        record.get("message"),
        result.get("message") if isinstance(result, dict) else None,
    ):
        if isinstance(held, dict) and isinstance(held.get("content"), list):
            return held
    return None


def _is_message(message: Mapping[str, Any]) -> bool:
    if message.get("role") != "assistant":
        return False
    blocks = [block for block in message["content"] if isinstance(block, dict)]
    if not any(block.get("type") == "text" and isinstance(block.get("text"), str) for block in blocks):
        return False
    cited = [citation for block in blocks for citation in _list(block.get("citations"))]
    known = any(isinstance(citation, dict) and str(citation.get("type")) in _PLACES for citation in cited)
    return known or (message.get("type") == "message" and "annotations" not in str(blocks[0].keys()))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
