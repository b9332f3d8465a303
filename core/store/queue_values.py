"""The open questions of claims, worked out from the same dossiers as the summaries and kept in the same transaction.

A question stays in its table when it is answered, so that its place in the order is known to whoever stands on it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from core.model import Dossier
from core.policy import Policy
from core.results import ClaimSummary, LabelEvent, LabelValue
from core.store.dossiers import DossierReader
from core.store.events import event_of
from core.store.in_force import words
from core.store.number_sets import among
from core.store.question_facts import AllFacts, facts_of
from core.store.question_keys import edge_question, source_question
from core.store.record_tables import LabelEventRow
from core.store.tables import table_of
from core.store.verbatim import key_of
from core.store.versions import insert_rows, written_values
from core.store.work_tables import AssignmentRow, OpenQuestionRow, ReadRow, SecondOpinionRow
from core.work import WorkKind, band_of

Appraise = Callable[[Dossier, Policy, Collection[str]], tuple[ClaimSummary, Iterable[LabelValue]]]
"""A claim's list figures, and what settling each of its open questions would change; the last argument names sources
and edges to value although they are settled."""

_QUESTION, _ASSIGNMENT = table_of(OpenQuestionRow), table_of(AssignmentRow)
_OPINION, _READ, _EVENT = table_of(SecondOpinionRow), table_of(ReadRow), table_of(LabelEventRow)

_WORTH = ("place", "flips", "difference")
"""All that changes of most questions when another one of their claim is answered."""
_COLUMNS = (*_WORTH, *(column.name for column in _QUESTION.c if column.name not in ("key", *_WORTH)))
_IN_ORDER = itemgetter(*_COLUMNS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands."""

    claim: int
    dataset: int
    answer: int | None


