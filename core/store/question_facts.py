"""What the queue needs to know of sources, passages and edges that no figure depends on: numbers and dates."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from core.store.dossiers import Facts
from core.store.number_sets import among
from core.store.tables import ImportBatchRow, table_of

_BATCH = table_of(ImportBatchRow)


@dataclass(slots=True)
class QuestionFacts:
    """The sources of one data set under their ids, and since which batch things stand as they do."""

    sources: dict[str, Row[Any]] = field(default_factory=dict)
    edges_since: dict[str, int] = field(default_factory=dict)
    """Key of an edge -> batch of its newest version."""


@dataclass(frozen=True, slots=True)
class AllFacts:
    """The facts of several data sets."""

    by_dataset: Mapping[int, QuestionFacts]
    evidence_since: Mapping[tuple[int, int], int]
    """Claim and source -> batch of the newest of its passages."""
    times: Mapping[int, str]
    """Batch -> when it came."""

    def of(self, dataset: int) -> QuestionFacts:
        """Those of one data set; a claim without sources has none."""
        return self.by_dataset.get(dataset) or QuestionFacts()


def facts_of(connection: Connection, read: Facts) -> AllFacts:
    """What the rows of some claims say, with the time of each batch among them."""
    found: dict[int, QuestionFacts] = {}
    for row in read.documents.values():
        found.setdefault(row.dataset, QuestionFacts()).sources[row.id] = row
    for source, edges in read.edges.items():
        known = found[read.documents[source].dataset].edges_since
        for edge in edges:
            ends = read.documents[edge.source].id, read.documents[edge.upstream].id
            known["\x1f".join((*ends, edge.relation))] = edge.since
    evidence: dict[tuple[int, int], int] = {}
    for claim, rows in read.evidence.items():
        for row in rows:
            evidence[claim, row.source] = max(row.since, evidence.get((claim, row.source), 0))
    batches = {row.since for row in read.documents.values()}
    batches.update(evidence.values())
    batches.update(since for known in found.values() for since in known.edges_since.values())
    when = select(_BATCH.c.number, _BATCH.c.at).where(among(connection, _BATCH.c.number, batches))
    times = {number: at for number, at in connection.execute(when)} if batches else {}
    return AllFacts(found, evidence, times)
