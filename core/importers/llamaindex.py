"""LlamaIndex responses: an answer with its source nodes, each a stretch of a document.

A node's SOURCE relationship names the document and carries its hash, the fingerprint of the version that was read.
The citation engine numbers the nodes from 1 and the model writes ``[n]``; a number without a node leads to nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import described, document_source
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Passage, TracedAnswer, put
from core.importers.traced_markers import marked_parts
from core.model import Source

_SOURCE = ("1", "SOURCE", "source", "NodeRelationship.SOURCE")
_TAKEN = ("response", "source_nodes", "id", "response_id", "query", "question", "query_str")


class LlamaIndexImporter(RecordFormat):
    """Reads serialised responses, alone or one a line."""

    NAME = "llamaindex"
    READS = "LlamaIndex responses: {response, source_nodes[{node{id_, text, relationships, …}, score}]}"
    SIGNS = "a response and source_nodes"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """The two keys every response has."""
        return "response" in record and isinstance(record.get("source_nodes"), list)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one response."""
        before = len(fields.findings.problems)
        name = fields.identifier("response_id", "id") or f"a{fields.row}"
        text = fields.text("response", needed=True)
        question = fields.text("query", "question", "query_str")
        passages = tuple(
            passage
            for rank, node in enumerate(fields.objects("source_nodes"), 1)
            if (passage := _passage(node, rank, facts)) is not None
        )
        if text is None or len(fields.findings.problems) > before:
            return
        parts = marked_parts(text, {number: number - 1 for number in range(1, len(passages) + 1)})
        traced = TracedAnswer(name, text, parts, question or "", passages, fields.rest(*_TAKEN))
        put(traced, facts, fields.row)


def _passage(scored: Fields, rank: int, facts: Assembly) -> Passage | None:
    node = scored.object("node") if scored.has("node") else scored
    if node is None:
        return None
    if (inner := node.object("__data__")) is not None:
        node = inner
    text = node.text("text", "content")
    if text is None and (resource := node.object("text_resource")) is not None:
        text = resource.text("text")
    own_id = node.identifier("id_", "node_id", "id")
    metadata = node.object("metadata", "extra_info")
    stated = dict(metadata.record) if metadata is not None else {}
    source = _document(node, stated, own_id, text or "", facts)
    extra: dict[str, Any] = {"node_id": own_id} if own_id is not None else {}
    first = node.whole("start_char_idx", least=0)
    last = node.whole("end_char_idx", least=0)
    if first is not None and last is not None:
        if last < first:
            node.problem("end_char_idx", f"a place from {first} on", last)
        extra["chars"] = [first, last]
    if stated:
        extra["metadata"] = stated
    return Passage(source, text or "", rank, scored.number("score"), extra)


def _document(node: Fields, stated: Mapping[str, Any], own_id: str | None, text: str, facts: Assembly) -> Source:
    related = node.object("relationships")
    parent = related.object(*_SOURCE) if related is not None else None
    if parent is None:
        return document_source(stated, facts.findings, node.row, own_id=own_id, text=text)
    identifier = parent.identifier("node_id", "id_", needed=True) or "unnamed"
    about = parent.object("metadata")
    source = described(identifier, {**(about.record if about is not None else {}), **stated})
    digest = parent.text("hash")
    title = source.title or str(stated.get("file_name") or "")
    # The hash is of the text and its metadata, not of the document's bytes: it names the version that was read.
    return replace(source, title=title, version=digest or source.version)