class QuestionWriter:
    """Keeps the questions of some claims, read in one go."""

    def __init__(
        self, connection: Connection, appraise: Appraise, claims: Sequence[int], reader: DossierReader
    ) -> None:
        self.connection = connection
        self.appraise = appraise
        self.claims = claims
        self.facts = facts_of(reader.facts)
        assigned = select(_ASSIGNMENT.c.key, _ASSIGNMENT.c.assignee)
        assigned = assigned.where(among(connection, _ASSIGNMENT.c.claim, claims))
        self.assignees = {key: assignee for key, assignee in connection.execute(assigned)}
        wanted = select(_OPINION).where(among(connection, _OPINION.c.claim, claims))
        self.opinions = {row.key: row for row in connection.execute(wanted)}
        self.rows: dict[str, dict[str, Any]] = {}
        self.readers: set[tuple[str, str, int]] = set()
        self._events: dict[int, list[LabelEvent]] = self._events_on({row.source for row in self.opinions.values()})

    def _events_on(self, sources: Collection[int]) -> dict[int, list[LabelEvent]]:
        found: dict[int, list[LabelEvent]] = {source: [] for source in sources}
        if sources:
            query = select(_EVENT).where(among(self.connection, _EVENT.c.source, sources)).order_by(_EVENT.c.number)
            for row in self.connection.execute(query):
                found[row.source].append(event_of(row._asdict()))
        return found

    def add(self, place: Place, dossier: Dossier, policy: Policy) -> ClaimSummary:
        """Work out the questions of one claim; returns its list figures."""
        known = _Known(self.facts, place, dossier)
        asked = known.disputed()
        second = self._second_readings(known)
        figures, values = self.appraise(dossier, policy, asked | second.keys())
        for value in values:
            target = value.edge_key or value.source_id
            if target in second:
                kind = WorkKind.DISPUTE if target in asked else WorkKind.SECOND_READING
            elif target in asked:
                kind = WorkKind.DISPUTE
            elif known.answered(value):
                continue
            else:
                kind = WorkKind.SOURCE if value.edge_key is None else WorkKind.EDGE
            self._put(known, value, kind, target in second)
        return figures

    def _second_readings(self, known: "_Known") -> dict[str, str]:
        """Target -> key of what waits for a second reading; who has read it already is noted."""
        found = {}
        for target, key in known.keys.items() if self.opinions else ():
            opinion = self.opinions.get(key)
            if opinion is None:
                continue
            spoken = known.words_on(target, self._events[opinion.source])
            if any(event.number > opinion.after and event.by != opinion.by for event in spoken):
                continue
            found[target] = key
            people = {opinion.by, *(event.by for event in spoken)}
            self.readers.update((key, key_of(person), known.place.claim) for person in people)
        return found

    def _put(self, known: "_Known", value: LabelValue, kind: WorkKind, flagged: bool) -> None:
        columns = known.columns(value)
        key = known.keys[value.edge_key or value.source_id]
        place = -((2.0 if value.flips else 0.0) + round(abs(value.difference), 12))
        before = self.rows.get(key)
        if before is not None and before["place"] <= place:
            # The data state this edge twice.
            return
        self.rows[key] = {
            **columns,
            "key": key,
            "open": True,
            "place": place,
            "kind": kind.value,
            "flips": value.flips,
            "difference": value.difference,
            "assignee": self.assignees.get(key),
            "flagged": flagged,
        }

    def keep(self) -> None:
        """Bring the table to what was worked out; touches only the rows that differ."""
        query = select(*(_QUESTION.c[name] for name in ("key", *_COLUMNS)))
        rows = self.connection.execute(query.where(among(self.connection, _QUESTION.c.claim, self.claims)))
        held = {row[0]: tuple(row[1:]) for row in rows}
        fresh, revalued, changed = [], [], []
        for key, row in self.rows.items():
            before, now = held.get(key), _IN_ORDER(row)
            if before is None:
                fresh.append(row)
            elif before[len(_WORTH) :] != now[len(_WORTH) :]:
                changed.append(row)
            elif before != now:
                revalued.append(row)
        if fresh:
            insert_rows(self.connection, _QUESTION, fresh)
        self._update(_WORTH, revalued)
        self._update(_COLUMNS, changed)
        was_open = _COLUMNS.index("open")
        closed = [{"question": key} for key, row in held.items() if row[was_open] and key not in self.rows]
        if closed:
            statement = update(_QUESTION).where(_QUESTION.c.key == bindparam("question")).values(open=False)
            self.connection.execute(statement, closed)
        self._keep_readers()

    def _update(self, columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
        """Write columns of many rows, past SQLAlchemy's handling of each value, which would take most of the time."""
        if rows:
            mark = "?" if self.connection.dialect.name == "sqlite" else "%s"
            values = ", ".join(f"{name} = {mark}" for name in columns)
            written = list(zip(*(written_values(_QUESTION, name, rows) for name in (*columns, "key")), strict=True))
            self.connection.exec_driver_sql(f"UPDATE open_question SET {values} WHERE key = {mark}", written)

    def _keep_readers(self) -> None:
        held = select(_READ.c.key, _READ.c.person, _READ.c.claim).where(
            among(self.connection, _READ.c.claim, self.claims)
        )
        before = {(key, person, claim) for key, person, claim in self.connection.execute(held)}
        if before == self.readers:
            return
        self.connection.execute(delete(_READ).where(among(self.connection, _READ.c.claim, self.claims)))
        rows = [{"key": key, "person": person, "claim": claim} for key, person, claim in sorted(self.readers)]
        if rows:
            self.connection.execute(insert(_READ), rows)


class _Known:
    """One claim with the keys of what can be asked about it."""

    def __init__(self, facts: AllFacts, place: Place, dossier: Dossier) -> None:
        self.all = facts
        self.facts = facts.of(place.dataset)
        self.place = place
        self.dossier = dossier
        self.edges = {edge.key: edge for edge in dossier.edges}
        uid = dossier.dataset, dossier.claim.id
        self.keys = {source.id: source_question(*uid, source.id) for source in dossier.sources}
        self.keys |= {key: edge_question(*uid, key) for key in self.edges}

    def disputed(self) -> set[str]:
        """Sources and edges on which people differ."""
        sources = {source_id for source_id, label in self.dossier.labels.items() if label.disputed}
        return sources | {key for key, edge in self.edges.items() if edge.disputed}

    def answered(self, value: LabelValue) -> bool:
        """Whether a person has looked at it and left it open: "unknown" and "suspected" are answers too."""
        if value.edge_key is not None:
            return self.edges[value.edge_key].event is not None
        label = self.dossier.labels.get(value.source_id)
        return label is not None and label.event is not None and not label.outdated

    def words_on(self, target: str, events: Iterable[LabelEvent]) -> list[LabelEvent]:
        """The latest words of everybody on a source, in this claim and everywhere, or on an edge."""
        if target in self.edges:
            return words(event for event in events if event.edge_key == target)
        scopes: dict[str | None, list[LabelEvent]] = {self.dossier.claim.id: [], None: []}
        for event in events:
            if event.edge_key is None and event.claim_id in scopes:
                scopes[event.claim_id].append(event)
        return [word for scope in scopes.values() for word in words(scope)]

    def columns(self, value: LabelValue) -> dict[str, Any]:
        """What the table holds of a question beside its value."""
        edge = self.edges[value.edge_key] if value.edge_key is not None else None
        facts = self.facts
        source = facts.sources[value.source_id]
        if edge is None:
            since = self.all.evidence_since.get((self.place.claim, source.source), source.since)
        else:
            since = facts.edges_since.get(edge.key, source.since)
        return {
            "claim": self.place.claim,
            "dataset": self.place.dataset,
            "answer": self.place.answer,
            "source": source.source,
            "upstream": None if edge is None else facts.sources[edge.to_id].source,
            "edge_key": None if edge is None else edge.key,
            "publisher": None if source.publisher is None else key_of(source.publisher),
            "rule": None if edge is None or edge.rule is None else key_of(edge.rule),
            "band": None if edge is None or edge.probability is None else band_of(edge.probability),
            "since": since,
        }
