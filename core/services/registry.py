"""The source registry: what a source is known by, what is one with it, what retracting it would change."""

from collections.abc import Sequence
from dataclasses import replace

from core.counting import count
from core.detection.identity.addresses import read_address
from core.errors import InvalidInput
from core.kinship import RetractionEffect, SourceAddress, SourceFile, SourceFilter, SourceLine
from core.model import Dossier
from core.people import Person, Role
from core.results import LabelEvent, Page
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.workspace import Workspace


def sources(
    workspace: Workspace,
    wanted: SourceFilter | None = None,
    *,
    page: int = 1,
    size: int = 50,
    order: str = "title",
    descending: bool = False,
) -> Page[SourceLine]:
    """One page of the source registry; ``order`` is one of ``kinship.SOURCE_ORDERS``.

    Raises:
        InvalidParameter: A page or setting outside its domain.
    """
    found = workspace.store.sources(wanted or SourceFilter(), page=page, size=size, order=order, descending=descending)
    return replace(found, rows=tuple(_with_domain(line) for line in found.rows))


def _with_domain(line: SourceLine) -> SourceLine:
    return line if line.url is None else replace(line, domain=read_address(line.url).site)


def source(workspace: Workspace, uid: str, *, page: int = 1, size: int = 50) -> SourceFile:
    """One source with its versions, addresses, merged documents, neighbours, and a page of the claims leaning on it.

    Asked for a document that was merged into another, it is that other one.

    Raises:
        UnknownId: There is no such source.
        InvalidParameter: A page outside its domain.
    """
    found = workspace.store.source_file(uid, page=page, size=size)
    return replace(
        found,
        line=_with_domain(found.line),
        addresses=_addresses(found),
        upstream=tuple((edge, _with_domain(line)) for edge, line in found.upstream),
        downstream=tuple((edge, _with_domain(line)) for edge, line in found.downstream),
    )


def _addresses(found: SourceFile) -> tuple[SourceAddress, ...]:
    """Every address that any version of any of the documents was given, once."""
    given = [(found.source.id, found.source.url), *((version.document_id, version.url) for version in found.versions)]
    shown: dict[str, SourceAddress] = {}
    for document_id, raw in reversed(given):
        if raw:
            address = read_address(raw)
            shown[raw] = SourceAddress(document_id, raw, address.canonical, address.rules, address.snapshot)
    return tuple(sorted(shown.values(), key=lambda address: (address.canonical, len(address.rules), address.raw)))


def merge(
    workspace: Workspace, dataset: str, ids: Sequence[str], *, by: Person, reason: str = ""
) -> tuple[LabelEvent, ...]:
    """Say that documents are one: from then on they are one source under the first of their ids.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: Fewer than two, or they are one already.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "merge documents")
    return workspace.store.merge(dataset, ids, by=name, reason=kept_reason(reason))


def unmerge(
    workspace: Workspace, dataset: str, ids: Sequence[str], *, by: Person, reason: str = ""
) -> tuple[LabelEvent, ...]:
    """Take documents out of what they were merged into; detection does not merge them again.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: One of them is not merged.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "take merged documents apart")
    return workspace.store.unmerge(dataset, ids, by=name, reason=kept_reason(reason))


def retraction_effect(workspace: Workspace, uid: str, retracted: bool = True) -> RetractionEffect:
    """What retracting a source, or taking that back, would do to every claim; nothing is saved.

    Raises:
        UnknownId: There is no such source.
    """
    found = workspace.store.source_file(uid, size=1)
    dataset, identifier = found.line.dataset, found.line.id
    touched, dossiers = workspace.store.leaning_dossiers(dataset, {identifier})
    policy = workspace.store.current_policy(dataset)
    changes = []
    for dossier in dossiers:
        before, after = count(dossier, policy), count(_marked(dossier, identifier, retracted), policy)
        change = before.reading(before.eie), after.reading(after.eie)
        if change[0] != change[1]:
            changes.append((f"{dataset}:{dossier.claim.id}", dossier.claim.text, *change))
    changes.sort(key=lambda c: (c[2].decision is c[3].decision, -abs(c[3].aware - c[2].aware), c[0]))
    return RetractionEffect(
        claims=tuple(changes),
        claims_touched=touched,
        decisions_moved=sum(before.decision is not after.decision for _, _, before, after in changes),
        expected=found.retraction_event,
    )


def _marked(dossier: Dossier, source_id: str, retracted: bool) -> Dossier:
    marked = (replace(one, retracted=retracted) if one.id == source_id else one for one in dossier.sources)
    return replace(dossier, sources=tuple(marked))


def set_retracted(
    workspace: Workspace,
    uid: str,
    retracted: bool,
    *,
    by: Person,
    reason: str,
    expected: int | None = None,
) -> LabelEvent:
    """Say that a source is retracted, or that it is not; every claim it moves has new figures when this returns.

    Args:
        workspace: The open store.
        uid: The source.
        retracted: What is said of it; taken back for every document that is one with it.
        by: Who.
        reason: Why; it is needed.
        expected: ``RetractionEffect.expected`` or ``SourceFile.retraction_event`` as it was on the screen.

    Raises:
        UnknownId: There is no such source.
        InvalidInput: It says so already, or no reason is given.
        StaleVersion: Somebody else changed it meanwhile.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "say that a source is retracted")
    why = kept_reason(reason)
    if not why:
        raise InvalidInput("a retraction needs a reason: it moves every claim that leans on the source")
    return workspace.store.set_retracted(uid, retracted, by=name, reason=why, expected=expected)[0]
