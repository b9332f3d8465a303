"""HAGRID as published: a query, quotes of Wikipedia numbered from 1, and answers whose sentences people judged.

Every quote was given to the model that answered; those that a sentence's markers name are cited, the others stay
candidates. Whether a sentence is attributable is a judgement of meaning, which verifies nothing.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Part, Passage, TracedAnswer, put
from core.importers.traced_markers import marked, marked_parts
from core.model import Judgement, Source

_JUDGE = "annotators of HAGRID"
_WORDS = {0: "not attributable", 1: "attributable"}


class HagridImporter(RecordFormat):
    """Reads the published JSON Lines."""

    NAME = "hagrid"
    READS = "HAGRID: {query_id, query, quotes[{idx, docid, text}], answers[{answer, sentences[{text, attributable}]}]}"
    SIGNS = "query, quotes and answers"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A query with its quotes and answers."""
        return "query" in record and isinstance(record.get("quotes"), list) and isinstance(record.get("answers"), list)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one query: each of its answers has all its quotes."""
        before = len(fields.findings.problems)
        name, query = fields.identifier("query_id") or f"q{fields.row}", fields.text("query", needed=True) or ""
        numbers, passages = list[int](), list[Passage]()
        for quote in fields.objects("quotes"):
            number = quote.whole("idx", needed=True)
            document, text = quote.identifier("docid", needed=True), quote.text("text", needed=True)
            if number is None or document is None or text is None:
                continue
            # A segment of a page is called page#segment.
            page, sign, segment = document.partition("#")
            extra = {**quote.rest("idx", "docid", "text"), **({"segment": segment} if sign else {})}
            numbers.append(number)
            passages.append(Passage(Source(page, publisher="Wikipedia"), text, number, None, extra))
        places = {number: place for place, number in enumerate(numbers)}
        answers = [self._answer(answer, places) for answer in fields.objects("answers")]
        if len(fields.findings.problems) > before:
            return
        shared = fields.rest("query_id", "query", "quotes", "answers")
        for number, (text, parts, extra) in enumerate(answers, 1):
            traced = TracedAnswer(f"{name}.a{number}", text, parts, query, tuple(passages), {**shared, **extra})
            put(traced, facts, fields.row)

    def _answer(self, answer: Fields, places: Mapping[int, int]) -> tuple[str, tuple[Part, ...], dict[str, Any]]:
        text = answer.text("answer", needed=True) or ""
        parts = tuple(part for sentence in answer.objects("sentences") if (part := _part(sentence, places)) is not None)
        return text, parts or marked_parts(text, places), answer.rest("answer", "sentences")


def _part(sentence: Fields, places: Mapping[int, int]) -> Part | None:
    text = sentence.text("text", needed=True)
    value = sentence.whole("attributable")
    if text is None or not text.strip():
        return None
    word = None if value is None else _WORDS.get(value, str(value))
    judged = () if word is None else (Judgement("", "", "support", word, _JUDGE),)
    return Part(
        text, marked(text, places), text, judgements=judged, extra=sentence.rest("text", "attributable", "index")
    )
