"""ALCE outputs: answers with markers ``[n]``, counted from 1 into the documents given to the model.

Models write numbers beyond the list, and 0; such a marker leads to nothing and is kept so. Passages of one title are
cut from one page.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import is_address
from core.importers.fields import Fields
from core.importers.inside_claims import passage_id
from core.importers.record_format import RecordFormat
from core.importers.traced import Passage, TracedAnswer, put
from core.importers.traced_markers import marked_parts
from core.model import Source

_SCORES = ("score", "rank_score")


class AlceImporter(RecordFormat):
    """Reads a run's output file, or its items one a line."""

    NAME = "alce"
    READS = "ALCE outputs: {args, data[{question, output, docs[{title, text}]}]}"
    SIGNS = "question, output and docs"

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The items of a run."""
        data = record.get("data")
        return data if isinstance(data, list) and data and isinstance(data[0], dict) and "docs" in data[0] else None

    def fits(self, record: Mapping[str, Any]) -> bool:
        """An item with the model's output and its documents."""
        return "question" in record and isinstance(record.get("output"), str) and isinstance(record.get("docs"), list)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one item."""
        before = len(fields.findings.problems)
        name = fields.identifier("id", "sample_id", "qid") or f"a{fields.row}"
        text = fields.text("output", needed=True)
        question = fields.text("question") or ""
        passages = tuple(_passage(document, rank, facts) for rank, document in enumerate(fields.objects("docs"), 1))
        if text is None or len(fields.findings.problems) > before:
            return
        parts = marked_parts(text, {number: number - 1 for number in range(1, len(passages) + 1)})
        extra = fields.rest("id", "sample_id", "question", "output", "docs")
        put(TracedAnswer(name, text, parts, question, passages, extra), facts, fields.row)


def _passage(document: Fields, rank: int, facts: Assembly) -> Passage:
    text, title = document.text("text", needed=True) or "", document.text("title") or ""
    own, url = document.identifier("id"), document.text("url")
    identifier = url or title or own or passage_id(text)
    if title and not url:
        message = "passages of one title are taken as cut from one page"
        facts.findings.count("document-key", message, example=repr(title), row=document.row, field="title")
    source = Source(identifier, title=title, url=url if url and is_address(url) else None)
    return Passage(source, text, rank, document.number(*_SCORES), document.rest("title", "text", "url", *_SCORES))
