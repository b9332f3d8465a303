"""What an Anthropic request gave the model: its documents in their order, search results, and the question."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.importers.documents import address_source
from core.importers.fields import Fields
from core.importers.traced import Passage
from core.model import Source


@dataclass(frozen=True, slots=True)
class Given:
    """The documents by number, counted from 0 over the whole request; what was retrieved; what was asked."""

    documents: Mapping[int, Source] = field(default_factory=lambda: MappingProxyType({}))
    passages: tuple[Passage, ...] = ()
    question: str = ""


def given_with(request: Fields | None, name: str) -> Given:
    """What stands in a request; nothing where there is none beside the message."""
    if request is None or not isinstance(request.record.get("messages"), list):
        return Given()
    documents: dict[int, Source] = {}
    passages: list[Passage] = []
    question = ""
    for message in request.objects("messages"):
        content = message.record.get("content")
        if message.record.get("role") != "user":
            continue
        if isinstance(content, str):
            question = content
            continue
        for block in _blocks(message):
            kind = block.record.get("type")
            if kind == "document":
                number = len(documents)
                source, text = _document(block, f"{name} document {number}")
                documents[number] = source
                passages.append(Passage(source, text, number + 1))
            elif kind == "search_result":
                passages += _search_result(block, len(passages) + 1)
            elif kind == "text":
                question = block.text("text") or question
    return Given(MappingProxyType(documents), tuple(passages), question)


def _blocks(message: Fields) -> list[Fields]:
    """The blocks of a message, and those inside the results of tools."""
    found = []
    for block in message.objects("content"):
        if block.record.get("type") == "tool_result" and isinstance(block.record.get("content"), list):
            found += list(block.objects("content"))
        else:
            found.append(block)
    return found


def _document(block: Fields, identifier: str) -> tuple[Source, str]:
    held = block.object("source")
    kind = held.record.get("type") if held is not None else None
    text: str | None = None
    url = None
    if held is not None and kind == "text":
        text = held.text("data")
    elif held is not None and kind == "content":
        content = held.record.get("content")
        text = (
            content
            if isinstance(content, str)
            else "\n".join(part.text("text") or "" for part in held.objects("content"))
        )
    elif held is not None and kind == "url":
        url = held.text("url")
    elif held is not None and kind == "file":
        identifier = held.identifier("file_id") or identifier
    source = Source(identifier, title=block.text("title") or "", url=url, text=text)
    return source, text or ""


def _search_result(block: Fields, rank: int) -> list[Passage]:
    named = block.text("source", needed=True) or "unnamed search result"
    text = "\n".join(part.text("text") or "" for part in block.objects("content"))
    return [Passage(address_source(named, title=block.text("title")), text, rank)]
