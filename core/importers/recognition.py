"""What kind of record an object is, told from its keys."""

from collections.abc import Mapping
from typing import Any

from core.importers.intake import guess_keys, required
from core.importers.package_schema import LISTS, RECORDS

KINDS = frozenset(RECORDS) | {"policy", "package"}
"""Values of the key ``type`` in the JSON Lines form."""

_SOURCE_SIGNS = frozenset(("title", "url", "publisher", "author", "published_at", "retrieved", "language")) | frozenset(
    ("dependence", "weight", "retracted", "study_id", "doi", "source_type")
)
_PACKAGE_SIGNS = frozenset(LISTS) | {"schema"}
_CLAIM_SIGNS = frozenset(("evidence", "contexts", "answer_id", "sentence", "citations"))


def kind_of(record: Mapping[str, Any]) -> str | None:
    """The kind of a record, ``traced`` for a retrieval with its citation; None where the keys do not tell."""
    stated = record.get("type")
    if isinstance(stated, str) and stated in KINDS:
        return stated
    if isinstance(record.get("retrieval"), dict) or (isinstance(record.get("citation"), dict) and "kind" not in record):
        return "traced"
    for key, kind in (("evidence_id", "evidence"), ("citation_id", "citation"), ("judgement_id", "judgement")):
        if key in record and not (kind == "evidence" and ("axis" in record or "marker" in record)):
            return kind
    if "from" in record and "to" in record:
        return "edge"
    if "axis" in record and "judge" in record:
        return "judgement"
    if "source_id" in record and "by" in record and "state" in record:
        return "label"
    if "source_id" in record and "claim_id" in record:
        return "citation" if "expected_text" in record or "marker" in record else "evidence"
    if "claim_id" in record or "claim_text" in record:
        return "claim"
    if "source_id" in record:
        return "source"
    if "answer_id" in record and ("text" in record or "answer_text" in record):
        return "answer"
    if "id" in record and not _SOURCE_SIGNS.isdisjoint(record):
        return "source"
    if "id" in record and "text" in record and not _CLAIM_SIGNS.isdisjoint(record):
        return "claim"
    return None


def nearest_kind(record: Mapping[str, Any]) -> tuple[str, dict[str, str]] | None:
    """The kind of record an unrecognised object comes closest to, and which keys would have to be renamed."""
    best: tuple[str, dict[str, str]] | None = None
    fewest = 1.0
    for kind in ("evidence", "claim", "source", "answer", "edge"):
        wanted = required(kind)
        missing = [key for key in wanted if key not in record]
        guesses = guess_keys(kind, missing, [str(key) for key in record])
        lacking = (len(missing) - len(guesses)) / len(wanted)
        if lacking < fewest and (guesses or not missing):
            best, fewest = (kind, guesses), lacking
    return best


def is_package(value: Any) -> bool:
    """True for an object that holds lists of records rather than being a record."""
    if not isinstance(value, dict) or _PACKAGE_SIGNS.isdisjoint(value) or "claim_id" in value:
        return False
    if "schema" in value or any(isinstance(value.get(key), list) for key in ("claims", "sources", "answers", "nodes")):
        return True
    if "id" in value or kind_of(value) is not None:
        return False
    return any(isinstance(value.get(key), list) for key in LISTS)
