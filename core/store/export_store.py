"""What exports read: claims by name, the judgements on them, and what a data set holds beside its claims."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from core.checked import CitationLine, RecordedJudgement
from core.errors import UnknownId
from core.model import Answer, Dossier, Edge, Source
from core.results import LabelEvent
from core.store import mapping
from core.store.assembling import Assembly
from core.store.citation_lists import lines_of
from core.store.dossiers import DossierReader
from core.store.events import event_of
from core.store.identity import claim_named, split_uid
from core.store.judgements import judgements_of
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.reach import running
from core.store.record_tables import DecisionRow, LabelEventRow
from core.store.signing import signatures_on
from core.store.standing_checks import reports_in_force
from core.store.standing_dossiers import StandingReader
from core.store.summaries import CHUNK
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    CitationRow,
    ClaimRow,
    ClaimVersionRow,
    DatasetRow,
    DocumentRow,
    EvidenceRow,
    SourceRow,
    table_of,
)
from core.store.verbatim import key_of
from core.verdicts import SignedDecision

_DATASET, _CLAIM, _STATEMENT = table_of(DatasetRow), table_of(ClaimRow), table_of(ClaimVersionRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)
_SOURCE, _DOCUMENT, _EVIDENCE = table_of(SourceRow), table_of(DocumentRow), table_of(EvidenceRow)
_EVENT, _DECISION, _CITATION = table_of(LabelEventRow), table_of(DecisionRow), table_of(CitationRow)


class ExportStore(Opened):
    """Facts and human work as exports need them."""

    def dossiers_named(self, uids: Sequence[str]) -> Iterator[Dossier]:
        """These claims, in the order asked for, read in chunks.

        Raises:
            UnknownId: One of them is not in the current version of its data set.
        """
        for start in range(0, len(uids), CHUNK):
            wanted = uids[start : start + CHUNK]
            with self.database.read() as connection:
                numbers = numbers_of(connection, wanted)
                chunk = StandingReader(connection, self.summariser.promote).read(numbers)
            yield from chunk

    def judgements_on(self, uids: Sequence[str]) -> Mapping[str, tuple[RecordedJudgement, ...]]:
        """Everything said of the meaning of these claims, by claim."""
        with self.database.read() as connection:
            found = judgements_of(connection, numbers_of(connection, uids), running)
            return {uid: tuple(said) for uid, said in found.items()}

    def citations_on(self, uids: Sequence[str]) -> Mapping[str, tuple[CitationLine, ...]]:
        """The citations of these claims with the checks in force, by claim, in the order of the file."""
        with self.database.read() as connection:
            numbers = numbers_of(connection, uids)
            query = (
                select(_CITATION.c.number)
                .where(among(connection, _CITATION.c.claim, numbers), running(_CITATION))
                .order_by(_CITATION.c.place)
            )
            found: dict[str, list[CitationLine]] = {}
            for line in lines_of(connection, connection.execute(query).scalars().all()):
                found.setdefault(line.claim_uid, []).append(line)
            return {uid: tuple(lines) for uid, lines in found.items()}

    def reports_on(self, uids: Sequence[str]) -> Mapping[str, Mapping[str, Any]]:
        """JSON of the reports of these claims' citations, each with the check in force alone, by citation."""
        with self.database.read() as connection:
            numbers = numbers_of(connection, uids)
            return reports_in_force(connection, among(connection, _CITATION.c.claim, numbers) & running(_CITATION))

    def decided_on(self, uids: Sequence[str]) -> Mapping[str, tuple[SignedDecision, ...]]:
        """What people decided about these claims, by claim, newest first."""
        query = select(_DECISION.c.subject).where(
            _DECISION.c.subject_key.in_([key_of(uid) for uid in uids]), _DECISION.c.kind == "claim"
        )
        with self.database.read() as connection:
            decided = set(connection.execute(query).scalars())
            return {uid: tuple(signatures_on(connection, "claim", uid)) for uid in uids if uid in decided}

    def work_on(self, dataset: str) -> tuple[LabelEvent, ...]:
        """Every event on the sources and edges of a data set, oldest first."""
        query = select(_EVENT).where(_EVENT.c.dataset_name == dataset).order_by(_EVENT.c.number)
        with self.database.read() as connection:
            return tuple(event_of(row._asdict()) for row in connection.execute(query))

    def beside_claims(self, dataset: str) -> tuple[tuple[Answer, ...], tuple[Source, ...], tuple[Edge, ...]]:
        """Answers without a claim, and the sources (with the edges that leave them) that no claim leans on."""
        with self.database.read() as connection:
            number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == dataset)).scalar()
            if number is None:
                raise UnknownId("data set", dataset)
            return (_unasked(connection, number), *_LooseReader(connection).loose(number))


