"""Claims with all that belongs to them, many at a time with the same few queries as for one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, null, select

from core.model import Answer, Dossier
from core.policy import Policy
from core.store import mapping
from core.store.assembling import Assembly
from core.store.merged import links_of
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
        drawn, events = self._drawn(reached, documents), self._events(reached)
        shared = Assembly(documents, edges, drawn, events, self._links(reached), self._policy)
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

    def _links(self, sources: Collection[int]) -> list[tuple[int, int]]:
        """Which of them count as one document."""
        return links_of(self.connection, sources) if sources else []

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
