"""Labels that people gave elsewhere and a file carries: each becomes an event, once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from core.model import StatedLabel
from core.store import chain
from core.store.events import event_columns, remember_reviewer
from core.store.record_tables import LabelEventRow
from core.store.said import Said
from core.store.tables import table_of

_EVENT = table_of(LabelEventRow)


@dataclass(slots=True)
class Entered:
    """What the labels of a file added to the record."""

    count: int = 0
    sources: set[int] = field(default_factory=set)
    """Labelled for every use."""
    claims: set[int] = field(default_factory=set)
    """Labelled for one claim."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers behind a data set's ids."""

    dataset: int
    name: str
    batch: int
    sources: Mapping[str | None, int]
    claims: Mapping[str | None, int]


def enter_stated(connection: Connection, labels: Iterable[StatedLabel], numbers: Numbers, at: str) -> Entered:
    """Add the labels that are not in the record yet, oldest first."""
    held = select(_EVENT.c.origin).where(_EVENT.c.dataset == numbers.dataset)
    known = set(connection.execute(held).scalars())
    entered, rows = Entered(), []
    for label in sorted(labels, key=_moment):
        row = event_columns(_target(label, numbers), Said(label.by, at, label.reason, {}), numbers.batch)
        if row["origin"] in known:
            continue
        known.add(row["origin"])
        rows.append(row)
        if label.claim_id is None:
            entered.sources.add(row["source"])
        else:
            entered.claims.add(row["claim"])
    if rows:
        chain.append_all(connection, "label", rows)
        for name in {row["by"] for row in rows}:
            remember_reviewer(connection, name, at)
    entered.count = len(rows)
    return entered


def _target(label: StatedLabel, numbers: Numbers) -> dict[str, object]:
    return {
        "kind": "label",
        "dataset": numbers.dataset,
        "source": numbers.sources[label.source_id],
        "claim": None if label.claim_id is None else numbers.claims[label.claim_id],
        "dataset_name": numbers.name,
        "source_id": label.source_id,
        "claim_id": label.claim_id,
        "state": label.state.value,
        "weight": None if label.weight is None else float(label.weight),
        "stated_at": label.at,
    }


def _moment(label: StatedLabel) -> tuple[float, str]:
    """When a label was given; one whose time cannot be read counts as the oldest."""
    try:
        when = datetime.fromisoformat(label.at)
    except ValueError:
        return float("-inf"), label.at
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp(), label.at
