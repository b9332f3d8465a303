"""Made-up pages for each explicit signal and its look-alikes: what a rule must say, and what it must not.

Used by tests and by the benchmark, which prints precision and recall per rule.
"""

from dataclasses import dataclass
from types import MappingProxyType

from core.detection.types import Document
from core.states import SourceKind

HERE = "https://ledger.example.com/2024/quay-story"
THERE = "https://wire.example.net/story/1"
TALK = "The harbour authority met on Thursday and talked for an hour about the state of the old stone quay."


@dataclass(frozen=True, slots=True)
class Made:
    """Documents of which the first does, or does not, call for a rule."""

    rule: str
    calls: bool
    documents: tuple[Document, ...]


def _page(head: str = "", body: str = TALK, url: str = HERE) -> Document:
    return Document("a", url=url, html=f"<html><head>{head}</head><body><article><p>{body}</p></article></body></html>")


def _text(words: str, url: str = HERE, publisher: str | None = None) -> Document:
    return Document("a", url=url, text=words, publisher=publisher)


def _ld(written: str) -> str:
    return f'<script type="application/ld+json">{written}</script>'


_OTHER = Document(
    "b", url="https://study.example.org/eels-2024", text="Eels were counted.", ids=(("doi", "10.5555/eel"),)
)
_OUTLET = Document("b", url="https://guardian.example.org/1", text="The quay may close.", publisher="The Guardian")
_TRIAL = Document("b", url="https://clinic.example.org/1", text="The trial NCT01234567 was stopped early.")

_HEADS = {
    "cross_domain_canonical": (
        (
            f'<link rel="canonical" href="{THERE}">',
            f'<meta property="og:url" content="{THERE}?a=1&amp;b=2">',
            f'<base href="{THERE}/"><meta property="og:url" content="2">',
            f'<LINK REL="Canonical" HREF="{THERE}#x">',
        ),
        (
            f'<link rel="canonical" href="{HERE}">',
            '<link rel="canonical" href="http://www.ledger.example.com/2024/quay-story/?utm_source=x">',
            '<link rel="canonical" href="https://m.ledger.example.com/2024/quay-story">',
            '<link rel="canonical" href="https://news.example.com/2024/quay-story">',
            '<meta property="og:url" content="/2024/quay-story">',
            '<meta property="og:url" content="quay-story">',
            '<link rel="canonical" href="https://wire.example.net/">',
            '<link rel="amphtml" href="https://ledger-example-com.cdn.ampproject.org/c/s/ledger.example.com/q-1">',
        ),
    ),
    "wire_credit": (
        (
            '<meta name="author" content="Reuters">',
            '<meta name="author" content="By Jane Smith, Associated Press">',
            _ld('{"@type":"NewsArticle","author":{"name":"dpa"}}'),
            _ld('{"@graph":[{"@type":"Article","author":{"@id":"#w"}},{"@id":"#w","name":"Reuters"}]}'),
        ),
        (
            '<meta name="author" content="dpa/Efrem Lukatsky">',
            '<meta name="author" content="Jane Smith">',
            '<meta name="author" content="AP Photo">',
            _ld('{"@type":"WebSite","publisher":{"name":"Reuters"}}'),
        ),
    ),
    "structured_origin": (
        (
            f'<meta name="original-source" content="{THERE}">',
            f'<meta name="syndication-source" content="{THERE}">',
            _ld(f'{{"@type":"Article","isBasedOn":"{THERE}"}}'),
            _ld(f'{{"@graph":[{{"@type":"NewsArticle","isBasedOn":{{"url":"{THERE}"}}}}]}}'),
            _ld('{"@type":"Article","sourceOrganization":{"name":"Technology Review"}}'),
        ),
        (
            f'<meta name="original-source" content="{HERE}">',
            '<meta name="syndication-source" content="https://ledger.example.com/">',
            _ld(f'{{"@type":"Article","isBasedOn":"{HERE}"}}'),
            _ld('{"@type":"Article","isBasedOn":"The Quay, a novel"}'),
            _ld('{"@type":"Article","sourceOrganization":{"@id":"#Publisher"}}'),
            _ld('{"@type":"Article","sourceOrganization":{"name":"Getty Images"}}'),
        ),
    ),
}
_WORDS = {
    "originally_published": (
        (
            "This article originally appeared on The Evening Post.",
            "This story was originally published by ProPublica.",
            "(This post first appeared on Grist.)",
            "Originally published in The Atlantic.",
            "Republished with permission from The Conversation.",
            "Dieser Artikel erschien zuerst bei Netzpolitik.",
        ),
        (
            "The novel was originally published in The New Yorker in 1948.",
            "His book was originally published in French.",
            "Originally published in 2019.",
            "The quay was first published in London.",
            "The actor first appeared in court on Monday.",
            "This article was originally published on ledger.example.com.",
        ),
    ),
    "wire_credit": (
        (
            "HARBOUR CITY (Reuters) - The quay will close.",
            "BERLIN (dpa) – Der Kai wird geschlossen.",
            "The quay closes\nWASHINGTON (AP) — The quay will close.",
            "By Jane Smith, Associated Press\nThe quay will close.",
            "HARBOUR CITY (Northwire) - The quay will close.",
            f"{TALK} (dpa)",
        ),
        (
            "Photo: Reuters\nThe quay will close.",
            "Foto: dpa/Efrem Lukatsky\nDer Kai wird geschlossen.",
            "The quay from above. (AP Photo/Jane Smith)\nThe quay will close.",
            "Reuters reported that the quay will close.",
            "An AP class visited the quay (AP stands for advanced placement).",
            "HARBOUR CITY (Video) - The quay will close.",
        ),
    ),
    "press_release": (
        (
            "BRENMOUTH, March 2, 2024 /PRNewswire/ -- The quay closes.",
            "BRENMOUTH--(BUSINESS WIRE)-- The quay closes.",
            "The quay closes, according to a press release from the Brenmouth Harbour Company.",
            "Laut einer Pressemitteilung der Hafen AG schließt der Kai.",
        ),
        (
            "The full press release can be viewed here.",
            "He wrote press releases for a living.",
            "The band's release was praised by the press.",
            "According to the harbour company, the quay closes.",
        ),
    ),
    "outlet_mention": (
        (
            "The mayor told the Guardian that the quay will close.",
            "According to The Guardian, the quay will close.",
            "The quay will close, the Guardian reported.",
        ),
        (
            "The mayor told the Guardian Business that the quay will close.",
            "The mayor told the Nassau Guardian that the quay will close.",
            "According to Guardian Angels volunteers, the quay will close.",
        ),
    ),
    "doi_mention": (
        ("As counted in doi:10.5555/EEL.", "See https://doi.org/10.5555/eel for the count."),
        ("As counted in doi:10.5555/eel2.", "Version 10.5555 of the eel count."),
    ),
    "shared_study": (
        ("Results of NCT01234567 show little.", "Registered as NCT01234567."),
        (
            "Included were NCT01234561, NCT01234562, NCT01234563 and NCT01234567.",
            "The number NCT0123 is no trial.",
        ),
    ),
}
_LINKS = (
    ('A <a href="https://study.example.org/eels-2024?utm_source=l#x">count</a> says so.', True),
    ('A <a href="http://www.study.example.org/eels-2024/">count</a> says so.', True),
    ('A <a href="https://study.example.org/eels-2023">count</a> says so.', False),
    ('<a href="#top">up</a> <a href="/2024/quay-story">this</a>', False),
)
_BESIDE = {"outlet_mention": _OUTLET, "doi_mention": _OTHER, "shared_study": _TRIAL}
_ADDRESSES = (
    ("same_page", True, "https://m.ledger.example.com/2024/quay-story?utm_source=x"),
    ("same_page", True, "http://www.ledger.example.com/2024/quay-story/#top"),
    ("same_page", True, "https://ledger-example-com.cdn.ampproject.org/c/s/ledger.example.com/2024/quay-story"),
    ("same_page", True, "https://ledger.example.com/print/2024/quay-story"),
    ("same_page", False, "https://ledger.example.com/2024/quay-story?id=2"),
    ("same_page", False, "https://ledger.example.com/2024/quay-stories"),
    ("same_page", False, "https://ledger.example.org/2024/quay-story"),
    ("archive_copy", True, f"https://web.archive.org/web/20240102030405/{HERE}"),
    ("archive_copy", True, f"https://archive.ph/2024.01.02-030405/{HERE}"),
    ("archive_copy", False, "https://web.archive.org/web/20240102030405/https://ledger.example.com/2023/other-story"),
)


