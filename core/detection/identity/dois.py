"""DOIs and arXiv numbers, however they are written."""

import re
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+", re.IGNORECASE)
_PREFIX = re.compile(r"^\s*(?:https?://(?:dx\.)?doi\.org/|doi:\s*|info:doi/)?", re.IGNORECASE)
_RESOLVERS = {"doi.org", "dx.doi.org", "www.doi.org"}
_ARXIV = re.compile(r"^/(?:abs|pdf|html)/(?P<number>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?/?$")
_VIEWS = re.compile(r"/(?:full|abstract|pdf|epdf|html|meta|fulltext|references|figures)/?$", re.IGNORECASE)
_TRAILING = ".,;:)]}'\"’”»"


def read_doi(written: str) -> str | None:
    """A DOI in its one form, lower case without prefix; None where the text is none."""
    text = unquote(_PREFIX.sub("", written, count=1)).strip()
    found = _DOI.fullmatch(text)
    return found.group().lower() if found is not None else None


def dois_in(text: str) -> list[tuple[str, int, int]]:
    """Every DOI named in a text, with its place; punctuation that ends a sentence is not part of it."""
    found = []
    for match in _DOI.finditer(text):
        written = match.group()
        while (
            written
            and written[-1] in _TRAILING
            and not (written[-1] == ")" and written.count("(") == written.count(")"))
        ):
            written = written[:-1]
        if read_doi(written):
            found.append((written.lower(), match.start(), match.start() + len(written)))
    return found


def doi_of_address(host: str, path: str) -> str | None:
    """The DOI an address resolves: DOI resolvers and arXiv; None for every other address."""
    if host in _RESOLVERS:
        return read_doi(unquote(path).strip("/"))
    if host in {"arxiv.org", "www.arxiv.org", "export.arxiv.org"}:
        found = _ARXIV.match(path)
        return f"10.48550/arxiv.{found['number'].lower()}" if found is not None else None
    return None


def doi_in_path(path: str) -> str | None:
    """A DOI that a publisher wrote into the path of an article, without the view (full, abstract, pdf)."""
    found = _DOI.search(unquote(path))
    return _VIEWS.sub("", found.group()).rstrip("/").lower() if found is not None else None
