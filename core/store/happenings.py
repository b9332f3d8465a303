"""What happened that can concern a claim: imports of its data set, words on its sources, policies chosen."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, select

from core.results import LabelEvent
from core.store.check_tables import RecordedJudgementRow
from core.store.events import about, event_of, in_words
from core.store.number_sets import among
from core.store.past import BATCHES, VERIFYING, Moment, claim_ever, verified_by
from core.store.reach import sources_ever
from core.store.record_tables import AuditEventRow, LabelEventRow
from core.store.standing_checks import ATTACHMENT, CHECK, CITATION
from core.store.tables import DatasetRow, table_of

_EVENT, _AUDIT = table_of(LabelEventRow), table_of(AuditEventRow)
_DATASET = table_of(DatasetRow)


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, and the state of the store right after it."""

    at: str
    kind: Literal["import", "detection", "label", "policy", "check"]
    by: str
    reason: str
    subject: str
    """File's data set, or the policy version."""
    event: LabelEvent | None
    after: Moment

    @property
    def about(self) -> str:
        """What it is about, in ids; for a run of detection or an import the data set, else the policy version."""
        return self.subject if self.event is None else about(self.event)

    @property
    def says(self) -> str:
        """What a label event says; empty for everything else."""
        return "" if self.event is None else in_words(self.event)


def happenings(connection: Connection, uid: str) -> list[Happening]:
    """Everything that can concern a claim, oldest first.

    Raises:
        UnknownId: There never was such a claim.
    """
    claim, dataset = claim_ever(connection, uid)
    name = connection.execute(select(_DATASET.c.name).where(_DATASET.c.number == dataset)).scalar_one()
    sources = sources_ever(connection, claim)
    words = select(_EVENT).where(
        among(connection, _EVENT.c.source, sources), _EVENT.c.claim.is_(None) | (_EVENT.c.claim == claim)
    )
    rows = [row._asdict() for row in connection.execute(words.order_by(_EVENT.c.number)).all()]
    done = select(_AUDIT).where(_AUDIT.c.action.in_((*BATCHES, *VERIFYING, "policy chosen"))).order_by(_AUDIT.c.number)
    acts = connection.execute(done).all()
    return list(_in_order(rows, acts, name, _entries(connection, claim)))


def _entries(connection: Connection, claim: int) -> Mapping[str, set[int]]:
    """Numbers of the entries of the records of verification that concern a claim, by the record's name."""
    judgement = table_of(RecordedJudgementRow)
    cited = select(CITATION.c.source).where(CITATION.c.claim == claim)
    queries = {
        "check": select(CHECK.c.number)
        .join(CITATION, CITATION.c.number == CHECK.c.citation)
        .where(CITATION.c.claim == claim),
        "attachment": select(ATTACHMENT.c.number).where(ATTACHMENT.c.source.in_(cited)),
        "judgement": select(judgement.c.number).where(judgement.c.claim == claim),
    }
    return {name: set(connection.execute(query).scalars()) for name, query in queries.items()}


def _in_order(
    rows: list[dict[str, Any]], acts: Any, dataset: str, entries: Mapping[str, set[int]]
) -> Iterator[Happening]:
    """Merge both records by time; the record of labels knows which import each label followed."""
    state = Moment(0, 0, None)
    waiting = list(reversed(rows))
    for act in acts:
        while waiting and waiting[-1]["at"] < act.at:
            state, found = _word(state, waiting.pop())
            yield found
        detail = json.loads(act.detail)
        if act.action == "policy chosen":
            state = replace(state, policy=detail["version"])
            yield Happening(act.at, "policy", act.by, detail.get("reason", ""), act.subject, None, state)
            continue
        if act.action in VERIFYING:
            record = VERIFYING[act.action]
            before, state = getattr(state.verified, record), verified_by(state, act.action, detail)
            if any(before < number <= getattr(state.verified, record) for number in entries[record]):
                yield Happening(act.at, "check", act.by, detail.get("reason", ""), act.action, None, state)
            continue
        state = replace(state, batch=detail["batch"])
        # A label that came with this very file, or was given at the same instant, is part of that state.
        while waiting and waiting[-1]["at"] == act.at and waiting[-1]["stated_at"] is not None:
            state, found = _word(state, waiting.pop())
        if act.subject == dataset:
            kind: Literal["import", "detection"] = "import" if act.action == "import" else "detection"
            yield Happening(act.at, kind, act.by, "", act.subject, None, state)
    while waiting:
        state, found = _word(state, waiting.pop())
        yield found


def _word(state: Moment, row: dict[str, Any]) -> tuple[Moment, Happening]:
    event = event_of(row)
    state = replace(state, event=event.number)
    return state, Happening(event.at, "label", event.by, event.reason, event.source_id, event, state)
