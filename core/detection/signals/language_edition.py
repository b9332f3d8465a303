"""Two language editions of one piece are one report in two languages, whichever was written first.

Read are the page's own hreflang links, and addresses that differ by a language code only (/en/ and /de/, en. and de.)
in documents whose languages are stated to differ. The second is a likeness: it is offered, nothing more.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from core.detection.bands import band_name, prior_band
from core.detection.collection import Collection
from core.detection.identity.addresses import resolve
from core.detection.signals.spans import in_html
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.states import Relation

NAME = "language_edition"
RELATION = Relation.DERIVES_FROM
PROBABILITY = 0.8

_LIKENESS = 0.5
_GROUPED = 50
_CODES = [
    "ar",
    "bg",
    "bn",
    "ca",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "es",
    "et",
    "fa",
    "fi",
    "fr",
    "he",
    "hi",
    "hr",
    "hu",
    "id",
    "it",
    "ja",
    "ko",
    "lt",
    "lv",
    "ms",
    "nb",
    "nl",
    "no",
    "pl",
    "pt",
    "ro",
    "ru",
    "sk",
    "sl",
    "sr",
    "sv",
    "th",
    "tr",
    "uk",
    "ur",
    "vi",
    "zh",
]
_CODE = re.compile(rf"^(?:{'|'.join(_CODES)})(?:[-_][a-z]{{2}})?$", re.IGNORECASE)


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per pair of editions."""
    done: set[frozenset[str]] = set()
    for document in collection.documents:
        for tag in collection.page(document).alternates:
            address = resolve(tag.value, collection.base(document)) if tag.name.startswith("hreflang:") else None
            other = collection.at(address, other_than=document.id) if address is not None else None
            if other is None or _one_page(collection, document, other) or frozenset((document.id, other.id)) in done:
                continue
            done.add(frozenset((document.id, other.id)))
            ground = Ground(NAME, f"names it as its edition in {tag.name[9:]}", in_html(document, tag))
            yield _finding(document, other, PROBABILITY, ground)
    for one, other in _alike(collection):
        if frozenset((one.id, other.id)) not in done and not _one_page(collection, one, other):
            note = "the addresses differ by a language code only"
            ground = Ground(NAME, note, _url(one), _url(other))
            yield _finding(one, other, _LIKENESS, ground)


def _finding(one: Document, other: Document, probability: float, ground: Ground) -> Finding:
    band = prior_band(probability)
    assert band.name == band_name(probability)
    return Finding(NAME, one.id, other.id, RELATION, False, probability, band, (ground,))


def _alike(collection: Collection) -> Iterator[tuple[Document, Document]]:
    groups: dict[str, list[tuple[str, Document]]] = defaultdict(list)
    for document in collection.documents:
        own = collection.addresses.get(document.id)
        if own is None or own.key is None or own.doi is not None:
            continue
        code, bare = _without_code(own.key, document.language)
        if code is not None and re.search(r"/[^/]*[-_]", bare):
            groups[bare].append((code, document))
    for members in groups.values():
        for place, (code, document) in enumerate(members[:_GROUPED]):
            other = next((one for its, one in members[:_GROUPED] if its != code), None)
            if other is not None and (place == 0) < (other.id < document.id or code == members[0][0]):
                yield other, document


def _without_code(key: str, language: str | None) -> tuple[str | None, str]:
    host, slash, path = key.partition("/")
    label, _, rest = host.partition(".")
    if _CODE.match(label) and "." in rest:
        return label.lower(), rest + slash + path
    first, _, remaining = path.partition("/")
    if _CODE.match(first) and remaining:
        return first.lower(), f"{host}/{remaining}"
    stated = (language or "").strip().lower()
    return (stated or None), key


def _url(document: Document) -> Span:
    url = document.url or ""
    return Span(document.id, "url", url, 0, len(url))


def _one_page(collection: Collection, one: Document, other: Document) -> bool:
    leader = collection.identities.leader
    return leader[one.id] == leader[other.id]
