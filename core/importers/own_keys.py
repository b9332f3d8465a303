"""Fields of a foreign record that have no place of their own, under names that a package can carry beside its keys."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.importers.assembly import extra_of
from core.importers.facts import RELATION_KEYS
from core.importers.package_schema import RECORDS

_OF_SOURCE = frozenset(RECORDS["source"].model_fields) - {"text", "id", "version", "fingerprint"}
_SAID_WITH_PASSAGES = _OF_SOURCE | RELATION_KEYS | {"claim_text"}
_RESERVED = {
    kind: frozenset(field.alias or name for name, field in record.model_fields.items())
    | {"type", f"{kind}_id", f"{kind}_text"}
    | (_SAID_WITH_PASSAGES if kind == "evidence" else frozenset())
    for kind, record in RECORDS.items()
}
"""Kind -> keys that mean something in the record of a package; those of a passage may speak of its source."""


def own(kind: str, extra: Mapping[str, Any]) -> MappingProxyType[str, Any]:
    """The further fields of a record; one that is called as a field of ours is called ``original_…``.

    Examples:
        >>> dict(own("evidence", {"id": "chunk 7", "page": 3}))
        {'original_id': 'chunk 7', 'page': 3}
    """
    reserved = _RESERVED[kind]
    return extra_of({f"original_{key}" if key in reserved else key: value for key, value in extra.items()})
