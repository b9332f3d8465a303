"""Documents that share something upstream: they hang on a node for it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.importers.findings import Findings
from core.importers.shelves import Shelf
from core.model import Edge, Source
from core.states import EdgeStatus, Relation, SourceKind

_STANDING = (EdgeStatus.REJECTED, EdgeStatus.SUSPECTED, EdgeStatus.KNOWN, EdgeStatus.CONFIRMED)


def studies(edges: Iterable[Edge], study_of: Mapping[str, str], sources: Shelf[Source]) -> tuple[Edge, ...]:
    """Hang the reports of one study on a node for the study: two reports are not two studies.

    Args:
        edges: The edges stated by the file.
        study_of: Source id -> the study it reports.
        sources: The sources; a node per shared study is added.

    Returns:
        The edges, followed by one per report of a study that has two or more, where none leads there already.
    """
    reports = defaultdict(list)
    for source_id, study_id in study_of.items():
        if source_id in sources:
            reports[study_id].append(source_id)
    made = list(edges)
    stated = {(edge.from_id, edge.to_id) for edge in made}
    for study_id, members in reports.items():
        if len(members) < 2:
            continue
        node = _node(f"study {study_id}", SourceKind.STUDY, sources)
        made.extend(
            Edge(member, node, Relation.SHARES_COMMON_PARENT, rule="same study_id", note=f"study {study_id}")
            for member in members
            if (member, node) not in stated
        )
    return tuple(made)


def common_parents(
    edges: Iterable[Edge], parents: Mapping[str, str], sources: Shelf[Source], findings: Findings
) -> tuple[Edge, ...]:
    """Turn "these two share a parent" into an edge from each to that parent.

    An edge whose upstream end was not retrieved names the parent itself and stays as it is.
    Between two documents the parent is the one the edge names, else one node is made for every
    connected group. Where several edges speak of one document the strongest status holds.

    Args:
        edges: All edges.
        parents: Key of an edge -> the parent it names.
        sources: The sources; a node per nameless parent is added.
        findings: Told once how many parents were made.
    """
    kept: list[Edge] = []
    pairs: list[Edge] = []
    for edge in edges:
        upstream = sources.get(edge.to_id)
        paired = edge.relation is Relation.SHARES_COMMON_PARENT and upstream is not None and upstream.retrieved
        (pairs if paired else kept).append(edge)
    if not pairs:
        return tuple(kept)
    groups = _groups(edge for edge in pairs if edge.key not in parents and edge.status is not EdgeStatus.REJECTED)
    hanging: dict[tuple[str, str], Edge] = {}
    for edge in pairs:
        named = parents.get(edge.key)
        smallest = min(groups.get(edge.from_id, edge.from_id), groups.get(edge.to_id, edge.to_id))
        if named is None:
            named = _node(f"common parent of {smallest}", SourceKind.COMMON_PARENT, sources)
            message = "documents that share a parent hang on a node made for it"
            findings.count("common-parent", message, example=repr(named))
        for member in (edge.from_id, edge.to_id):
            if member != named:
                _hang(hanging, replace(edge, from_id=member, to_id=named))
    stated = {edge.key for edge in kept}
    return (*kept, *(edge for edge in hanging.values() if edge.key not in stated))


def _hang(hanging: dict[tuple[str, str], Edge], edge: Edge) -> None:
    key = (edge.from_id, edge.to_id)
    known = hanging.get(key)
    if known is None or _STANDING.index(edge.status) > _STANDING.index(known.status):
        hanging[key] = edge


def _groups(pairs: Iterable[Edge]) -> dict[str, str]:
    """Member -> smallest id of its connected group."""
    leader: dict[str, str] = {}

    def find(member: str) -> str:
        leader.setdefault(member, member)
        while leader[member] != member:
            leader[member] = leader[leader[member]]
            member = leader[member]
        return member

    for edge in pairs:
        one, other = find(edge.from_id), find(edge.to_id)
        leader[max(one, other)] = min(one, other)
    return {member: find(member) for member in list(leader)}


def _node(identifier: str, kind: SourceKind, sources: Shelf[Source]) -> str:
    known = sources.get(identifier)
    while known is not None and known.kind is not kind:
        identifier += " (shared)"
        known = sources.get(identifier)
    if known is None:
        sources.add(Source(identifier, title=identifier, kind=kind, retrieved=False), None)
    return identifier
