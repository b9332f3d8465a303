"""What a reader should know about the facts of a file although nothing is wrong with them."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

from core.importers.findings import Findings, listed
from core.importers.near_ids import look_alike_key
from core.importers.text_flags import instruction_like, is_short, looks_like_notice
from core.model import Claim, Evidence, Source

_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_ZONE = re.compile(
    r"(?:Z|[+-]\d{2}(?::?\d{2})?|\b(?:UTC|GMT|[A-Z]{2,4}T)\b(?:[+-]\d{1,2})?)\s*(?:\([^)]*\)|\[[^\]]*\])?\s*$"
)
_DOI = re.compile(r"^\s*(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\S+?)\s*$", re.IGNORECASE)
_RETRACTION = re.compile(r"^\W*(?:retraction|retracted|withdrawn|withdrawal)\b", re.IGNORECASE)

Key = TypeVar("Key", bound=Hashable)


def report_oddities(
    claims: tuple[Claim, ...], evidence: tuple[Evidence, ...], sources: tuple[Source, ...], findings: Findings
) -> None:
    """Give notice of look-alike ids, shared identifiers, missing zones and texts that are not what they seem."""
    _look_alikes("source", (source.id for source in sources), findings)
    _look_alikes("claim", (claim.id for claim in claims), findings)
    _look_alikes("evidence", (item.id for item in evidence), findings)
    _shared_identifiers(sources, findings)
    _dates(sources, findings)
    _retractions(sources, findings)
    _texts(evidence, sources, findings)


def _look_alikes(kind: str, identifiers: Iterable[str], findings: Findings) -> None:
    for group in _sharing((look_alike_key(identifier), identifier) for identifier in identifiers):
        named = listed(group)
        message = f"these {kind} ids differ only by case, blanks or hyphens; they are kept apart: {named}"
        findings.notice("look-alike-ids", message, field="id")


def _shared_identifiers(sources: tuple[Source, ...], findings: Findings) -> None:
    for group in _sharing((source.url, source.id) for source in sources if source.url):
        named = listed(group)
        findings.notice("same-url", f"these sources have the same address; they are kept apart: {named}", field="url")
    titles = {source.id: source.title for source in sources}
    for field, read in (("doi", _doi), ("external_id", _external)):
        for group in _sharing((read(source), source.id) for source in sources):
            named = listed(group)
            if len({titles[identifier] for identifier in group if titles[identifier]}) > 1:
                message = f"these sources share the {field} although their titles differ; they are not merged: {named}"
            else:
                message = f"these sources share the {field}, so they may be one work; they are kept apart: {named}"
            findings.notice(f"same-{field.replace('_', '-')}", message, field=field)


def _doi(source: Source) -> str | None:
    stated = source.extra.get("doi")
    match = _DOI.match(stated) if isinstance(stated, str) else None
    return match.group(1).casefold() if match is not None else None


def _external(source: Source) -> str | None:
    stated = source.extra.get("external_id")
    return stated.strip() if isinstance(stated, str) and stated.strip() else None


def _dates(sources: tuple[Source, ...], findings: Findings) -> None:
    for source in sources:
        date = source.published_at
        if date is not None and _CLOCK.search(date) and not _ZONE.search(date):
            message = "a date with a clock time states no zone; it is kept as written, its zone unknown"
            findings.count("zone-unknown", message, example=f"{source.id!r}: {date}", field="published_at")


def _retractions(sources: tuple[Source, ...], findings: Findings) -> None:
    for source in sources:
        if source.title and not source.retracted and _RETRACTION.match(source.title):
            message = f"the title of {source.id!r} speaks of a retraction, but the file does not state one"
            findings.notice("title-says-retracted", message, field="retracted")


def _texts(evidence: tuple[Evidence, ...], sources: tuple[Source, ...], findings: Findings) -> None:
    short: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for source in sources:
        _one_text(source.text, source.id, short)
        _orders(f"source {source.id!r}", (source.title, source.text, source.publisher), findings)
    for item in evidence:
        _one_text(item.text, item.source_id, short)
        _orders(f"passage {item.id!r} of source {item.source_id!r}", (item.text,), findings)
    for text, owners in short.items():
        if looks_like_notice(text) or len(owners) >= 3:
            named = listed(list(owners), 5)
            message = f"text looks like a notice, not like the article, in {named}: {text[:80]!r}"
            findings.notice("text-looks-like-a-notice", message, field="text")


def _one_text(text: str | None, owner: str, short: defaultdict[str, dict[str, None]]) -> None:
    if text and len(text) < 400 and is_short(text):
        short[" ".join(text.casefold().split())][owner] = None


def _orders(who: str, texts: tuple[str | None, ...], findings: Findings) -> None:
    for text in texts:
        order = instruction_like(text) if text else None
        if order is not None:
            message = f"instruction-like text in {who}: {order!r}; it is shown as text and followed by nobody"
            findings.notice("instruction-like-text", message, field="text")
            return


def _sharing(pairs: Iterable[tuple[Key | None, str]]) -> list[list[str]]:
    """The ids that have a key in common, groups of two or more in the order of the file."""
    groups: defaultdict[Key, list[str]] = defaultdict(list)
    for key, identifier in pairs:
        if key is not None:
            groups[key].append(identifier)
    return [group for group in groups.values() if len(group) > 1]
