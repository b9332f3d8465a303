"""Addresses that carry another address inside: archives, caches, redirectors."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, unquote

MAX_DEPTH = 5
"""An archive of an archive of …: more is taken for a trap and left as it is."""


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The address inside, the rule that found it, and the day of the snapshot where one is stated."""

    inner: str
    rule: str
    snapshot: str | None = None


_STAMP = r"(?P<stamp>\d{4,14})"
_INNER = r"(?P<inner>(?:https?:/{1,2})?[^/].*)"
_ARCHIVES = (
    # host, path in front of the inner address
    (re.compile(r"^(?:web|wayback)\.archive\.org$|^archive\.org$"), rf"^/(?:web/)?{_STAMP}[*a-z_]*/{_INNER}$"),
    (re.compile(r"^web\.archive\.org$"), r"^/web/(?:(?P<stamp>\*|\d{0,3})/)?(?P<inner>https?:/{1,2}.+)$"),
    (re.compile(r"^archive\.(?:ph|is|today|li|vn|fo|md)$"), rf"^/(?P<stamp>\d{{4}}[\d.-]*)/{_INNER}$"),
    (re.compile(r"^archive\.(?:ph|is|today|li|vn|fo|md)$"), r"^/(?:o/\w+|newest|oldest)/(?P<inner>https?:/{1,2}.+)$"),
    (re.compile(r"^arquivo\.pt$"), rf"^/(?:wayback|noFrame/replay)/{_STAMP}[a-z_]*/{_INNER}$"),
    (re.compile(r"^webarchive\.nationalarchives\.gov\.uk$"), rf"^/(?:ukgwa/)?{_STAMP}[a-z_]*/{_INNER}$"),
    (re.compile(r"^webarchive\.loc\.gov$"), rf"^/all/{_STAMP}[a-z_]*/{_INNER}$"),
    (re.compile(r"^wayback\.archive-it\.org$"), rf"^/(?:\w+/)?{_STAMP}[a-z_]*/{_INNER}$"),
    (re.compile(r"^www\.webarchive\.org\.uk$"), rf"^/wayback/\w+/{_STAMP}[a-z_]*/{_INNER}$"),
)
_AMP_CACHES = (
    (re.compile(r"(?:^|\.)cdn\.ampproject\.org$"), r"^/(?:c|v|wp)/(?P<s>s/)?(?P<inner>.+)$"),
    (re.compile(r"(?:^|\.)bing-amp\.com$"), r"^/(?:c|v)/(?P<s>s/)?(?P<inner>.+)$"),
    (re.compile(r"^(?:www\.)?google\.[a-z.]{2,6}$"), r"^/amp/(?P<s>s/)?(?P<inner>[^/]+\.[^/]+.*)$"),
)
# host, path, query parameter that holds the address
_REDIRECTORS = (
    (re.compile(r"^(?:www\.)?google\.[a-z.]{2,6}$"), "/url", ("q", "url")),
    (re.compile(r"^lm?\.facebook\.com$"), "/l.php", ("u",)),
    (re.compile(r"^(?:www\.)?facebook\.com$"), "/l.php", ("u",)),
    (re.compile(r"^l\.instagram\.com$"), "/", ("u",)),
    (re.compile(r"^(?:www\.)?youtube\.com$"), "/redirect", ("q",)),
    (re.compile(r"^(?:html\.)?duckduckgo\.com$"), "/l/", ("uddg",)),
    (re.compile(r"^t\.umblr\.com$"), "/redirect", ("z",)),
    (re.compile(r"\.safelinks\.protection\.outlook\.com$"), "/", ("url",)),
    (re.compile(r"^(?:www\.)?webcitation\.org$"), "/query", ("url",)),
)
_CACHE_QUERY = re.compile(r"^cache:(?:[\w-]{6,20}:)?(?P<inner>\S+)")


def _archive(parts: SplitResult, host: str) -> Unwrapped | None:
    whole = parts.path + (f"?{parts.query}" if parts.query else "")
    for hosts, pattern in _ARCHIVES:
        found = re.match(pattern, whole, re.DOTALL) if hosts.search(host) else None
        if found is not None:
            stamp = re.sub(r"\D", "", found.groupdict().get("stamp") or "")
            return Unwrapped(_with_scheme(found["inner"]), "archive copy", stamp or None)
    return None


def _amp_cache(parts: SplitResult, host: str) -> Unwrapped | None:
    whole = parts.path + (f"?{parts.query}" if parts.query else "")
    for hosts, pattern in _AMP_CACHES:
        found = re.match(pattern, whole, re.DOTALL) if hosts.search(host) else None
        if found is not None:
            return Unwrapped(("https://" if found["s"] else "http://") + found["inner"], "AMP cache")
    return None


def _redirector(parts: SplitResult, host: str) -> Unwrapped | None:
    for hosts, path, names in _REDIRECTORS:
        if not hosts.search(host) or parts.path.rstrip("/") != path.rstrip("/"):
            continue
        values = parse_qs(parts.query)
        for name in names:
            for value in values.get(name, ()):
                if value.startswith(("http://", "https://")):
                    rule = "archive copy" if "webcitation" in host else "redirect address"
                    return Unwrapped(value, rule)
    return None


def _search_cache(parts: SplitResult, host: str) -> Unwrapped | None:
    if host != "webcache.googleusercontent.com":
        return None
    for value in parse_qs(parts.query).get("q", ()):
        found = _CACHE_QUERY.match(value)
        if found is not None:
            return Unwrapped(_with_scheme(found["inner"]), "archive copy")
    return None


def _with_scheme(inner: str) -> str:
    if re.match(r"^https?%3a", inner, re.IGNORECASE):
        inner = unquote(inner)
    found = re.match(r"^(https?):/{1,2}(.*)$", inner, re.IGNORECASE | re.DOTALL)
    return f"{found[1].lower()}://{found[2]}" if found is not None else f"http://{inner}"


_RULES: tuple[Callable[[SplitResult, str], Unwrapped | None], ...] = (_archive, _amp_cache, _redirector, _search_cache)


def unwrap(parts: SplitResult, host: str) -> Unwrapped | None:
    """The address a wrapper carries; None where this is no wrapper we know."""
    for rule in _RULES:
        found = rule(parts, host)
        if found is not None:
            return found
    return None
