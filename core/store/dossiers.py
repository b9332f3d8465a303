"""Claims with all that belongs to them, many at a time with the same few queries as for one."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, null, select

from core.model import Answer, Dossier, Edge, Label
from core.policy import Policy
from core.results import LabelEvent
from core.states import EdgeStatus, Relation
from core.store import mapping
from core.store.events import event_of
from core.store.in_force import edge_standing, judged, label_of, label_standing, stated_label
from core.store.number_sets import among
from core.store.policies import policy_of
from core.store.reach import running, upstream
from core.store.record_tables import LabelEventRow
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    CitationRow,
    ClaimRow,
    ClaimVersionRow,
    DatasetRow,
    DocumentRow,
    DocumentTextRow,
    EdgeRow,
    EvidenceRow,
    SourceRow,
    table_of,
)
from core.store.work_tables import DrawnEdgeRow

_CLAIM, _STATEMENT, _DATASET = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(DatasetRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)
_SOURCE, _DOCUMENT, _TEXT = table_of(SourceRow), table_of(DocumentRow), table_of(DocumentTextRow)
_EVIDENCE, _CITATION, _EDGE = table_of(EvidenceRow), table_of(CitationRow), table_of(EdgeRow)
_EVENT, _DRAWN = table_of(LabelEventRow), table_of(DrawnEdgeRow)

DRAWN = "drawn by a person"
"""Rule of an edge that no data state."""

# Which version a row is, since when, and its digest say nothing of the fact itself.
_BOOKKEEPING = {"dataset", "key", "digest", "until", "place"}


def _read(table: Table, *left_out: str) -> list[ColumnElement[Any]]:
    return [column for column in table.c if column.name not in _BOOKKEEPING and column.name not in left_out]


_EVIDENCE_READ = _read(_EVIDENCE, "number")
_DOCUMENT_READ = _read(_DOCUMENT, "number", "text")
_EDGE_READ = _read(_EDGE, "number", "id", "version")


@dataclass(frozen=True, slots=True)
class Facts:
    """Rows as they were read."""

    evidence: dict[int, list[Row[Any]]]
    """By claim."""
    documents: dict[int, Row[Any]]
    """By source."""
    edges: dict[int, list[Row[Any]]]
    """By source."""


class DossierReader:
    """Reads dossiers over one connection."""

    def __init__(self, connection: Connection, texts: bool = True) -> None:
        self.connection = connection
        self.texts = texts
        """Whether to load the documents' text, which no figure depends on."""
        self.facts = Facts({}, {}, {})
        """The rows read last."""

    def read(self, claims: Sequence[int]) -> list[Dossier]:
        """The current dossiers of these claims, in the order asked for; a claim that is gone is left out."""
        statements = {row.claim: row for row in self._statements(claims)}
        answers = self._answers({row.answer for row in statements.values() if row.answer is not None})
        evidence = self._evidence(claims)
        starts = {row.source for rows in evidence.values() for row in rows}
        reached = self._upstream(starts)
        documents = {row.source: row for row in self._documents(reached)}
        edges = self._edges(reached)
        citations = self._citations(claims)
        shared = _Shared(documents, edges, self._drawn(reached, documents), self._events(reached), self._policy)
        self.facts = Facts(evidence, documents, edges)
        return [
            shared.dossier(row, answers.get(row.answer), evidence.get(number, ()), citations.get(number, ()))
            for number in claims
            if (row := statements.get(number)) is not None
        ]

    def _running(self, table: Table) -> ColumnElement[bool]:
        """Which versions to read."""
        return running(table)

    def _upstream(self, sources: Collection[int]) -> set[int]:
        return upstream(self.connection, sources)

    def _policy(self, dataset: int) -> Policy:
        return policy_of(self.connection, dataset)

    def _statements(self, claims: Sequence[int]) -> Sequence[Row[Any]]:
        query = (
            select(_STATEMENT, _CLAIM.c.id, _CLAIM.c.dataset, _DATASET.c.name.label("dataset_name"))
            .join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
            .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
            .where(among(self.connection, _STATEMENT.c.claim, claims), self._running(_STATEMENT))
        )
        return self.connection.execute(query).all()

    def _answers(self, answers: Collection[int]) -> dict[int, Answer]:
        if not answers:
            return {}
        query = (
            select(_WORDING, _ANSWER.c.id)
            .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
            .where(among(self.connection, _WORDING.c.answer, answers), self._running(_WORDING))
        )
        return {row.answer: mapping.answer_of(row, row.id) for row in self.connection.execute(query).all()}

    def _evidence(self, claims: Sequence[int]) -> dict[int, list[Row[Any]]]:
        query = (
            select(*_EVIDENCE_READ)
            .where(among(self.connection, _EVIDENCE.c.claim, claims), self._running(_EVIDENCE))
            .order_by(_EVIDENCE.c.place)
        )
        return _grouped(self.connection.execute(query).all(), "claim")

    def _documents(self, sources: Collection[int]) -> Sequence[Any]:
        if not sources:
            return ()
        text = _TEXT.c.content if self.texts else null()
        query = (
            select(*_DOCUMENT_READ, _SOURCE.c.id, _SOURCE.c.dataset, text.label("content"))
            .join(_SOURCE, _SOURCE.c.number == _DOCUMENT.c.source)
            .where(among(self.connection, _DOCUMENT.c.source, sources), self._running(_DOCUMENT))
        )
        if self.texts:
            query = query.join(_TEXT, _TEXT.c.number == _DOCUMENT.c.text, isouter=True)
        return self.connection.execute(query).all()

    def _edges(self, sources: Collection[int]) -> dict[int, list[Row[Any]]]:
        if not sources:
            return {}
        query = (
            select(*_EDGE_READ)
            .where(among(self.connection, _EDGE.c.source, sources), self._running(_EDGE))
            .order_by(_EDGE.c.place)
        )
        return _grouped(self.connection.execute(query).all(), "source")

    def _drawn(self, sources: Collection[int], documents: Collection[int]) -> list[Row[Any]]:
        """Edges that people drew, where the data still have both ends."""
        query = select(_DRAWN).where(among(self.connection, _DRAWN.c.source, sources)).order_by(_DRAWN.c.event)
        rows = self.connection.execute(query).all() if sources else ()
        return [row for row in rows if row.source in documents and row.upstream in documents]

    def _citations(self, claims: Sequence[int]) -> dict[int, list[Row[Any]]]:
        query = (
            select(_CITATION, _SOURCE.c.id.label("source_id"))
            .join(_SOURCE, _SOURCE.c.number == _CITATION.c.source)
            .where(among(self.connection, _CITATION.c.claim, claims), self._running(_CITATION))
            .order_by(_CITATION.c.place)
        )
        return _grouped(self.connection.execute(query).all(), "claim")

    def _events(self, sources: Collection[int]) -> dict[int, list[Row[Any]]]:
        if not sources:
            return {}
        query = select(_EVENT).where(among(self.connection, _EVENT.c.source, sources)).order_by(_EVENT.c.number)
        return _grouped(self.connection.execute(query).all(), "source")


