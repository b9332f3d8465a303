"""Which document a retrieved passage belongs to, told from its metadata: chunks of one document are one source.

Every framework has its own keys for it. The key that told is reported once per import, so that whoever reads the
report can see what was taken for a document.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import extra_of
from core.importers.findings import Findings
from core.importers.inside_claims import passage_id
from core.model import Source

DOCUMENT_KEYS = (
    "doc_id",
    "document_id",
    "parent_id",
    "parent_document_id",
    "ref_doc_id",
    "source_id",
    "docid",
    "file_id",
    "source",
    "source_url",
    "url",
    "uri",
    "link",
    "file_path",
    "path",
    "file_name",
    "filename",
)
"""Keys of a passage's metadata that name the document it is cut from, the surest first."""

_URL = ("url", "source_url", "link", "uri", "source")
_TITLE = ("title", "document_title", "doc_title")
_PUBLISHER = ("publisher", "site_name", "sitename")
_DATE = ("published_at", "published_date", "publication_date", "publish_date", "published", "date")


def document_source(
    metadata: Mapping[str, Any], findings: Findings, row: int | None, *, own_id: str | None, text: str
) -> Source:
    """The document of a passage.

    Args:
        metadata: What the file says of the passage.
        findings: Told which key named the document.
        row: Where the passage stands.
        own_id: The passage's own id, taken where no key names a document.
        text: The passage, whose fingerprint is the last resort.
    """
    key = next((key for key in DOCUMENT_KEYS if _named(metadata.get(key))), None)
    if key is not None:
        identifier = str(metadata[key])
        message = f"the document of a passage is read from its {key!r}"
        findings.count("document-key", message, example=repr(identifier), row=row, field=key)
    elif own_id is not None:
        identifier = own_id
        message = "passages name no document; each is a source of its own, under its own id"
        findings.count("document-not-named", message, example=repr(identifier), row=row)
    else:
        identifier = passage_id(text)
        message = "passages have no id and name no document; each text is a source of its own"
        findings.count("document-not-named", message, example=repr(identifier), row=row)
    return described(identifier, metadata)


def described(identifier: str, metadata: Mapping[str, Any]) -> Source:
    """A source with what the metadata of its passages say of it."""
    if not metadata:
        return Source(identifier)
    return Source(
        identifier,
        title=_first(metadata, _TITLE) or "",
        url=next((url for key in _URL if (url := _first(metadata, (key,))) is not None and is_address(url)), None),
        publisher=_first(metadata, _PUBLISHER),
        author=_first(metadata, ("author", "byline")),
        published_at=_first(metadata, _DATE),
        language=_first(metadata, ("language", "lang")),
        version=_first(metadata, ("version", "document_version")),
        extra=extra_of({"doi": doi} if (doi := _first(metadata, ("doi",))) is not None else None),
    )


def is_address(text: str) -> bool:
    """Whether a text is an address on the web."""
    return text.startswith(("http://", "https://"))


def address_source(url: str, *, title: str | None = None, published_at: str | None = None) -> Source:
    """A page as a source: its address, verbatim, is its id."""
    return Source(url, title=title or "", url=url if is_address(url) else None, published_at=published_at)


def _named(value: Any) -> bool:
    return (isinstance(value, str) and value.strip() != "") or (isinstance(value, int) and not isinstance(value, bool))


def _first(metadata: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((value for key in keys if isinstance(value := metadata.get(key), str) and value.strip()), None)
