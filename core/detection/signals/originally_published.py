"""A page that says where its piece was first published republishes it.

Read are sentences about the page itself, such as "This article originally appeared on X", "Republished from X" or
"Dieser Artikel erschien zuerst in X". A work the text is about ("the novel was originally published in …"), a year, a
place or the page's own publisher says nothing.
"""

import re
from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.hosts import site_of
from core.detection.identity.publishers import publisher_key
from core.detection.signals.names import NAME_PATTERN, is_outlet_name
from core.detection.signals.originals import original_of
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.states import Relation

NAME = "originally_published"
RELATION = Relation.REPUBLISHES
PROBABILITY = 0.9

_THIS = (
    r"(?:th(?:is|e following|e above) (?:article|story|post|piece|column|essay|interview|report|commentary|op-ed|"
    r"text|blog post|version|excerpt|content|item|page|review|analysis)(?: (?:has|had))?(?: (?:was|is|were|been))*\s+)"
)
_WHEN = r"(?:originally|first|previously|initially)\s+"
_VERB = r"(?:been )?(?:published|appeared|posted|printed|run|ran|written|featured)\s+"
_WHERE = r"(?:on|in|at|by|with|for)\s+(?:the\s+(?:website|blog|site|pages|newspaper|magazine|journal)\s+(?:of\s+)?)?"
_PATTERNS = (
    re.compile(rf"(?i:{_THIS}{_WHEN}{_VERB}{_WHERE})(?P<name>{NAME_PATTERN})"),
    re.compile(
        rf"(?:^|[.!?)\]\n]\s*|[*_(\[]\s*)(?i:(?:{_WHEN}{_VERB}|appeared {_WHEN}){_WHERE})(?P<name>{NAME_PATTERN})"
    ),
    re.compile(
        r"(?:^|[.!?)\]\n]\s*|[*_(\[]\s*)(?i:(?:republished|reprinted|reposted|syndicated|cross-posted|crossposted)"
        rf"\s+(?:here\s+)?(?:with (?:the )?(?:kind )?permission\s+)?(?:from|of|by)\s+)(?P<name>{NAME_PATTERN})"
    ),
    re.compile(
        rf"(?i:{_THIS}(?:republished|reprinted|reposted|syndicated|cross-posted)\s+(?:here\s+)?"
        rf"(?:with (?:the )?(?:kind )?permission\s+)?(?:from|of|by)\s+)(?P<name>{NAME_PATTERN})"
    ),
    re.compile(
        r"(?i:dieser (?:artikel|beitrag|text) (?:ist |wurde )?(?:zuerst |ursprünglich )?(?:erschien|erschienen|"
        rf"veröffentlicht)?\s*(?:zuerst|ursprünglich)?\s*(?:bei|in|auf|im)\s+(?:der\s+|dem\s+)?)(?P<name>{NAME_PATTERN})"
    ),
    re.compile(
        r"(?i:cet article (?:a été|est) (?:initialement |d['’]abord )?(?:publié|paru) (?:initialement |d['’]abord )?"
        rf"(?:sur|dans|par)\s+)(?P<name>{NAME_PATTERN})"
    ),
)


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per page that names its first place of publication."""
    for document in collection.documents:
        text = collection.lead(document)
        for pattern in _PATTERNS:
            hit = next((m for m in pattern.finditer(text) if _says_something(collection, document, m["name"])), None)
            if hit is not None:
                yield _finding(collection, document, text, hit)
                break


def _says_something(collection: Collection, document: Document, name: str) -> bool:
    if not is_outlet_name(name):
        return False
    key = publisher_key(name)
    own = {publisher_key(document.publisher or ""), collection.family(document.id), collection.site(document.id)}
    site = collection.site(document.id) or ""
    return key not in own and site_of(name.lower()) != site and key.replace(" ", "") != site.partition(".")[0]


def _finding(collection: Collection, document: Document, text: str, hit: "re.Match[str]") -> Finding:
    start = hit.start() + len(hit.group()) - len(hit.group().lstrip(" .!?)]\n*_(["))
    target, upstream = original_of(collection, document, hit["name"])
    return Finding(
        rule=NAME,
        from_id=document.id,
        to_id=target,
        relation=RELATION,
        directed=True,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY),
        evidence=(
            Ground(
                NAME,
                f"says it first stood at {hit['name']}",
                Span(document.id, "text", text[start : hit.end()], start, hit.end()),
            ),
        ),
        upstream=upstream,
    )
