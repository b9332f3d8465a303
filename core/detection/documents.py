"""From what an import brings to what the detectors read."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from core.detection.identity.dois import read_doi
from core.detection.types import Document
from core.model import Case, Source

FIELDS = MappingProxyType(
    {
        "redirects_to": ("redirects_to", "redirect_url", "final_url", "resolved_url"),
        "canonical_url": ("canonical_url", "canonical"),
        "origin_publisher": (
            "origin_publisher",
            "wire",
            "wire_origin",
            "syndicated_from_publisher",
            "original_publisher",
        ),
        "origin_url": ("origin_url", "original_url", "source_url"),
        "story": ("story", "story_id"),
        "forked_from": ("forked_from", "fork_of", "parent_repository"),
        "issuer": ("issuer", "press_release_by"),
        "generator": ("generator", "generated_by", "model"),
        "observed_at": ("observed_at", "retrieved_at", "fetched_at", "accessed_at"),
    }
)
"""Our name for a stated fact -> the names frameworks give it, the first one present is read."""
IDENTIFIERS = MappingProxyType(
    {
        "doi": ("doi", "DOI", "citation_doi"),
        "study": ("study_id",),
        "trial": ("trial_id", "nct_id", "registry_id", "registration"),
        "dataset": ("dataset_id", "dataset_doi", "data_id"),
        "external": ("external_id", "wikidata", "qid", "pmid", "isbn"),
    }
)
"""Kind of identifier -> the names it goes by."""


def document_of(source: Source, passages: tuple[str, ...] = ()) -> Document:
    """A source as a document; where it has no text of its own the passages used from it stand in.

    Args:
        source: The source.
        passages: What the claims quote from it, verbatim.
    """
    said = [passage for passage in dict.fromkeys(passages) if passage.strip()]
    html = source.extra.get("html")
    text = source.text
    if (text is None or not text.strip()) and not isinstance(html, str):
        text = "\n\n".join(said) or None
    return Document(
        id=source.id,
        title=source.title,
        url=source.url,
        publisher=source.publisher,
        author=source.author,
        published_at=source.published_at,
        text=text,
        html=html if isinstance(html, str) else None,
        passages=tuple(said),
        language=source.language,
        version=source.version,
        fingerprint=source.fingerprint,
        kind=source.kind,
        retrieved=source.retrieved,
        ids=tuple(_identifiers(source.extra)),
        fields=MappingProxyType(_stated(source.extra)),
    )


def documents_of(case: Case) -> tuple[Document, ...]:
    """The sources of a case with the passages its evidence takes from them, upstream nodes included."""
    passages: dict[str, list[str]] = defaultdict(list)
    for item in case.evidence:
        passages[item.source_id].append(item.text)
    return tuple(document_of(source, tuple(passages[source.id])) for source in case.sources)


def _identifiers(extra: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for kind, names in IDENTIFIERS.items():
        for name in names:
            value = extra.get(name)
            if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
                written = str(value).strip()
                doi = read_doi(written) if kind in {"doi", "dataset"} else None
                if kind != "doi" or doi is not None:
                    yield kind, doi or written


def _stated(extra: Mapping[str, Any]) -> dict[str, str]:
    found = {}
    for field, names in FIELDS.items():
        value = next((extra[name] for name in names if isinstance(extra.get(name), str) and extra[name].strip()), None)
        if value is not None:
            found[field] = value.strip()
    return found
