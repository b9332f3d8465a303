"""Which column of a table holds which of our fields."""

from collections.abc import Mapping
from types import MappingProxyType

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "claim_id": ("claim_id", "claimid", "statement_id"),
        "claim_text": ("claim_text", "claim", "statement"),
        "sentence": ("sentence",),
        "answer_id": ("answer_id",),
        "answer_text": ("answer_text", "answer", "response"),
        "question": ("question", "query", "prompt", "user_input"),
        "evidence_id": ("evidence_id", "passage_id", "chunk_id"),
        "text": ("passage", "evidence_text", "passage_text", "evidence", "quote", "snippet", "context", "text"),
        "contexts": ("contexts", "retrieved_contexts", "passages"),
        "context_ids": ("context_ids", "retrieved_context_ids"),
        "source_id": ("source_id", "doc_id", "document_id", "docid", "source"),
        "title": ("title", "source_title", "headline"),
        "url": ("url", "link", "source_url", "address"),
        "publisher": ("publisher", "outlet"),
        "author": ("author", "byline"),
        "published_at": ("published_at", "published", "publication_date", "date"),
        "dependence": ("dependence", "dependence_label"),
        "weight": ("weight",),
        "retracted": ("retracted",),
        "language": ("language", "lang"),
        "study_id": ("study_id",),
        "doi": ("doi",),
        "source_type": ("source_type",),
        "stance": ("stance",),
        "increment": ("increment",),
        "rank": ("rank",),
        "retrieval_score": ("retrieval_score", "score"),
        "state": ("state", "evidence_state"),
        "evidence_set": ("evidence_set",),
        "from": ("from", "from_id"),
        "to": ("to", "to_id"),
        "relation": ("relation",),
        "status": ("status",),
        "strength": ("strength",),
        "probability": ("probability",),
        "rule": ("rule",),
        "note": ("note",),
    }
)
"""Our field -> names of columns that hold it, the likeliest first."""

EDGE_FIELDS = frozenset(("from", "to", "relation", "status", "strength", "probability", "rule", "note"))
"""Fields of a table of edges, which names both ends."""

_NAMES = frozenset(name for names in FIELDS.values() for name in names)


def plain_name(column: str) -> str:
    """A column's name without its dress."""
    return "_".join(column.strip().casefold().replace("-", " ").replace("_", " ").split())


def known_columns(columns: tuple[str, ...]) -> int:
    """How many of the columns have a name we know."""
    return sum(1 for column in columns if plain_name(column) in _NAMES)


def suggest_mapping(columns: tuple[str, ...]) -> dict[str, str]:
    """Our field -> the column that seems to hold it."""
    by_name: dict[str, str] = {}
    for column in columns:
        by_name.setdefault(plain_name(column), column)
    mapping: dict[str, str] = {}
    for field, names in FIELDS.items():
        held = next((by_name[name] for name in names if name in by_name), None)
        if held is not None and held not in mapping.values():
            mapping[field] = held
    if "from" in mapping and "to" in mapping:
        return mapping
    mapping = {field: column for field, column in mapping.items() if field not in EDGE_FIELDS}
    if "claim_text" not in mapping and "text" in mapping and not {"source_id", "url", "title"} & mapping.keys():
        mapping["claim_text"] = mapping.pop("text")
    if "id" in by_name:
        if "claim_text" in mapping:
            mapping.setdefault("claim_id", by_name["id"])
        elif "claim_id" not in mapping:
            mapping.setdefault("source_id", by_name["id"])
    return mapping


def with_choices(suggested: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The suggestion with what somebody chose put first; an empty column takes a field out."""
    taken = set(chosen.values())
    kept = {field: column for field, column in suggested.items() if field not in chosen and column not in taken}
    return kept | {field: column for field, column in chosen.items() if column}
