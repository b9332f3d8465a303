"""LangChain: the output of a chain with its documents, messages with citations, and bare documents.

``start_index`` and ``end_index`` of a citation point into the ANSWER, from 0 and to before the end, never into the
source. A document's own ``id`` is its chunk; the document it is cut from is named in its metadata, by convention.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from core.importers.answer_spans import AnswerCitation, parts_by_place
from core.importers.assembly import Assembly
from core.importers.documents import address_source, document_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Cited, Passage, TracedAnswer, put, put_source, split

DOCUMENTS = ("context", "source_documents", "documents", "docs", "retrieved_documents")
ANSWERS = ("answer", "result", "output", "output_text", "response")
QUESTIONS = ("question", "query", "input", "user_input")
_MESSAGES = ("ai", "AIMessage", "AIMessageChunk", "assistant")


class LangChainImporter(RecordFormat):
    """Reads chain outputs, messages and documents, plain or as LangChain serialises them."""

    NAME = "langchain"
    READS = "LangChain outputs: {input, answer, context[{page_content, metadata}]}, messages with citations, documents"
    SIGNS = "page_content and metadata, or an AI message with citations"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A document, a chain's output with documents, or a message of a model."""
        record = unwrapped(record)
        return is_document(record) or is_output(record) or _is_message(record)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one document, output or message."""
        record = unwrapped(fields.record)
        opened = Fields(record, fields.findings, fields.row, fields.path)
        if is_document(record):
            put_source(passage_of(opened, 1, facts).source, facts, fields.row)
            message = "a file of documents without an answer brings sources, and no claims"
            fields.findings.count("documents-only", message, example=f"row {fields.row}", row=fields.row)
        elif is_output(record):
            take_output(opened, facts, f"a{fields.row}")
        else:
            take_message(opened, facts, f"a{fields.row}")


def take_output(fields: Fields, facts: Assembly, name: str, question: str = "") -> None:
    """Take the output of a chain: an answer, and the documents it was given."""
    before = len(fields.findings.problems)
    passages = [passage_of(document, rank, facts) for rank, document in enumerate(opened_documents(fields), 1)]
    answer = fields.record.get(fields.key(*ANSWERS) or "")
    if isinstance(answer, dict):
        message = fields.object(*ANSWERS)
        if message is not None and len(fields.findings.problems) == before:
            take_message(message.inside(unwrapped(message.record), ""), facts, name, question, tuple(passages))
        return
    text = fields.text(*ANSWERS, needed=True)
    asked = fields.text(*QUESTIONS) if isinstance(fields.record.get(fields.key(*QUESTIONS) or ""), str) else None
    if text is None or len(fields.findings.problems) > before:
        return
    extra = fields.rest(*DOCUMENTS, *ANSWERS, *QUESTIONS)
    put(TracedAnswer(name, text, split(text)[1], asked or question, tuple(passages), extra), facts, fields.row)


def take_message(
    fields: Fields, facts: Assembly, name: str, question: str = "", passages: tuple[Passage, ...] = ()
) -> None:
    """Take a model's message: its text blocks are the answer, their citations point into it."""
    before = len(fields.findings.problems)
    content = fields.record.get("content")
    blocks = [content] if isinstance(content, str) else fields.items("content", needed=True)
    text, citations = "", []
    for number, block in enumerate(blocks, 1):
        if isinstance(block, str):
            text += block
            continue
        inner = fields.inside(block, f"content[{number}]") if isinstance(block, dict) else None
        if inner is None:
            fields.problem(f"content[{number}]", "a text or a block", block)
        elif inner.record.get("type", "text") in ("text", "output_text"):
            words = inner.text("text") or ""
            citations += list(_citations(inner, len(words), len(text)))
            text += words
    parts = parts_by_place(text, citations, fields)
    if len(fields.findings.problems) == before:
        own = fields.identifier("id") or name
        put(TracedAnswer(own, text, parts, question, passages, {}), facts, fields.row)


def _citations(block: Fields, length: int, offset: int) -> Iterable[AnswerCitation]:
    for citation in block.objects("annotations"):
        if citation.record.get("type") != "citation":
            continue
        start = citation.whole("start_index", least=0)
        end = citation.whole("end_index", least=0)
        url, title = citation.text("url"), citation.text("title")
        quote = citation.text("cited_text")
        named = url or title
        source = address_source(named, title=title) if named is not None else None
        extra = citation.rest("type", "url", "title", "cited_text")
        cited = Cited(source=source, missing=None if source else "unnamed source", expected_text=quote, extra=extra)
        yield AnswerCitation(cited, start, end, citation, length, offset)


def passage_of(document: Fields, rank: int, facts: Assembly) -> Passage:
    """One retrieved document."""
    text = document.text("page_content", needed=True) or ""
    metadata = document.object("metadata")
    stated = dict(metadata.record) if metadata is not None else {}
    own_id = document.identifier("id")
    source = document_source(stated, facts.findings, document.row, own_id=own_id, text=text)
    extra: dict[str, Any] = {"metadata": stated} if stated else {}
    if own_id is not None:
        extra["id"] = own_id
    if isinstance(label := stated.get("page_label"), str):
        extra["page_label"] = label
    score = metadata.number("score", "relevance_score") if metadata is not None else None
    return Passage(source, text, rank, score, extra)


def opened_documents(fields: Fields) -> Iterable[Fields]:
    """The documents of an output, each out of its wrapping."""
    for document in fields.objects(*DOCUMENTS):
        yield Fields(unwrapped(document.record), document.findings, document.row, document.path)


def unwrapped(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object as LangChain serialises it (``lc``, ``kwargs``) or dumps it (``type``, ``data``), opened."""
    kwargs = record.get("kwargs")
    if record.get("lc") == 1 and isinstance(kwargs, dict):
        kind = record.get("id")
        named = {"type": kind[-1]} if isinstance(kind, list) and kind and isinstance(kind[-1], str) else {}
        return {**named, **kwargs}
    data = record.get("data")
    if isinstance(data, dict) and record.get("type") in _MESSAGES:
        return {**data, "type": record["type"]}
    return record


def is_document(record: Mapping[str, Any]) -> bool:
    """A document: text and metadata."""
    return isinstance(record.get("page_content"), str) and "evidence_id" not in record


def is_output(record: Mapping[str, Any]) -> bool:
    """An answer with a list of documents."""
    for key in DOCUMENTS:
        held = record.get(key)
        if isinstance(held, list) and held and isinstance(held[0], dict) and is_document(unwrapped(held[0])):
            return any(key in record for key in ANSWERS)
    return False


def _is_message(record: Mapping[str, Any]) -> bool:
    return record.get("type") in _MESSAGES and isinstance(record.get("content"), str | list)