def _grouped(rows: Iterable[Row[Any]], column: str) -> dict[int, list[Row[Any]]]:
    found: dict[int, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(getattr(row, column), []).append(row)
    return found


class _Shared:
    """What the claims of one read have in common: sources, edges and the events on them."""

    def __init__(
        self,
        documents: dict[int, Row[Any]],
        edges: dict[int, list[Row[Any]]],
        drawn: Sequence[Row[Any]],
        events: dict[int, list[Row[Any]]],
        policy: Callable[[int], Policy],
    ) -> None:
        self.policy = policy
        self.documents = documents
        self.sources = {number: mapping.source_of(row, row.id, row.content) for number, row in documents.items()}
        self.batches = {row.number: row.batch for rows in events.values() for row in rows}
        self.events = {number: [event_of(row._asdict()) for row in rows] for number, rows in events.items()}
        self.upstream = {number: [row.upstream for row in rows] for number, rows in edges.items()}
        self.edges = {number: self._edges_of(number, rows) for number, rows in edges.items()}
        for row in drawn:
            self._draw(row)
        self.alphas: dict[int, float] = {}

    def dossier(
        self, row: Row[Any], answer: Answer | None, evidence: Sequence[Row[Any]], citations: Sequence[Row[Any]]
    ) -> Dossier:
        """One claim's share of what was read."""
        reached = self._reached(item.source for item in evidence)
        labels = {}
        for number in reached:
            label = self._label(number, row, evidence)
            if label is not None:
                labels[self.sources[number].id] = label
        return Dossier(
            claim=mapping.claim_of(row, row.id, answer.id if answer is not None else None),
            answer=answer,
            evidence=tuple(mapping.evidence_of(item, row.id, self.sources[item.source].id) for item in evidence),
            sources=tuple(self.sources[number] for number in reached),
            edges=tuple(edge for number in reached for edge in self.edges.get(number, ())),
            citations=tuple(mapping.citation_of(item, row.id, item.source_id) for item in citations),
            labels=MappingProxyType(labels),
            dataset=row.dataset_name,
        )

    def _reached(self, starts: Iterable[int]) -> list[int]:
        """The sources of the evidence, then everything upstream of them, each once."""
        found = dict.fromkeys(starts)
        queue = list(found)
        for number in queue:
            for upper in self.upstream.get(number, ()):
                if upper not in found:
                    found[upper] = None
                    queue.append(upper)
        return queue

    def _label(self, number: int, claim: Row[Any], evidence: Sequence[Row[Any]]) -> Label | None:
        events = self.events.get(number)
        if events:
            found = label_standing(events, claim.id, self._alpha(claim.dataset))
            if found is not None:
                return label_of(found, self._outdated(number, found.event, evidence))
        return stated_label(self.sources[number])

    def _alpha(self, dataset: int) -> float:
        if dataset not in self.alphas:
            self.alphas[dataset] = self.policy(dataset).alpha
        return self.alphas[dataset]

    def _outdated(self, number: int, event: LabelEvent, evidence: Sequence[Row[Any]]) -> bool:
        """Whether the document, or a passage of it for this claim, has another text than the reviewer read."""
        read = self.batches[event.number]
        passages = (row for row in evidence if row.source == number)
        return any(row.version > 1 and row.text_since > read for row in (self.documents[number], *passages))

    def _edges_of(self, number: int, rows: Iterable[Row[Any]]) -> list[Edge]:
        verdicts: dict[str, list[LabelEvent]] = {}
        for event in self.events.get(number, ()):
            if event.edge_key is not None:
                verdicts.setdefault(event.edge_key, []).append(event)
        edges = []
        for row in rows:
            edge = mapping.edge_of(row, self.sources[number].id, self.sources[row.upstream].id)
            found = edge_standing(verdicts.get(edge.key, ())) if verdicts else None
            edges.append(edge if found is None else judged(edge, found))
        return edges

    def _draw(self, row: Row[Any]) -> None:
        """Add an edge that people drew, unless it was taken back or the data state it by now."""
        stated = self.edges.setdefault(row.source, [])
        if any(edge.key == row.id for edge in stated):
            return
        found = edge_standing(event for event in self.events.get(row.source, ()) if event.edge_key == row.id)
        if found is None:
            return
        ends = self.sources[row.source].id, self.sources[row.upstream].id
        drawn = Edge(*ends, Relation(row.relation), EdgeStatus.CONFIRMED, rule=DRAWN)
        stated.append(judged(drawn, found))
        self.upstream.setdefault(row.source, []).append(row.upstream)
