"""What our own PROV exports say of sources and edges beside the words of the recommendation."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.importers.assembly import extra_of
from core.model import Edge, Source
from core.states import Dependence, EdgeStatus, Relation, SourceKind

OWN = "urn:headwater:"
"""Namespace of our own exports."""


def own_source(source: Source, held: Mapping[str, Any]) -> Source:
    """A source with the fields that an export of ours stated; what cannot be read stays beside it."""
    rest = {key: value for key, value in held.items() if not key.startswith("hw:") and not key.startswith("prov:")}
    kind, dependence = held.get("hw:kind"), held.get("hw:dependence")
    share = held.get("hw:ownShare")
    return replace(
        source,
        kind=SourceKind(kind) if kind in tuple(SourceKind) else source.kind,
        retrieved=held.get("hw:retrieved") is not False,
        url=_text(held.get("hw:url")),
        published_at=_text(held.get("hw:publishedAt")),
        dependence=Dependence(dependence) if dependence in tuple(Dependence) else None,
        weight=float(share) if isinstance(share, int | float) and not isinstance(share, bool) else None,
        retracted=held.get("hw:retracted") is True,
        fingerprint=_text(held.get("hw:fingerprint")),
        extra=extra_of(rest),
    )


def own_edge(edge: Edge, held: Mapping[str, Any]) -> Edge:
    """An edge with the relation, status and numbers that an export of ours stated; any other stays as it is."""
    relation, status = held.get("hw:relation"), held.get("hw:status")
    if relation not in tuple(Relation) or status not in tuple(EdgeStatus):
        return edge
    return replace(
        edge,
        relation=Relation(relation),
        status=EdgeStatus(status),
        strength=_share(held.get("hw:strength")),
        probability=_share(held.get("hw:probability")),
        rule=_text(held.get("hw:rule")),
        note=_text(held.get("hw:note")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _share(value: Any) -> float | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number and 0 <= value <= 1 else None