def numbers_of(connection: Connection, uids: Sequence[str]) -> list[int]:
    """The claims behind uids, in their order.

    Raises:
        UnknownId: One of them is not in the current version of its data set.
    """
    by_dataset: dict[str, dict[str, str]] = {}
    for uid in uids:
        dataset, identifier = split_uid(uid)
        by_dataset.setdefault(dataset, {})[key_of(identifier)] = uid
    found: dict[str, int] = {}
    for dataset, keys in by_dataset.items():
        query = (
            select(_CLAIM.c.key, _CLAIM.c.number)
            .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
            .join(_STATEMENT, _STATEMENT.c.claim == _CLAIM.c.number)
            .where(_DATASET.c.name == dataset, _CLAIM.c.key.in_(list(keys)), running(_STATEMENT))
        )
        found |= {keys[key]: number for key, number in connection.execute(query)}
    # Whoever is missing is asked for by name, so that the refusal says what became of it.
    return [found[uid] if uid in found else claim_named(connection, uid).number for uid in uids]


def _unasked(connection: Connection, dataset: int) -> tuple[Answer, ...]:
    asked = select(_STATEMENT.c.answer).where(_STATEMENT.c.answer.is_not(None), running(_STATEMENT))
    query = (
        select(_WORDING, _ANSWER.c.id)
        .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
        .where(_ANSWER.c.dataset == dataset, running(_WORDING), _ANSWER.c.number.not_in(asked))
        .order_by(_ANSWER.c.number)
    )
    return tuple(mapping.answer_of(row, row.id) for row in connection.execute(query).all())


class _LooseReader(DossierReader):
    """Reads the sources of a data set that no claim leans on."""

    def loose(self, dataset: int) -> tuple[tuple[Source, ...], tuple[Edge, ...]]:
        """The sources in the order of arrival, and every edge that leaves one of them."""
        here = self._all_sources(dataset)
        leant_on = self._upstream(self._carriers(dataset))
        loose = [number for number in here if number not in leant_on]
        if not loose:
            return (), ()
        reached = self._upstream(loose)
        documents = {row.source: row for row in self._documents(reached)}
        drawn, events = self._drawn(reached, documents), self._events(reached)
        whole = Assembly(documents, self._edges(reached), drawn, events, self._links(reached), self._policy)
        standing = [number for number in loose if number in documents]
        sources = {whole.sources[number].id: whole.sources[number] for number in standing}
        edges = [edge for number in standing for edge in whole.edges.get(number, ())]
        return tuple(sources.values()), tuple(edges)

    def _all_sources(self, dataset: int) -> list[int]:
        query = (
            select(_SOURCE.c.number)
            .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
            .where(_SOURCE.c.dataset == dataset, running(_DOCUMENT))
            .order_by(_SOURCE.c.number)
        )
        return list(self.connection.execute(query).scalars())

    def _carriers(self, dataset: int) -> set[int]:
        query: Any = select(_EVIDENCE.c.source).distinct().where(_EVIDENCE.c.dataset == dataset, running(_EVIDENCE))
        return set(self.connection.execute(query).scalars())
