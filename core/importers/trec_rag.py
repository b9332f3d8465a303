"""TREC RAG runs as Ragnarök writes them: sentences with citations, counted from 0 into the references.

A reference is a segment; the part before ``#`` is its document, which is the source. The candidates that were
retrieved may stand in the same file, one topic a line: they bring title, address, text and place of the segments.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly, extra_of
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Cited, Part, Passage, TracedAnswer, put, put_source
from core.model import Source

_TOPIC = ("topic_id", "narrative_id", "qid")
_QUESTION = ("topic", "narrative", "title")


class TrecRagImporter(RecordFormat):
    """Reads answers and, where they stand beside them, the retrieved candidates."""

    NAME = "trec-rag"
    READS = "TREC RAG answers: {topic_id, references[], answer[{text, citations[]}]}, with or without candidates"
    SIGNS = "references and an answer of sentences with citations, or a query with candidates"

    def __init__(self) -> None:
        self._answers: list[Fields] = []
        self._segments: dict[str, Fields] = {}
        self._scores: dict[tuple[str, str], tuple[int, float | None]] = {}

    def begin(self) -> "TrecRagImporter":
        """A reader with nothing read yet."""
        return TrecRagImporter()

    def fits(self, record: Mapping[str, Any]) -> bool:
        """Answers split into sentences, or candidates of a query."""
        return _is_answer(record) or _is_candidates(record)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Keep answers until the candidates are known, wherever in the file they stand."""
        if _is_answer(fields.record):
            self._answers.append(fields)
            return
        query = fields.object("query")
        topic = query.identifier("qid", "id") if query is not None else fields.identifier(*_TOPIC)
        for rank, candidate in enumerate(fields.objects("candidates"), 1):
            segment = candidate.identifier("docid", needed=True)
            if segment is None:
                continue
            self._segments.setdefault(segment, candidate)
            self._scores[(topic or "", segment)] = (rank, candidate.number("score"))

    def finish(self, facts: Assembly) -> None:
        """Put the answers with what is known of their references; segments nobody refers to are sources alone."""
        for fields in self._answers:
            self._answer(fields, facts)
        for segment, candidate in self._segments.items():
            if document_of(segment) not in facts.sources:
                put_source(self._source(segment), facts, candidate.row)

    def _answer(self, fields: Fields, facts: Assembly) -> None:
        before = len(fields.findings.problems)
        about = fields.object("metadata") or fields
        run, topic = about.identifier("run_id"), about.identifier(*_TOPIC) or fields.identifier(*_TOPIC)
        name = "/".join(part for part in (run, topic) if part) or f"a{fields.row}"
        references = fields.texts("references")
        passages = tuple(self._passage(topic or "", segment, number) for number, segment in enumerate(references, 1))
        parts = [self._part(sentence, references) for sentence in fields.objects("answer")]
        if len(fields.findings.problems) > before:
            return
        whole = " ".join(part.text for part in parts)
        question = about.text(*_QUESTION) or fields.text(*_QUESTION) or ""
        extra = fields.rest("references", "answer", "topic")
        put(TracedAnswer(name, whole, tuple(parts), question, passages, extra), facts, fields.row)

    def _part(self, sentence: Fields, references: list[str]) -> Part:
        text = sentence.text("text", needed=True) or ""
        if sentence.has("text") and not text.strip():
            sentence.problem("text", "a sentence that is not blank", sentence.record["text"])
        cited = []
        for number, given in enumerate(sentence.items("citations"), 1):
            if isinstance(given, str) and given in references:
                cited.append(Cited(references.index(given), marker=given))
            elif isinstance(given, int) and not isinstance(given, bool):
                # Counted from 0: the last reference is one less than their number.
                within = 0 <= given < len(references)
                cited.append(
                    Cited(given if within else None, missing=None if within else f"[{given}]", marker=f"[{given}]")
                )
            elif isinstance(given, str):
                cited.append(Cited(missing=given, marker=given))
            else:
                sentence.problem(f"citations[{number}]", "the number of a reference, from 0", given)
        return Part(text, tuple(cited), sentence=text, extra=sentence.rest("text", "citations"))

    def _passage(self, topic: str, segment: str, number: int) -> Passage:
        candidate = self._segments.get(segment)
        rank, score = self._scores.get((topic, segment), (number, None))
        document = candidate.object("doc") if candidate is not None else None
        extra: dict[str, Any] = {"segment": segment}
        text = ""
        if document is not None:
            text = document.text("segment", "body", "text") or ""
            first, last = document.whole("start_char", least=0), document.whole("end_char", least=0)
            if first is not None and last is not None:
                extra["chars"] = [first, last]
        return Passage(self._source(segment), text, rank, score, extra)

    def _source(self, segment: str) -> Source:
        identifier = document_of(segment)
        candidate = self._segments.get(segment)
        document = candidate.object("doc") if candidate is not None else None
        if document is None:
            return Source(identifier)
        headings = document.text("headings")
        extra = extra_of({"headings": headings} if headings else None)
        return Source(identifier, title=document.text("title") or "", url=document.text("url"), extra=extra)


def document_of(segment: str) -> str:
    """The document a segment is cut from.

    Examples:
        >>> document_of("msmarco_v2.1_doc_45_546308869#11_963663453")
        'msmarco_v2.1_doc_45_546308869'
    """
    return segment.partition("#")[0] or segment


def _is_answer(record: Mapping[str, Any]) -> bool:
    if not isinstance(record.get("references"), list) or not isinstance(record.get("answer"), list):
        return False
    return all(isinstance(sentence, dict) and "text" in sentence for sentence in record["answer"])


def _is_candidates(record: Mapping[str, Any]) -> bool:
    candidates = record.get("candidates")
    if not isinstance(candidates, list) or not candidates or "query" not in record:
        return False
    return isinstance(candidates[0], dict) and "docid" in candidates[0]
