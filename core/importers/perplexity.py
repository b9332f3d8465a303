"""Perplexity answers: ``[n]`` in the text, counted from 1, names a search result or an address.

Where results carry an ``id`` of their own the marker means that id, not the place in the list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.importers.assembly import Assembly, extra_of
from core.importers.documents import address_source
from core.importers.fields import Fields
from core.importers.openai_responses import is_completion, is_searched
from core.importers.record_format import RecordFormat
from core.importers.traced import Passage, TracedAnswer, put
from core.importers.traced_markers import marked_parts

_RESULTS = ("search_results", "results")


class PerplexityImporter(RecordFormat):
    """Reads completions with citations or search results, and outputs of its agents."""

    NAME = "perplexity"
    READS = (
        "Perplexity answers: {choices[{message{content}}], citations[], search_results[{title, url, date, snippet}]}"
    )
    SIGNS = "an answer with a list of cited addresses or search results"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A completion or an output with the lists that other models' answers lack."""
        return (is_completion(record) or isinstance(record.get("output"), list)) and is_searched(record)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one answer."""
        before = len(fields.findings.problems)
        name = fields.identifier("id") or f"a{fields.row}"
        passages, places = _passages(fields)
        texts = _texts(fields)
        if len(fields.findings.problems) > before:
            return
        for number, text in enumerate(texts):
            own = name if number == 0 else f"{name}/{number}"
            extra = {key: fields.record[key] for key in ("model", "created") if fields.record.get(key) is not None}
            traced = TracedAnswer(own, text, marked_parts(text, places), _question(fields), passages, extra)
            put(traced, facts, fields.row)


def _texts(fields: Fields) -> list[str]:
    if not fields.has("choices"):
        found = [
            part.text("text") or ""
            for item in fields.objects("output")
            if item.record.get("type") == "message"
            for part in item.objects("content")
            if part.record.get("type") == "output_text"
        ]
        return ["".join(found)]
    messages = (choice.object("message", needed=True) for choice in fields.objects("choices"))
    return [text for message in messages if message is not None and (text := message.text("content", needed=True))]


def _passages(fields: Fields) -> tuple[tuple[Passage, ...], dict[int, int]]:
    """The results as passages, and number in a marker -> which of them."""
    results = list(fields.objects("search_results")) if fields.has("search_results") else []
    for item in fields.objects("output") if fields.has("output") else ():
        if item.record.get("type") == "search_results":
            results += list(item.objects(*_RESULTS))
    if not results:
        urls = fields.texts("citations")
        passages = tuple(Passage(address_source(url), "", rank) for rank, url in enumerate(urls, 1))
        return passages, {number: number - 1 for number in range(1, len(urls) + 1)}
    made: list[Passage] = []
    places: dict[int, int] = {}
    for rank, result in enumerate(results, 1):
        url = result.text("url", needed=True)
        if url is None:
            continue
        own = result.whole("id", least=0) if not isinstance(result.record.get("id"), str) else None
        places[own if own is not None else rank] = len(made)
        made.append(_passage(url, rank, result))
    return tuple(made), places


def _passage(url: str, rank: int, result: Fields) -> Passage:
    source = address_source(url, title=result.text("title"), published_at=result.text("date"))
    updated = result.text("last_updated")
    source = replace(source, extra=extra_of({"last_updated": updated} if updated is not None else None))
    return Passage(source, result.text("snippet", "content") or "", rank)


def _question(fields: Fields) -> str:
    request = fields.object("request") if isinstance(fields.record.get("request"), dict) else fields
    messages: Sequence[Any] = request.record.get("messages") or () if request is not None else ()
    for message in reversed(messages if isinstance(messages, list) else []):
        if isinstance(message, dict) and message.get("role") == "user" and isinstance(message.get("content"), str):
            return str(message["content"])
    return ""
