"""Builders of small valid dossiers, for tests, notebooks and benchmarks."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.states import Dependence, EdgeStatus, Relation, SourceKind, Stance

Written = Dependence | float
"""A label as tests write it: a state, or the weight of a partial one."""


def claim_with(
    documents: Iterable[str],
    *,
    edges: Iterable[tuple[str, str] | Edge] = (),
    labels: Mapping[str, Written] | None = None,
    increment: float | None = 0.05,
    stances: Mapping[str, Stance] | None = None,
    retracted: Iterable[str] = (),
    kinds: Mapping[str, SourceKind] | None = None,
) -> Dossier:
    """A claim with one passage per named document; a name given twice has two passages.

    Args:
        documents: Source ids in order of rank.
        edges: Edges, or pairs of which the first derives from the second.
        labels: Source id -> state, or the weight of a partially dependent one.
        increment: Of every passage; None takes the policy's.
        stances: Source id -> stance of its passages; the others support.
        retracted: Source ids.
        kinds: Source id -> kind; the others are documents.
    """
    names = list(documents)
    drawn = [edge if isinstance(edge, Edge) else Edge(*edge, Relation.DERIVES_FROM, EdgeStatus.KNOWN) for edge in edges]
    ids = dict.fromkeys([*names, *(labels or {}), *(end for edge in drawn for end in (edge.from_id, edge.to_id))])
    gone, kind_of, stance_of = set(retracted), kinds or {}, stances or {}
    return Dossier(
        claim=Claim("c", "A claim."),
        evidence=tuple(
            Evidence(
                f"e{n}-{name}", "c", name, stance=stance_of.get(name, Stance.SUPPORTS), increment=increment, rank=n
            )
            for n, name in enumerate(names, 1)
        ),
        sources=tuple(
            Source(id, id, kind_of.get(id, SourceKind.DOCUMENT), retrieved=id in names, retracted=id in gone)
            for id in ids
        ),
        edges=tuple(drawn),
        labels=MappingProxyType({id: _label(written) for id, written in (labels or {}).items()}),
        dataset="test",
    )


def _label(written: Written) -> Label:
    if isinstance(written, Dependence):
        return Label(written)
    return Label(Dependence.PARTIALLY_DEPENDENT, written)
