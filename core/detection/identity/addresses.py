"""Canonical addresses: which addresses are one page, by rules that are named and can be shown."""

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, urljoin, urlsplit

from w3lib.url import canonicalize_url

from core.detection.identity.aliases import plain_host, plain_path, plain_query
from core.detection.identity.dois import doi_of_address
from core.detection.identity.hosts import read_host, site_of
from core.detection.identity.wrappers import MAX_DEPTH, unwrap

MAX_LENGTH = 8_000
"""Characters; what is longer is no address of a page."""

_BARE = re.compile(r"^(?:[\w-]+\.)+[\w-]{2,}(?::\d+)?(?:[/?#]|$)")
_AMPERSAND = re.compile(r"&(?:amp|#38|#x26);", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """One address, as given and as one page is known by."""

    raw: str
    key: str | None
    """Equal for addresses of one page; without scheme and www. None where the raw text is no web address."""
    canonical: str
    """The page's own address, out of every wrapper; the raw text where it cannot be read."""
    host: str | None
    """The host of the canonical address."""
    site: str | None
    """The registered domain it lies under."""
    rules: tuple[str, ...] = ()
    """The alias rules that were applied, in order."""
    snapshot: str | None = None
    """When an archive took its copy, digits as in its address."""
    doi: str | None = None
    """The DOI the address resolves, where it is a DOI resolver."""
    inner: str | None = None
    """The address out of its wrappers and otherwise as written: what relative links are read against."""


@lru_cache(maxsize=65_536)
def read_address(raw: str) -> Address:
    """Read an address into its canonical form. It is never opened.

    What is merged: letter case and trailing dot of the host, default ports, http and https, www, mobile and AMP
    addresses, print views, archive copies, AMP caches, redirect addresses, tracking marks, fragments, an empty
    query, the order of parameters, a slash at the end. No other query parameter is ever dropped.

    Returns:
        The address; where it is no web address its key is None and nothing is merged with it.
    """
    rules: list[str] = []
    snapshot: str | None = None
    text = _AMPERSAND.sub("&", _AMPERSAND.sub("&", raw.strip()))
    text = re.sub(r"[\t\r\n]", "", text)
    while True:
        parts = _split(text)
        host = read_host(parts.hostname or "") if parts is not None else None
        if parts is None or host is None:
            return Address(raw, None, raw, None, None)
        inner = unwrap(parts, host) if len(rules) < MAX_DEPTH else None
        if inner is None or _split(inner.inner) is None:
            return _canonical(raw, parts, host, rules, snapshot)
        rules.append(inner.rule)
        snapshot = snapshot or inner.snapshot
        text = inner.inner


def _canonical(raw: str, parts: SplitResult, host: str, rules: list[str], snapshot: str | None) -> Address:
    doi = doi_of_address(host, parts.path)
    host, host_rules = plain_host(host)
    path, path_rules = plain_path(_escape(parts.path))
    query, query_rules = plain_query(_escape(parts.query))
    port = parts.port if parts.port not in (None, _PORTS[parts.scheme]) else None
    shown = f"[{host}]" if ":" in host else host
    where = f"{shown}:{port}" if port is not None else shown
    query = f"?{query}" if query.strip("&") else ""
    try:
        whole = f"{parts.scheme}://{where}{path}{query}{_route(parts.fragment)}"
        canonical = canonicalize_url(whole, keep_fragments=True)
    except ValueError:
        return Address(raw, None, raw, None, None)
    found = urlsplit(canonical)
    key = f"doi:{doi}" if doi else canonical.partition("://")[2].rstrip("/")
    return Address(
        raw=raw,
        key=key,
        canonical=f"https://doi.org/{doi}" if doi else canonical,
        host=found.hostname,
        site=site_of(found.hostname),
        rules=tuple(dict.fromkeys((*rules, *host_rules, *path_rules, *query_rules))),
        snapshot=snapshot,
        doi=doi,
        inner=parts.geturl(),
    )


def _split(text: str) -> SplitResult | None:
    """The parts of a web address; None where it is none. Ports and hosts are checked here, once."""
    if not text or len(text) > MAX_LENGTH:
        return None
    text = text.replace("\\", "/") if re.match(r"^https?:", text, re.IGNORECASE) else text
    text = re.sub(r"^(https?):/*(?=[^/])", r"\1://", text, flags=re.IGNORECASE)
    if text.startswith("//"):
        text = f"http:{text}"
    elif "://" not in text.partition("?")[0] and _BARE.match(text):
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in _PORTS and parts.hostname and port != 0 else None


def _escape(text: str) -> str:
    """A per cent sign that escapes nothing stands for itself."""
    return re.sub(r"%(?![0-9a-fA-F]{2})", "%25", text)


def _route(fragment: str) -> str:
    """A fragment that names a page of its own (``#!topic``, ``#/item/4``); others point inside a page."""
    return f"#{fragment}" if fragment.startswith(("!", "/")) and len(fragment) > 1 else ""


def resolve(reference: str, base: str | None) -> Address | None:
    """The address a link or tag names, read against the page it stands on.

    Returns:
        None where the reference is relative and the page's own address is not known, or where it names no page.
    """
    text = reference.strip()
    if not text or text.startswith(("#", "javascript:", "mailto:", "data:", "tel:")):
        return None
    if base is not None:
        try:
            text = urljoin(base, text)
        except ValueError:
            return None
    elif not re.match(r"^(?:https?:)?//", text, re.IGNORECASE):
        return None
    found = read_address(text)
    return found if found.key is not None else None