def made_cases() -> tuple[Made, ...]:
    """Every made-up case."""
    cases: list[Made] = []
    for rule, sides in _HEADS.items():
        cases += [
            Made(rule, calls, (_page(head),))
            for heads, calls in zip(sides, (True, False), strict=True)
            for head in heads
        ]
    for rule, sides in _WORDS.items():
        beside = (_BESIDE[rule],) if rule in _BESIDE else ()
        for words, calls in zip(sides, (True, False), strict=True):
            cases += [Made(rule, calls, (_text(one), *beside)) for one in words]
    cases += [Made("hyperlink", calls, (_page(body=body), _OTHER)) for body, calls in _LINKS]
    cases += [Made(rule, calls, (Document("a", url=url), Document("b", url=HERE))) for rule, calls, url in _ADDRESSES]
    return tuple(cases + _stated_cases())


def _stated_cases() -> list[Made]:
    def stated(publisher: str, origin: str) -> Document:
        fields = MappingProxyType({"origin_publisher": origin})
        return Document("a", url=HERE, publisher=publisher, text=TALK, fields=fields)

    fork = _text("forked from ann/quay-tools", url="https://github.com/bob/quay-tools")
    release = Document("a", url=HERE, kind=SourceKind.PRESS_RELEASE, text="BRENMOUTH /PRNewswire/ -- The quay closes.")
    own = _text("HARBOUR (Reuters) - Shut.", url="https://www.reuters.com/world/quay-story")
    return [
        Made("stated_origin", True, (stated("AggregateNews", "Northwire"),)),
        Made("stated_origin", False, (stated("The Ledger", "Ledger Ltd"),)),
        Made("git_fork", True, (fork,)),
        Made("git_fork", False, (_text("The road is forked from here/there."),)),
        Made("press_release", False, (release,)),
        Made("wire_credit", False, (own,)),
    ]
