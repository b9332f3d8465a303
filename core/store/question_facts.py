"""What the queue needs to know of sources, passages and edges that no figure depends on: numbers and imports."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row

from core.store.dossiers import Facts


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

    def of(self, dataset: int) -> QuestionFacts:
        """Those of one data set; a claim without sources has none."""
        return self.by_dataset.get(dataset) or QuestionFacts()


def facts_of(read: Facts) -> AllFacts:
    """What the rows of some claims say."""
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
    return AllFacts(found, evidence)
