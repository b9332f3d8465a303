"""One item of the queue as the work place shows it: both documents, every choice with its figures, blind where due."""

import dataclasses
from collections.abc import Iterable
from types import MappingProxyType

from core import whatif
from core.assessment import assess
from core.errors import UnknownId
from core.model import Dossier, Edge, Label, Source
from core.results import ClaimFile, LabelEvent, Reading
from core.services.permission import allow
from core.services.reviewing import claim
from core.services.shared_text import most_alike, shared_passages
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus
from core.work import Person, QueueItem, Role, Word, WorkItem, WorkKind

COMPARED = 30
"""Other documents of a claim that are tried as the one to hold a source against."""
READ = 20_000
"""Characters of each that are read for it."""

VERDICTS = (EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED)


def work_item(workspace: Workspace, key: str, *, by: Person) -> WorkItem:
    """One item as the work place shows it to a reviewer, open or answered by now.

    Raises:
        UnknownId: The key names no question of any claim.
        NoLongerThere: The newest data no longer has the claim, source or edge.
    """
    name = allow(workspace, by, Role.READER, "read the queue")
    store = workspace.store
    uid, source_id, edge_key = store.target_of(key)
    item, still_open = store.question(key)
    file = claim(workspace, uid)
    history, latest = store.target_events(uid, source_id, edge_key)
    expected = _in_force(file.dossier, source_id, edge_key)
    second = store.second_opinion(key)
    blind = second is not None and second.blind_to(name)
    if blind:
        file = _blinded(workspace, file, source_id, edge_key)
        history, latest = tuple(event for event in history if event.by == name), ()
    sources = {source.id: source for source in file.dossier.sources}
    edge = next((edge for edge in file.dossier.edges if edge.key == edge_key), None)
    # Where documents were merged, the one that stands for them carries the edge.
    left = sources.get(source_id if edge is None else edge.from_id)
    if left is None or (edge_key is not None and edge is None):
        raise UnknownId("open question", key)
    right = sources.get(edge.to_id) if edge is not None else _to_hold_against(file.dossier, left)
    left_text = text_of(file.dossier, left)
    right_text = "" if right is None else text_of(file.dossier, right)
    return WorkItem(
        item=item or _never_asked(key, file, left, edge),
        file=file,
        left=left,
        right=right,
        left_text=left_text,
        right_text=right_text,
        shared=shared_passages(left_text, right_text) if right_text else (),
        readings=MappingProxyType(_readings(file, left)),
        edge=edge,
        edge_readings=MappingProxyType({} if edge is None else _edge_readings(file, edge)),
        rule_evidence=tuple(_grounds(file.dossier, source_id, edge)),
        history=history,
        blind=blind,
        expected_event=expected,
        words=_words(file, latest, source_id, edge) if len({_said(word) for word in latest}) > 1 else (),
        open=still_open,
    )


def text_of(dossier: Dossier, source: Source) -> str:
    """A document's text, else its passages for the claim."""
    if source.text:
        return source.text
    return "\n\n".join(item.text for item in dossier.evidence if item.source_id == source.id and item.text)


def _in_force(dossier: Dossier, source_id: str, edge_key: str | None) -> int | None:
    if edge_key is not None:
        return next((edge.event for edge in dossier.edges if edge.key == edge_key), None)
    label = dossier.labels.get(source_id)
    return None if label is None else label.event


def _blinded(workspace: Workspace, file: ClaimFile, source_id: str, edge_key: str | None) -> ClaimFile:
    """The claim as if nobody had said anything about the target, its figures too."""
    dossier = workspace.store.blind_dossier(file.uid, source_id, edge_key)
    events = tuple(event for event in file.events if event.source_id != source_id or event.edge_key != edge_key)
    return dataclasses.replace(file, dossier=dossier, assessment=assess(dossier, file.policy), events=events)


def _never_asked(key: str, file: ClaimFile, left: Source, edge: Edge | None) -> QueueItem:
    """The item of a target that was settled from the start, so that the queue never had it."""
    return QueueItem(
        key=key,
        kind=WorkKind.SOURCE if edge is None else WorkKind.EDGE,
        uid=file.uid,
        dataset=file.dossier.dataset,
        claim_id=file.dossier.claim.id,
        claim_text=file.dossier.claim.text,
        source_id=left.id,
        source_title=left.title,
        publisher=left.publisher,
        edge_key=None if edge is None else edge.key,
        other_source_id=None if edge is None else edge.to_id,
        flips=False,
        difference=0.0,
        rule=None if edge is None else edge.rule,
        band=None,
        waiting_since="",
        assignee=None,
        flagged=False,
        claims=1,
    )


def _to_hold_against(dossier: Dossier, left: Source) -> Source | None:
    """What the source may depend on: the upstream of its edges, suspected first, else the one with most shared text."""
    sources = {source.id: source for source in dossier.sources}
    open_first = {EdgeStatus.SUSPECTED: 0, EdgeStatus.CONFIRMED: 1, EdgeStatus.KNOWN: 1, EdgeStatus.REJECTED: 2}
    own = (edge for edge in dossier.edges if edge.from_id == left.id and edge.to_id != left.id)
    for edge in sorted(own, key=lambda edge: (open_first[edge.status], -(edge.probability or 0.0))):
        if edge.to_id in sources and edge.status is not EdgeStatus.REJECTED:
            return sources[edge.to_id]
    text = text_of(dossier, left)[:READ]
    others = [source for source in dossier.sources if source.id != left.id and source.retrieved][:COMPARED]
    place = most_alike(text, [text_of(dossier, other)[:READ] for other in others])
    return None if place is None else others[place]


def _readings(file: ClaimFile, left: Source) -> dict[Dependence, Reading]:
    label = file.dossier.labels.get(left.id)
    weight = 0.5 if label is None or label.weight is None else label.weight
    labels = {state: Label(state, weight if state is Dependence.PARTIALLY_DEPENDENT else None) for state in Dependence}
    return whatif.readings_with(file.dossier, file.policy, left.id, labels)


def _edge_readings(file: ClaimFile, edge: Edge) -> dict[EdgeStatus, Reading]:
    return {status: whatif.reading_with_edge(file.dossier, file.policy, edge.key, status) for status in VERDICTS}


def _grounds(dossier: Dossier, source_id: str, edge: Edge | None) -> Iterable[str]:
    edges = [edge] if edge is not None else [edge for edge in dossier.edges if edge.from_id == source_id]
    for found in edges:
        parts = [part for part in (found.rule, found.note) if part]
        if parts:
            yield ": ".join(parts)


def _said(event: LabelEvent) -> tuple[object, ...]:
    return event.state, event.weight, event.edge_status, event.relation, event.strength


def _words(file: ClaimFile, latest: Iterable[LabelEvent], source_id: str, edge: Edge | None) -> tuple[Word, ...]:
    return tuple(
        Word(
            by=event.by,
            at=event.stated_at or event.at,
            event=event.number,
            state=event.state,
            weight=event.weight,
            edge_status=event.edge_status,
            reason=event.reason,
            reading=_reading_of(file, event, source_id, edge),
            adjudication=event.kind == "adjudication",
        )
        for event in latest
    )


def _reading_of(file: ClaimFile, event: LabelEvent, source_id: str, edge: Edge | None) -> Reading:
    if edge is None or event.edge_status is None:
        state = event.state or Dependence.UNKNOWN
        return whatif.reading_with(file.dossier, file.policy, source_id, state, event.weight)
    return whatif.reading_with_edge(file.dossier, file.policy, edge.key, event.edge_status, event.strength)
