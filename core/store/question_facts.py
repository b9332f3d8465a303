"""What the queue needs to know of sources, passages and edges that no figure depends on: numbers and dates."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from core.store.number_sets import among
from core.store.reach import running
from core.store.tables import DocumentRow, EdgeRow, EvidenceRow, ImportBatchRow, SourceRow, table_of

_SOURCE, _DOCUMENT, _EVIDENCE = table_of(SourceRow), table_of(DocumentRow), table_of(EvidenceRow)
_EDGE, _BATCH = table_of(EdgeRow), table_of(ImportBatchRow)


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A source as the queue knows it."""

    number: int
    publisher: str | None
    since: int
    """Batch that brought its newest version."""


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    """The sources of one data set under their ids, and since which batch things stand as they do."""

    sources: Mapping[str, KnownSource]
    evidence_since: Mapping[tuple[int, int], int]
    """Claim and source -> batch of the newest of its passages."""
    edges_since: Mapping[str, int]
    times: Mapping[int, str]
    """Batch -> when it came."""


@dataclass(frozen=True, slots=True)
class AllFacts:
    """The facts of several data sets."""

    by_dataset: Mapping[int, QuestionFacts]

    def of(self, dataset: int) -> QuestionFacts:
        """Those of one data set; a claim without sources has none."""
        return self.by_dataset.get(dataset) or QuestionFacts({}, {}, {}, {})


def read_facts(connection: Connection, claims: Sequence[int], sources: Collection[int]) -> AllFacts:
    """Read what belongs to these claims and all sources upstream of them."""
    if not sources:
        return AllFacts({})
    found: dict[int, dict[str, KnownSource]] = {}
    query = (
        select(_SOURCE.c.number, _SOURCE.c.dataset, _SOURCE.c.id, _DOCUMENT.c.publisher, _DOCUMENT.c.since)
        .join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
        .where(among(connection, _DOCUMENT.c.source, sources), running(_DOCUMENT))
    )
    for number, dataset, identifier, publisher, since in connection.execute(query).all():
        found.setdefault(dataset, {})[identifier] = KnownSource(number, publisher, since)
    passages = (
        select(_EVIDENCE.c.claim, _EVIDENCE.c.source, func.max(_EVIDENCE.c.since))
        .where(among(connection, _EVIDENCE.c.claim, claims), running(_EVIDENCE))
        .group_by(_EVIDENCE.c.claim, _EVIDENCE.c.source)
    )
    evidence = {(claim, source): since for claim, source, since in connection.execute(passages).all()}
    drawn = select(_EDGE.c.dataset, _EDGE.c.id, _EDGE.c.since).where(
        among(connection, _EDGE.c.source, sources), running(_EDGE)
    )
    edges: dict[int, dict[str, int]] = {}
    for dataset, key, since in connection.execute(drawn).all():
        edges.setdefault(dataset, {})[key] = since
    batches = {source.since for known in found.values() for source in known.values()}
    batches.update(evidence.values())
    batches.update(since for keys in edges.values() for since in keys.values())
    when = select(_BATCH.c.number, _BATCH.c.at).where(among(connection, _BATCH.c.number, batches))
    times = {number: at for number, at in connection.execute(when)}
    return AllFacts(
        {dataset: QuestionFacts(known, evidence, edges.get(dataset, {}), times) for dataset, known in found.items()}
    )
