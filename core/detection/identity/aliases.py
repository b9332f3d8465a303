"""Other addresses of the same page on the same site: www, mobile, AMP, print, tracking marks."""

import re
from urllib.parse import parse_qsl, urlencode

from core.detection.identity.hosts import site_of

_HOST_ALIASES = (
    ("www", re.compile(r"^www\d{0,3}$")),
    ("mobile address", re.compile(r"^(?:m|mobile|touch|wap)$")),
    ("AMP address", re.compile(r"^amp$")),
)
_TRACKING = re.compile(
    r"^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|wbraid|gbraid|gad_source|msclkid|yclid|ysclid|twclid|ttclid|igshid|igsh"
    r"|li_fat_id|mc_cid|mc_eid|rb_clickid|s_kwcid|srsltid|_gl|_ga|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id)$",
    re.IGNORECASE,
)
_PRINT_QUERY = {
    ("print", "1"),
    ("print", "true"),
    ("print", "yes"),
    ("print", "y"),
    ("print", ""),
    ("printable", "yes"),
    ("view", "print"),
    ("mode", "print"),
    ("action", "print"),
    ("layout", "print"),
    ("output", "print"),
}
_AMP_QUERY = {("amp", ""), ("amp", "1"), ("amp", "true"), ("outputtype", "amp"), ("output", "amp"), ("view", "amp")}
_SUFFIX = re.compile(r"^(?P<rest>.+?)(?:/(?P<word>amp|print)/?|\.(?P<ext>amp|print)(?P<html>\.html?)?)$", re.IGNORECASE)
_PREFIX = re.compile(r"^/(?P<word>amp|print)(?P<rest>/.+)$", re.IGNORECASE)
_SESSION = re.compile(r";jsessionid=[^/?]*|/\((?:[a-z]\([0-9a-z]{24}\))+\)|/\([0-9a-z]{24}\)", re.IGNORECASE)
_NAMES = {"amp": "AMP address", "print": "print view"}


def plain_host(host: str) -> tuple[str, tuple[str, ...]]:
    """The host without its www, mobile and AMP labels, and the rules applied.

    A label goes only where a registered domain is left: ``m.com`` and ``mobile.de`` stay.
    """
    rules: list[str] = []
    site = site_of(host)
    labels = host.split(".")
    place = 0
    while place < len(labels) - 1:
        name = next((name for name, label in _HOST_ALIASES if label.match(labels[place])), None)
        # The second label counts too, for en.m.wikipedia.org.
        rest = labels[:place] + labels[place + 1 :]
        if name is not None and site_of(".".join(rest)) == site:
            labels = rest
            rules.append(name)
        elif place == 0 and name is None and len(labels) > 3:
            place = 1
        else:
            break
    return ".".join(labels), tuple(rules)


def plain_path(path: str) -> tuple[str, tuple[str, ...]]:
    """The path without AMP, print and session parts, and the rules applied.

    A last word ``amp`` or ``print`` goes only where what is left names an article: ``/shop/print`` stays.
    """
    rules: list[str] = []
    path = _without_dots(path or "/")
    bare = _SESSION.sub("", path)
    if bare != path:
        rules.append("session mark")
    found = _SUFFIX.match(bare)
    if found is not None and _names_an_article(found["rest"]):
        bare = found["rest"] + (found["html"] or "")
        rules.append(_NAMES[(found["word"] or found["ext"]).lower()])
    found = _PREFIX.match(bare)
    if found is not None and _names_an_article(found["rest"]):
        bare = found["rest"]
        rules.append(_NAMES[found["word"].lower()])
    return re.sub(r"(?<!:)/{2,}", "/", bare).rstrip("/") or "/", tuple(rules)


def plain_query(query: str) -> tuple[str, tuple[str, ...]]:
    """The query without tracking, AMP and print marks, and the rules applied; every other parameter stays."""
    rules: list[str] = []
    kept = []
    for name, value in parse_qsl(query, keep_blank_values=True):
        mark = (name.lower(), value.lower())
        if _TRACKING.match(name):
            rules.append("tracking mark")
        elif mark in _AMP_QUERY:
            rules.append("AMP address")
        elif mark in _PRINT_QUERY:
            rules.append("print view")
        else:
            kept.append((name, value))
    return (urlencode(kept) if rules else query), tuple(dict.fromkeys(rules))


def _without_dots(path: str) -> str:
    kept: list[str] = []
    steps = path.split("/")
    for place, step in enumerate(steps):
        plain = re.sub("%2e", ".", step, flags=re.IGNORECASE)
        last = place == len(steps) - 1
        if plain == "..":
            if len(kept) > 1:
                kept.pop()
        elif plain != ".":
            kept.append(step)
        if last and plain in {".", ".."}:
            kept.append("")
    return "/".join(kept) if len(kept) > 1 else "/"


def _names_an_article(path: str) -> bool:
    last = path.rstrip("/").rsplit("/", 1)[-1]
    return bool(re.search(r"\d|[^-]-[^-]|\.html?$", last))
