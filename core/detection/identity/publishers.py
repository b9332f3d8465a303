"""Publisher families: names and sites that are one newsroom, and names that may be."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.detection.identity.hosts import site_of

LEGAL_FORMS = frozenset(
    re.findall(
        r"\w+",
        """
    ltd limited inc incorporated llc llp plc gmbh mbh ag kg kgaa sa sas sarl srl spa bv nv oy oyj ab as asa aps co
    corp corporation company pty pte
        """,
    )
)
_DOMAIN = re.compile(r"^(?:[\w-]+\.)+[a-z]{2,}$")
_LOOSE = 0.88
"""Similarity of two names from which a person is asked whether they are one."""
_COMPARED = 400
"""Names that are compared with one another; more would take quadratic time for hints."""


@dataclass(frozen=True, slots=True)
class Family:
    """One newsroom, under the names and sites it is known by."""

    key: str
    names: tuple[str, ...]
    """As written in the data."""
    sites: tuple[str, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Families:
    """The publishers of a collection, each counted once."""

    families: tuple[Family, ...]
    offers: tuple[tuple[str, str], ...] = ()
    """Pairs of family keys whose names look alike: to be looked at, not merged."""
    of_document: Mapping[str, str] | None = None
    """Document id -> key of its family; absent where neither publisher nor site is known."""

    @property
    def distinct(self) -> int:
        """How many publishers there are: never the number of feeds, editions or domains."""
        return len(self.families)


def publisher_key(name: str) -> str:
    """Equal for one publisher's name with and without article, legal form, accents, case and punctuation."""
    plain = unicodedata.normalize("NFKD", name.strip()).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    if _DOMAIN.match(plain):
        return site_of(plain.removeprefix("www.")) or plain
    words = re.sub(r"[^\w]+", " ", plain.replace("&", " and ").replace(".", "")).split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    while len(words) > 1 and words[-1] in LEGAL_FORMS:
        words = words[:-1]
    return " ".join(words)


def families_of(stated: Iterable[tuple[str, str | None, str | None]]) -> Families:
    """Group documents by newsroom.

    Names that differ only by article, legal form, case or punctuation are one; a site whose documents name one
    publisher only belongs to that publisher. A site with several publishers is a platform and joins nobody.

    Args:
        stated: (document id, publisher as written, registered domain) of each document.
    """
    rows = [(document, publisher_key(name or ""), name, site) for document, name, site in stated]
    names_of_site: dict[str, set[str]] = defaultdict(set)
    for _, key, _, site in rows:
        if site and key:
            names_of_site[site].add(key)
    owner = {site: next(iter(keys)) for site, keys in names_of_site.items() if len(keys) == 1}
    names: dict[str, set[str]] = defaultdict(set)
    sites: dict[str, set[str]] = defaultdict(set)
    documents: dict[str, list[str]] = defaultdict(list)
    of_document = {}
    for document, key, name, site in rows:
        family = key or (owner.get(site, site) if site else "")
        if not family:
            continue
        of_document[document] = family
        documents[family].append(document)
        if name:
            names[family].add(name)
        if site and len(names_of_site.get(site, ())) <= 1:
            sites[family].add(site)
    found = tuple(
        Family(key, tuple(sorted(names[key])), tuple(sorted(sites[key])), tuple(sorted(documents[key])))
        for key in sorted(documents)
    )
    return Families(found, tuple(_offers(sorted(key for key, written in names.items() if written))), of_document)


def _offers(keys: list[str]) -> Iterable[tuple[str, str]]:
    for place, one in enumerate(keys[:_COMPARED]):
        for other in keys[place + 1 : _COMPARED]:
            begins = other.startswith(f"{one} ") and len(one) > 4
            if begins or (one[:1] == other[:1] and SequenceMatcher(None, one, other).ratio() >= _LOOSE):
                yield one, other
