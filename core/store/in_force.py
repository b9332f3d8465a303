"""Which label or verdict holds: a fold over the events of one target. Nothing here reads the database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from core.model import Edge, Label, Source
from core.results import LabelEvent
from core.states import Dependence, EdgeStatus

ADJUDICATION = "adjudication"
"""Kind of the event that settles a dispute."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The event that counts for a target."""

    event: LabelEvent
    disputed: bool
    """True where the latest words of several people differ."""


def undone(events: Iterable[LabelEvent]) -> set[int]:
    """Numbers of the events that are taken back. Undoing an undo brings the first one back."""
    taken: set[int] = set()
    for event in sorted(events, key=lambda event: event.number, reverse=True):
        if event.undoes is not None and event.number not in taken:
            taken.add(event.undoes)
    return taken


def effective(events: Iterable[LabelEvent]) -> list[LabelEvent]:
    """The labels and verdicts that nobody has undone, oldest first."""
    ordered = sorted(events, key=lambda event: event.number)
    taken = undone(ordered)
    return [event for event in ordered if event.undoes is None and event.number not in taken]


def words(events: Iterable[LabelEvent]) -> list[LabelEvent]:
    """Each person's latest word on one target, newest first.

    An adjudication overrides what was said before it; what is said after it stands beside it.
    """
    live = effective(events)
    settled = max((event.number for event in live if event.kind == ADJUDICATION), default=0)
    latest = {event.by: event for event in live if event.number >= settled}
    return sorted(latest.values(), key=lambda event: event.number, reverse=True)


def said(event: LabelEvent) -> tuple[object, ...]:
    """What an event says of its target: two words that are equal here agree."""
    return event.state, event.weight, event.edge_status, event.relation, event.strength


def standing(events: Iterable[LabelEvent], caution: Callable[[LabelEvent], float]) -> Standing | None:
    """What counts among all events of one target, or None where nothing does.

    Each person's latest word counts. Where they differ, the one with the lowest ``caution`` does, the newest of equals.
    """
    spoken = words(events)
    if not spoken:
        return None
    if len({said(event) for event in spoken}) == 1:
        return Standing(spoken[0], disputed=False)
    return Standing(min(spoken, key=caution), disputed=True)


def label_standing(events: Sequence[LabelEvent], claim_id: str | None, alpha: float) -> Standing | None:
    """The label that counts for a source: one given for the claim before one given for every use.

    Args:
        events: Every label event of the source, undone or not.
        claim_id: The claim in question; None asks for the label of every use.
        alpha: Own content of an unknown document, which says how cautious "unknown" is.
    """

    def caution(event: LabelEvent) -> float:
        return _own_content(event, alpha)

    for scope in dict.fromkeys((claim_id, None)):
        found = standing((event for event in events if event.edge_key is None and event.claim_id == scope), caution)
        if found is not None:
            return found
    return None


def _own_content(event: LabelEvent, alpha: float) -> float:
    if event.state is Dependence.INDEPENDENT:
        return 1.0
    if event.state is Dependence.DEPENDENT:
        return 0.0
    if event.state is Dependence.PARTIALLY_DEPENDENT and event.weight is not None:
        return event.weight
    return alpha


def edge_standing(events: Iterable[LabelEvent]) -> Standing | None:
    """The verdict that counts for an edge; where people differ, the one that leaves less independence."""
    return standing(events, _left_by_edge)


def _left_by_edge(event: LabelEvent) -> float:
    """Own content that an edge leaves by this verdict; more than 1 puts an open question behind a denial."""
    if event.edge_status in (EdgeStatus.CONFIRMED, EdgeStatus.KNOWN):
        if event.relation is not None and event.relation.weak:
            return 1.5
        return 0.0 if event.strength is None else 1.0 - event.strength
    return 1.25 if event.edge_status is EdgeStatus.SUSPECTED else 2.0


def judged(edge: Edge, found: Standing) -> Edge:
    """The edge under the verdict that counts."""
    event = found.event
    retyped = event.relation is not None and event.relation is not edge.relation
    return replace(
        edge,
        status=event.edge_status or edge.status,
        relation=event.relation or edge.relation,
        strength=edge.strength if event.strength is None else event.strength,
        event=event.number,
        stated_relation=edge.relation if retyped else None,
        disputed=found.disputed,
    )


def label_of(found: Standing, outdated: bool) -> Label:
    """The label in force that a standing event sets."""
    event = found.event
    return Label(
        state=event.state or Dependence.UNKNOWN,
        weight=event.weight,
        by=event.by,
        at=event.stated_at or event.at,
        reason=event.reason,
        claim_id=event.claim_id,
        event=event.number,
        disputed=found.disputed,
        outdated=outdated,
    )


def stated_label(source: Source) -> Label | None:
    """The label that the data give a source, or None where they give none."""
    return None if source.dependence is None else Label(source.dependence, source.weight)


def most_cautious(labels: Iterable[Label]) -> Label | None:
    """Of labels that data give to one document under several ids, the one that leaves least of its own."""
    own = {Dependence.INDEPENDENT: 1.0, Dependence.DEPENDENT: 0.0, Dependence.UNKNOWN: 0.9}

    def left(label: Label) -> float:
        return own.get(label.state, label.weight or 0.0)

    return min(labels, key=left, default=None)
