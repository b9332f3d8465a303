"""A question, an answer and the passages retrieved for it: RAGAS (both schemas), ContextTrace, Dokis, Chronicle.

One reader by key aliases. The passages are candidates: none of these formats says which of them an answer cites, and
a marker such as [1] in an answer is not read, because none of them says from where it counts. Only ContextTrace may
list citations of its own, by the ids of its contexts.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import described, document_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.sample import Sample
from core.importers.sentences import markers
from core.importers.strict_json import Document, Refused
from core.importers.trace_table import trace_table
from core.importers.traced import Cited, Part, Passage, TracedAnswer, put, split
from core.model import Source

QUESTION = ("user_input", "question", "query", "prompt")
ANSWER = ("response", "answer", "generated_answer")
CONTEXTS = ("retrieved_contexts", "contexts", "chunks", "evidence")
_IDS = ("retrieved_context_ids", "context_ids")
_OWN_ID = ("id", "run_id", "trace_id", "sample_id", "query_id")
_TEXT = ("text", "content", "page_content", "passage")
_LISTS = (*CONTEXTS, *_IDS, "reference_contexts", "reference_context_ids", "ground_truths")
_CLAIM_KEYS = frozenset(("claim_id", "claim_text", "evidence_id", "citation_id", "source_nodes", "sentences"))


class PlainTraceImporter(RecordFormat):
    """Reads questions with their answer and contexts, under the keys of four tools."""

    NAME = "trace"
    READS = "RAG traces: {user_input, response, retrieved_contexts[]}, {question, answer, contexts[]} and the like"
    SIGNS = "a question, an answer and a list of contexts"

    def document(self, sample: Sample) -> Document | None:
        """The records of a file, or the rows of a table that has a question, an answer and contexts."""
        if sample.container == "parquet" or (sample.container is None and sample.document is not None):
            return sample.document
        return sample.once("traces", lambda: trace_table(sample, (QUESTION, ANSWER, CONTEXTS), _LISTS))

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A question, an answer and contexts under any of their names; a claim is no answer."""
        if not _CLAIM_KEYS.isdisjoint(record) or not any(
            isinstance(record.get(key), list | Refused) for key in CONTEXTS
        ):
            return _CLAIM_KEYS.isdisjoint(record) and _without_contexts(record)
        if any(isinstance(record.get(key), list) and record[key] for key in ("answer", "references", "docs")):
            return False
        return any(key in record for key in QUESTION) and any(key in record for key in ANSWER)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one trace: every sentence of its answer is a claim, every context a candidate for each."""
        findings, before = fields.findings, len(fields.findings.problems)
        own = fields.identifier(*_OWN_ID)
        question, answer = fields.text(*QUESTION), fields.text(*ANSWER, needed=True)
        passages = _passages(fields, facts)
        if answer is None or len(findings.problems) > before:
            return
        stretches, parts = split(answer)
        parts = _with_citations(fields, passages, stretches, parts)
        if not any(part.cited for part in parts) and any(markers(answer)):
            message = "answers hold markers such as [1]; this format does not say what they count, so they cite nothing"
            findings.count("markers-not-read", message, example=own or f"row {fields.row}", row=fields.row)
        taken = (*_OWN_ID, *QUESTION, *ANSWER, *CONTEXTS, *_IDS, "citations")
        extra = fields.rest(*[key for key in taken if key != "citations" or any(part.cited for part in parts)])
        name = own or f"a{fields.row}"
        if len(findings.problems) == before:
            put(TracedAnswer(name, answer, parts, question or "", passages, extra), facts, fields.row)


def _without_contexts(record: Mapping[str, Any]) -> bool:
    """A record of RAGAS' own keys for which nothing was retrieved."""
    empty = any(key in record and record[key] is None for key in CONTEXTS)
    return empty and any(key in record for key in QUESTION) and any(key in record for key in ANSWER)


def _passages(fields: Fields, facts: Assembly) -> tuple[Passage, ...]:
    key = fields.key(*CONTEXTS)
    contexts = fields.items(*CONTEXTS)
    names = fields.items(*_IDS) if fields.has(*_IDS) else None
    if names is not None and len(names) != len(contexts):
        message = f"there are {len(names)} ids for {len(contexts)} contexts"
        fields.problem(fields.key(*_IDS) or _IDS[0], f"{len(contexts)} ids", names, message)
        return ()
    made = []
    for number, context in enumerate(contexts, 1):
        name = None if names is None else _identifier(names[number - 1], fields, number)
        passage = _passage(context, name, number, f"{key}[{number}]", fields, facts)
        if passage is not None:
            made.append(passage)
    return tuple(made)


def _identifier(value: Any, fields: Fields, number: int) -> str | None:
    key = f"{fields.key(*_IDS)}[{number}]"
    return Fields({key: value}, fields.findings, fields.row, fields.path).identifier(key)


def _passage(context: Any, name: str | None, number: int, step: str, fields: Fields, facts: Assembly) -> Passage | None:
    row = fields.row
    if isinstance(context, str):
        source = (
            Source(name) if name is not None else document_source({}, facts.findings, row, own_id=None, text=context)
        )
        return Passage(source, context, number)
    if not isinstance(context, dict):
        fields.problem(step, "a text, or an object with a text", context)
        return None
    inner = fields.inside(context, step)
    text, own_id = inner.text(*_TEXT), name or inner.identifier("id", "chunk_id", "context_id")
    stated = inner.object("metadata")
    score = inner.number("score", "similarity", "relevance_score")
    place = inner.text("path", "url") if text is None else None
    if text is None and place is None:
        inner.text(*_TEXT, needed=True)
        return None
    known = {**(dict(stated.record) if stated is not None else {}), **_plain(context)}
    source = document_source(known, facts.findings, row, own_id=own_id, text=text or "")
    if source.title == "":
        source = described(source.id, known)
    extra = inner.rest(*_TEXT, "score", "similarity", "relevance_score")
    return Passage(source, text or "", number, score, extra)


def _plain(context: Mapping[str, Any]) -> dict[str, Any]:
    """What a context says of its document beside its metadata."""
    keys = ("source_url", "source", "url", "path", "title", "doc_id", "document_id")
    return {key: context[key] for key in keys if context.get(key) is not None}


def _with_citations(
    fields: Fields, passages: tuple[Passage, ...], stretches: tuple[Any, ...], parts: tuple[Part, ...]
) -> tuple[Part, ...]:
    """ContextTrace's own citations: an id of a context, alone or as an object; they hold for the whole answer."""
    if not fields.has("citations") or not isinstance(fields.record.get("citations"), list):
        return parts
    places = {name: number for number, passage in enumerate(passages) if (name := passage.extra.get("id")) is not None}
    cited = []
    for number, entry in enumerate(fields.items("citations"), 1):
        name = entry
        if isinstance(entry, dict):
            name = entry.get("context_id", entry.get("id", entry.get("chunk_id")))
        if isinstance(name, bool) or not isinstance(name, str | int):
            fields.problem(f"citations[{number}]", "the id of a context", entry)
            continue
        quote = entry.get("text", entry.get("quote")) if isinstance(entry, dict) else None
        expected = quote if isinstance(quote, str) else None
        place = places.get(name)
        missing = None if place is not None else str(name)
        cited.append(Cited(place, missing=missing, marker=str(name), expected_text=expected))
    return tuple(Part(part.text, tuple(cited), part.sentence) for part in parts)
