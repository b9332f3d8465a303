"""A text sent out by a press-release service, or resting on a press release by its own words, derives from it.

Read are the services' own marks (PRNewswire, BUSINESS WIRE, GLOBE NEWSWIRE, …), "SOURCE Name" at the end of a release,
and "according to a press release". A release itself, and a page on the service's own site, derives from nothing.
"""

import re
from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.publishers import publisher_key
from core.detection.signals.names import NAME_PATTERN, trimmed
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import release_node, unnamed_release_node
from core.states import Relation, SourceKind

NAME = "press_release"
RELATION = Relation.DERIVES_FROM
PROBABILITY = 0.7

_SITES = frozenset(
    [
        "prnewswire.com",
        "prnewswire.co.uk",
        "businesswire.com",
        "globenewswire.com",
        "newswire.com",
        "accesswire.com",
        "einpresswire.com",
        "prweb.com",
        "presseportal.de",
        "eurekalert.org",
        "prleap.com",
        "newswire.ca",
    ]
)
_SERVICE = re.compile(
    r"/?PR\s?Newswire(?:-[A-Za-z]+)?/?\s*[-–—]{1,2}|\((?:BUSINESS WIRE|Business Wire|GLOBE NEWSWIRE|GlobeNewswire|"
    r"ACCESSWIRE|ACCESS Newswire|EIN Presswire|Marketwired|MARKETWIRED|PRWEB|ots)\)\s*[-–—]{1,2}|/CNW/\s*[-–—]"
)
_WORDS = re.compile(
    r"(?i:\b(?:according to|in|as (?:stated|announced) in|quoted in|stated in|said in|from|citing)\s+"
    r"(?:a|the|its|their|his|her|this)\s+"
    r"(?:\w+\s+){0,2}?(?:press|news|media)\s+release\b)"
    rf"(?:(?i:\s+(?:from|by|of|issued by|published by|sent by)\s+)(?P<name>{NAME_PATTERN}))?"
    r"|(?i:\b(?:laut|in|nach)\s+(?:einer|der)\s+(?:pressemitteilung|presseaussendung|medienmitteilung)\b)"
    rf"(?:\s+(?:der|des|von)\s+(?P<name_de>{NAME_PATTERN}))?"
    r"|(?i:\b(?:selon|dans)\s+un\s+communiqué(?:\s+de\s+presse)?\b)"
)
_OF_NAME = re.compile(
    rf"(?P<name>{NAME_PATTERN})(?i:\s+(?:said|announced|says|stated)\b[^.\n]{{0,120}}?\b(?:press|news) release\b)"
)
_SOURCE_LINE = re.compile(rf"^\s*SOURCE:?\s+(?P<name>{NAME_PATTERN})\s*$", re.MULTILINE)
_PROVIDER = re.compile(rf"(?i:\bnews provided by)\s*\n?\s*(?P<name>{NAME_PATTERN})")


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per document that carries or rests on a release."""
    for document in collection.documents:
        if document.kind is SourceKind.PRESS_RELEASE or collection.site(document.id) in _SITES:
            continue
        text = collection.lead(document)
        hit = _SERVICE.search(text) or _WORDS.search(text)
        if hit is not None:
            yield _finding(collection, document, text, hit)


def _finding(collection: Collection, document: Document, text: str, hit: "re.Match[str]") -> Finding:
    issuer = document.fields.get("issuer") or _issuer(text, hit)
    days = collection.days.get(document.id)
    release = _at_hand(collection, document, issuer)
    if release is not None:
        upstream = None
    elif issuer:
        upstream = release_node(issuer, days[0] if days is not None else None)
    else:
        upstream = unnamed_release_node(document.id)
    whose = f" of {issuer}" if issuer else ", whose is not said"
    return Finding(
        rule=NAME,
        from_id=document.id,
        to_id=release.id if release is not None else upstream.id if upstream is not None else "",
        relation=RELATION,
        directed=True,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY),
        evidence=(
            Ground(
                NAME, f"rests on a press release{whose}", Span(document.id, "text", hit.group(), hit.start(), hit.end())
            ),
        ),
        upstream=upstream,
    )


def _issuer(text: str, hit: "re.Match[str]") -> str:
    named = hit.groupdict()
    name = named.get("name") or named.get("name_de")
    if not name:
        other = _SOURCE_LINE.search(text) or _PROVIDER.search(text)
        name = other["name"] if other is not None else None
    if not name:
        line = text[text.rfind("\n", 0, hit.start()) + 1 : hit.end()]
        said = _OF_NAME.search(line)
        name = said["name"] if said is not None else ""
    return trimmed(name)


def _at_hand(collection: Collection, document: Document, issuer: str) -> Document | None:
    if not issuer:
        return None
    key = publisher_key(issuer)
    for other in collection.documents:
        if other.id == document.id or other.kind is not SourceKind.PRESS_RELEASE:
            continue
        if key in {publisher_key(other.publisher or ""), publisher_key(other.author or "")} and _near(
            collection, document, other
        ):
            return other
    return None


def _near(collection: Collection, document: Document, release: Document) -> bool:
    days = collection.days.get(document.id), collection.days.get(release.id)
    if days[0] is None or days[1] is None:
        return True
    return -1 <= (days[0][0] - days[1][1]).days <= 14
