"""Everybody's latest label on every source: for agreement, and for the export."""

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from core.results import LabelEvent
from core.states import Dependence
from core.store.events import event_of
from core.store.in_force import ADJUDICATION, Standing, effective, label_standing
from core.store.policies import policy_of
from core.store.record_tables import LabelEventRow
from core.store.tables import DatasetRow, table_of

_EVENT, _DATASET = table_of(LabelEventRow), table_of(DatasetRow)

LabelScope = tuple[str, str, str | None]
"""Data set, source id, and claim id or None for every use."""


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A label as a table shows it."""

    by: str
    at: str
    stated_at: str | None
    state: Dependence
    weight: float | None
    reason: str
    event: int
    adjudication: bool

    @property
    def says(self) -> str:
        """The label in words."""
        words = self.state.replace("_", " ")
        return words if self.weight is None else f"{words}, own share {self.weight:g}"


@dataclass(frozen=True, slots=True)
class ScopeWords:
    """What was said of one source in one scope."""

    latest: dict[str, LabelWord] = field(default_factory=dict)
    """Person -> their latest label, also where an adjudication overrides it."""
    standing: LabelWord | None = None
    """What counts; None where everything was taken back."""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Readings:
    """Who has said what of which target, as far as two readings can be compared."""

    given: dict[str, dict[str, Dependence]]
    """Target -> person -> label; adjudications are no readings."""
    disputed: set[str]


def labels_by_scope(connection: Connection, dataset: str | None) -> dict[LabelScope, list[LabelEvent]]:
    """All events on labels, oldest first, by what they are about."""
    query = select(_EVENT).where(_EVENT.c.edge_key.is_(None)).order_by(_EVENT.c.number)
    if dataset is not None:
        query = query.where(_EVENT.c.dataset_name == dataset)
    found: dict[LabelScope, list[LabelEvent]] = {}
    for row in connection.execute(query):
        event = event_of(row._asdict())
        found.setdefault((event.dataset, event.source_id, event.claim_id), []).append(event)
    return found


def alphas(connection: Connection) -> dict[str, float]:
    """Data set -> weight of an unknown under its policy."""
    rows = connection.execute(select(_DATASET.c.number, _DATASET.c.name)).all()
    return {name: policy_of(connection, number).alpha for number, name in rows}


def standing_in(scope: LabelScope, events: list[LabelEvent], alpha: float) -> Standing | None:
    """What counts in one scope."""
    return label_standing(events, scope[2], alpha)


def words_by_scope(connection: Connection, datasets: Collection[str] | None) -> dict[LabelScope, ScopeWords]:
    """Everybody's latest label and what counts, for every source that was ever labelled."""
    weights = alphas(connection)
    found: dict[LabelScope, ScopeWords] = {}
    for dataset in (None,) if datasets is None else sorted(datasets):
        for scope, events in labels_by_scope(connection, dataset).items():
            latest = {event.by: _word(event) for event in effective(events) if event.state is not None}
            standing = standing_in(scope, events, weights[scope[0]])
            counts = None if standing is None else _word(standing.event)
            found[scope] = ScopeWords(latest, counts, standing is not None and standing.disputed)
    return found


def _word(event: LabelEvent) -> LabelWord:
    return LabelWord(
        by=event.by,
        at=event.at,
        stated_at=event.stated_at,
        state=event.state or Dependence.UNKNOWN,
        weight=event.weight,
        reason=event.reason,
        event=event.number,
        adjudication=event.kind == ADJUDICATION,
    )


def readings(connection: Connection, dataset: str | None, *, blind_only: bool) -> Readings:
    """Everybody's latest label on every source; a source labelled for one claim and everywhere is two targets."""
    found = Readings({}, set())
    weights = alphas(connection)
    for scope, events in labels_by_scope(connection, dataset).items():
        target = "\x1f".join(part or "" for part in scope)
        live = [event for event in effective(events) if event.kind != ADJUDICATION]
        if not live:
            continue
        first = live[0].by
        latest: dict[str, Dependence] = {}
        for event in live:
            if event.state is not None and (not blind_only or event.by == first or event.seen.get("blind") is True):
                latest[event.by] = event.state
        found.given[target] = latest
        standing = standing_in(scope, events, weights[scope[0]])
        if standing is not None and standing.disputed:
            found.disputed.add(target)
    return found
